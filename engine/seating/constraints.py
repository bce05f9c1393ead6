"""People who should not meet (family, club, team) are drawn onto places that never meet."""

from collections import Counter
from collections.abc import Iterable
from itertools import combinations
from random import Random

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.seating.annealing.anneal import Budget, anneal
from engine.seating.annealing.state import AnnealingTask
from engine.seating.assignment import balanced
from engine.seating.known_schedules import longest
from engine.seating.schedule import Pair, Schedule, meetings, places

WANDER = 0.02  # how often a step that makes it worse is taken, so as to come out of a dead end


def separated(groups: Iterable[Iterable[int]]) -> frozenset[Pair]:
    """Every two of the same group, as pairs."""
    return frozenset(pair for group in groups for pair in combinations(sorted(set(group)), 2))


def kept_apart(schedule: Schedule, apart: frozenset[Pair], seed: str, budget: Budget) -> Schedule:
    """`schedule` drawn by `seed` so that no pair of `apart` meets, as far as the budget finds one.

    Only if no draw does, the tables themselves are changed. `still_meeting` tells what is left. RuleViolation where
    counting shows that it cannot be.
    """
    players, rounds = schedule.players, len(schedule.rounds)
    refuse_what_cannot_be(players, rounds, apart)
    draw, change = budget.split(1, 2)
    drawn = schedule.drawn(_placed(schedule, apart, seed, draw))
    if not still_meeting(drawn, apart):
        return drawn
    everybody, sizes = tuple(range(players)), (3,) * (players // 3)
    task = AnnealingTask(players, (everybody,) * rounds, (sizes,) * rounds, apart=apart, start=drawn.rounds)
    return min(Schedule(players, balanced(anneal(task, seed, change))), drawn, key=lambda each: _faults(each, apart))


def still_meeting(schedule: Schedule, apart: frozenset[Pair]) -> tuple[Pair, ...]:
    """The pairs of `apart` that meet all the same."""
    return tuple(sorted(apart & meetings(schedule.rounds).keys()))


def _faults(schedule: Schedule, apart: frozenset[Pair]) -> tuple[int, int]:
    """Pairs of `apart` that meet, repeats."""
    met = meetings(schedule.rounds)
    return len(apart & met.keys()), sum(met.values()) - len(met)


def refuse_what_cannot_be(players: int, rounds: int, apart: frozenset[Pair]) -> None:
    """RuleViolation: without a repeat everybody needs two new partners a round, but for one bye."""
    others = max(Counter(player for pair in apart for player in pair).values(), default=0)
    left = players - 1 - others
    need = 2 * (rounds - (1 if players % 3 else 0)) if rounds <= longest(players) else 2
    if left < need:
        sentence = _(
            "Somebody is kept apart from %(others)s others; %(rounds)s rounds take %(need)s partners, and only %(left)s"
            " are left."
        )
        raise RuleViolation("apart", sentence, others=others, rounds=rounds, need=need, left=left)


def _placed(schedule: Schedule, apart: frozenset[Pair], seed: str, budget: Budget) -> list[int]:
    """Which player takes each place: the draw, then swaps of two places that bring fewer pairs of `apart` together."""
    chance = Random(seed + " apart")  # nosec B311: repeated by its seed
    order = list(places(schedule.players, seed))
    place = {player: at for at, player in enumerate(order)}
    met = meetings(schedule.rounds)
    partners: dict[int, list[int]] = {player: [] for player in place}
    for a, b in apart:
        partners[a].append(b)
        partners[b].append(a)

    def clashes(player: int) -> int:
        mine = place[player]
        return sum((min(mine, place[other]), max(mine, place[other])) in met for other in partners[player])

    best, least = list(order), sum(map(clashes, order)) // 2
    now = least
    for _share in budget.going() if least else ():
        one, two = order[int(chance.random() * len(order))], order[int(chance.random() * len(order))]
        if one == two or not clashes(one):
            continue
        before = clashes(one) + clashes(two)
        place[one], place[two] = place[two], place[one]
        change = clashes(one) + clashes(two) - before
        if change > 0 and chance.random() >= WANDER:
            place[one], place[two] = place[two], place[one]
            continue
        now += change
        order[place[one]], order[place[two]] = one, two
        if now < least:
            best, least = list(order), now
        if not least:
            break
    return best
