"""Seating without byes: one or two tables of four, at which one player sits out each hand in turn, as in Japan."""

from collections import Counter
from collections.abc import Sequence
from itertools import islice

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.seating.annealing.anneal import Budget, anneal
from engine.seating.annealing.state import AnnealingTask
from engine.seating.assignment import balanced
from engine.seating.data import known
from engine.seating.no_rematch_schedules import refuse_size
from engine.seating.schedule import Pair, Round, Schedule, Table, drawn


def sizes(players: int) -> tuple[int, ...]:
    """The sizes of the tables: threes, and a four for each player left over. Raises `RuleViolation` for 1, 2 and 5."""
    fours = players % 3
    threes = players // 3 - fours
    if players < 3 or threes < 0:
        raise RuleViolation("players", _("%(players)s players can’t fill tables of three and four."), players=players)
    return (3,) * threes + (4,) * fours


def rotating(players: int, rounds: int, *, seed: str, budget: Budget, apart: frozenset[Pair] = frozenset()) -> Schedule:
    """A schedule in which everybody plays every round: the fewest repeats found, with tables of four shared evenly.

    The last of four sits out the first hand, as evenly as possible. Raises `RuleViolation` for 1, 2 and 5 players.
    """
    lengths = sizes(players)
    refuse_size(players, rounds)
    rare = known("tables_of_four").get(str(players), ())  # rounds without a repeat, rarely found by search
    if rounds <= len(rare) and not apart:
        rows = [iter([int(digit, 16) for digit in digits]) for digits in rare[:rounds]]
        cut = tuple(tuple(tuple(islice(row, length)) for length in lengths) for row in rows)
        return drawn(Schedule(players, in_order(cut)), seed)
    everybody = tuple(range(players))
    task = AnnealingTask(players, (everybody,) * rounds, (lengths,) * rounds, apart=apart)
    return Schedule(players, in_order(anneal(task, seed, budget)))


def in_order(rounds: Sequence[Round]) -> tuple[Round, ...]:
    """Tables of three with balanced winds, then those of four: first the three who begin, also with balanced winds."""
    threes = balanced(tuple(table for table in tables if len(table) == 3) for tables in rounds)
    fours = [[table for table in tables if len(table) == 4] for tables in rounds]
    last = iter(_first_out([table for tables in fours for table in tables]))
    waiting = [[next(last) for _table in tables] for tables in fours]
    begin = balanced(
        tuple(tuple(player for player in table if player != out) for table, out in zip(tables, outs, strict=True))
        for tables, outs in zip(fours, waiting, strict=True)
    )
    return tuple(
        (*three, *((*table, out) for table, out in zip(four, outs, strict=True)))
        for three, four, outs in zip(threes, begin, waiting, strict=True)
    )


def _first_out(tables: Sequence[Table]) -> list[int]:
    """The player who sits out the first hand at each table of four, as evenly as possible: while one player has too
    many such hands, a chain of swaps between tables passes one on to a player with few."""
    chosen = [table[0] for table in tables]
    while chain := _chain(tables, chosen):
        for at, player in chain:
            chosen[at] = player
    return chosen


def _chain(tables: Sequence[Table], chosen: Sequence[int]) -> list[tuple[int, int]]:
    """(table, new player) pairs that bring the counts closer together; empty if there are none."""
    times = Counter(chosen)
    for first in sorted(times, key=lambda player: -times[player]):
        reached: dict[int, list[tuple[int, int]]] = {first: []}
        queue = [first]
        for player in queue:
            for at, table in enumerate(tables):
                for other in table if chosen[at] == player else ():
                    if other not in reached:
                        reached[other] = [*reached[player], (at, other)]
                        queue.append(other)
                        if times[other] <= times[first] - 2:
                            return reached[other]
    return []
