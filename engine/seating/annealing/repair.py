"""Searches for new rounds during a tournament, after a late entry, a withdrawal or wrong seats."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from random import Random

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.seating.annealing.anneal import WARM, Budget, anneal, best_rounds, cool
from engine.seating.annealing.state import WIND, AnnealingTask, initial_state
from engine.seating.assignment import balanced
from engine.seating.no_rematch_schedules import longest, no_repeat
from engine.seating.schedule import Pairs, Round, Rounds, Schedule, drawn


def repair(
    played: Rounds,
    present: Collection[int],
    to_come: int,
    *,
    seed: str,
    budget: Budget,
    missed: Mapping[int, int] | None = None,
    plan: Rounds = (),
    apart: Pairs = frozenset(),
) -> Schedule:
    """A schedule with `played` unchanged and `to_come` new rounds for `present`, with the fewest repeats found.

    `missed`: for each late player, the number of rounds before they joined, not counted as byes. `plan`: the rounds
    planned before the change; the parts that are still valid stay if that costs nothing. Tables have three players; the
    players left over have byes.
    """
    task = repair_task(played, present, to_come, missed=missed, plan=plan, apart=apart)
    tables, winds = budget.split(3, 1)
    rest = anneal(task, seed, tables)
    turning = replace(task, start=rest, winds=counts(played, task.players))
    return Schedule(task.players, (*played, *(_turned(turning, seed, winds) if played else balanced(rest))))


def repair_task(
    played: Rounds,
    present: Collection[int],
    to_come: int,
    *,
    missed: Mapping[int, int] | None = None,
    plan: Rounds = (),
    apart: Pairs = frozenset(),
    tables: tuple[int, ...] | None = None,
) -> AnnealingTask:
    """The search task of `repair`, without winds. `tables`: the table sizes of each round; by default, only threes."""
    players_now = tuple(sorted(set(present)))
    if len(players_now) < 3:
        raise RuleViolation("players", _("A round needs at least three players."))
    players = max(players_now[-1], *(player for tables in played for table in tables for player in table), 0) + 1
    seated = [{player for table in tables for player in table} for tables in played]
    byes = [sum(player not in sat for sat in seated[(missed or {}).get(player, 0) :]) for player in range(players)]
    least = min(byes[player] for player in players_now)  # only differences matter
    return AnnealingTask(
        players,
        present=(players_now,) * to_come,
        sizes=(tables or (3,) * (len(players_now) // 3),) * to_come,
        played=tuple(played),
        byes=tuple(max(0, count - least) for count in byes) if played else (),
        apart=apart,
        start=tuple(plan) if len(plan) == to_come else (),
    )


def fewest_repeats(players: int, rounds: int, *, seed: str, budget: Budget, apart: Pairs = frozenset()) -> Schedule:
    """A schedule found by search, for lengths without a fixed schedule: few repeats, even meetings, balanced winds.

    The search starts from the longest fixed schedule, drawn by `seed` and repeated as needed.
    """
    if players < 3:
        raise RuleViolation("players", _("A round needs at least three players."))
    most = longest(players)
    again = drawn(no_repeat(players, most), seed).rounds * (rounds // most + 1) if most else ()
    return repair((), range(players), rounds, seed=seed, budget=budget, plan=again[:rounds], apart=apart)


def counts(played: Rounds, players: int) -> tuple[tuple[int, ...], ...]:
    """Each player's East, South and West counts at tables of three."""
    counts = [[0, 0, 0] for _ in range(players)]
    for table in (table for tables in played for table in tables if len(table) == 3):
        for wind, player in enumerate(table):
            counts[player][wind] += 1
    return tuple(map(tuple, counts))


def _turned(task: AnnealingTask, seed: str, budget: Budget) -> tuple[Round, ...]:
    """The rounds of `task.start`, reseated so that each player's wind counts stay at most 1 apart if possible.

    The counts include `task.winds` and are compared after every round. Players change tables only if swapping seats
    within tables is not enough.
    """
    chance = Random(seed)  # nosec B311: repeated by its seed
    starts = (task, replace(task, start=balanced(task.start)))
    state = min((initial_state(each, chance) for each in starts), key=lambda state: state.cost)
    state.floor = WIND * _fewest_uneven(task)
    seats, tables = budget.split(1, 3)
    cool(state, chance, seats, WARM, within=True)
    cool(state, chance, tables, WARM)
    return best_rounds(state, task)


def _fewest_uneven(task: AnnealingTask) -> int:
    """A lower bound for the uneven winds: the number of players who need a wind soon, minus the seats that have it.

    A player who lacks one wind needs it in the next round; one who lacks two needs them in the next two rounds.
    """
    most = 0
    for soon in (1, 2)[: len(task.sizes)]:
        needs = [0, 0, 0]
        for player in task.present[0]:
            left = [wind for wind, count in enumerate(task.winds[player]) if count == min(task.winds[player])]
            for wind in left if len(left) == soon else ():
                needs[wind] += 1
        places = sum(map(len, task.sizes[:soon]))
        pairs = zip(task.present[:soon], task.sizes[:soon], strict=True)
        free = sum(len(players) - sum(sizes) for players, sizes in pairs)
        most = max(most, sum(max(0, need - places) for need in needs) - free)
    return most
