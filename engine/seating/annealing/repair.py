"""Rounds that are solved again while the tournament runs: after a late entry, a drop-out, wrong seats."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from random import Random

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.seating.annealing.anneal import WARM, Budget, anneal, best_rounds, cool
from engine.seating.annealing.state import WIND, AnnealingTask, begun
from engine.seating.assignment import balanced
from engine.seating.known_schedules import longest, no_repeat
from engine.seating.schedule import Pair, Round, Schedule, drawn


def repair(
    played: Sequence[Round],
    present: Collection[int],
    to_come: int,
    *,
    seed: str,
    budget: Budget,
    missed: Mapping[int, int] | None = None,
    plan: Sequence[Round] = (),
    apart: frozenset[Pair] = frozenset(),
) -> Schedule:
    """`played` stays as it was seated; `to_come` rounds of `present` are made again, with the fewest repeats found.

    `missed`: for each late player, how many rounds were played before: no byes of theirs. `plan`: the rounds that were
    to come before the change; what of them still holds stays where that costs nothing. Tables of three; the rest have
    byes.
    """
    task = repair_task(played, present, to_come, missed=missed, plan=plan, apart=apart)
    tables, winds = budget.split(3, 1)
    rest = anneal(task, seed, tables)
    if played:
        rest = _turned(replace(task, start=rest, winds=counts(played, task.players)), seed, winds)
    else:
        rest = balanced(rest)
    return Schedule(task.players, (*played, *rest))


def repair_task(
    played: Sequence[Round],
    present: Collection[int],
    to_come: int,
    *,
    missed: Mapping[int, int] | None = None,
    plan: Sequence[Round] = (),
    apart: frozenset[Pair] = frozenset(),
    tables: tuple[int, ...] | None = None,
) -> AnnealingTask:
    """What `repair` searches, without winds. `tables`: the sizes of the tables of a round; left out, threes."""
    players_now = tuple(sorted(set(present)))
    if len(players_now) < 3:
        raise RuleViolation("players", _("A round needs at least three players."))
    players = max(players_now[-1], *(player for tables in played for table in tables for player in table), 0) + 1
    seated = [{player for table in tables for player in table} for tables in played]
    first_rounds = missed or {}
    byes = [sum(player not in sat for sat in seated[first_rounds.get(player, 0) :]) for player in range(players)]
    least = min(byes[player] for player in players_now)  # only differences weigh
    return AnnealingTask(
        players,
        present=(players_now,) * to_come,
        sizes=(tables or (3,) * (len(players_now) // 3),) * to_come,
        played=tuple(played),
        byes=tuple(max(0, count - least) for count in byes) if played else (),
        apart=apart,
        start=tuple(plan) if len(plan) == to_come else (),
    )


def fewest_repeats(
    players: int, rounds: int, *, seed: str, budget: Budget, apart: frozenset[Pair] = frozenset()
) -> Schedule:
    """Drawn by `seed` and searched, for lengths that no fixed schedule has: few repeats, meetings as even as found.

    It begins with the longest fixed schedule, and with it again when that is over. Winds are balanced.
    """
    if players < 3:
        raise RuleViolation("players", _("A round needs at least three players."))
    most = longest(players)
    again = drawn(no_repeat(players, most), seed).rounds * (rounds // most + 1) if most else ()
    return repair((), range(players), rounds, seed=seed, budget=budget, plan=again[:rounds], apart=apart)


def counts(played: Sequence[Round], players: int) -> tuple[tuple[int, ...], ...]:
    """How often each player sat East, South, West at tables of three."""
    counts = [[0, 0, 0] for _ in range(players)]
    for table in (table for tables in played for table in tables if len(table) == 3):
        for wind, player in enumerate(table):
            counts[player][wind] += 1
    return tuple(map(tuple, counts))


def _turned(task: AnnealingTask, seed: str, budget: Budget) -> tuple[Round, ...]:
    """The rounds of `task.start` with winds that go on from `task.winds`, at most 1 apart after every round where that
    is found. Who sits together changes only where no turning of seats at their tables is enough."""
    chance = Random(seed)  # nosec B311: repeated by its seed
    starts = (task, replace(task, start=balanced(task.start)))
    state = min((begun(each, chance) for each in starts), key=lambda state: state.cost)
    state.floor = WIND * _fewest_uneven(task)
    seats, tables = budget.split(1, 3)
    cool(state, chance, seats, WARM, within=True)
    cool(state, chance, tables, WARM)
    return best_rounds(state, task)


def _fewest_uneven(task: AnnealingTask) -> int:
    """How many winds must come apart whatever is done: more players who need a wind now than tables that have it.

    Whoever has played 1 (or 2) of three games needs both winds left (the one) in the next two rounds (the next).
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
