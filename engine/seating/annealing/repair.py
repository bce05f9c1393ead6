"""Rounds that are solved anew while the tournament runs: after a late entry, a drop-out, wrong seats."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.seating.annealing.anneal import anneal
from engine.seating.annealing.search_limits import Budget
from engine.seating.annealing.state import AnnealingTask
from engine.seating.assignment.wind_repair import turned
from engine.seating.assignment.winds import balanced
from engine.seating.draw import drawn
from engine.seating.known_schedules import longest, no_repeat
from engine.seating.schedule import Pair, Round, Schedule


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
    """`played` stays as it was seated; `to_come` rounds of `present` are made anew, with the fewest repeats found.

    `missed` says for who came late how many rounds were played before: no byes of theirs. `plan` is what was to come
    before the change: what of it still holds is kept where that costs nothing. Tables of three; the rest have byes.
    """
    task = _task(played, present, to_come, missed, plan, apart)
    tables, winds = budget.split(3, 1)
    rest = anneal(task, seed, tables)
    if played:
        rest = turned(replace(task, start=rest, winds=counts(played, task.players)), seed, winds)
    else:
        rest = balanced(rest)
    return Schedule(task.players, (*played, *rest))


def remade(
    played: Sequence[Round],
    present: Collection[int],
    to_come: int,
    *,
    seed: str,
    budget: Budget,
    plan: Sequence[Round] = (),
    apart: frozenset[Pair] = frozenset(),
) -> tuple[Round, ...]:
    """The rounds to come alone, as `repair` finds them, without a thought for winds."""
    return anneal(_task(played, present, to_come, None, plan, apart), seed, budget)


def _task(
    played: Sequence[Round],
    present: Collection[int],
    to_come: int,
    missed: Mapping[int, int] | None,
    plan: Sequence[Round],
    apart: frozenset[Pair],
) -> AnnealingTask:
    here = tuple(sorted(set(present)))
    if len(here) < 3:
        raise RuleViolation("players", _("A round takes at least three players."))
    players = _highest(played, here) + 1
    late = missed or {}
    seated = [{player for table in one for player in table} for one in played]
    byes = [sum(player not in one for one in seated[late.get(player, 0) :]) for player in range(players)]
    return AnnealingTask(
        players,
        present=(here,) * to_come,
        sizes=((3,) * (len(here) // 3),) * to_come,
        played=tuple(played),
        byes=_from_nothing(byes, here) if played else (),
        apart=apart,
        start=tuple(plan) if len(plan) == to_come else (),
    )


def _highest(played: Sequence[Round], present: Collection[int]) -> int:
    return max(max(present), *(player for one in played for table in one for player in table), 0)


def fewest_repeats(
    players: int, rounds: int, *, seed: str, budget: Budget, apart: frozenset[Pair] = frozenset()
) -> Schedule:
    """Drawn by `seed` and searched, for lengths that no fixed schedule has: few repeats, meetings as even as found.

    It begins with the longest fixed schedule, and with it again when that is over. Winds are balanced.
    """
    if players < 3:
        raise RuleViolation("players", _("A round takes at least three players."))
    most = longest(players)
    again = drawn(no_repeat(players, most), seed).rounds * (rounds // most + 1) if most else ()
    return repair((), range(players), rounds, seed=seed, budget=budget, plan=again[:rounds], apart=apart)


def _from_nothing(byes: Sequence[int], here: Iterable[int]) -> tuple[int, ...]:
    """Byes counted from the fewest that anybody present has: only differences weigh."""
    least = min(byes[player] for player in here)
    return tuple(max(0, count - least) for count in byes)


def counts(played: Sequence[Round], players: int) -> tuple[tuple[int, ...], ...]:
    """How often each player sat East, South, West at tables of three."""
    counts = [[0, 0, 0] for _ in range(players)]
    for table in (table for one in played for table in one if len(table) == 3):
        for wind, player in enumerate(table):
            counts[player][wind] += 1
    return tuple(map(tuple, counts))
