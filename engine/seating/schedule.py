"""Rounds of tables, their quality, and the draw. Players are numbered from 0."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import combinations
from random import Random

Table = tuple[int, ...]  # East, South, West, and a fourth player at a rotation table
Round = tuple[Table, ...]
Rounds = Sequence[Round]
Pair = tuple[int, int]  # the smaller number first
Pairs = frozenset[Pair]


@dataclass(frozen=True, slots=True)
class Schedule:
    """The rounds of players 0 … `players` − 1. A player who is at no table in a round has a bye."""

    players: int
    rounds: tuple[Round, ...]

    def byes(self, number: int) -> tuple[int, ...]:
        """The players who sit out round `number`, counted from 0."""
        seated = {player for table in self.rounds[number] for player in table}
        return tuple(player for player in range(self.players) if player not in seated)

    def drawn(self, places: Sequence[int]) -> Schedule:
        """The same schedule with player i replaced by `places[i]`."""
        rounds = (tuple(tuple(places[player] for player in table) for table in tables) for tables in self.rounds)
        return Schedule(self.players, tuple(rounds))


@dataclass(frozen=True, slots=True)
class ScheduleQuality:
    """The measures of a schedule that matter to an organiser."""

    repeats: int  # meetings of two players beyond their first, over all pairs
    least_meetings: int  # of any two players
    most_meetings: int
    wind_spread: int  # the widest gap between one player's East, South and West counts, after any round
    least_byes: int
    most_byes: int
    table_repeats: int  # how often a player returns to the same table number


def pairs(table: Table) -> list[Pair]:
    """Every pair of players at `table`."""
    return [(a, b) if a < b else (b, a) for a, b in combinations(table, 2)]


def meetings(rounds: Iterable[Round]) -> Counter[Pair]:
    """The number of meetings of each pair; pairs who never meet are left out."""
    return Counter(pair for one in rounds for table in one for pair in pairs(table))


def quality(schedule: Schedule) -> ScheduleQuality:
    """Compute the quality of the schedule from its tables only."""
    met = meetings(schedule.rounds)
    all_pairs = schedule.players * (schedule.players - 1) // 2
    byes = Counter(player for number in range(len(schedule.rounds)) for player in schedule.byes(number))
    free = [byes[player] for player in range(schedule.players)]
    sittings = Counter((player, at) for one in schedule.rounds for at, table in enumerate(one) for player in table)
    return ScheduleQuality(
        repeats=sum(met.values()) - len(met),
        least_meetings=min(met.values(), default=0) if len(met) == all_pairs else 0,
        most_meetings=max(met.values(), default=0),
        wind_spread=wind_spread(schedule),
        least_byes=min(free, default=0),
        most_byes=max(free, default=0),
        table_repeats=sum(sittings.values()) - len(sittings),
    )


def wind_spread(schedule: Schedule) -> int:
    """The widest gap between a player's East, South and West counts after any round; only tables of three count."""
    counts = [[0, 0, 0] for _ in range(schedule.players)]
    widest = 0
    for one in schedule.rounds:
        for table in one:
            if len(table) == 3:
                for wind, player in enumerate(table):
                    mine = counts[player]
                    mine[wind] += 1
                    spread = max(mine) - min(mine)
                    if spread > widest:
                        widest = spread
    return widest


def promise(seed: str) -> str:
    """The SHA-256 of the seed in UTF-8, in hex: published before the draw, so that the seed can't be chosen later."""
    return sha256(seed.encode()).hexdigest()


def places(players: int, seed: str) -> tuple[int, ...]:
    """The player for each number in the schedule: the permutation given by `seed`, the same on every machine.

    The method is Fisher–Yates from the end: position i is swapped with position ⌊(i + 1) · r⌋, with r from
    `random.Random(seed)`. Python guarantees that `random()` keeps giving the same numbers for a seed.
    """
    chance = Random(seed)  # nosec B311: repeated by its seed
    order = list(range(players))
    for at in range(players - 1, 0, -1):
        other = int((at + 1) * chance.random())
        order[at], order[other] = order[other], order[at]
    return tuple(order)


def drawn(schedule: Schedule, seed: str) -> Schedule:
    """The schedule with its players drawn by `seed`."""
    return schedule.drawn(places(schedule.players, seed))
