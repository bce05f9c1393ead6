"""Draws that keep certain players (family, club, team) apart and include the organiser's fixed tables."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from random import Random
from types import MappingProxyType

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.seating.annealing.anneal import Budget, anneal
from engine.seating.annealing.state import AnnealingTask
from engine.seating.assignment import balanced
from engine.seating.no_rematch_schedules import longest
from engine.seating.schedule import Pair, Pairs, Schedule, Table, meetings, pairs, places

Fixed = Mapping[int, Sequence[Table]]  # round, counted from 0 -> tables that it must include
NO_TABLES: Fixed = MappingProxyType({})
WANDER = 0.02  # the probability of accepting a worse step, to leave a dead end


def separated(groups: Iterable[Iterable[int]]) -> Pairs:
    """Every pair of players in the same group."""
    return frozenset(pair for group in groups for pair in combinations(sorted(set(group)), 2))


def kept_apart(schedule: Schedule, apart: Pairs, seed: str, budget: Budget, fixed: Fixed = NO_TABLES) -> Schedule:
    """Draw `schedule` from `seed`, with pairs of `apart` at different tables and tables of `fixed` in their rounds.

    The budget limits the search, so some pairs may still meet: `still_meeting` returns them. Tables are changed only if
    no draw of the players is enough. Raises `RuleViolation` for tables in `fixed` that no round can have, or if a
    player would have too few opponents left.
    """
    refuse_impossible_pairs(schedule.players, len(schedule.rounds), apart)
    refuse_wrong_tables(schedule, apart, fixed)
    draw, change = budget.split(1, 2)
    placed = schedule.drawn(_placed(schedule, apart, fixed, seed, draw))
    if not any(_violations(placed, apart, fixed)[:2]):
        return placed
    return min(_changed(placed, apart, fixed, seed, change), placed, key=lambda each: _violations(each, apart, fixed))


def _changed(schedule: Schedule, apart: Pairs, fixed: Fixed, seed: str, budget: Budget) -> Schedule:
    rounds = range(len(schedule.rounds))
    sitting = [{player for table in fixed.get(number, ()) for player in table} for number in rounds]
    task = AnnealingTask(
        schedule.players,
        present=tuple(tuple(each for each in range(schedule.players) if each not in sat) for sat in sitting),
        sizes=tuple((3,) * (schedule.players // 3 - len(fixed.get(number, ()))) for number in rounds),
        played=tuple(tuple(fixed[number]) for number in rounds if number in fixed),
        apart=apart,
        start=schedule.rounds,
    )
    free = anneal(task, seed, budget)
    return Schedule(schedule.players, balanced((*fixed.get(number, ()), *free[number]) for number in rounds))


def still_meeting(schedule: Schedule, apart: Pairs) -> tuple[Pair, ...]:
    """The pairs of `apart` that still meet."""
    return tuple(sorted(apart & meetings(schedule.rounds).keys()))


def _violations(schedule: Schedule, apart: Pairs, fixed: Fixed) -> tuple[int, int, int]:
    """The numbers of missing fixed tables and of pairs of `apart` that meet, both 0 in a valid draw; and of repeats."""
    met = meetings(schedule.rounds)
    sat = [{frozenset(table) for table in one} for one in schedule.rounds]
    missing = sum(frozenset(table) not in sat[number] for number, tables in fixed.items() for table in tables)
    return missing, len(apart & met.keys()), sum(met.values()) - len(met)


def refuse_wrong_tables(schedule: Schedule, apart: Pairs, fixed: Fixed) -> None:
    """Raise `RuleViolation` for fixed tables that no round can have."""
    for number, tables in fixed.items():
        seated = [player for table in tables for player in table]
        if not 0 <= number < len(schedule.rounds) or any(len(table) != 3 for table in tables):
            sentence = _("A fixed table must have three players and belong to a round of this tournament.")
            raise RuleViolation("fixed", sentence)
        if len(set(seated)) < len(seated) or not all(0 <= player < schedule.players for player in seated):
            sentence = _("The fixed tables in round %(round)s include the same player twice, or an unknown player.")
            raise RuleViolation("fixed", sentence, round=number + 1)
        if any(pair in apart for table in tables for pair in pairs(table)):
            sentence = _("A fixed table in round %(round)s has two players who must be kept apart.")
            raise RuleViolation("fixed", sentence, round=number + 1)


def refuse_impossible_pairs(players: int, rounds: int, apart: Pairs) -> None:
    """Raise `RuleViolation` if `apart` leaves a player too few opponents for these rounds without a repeat."""
    others = max(Counter(player for pair in apart for player in pair).values(), default=0)
    left = players - 1 - others
    need = 2 * (rounds - (1 if players % 3 else 0)) if rounds <= longest(players) else 2
    if left < need:
        sentence = _(
            "Too many pairs are kept apart: every player needs at least %(need)s opponents, and one has only %(left)s "
            "(rounds: %(rounds)s)."
        )
        raise RuleViolation("apart", sentence, rounds=rounds, need=need, left=left)


def _placed(schedule: Schedule, apart: Pairs, fixed: Fixed, seed: str, budget: Budget) -> list[int]:
    """The player for each number in the schedule: a random draw, improved by swaps of two players."""
    chance = Random(seed + " apart")  # nosec B311: repeated by its seed
    order = list(places(schedule.players, seed))
    place = {player: at for at, player in enumerate(order)}
    clashes = _clashes(schedule, apart, fixed, place)
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


def _clashes(schedule: Schedule, apart: Pairs, fixed: Fixed, place: Mapping[int, int]) -> Callable[[int], int]:
    met = meetings(schedule.rounds)
    friends: dict[int, list[int]] = {player: [] for player in place}
    for a, b in apart:
        friends[a].append(b)
        friends[b].append(a)
    together: dict[int, list[tuple[Pairs, int]]] = {player: [] for player in place}
    for number, tables in fixed.items():
        sat = frozenset(pair for table in schedule.rounds[number] for pair in pairs(table))
        for a, b in ((a, b) for table in tables for a in table for b in table if a != b):
            together[a].append((sat, b))

    def clashes(player: int) -> int:
        mine = place[player]
        apart_met = sum((min(mine, place[each]), max(mine, place[each])) in met for each in friends[player])
        not_met = sum((min(mine, place[each]), max(mine, place[each])) not in sat for sat, each in together[player])
        return apart_met + not_met

    return clashes
