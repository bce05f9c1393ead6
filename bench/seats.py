"""Tournament seating: how many of the possible rounds are found, and how long that takes.

Every schedule is counted here again, pair by pair; one that breaks its promise ends the bench.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from time import process_time

from bench.bars import Bar, Result
from engine.errors import RuleViolation
from engine.seating import Budget, Schedule, best, drawn, longest, no_repeat, quality, separated, still_meeting

S1 = Bar("S1", "rounds without a repeat, 9, 12 … 99 players", "the most possible", "%", least=100)
S1_TIME = Bar("S1 time", "schedule built and drawn: slowest of 8 … 99", "", "ms", 50)
S1_READ = Bar("S1 read", "schedules of 8 … 99 players built", "read as JSON", "ratio")
S2 = Bar("S2", "the same, couples apart, one table given, 8 … 30", "without wishes", "%", least=90)
S2_TIME = Bar("S2 time", "slowest search of one of them", "", "s", 5)
# In this order no schedule is still cached when another one, which may be derived from it, is requested.
SIZES = sorted(range(8, 100), key=lambda players: (players % 10, players))
WISHED = range(8, 31)
GIVEN = (0, 2, 4)  # players who sit together in the first round
SEED = "bench"


@dataclass(frozen=True, slots=True)
class Found:
    """One round: the share of the possible rounds found for each size, and the slowest size."""

    shares: dict[int, float]
    slowest: float
    built: float = 1.0  # the time to build, relative to reading the same as JSON, for all sizes


def most(players: int) -> int:
    """The limit of rounds given by counting, for players in threes; of twelve players, five rounds are impossible."""
    return 4 if players == 12 else (players - 1) // 2


def fixed() -> Found:
    """Build every fixed schedule, the longest of each size; S1 uses those with full tables. In CPU milliseconds."""
    shares, slowest, built, read = {}, 0.0, 0.0, 0.0
    for players in SIZES:
        begun = process_time()
        schedule = no_repeat(players, longest(players))
        made = process_time()
        order = drawn(schedule, SEED)
        slowest = max(slowest, 1000 * (process_time() - begun))
        check(order)
        text = json.dumps(schedule.rounds)
        reading = process_time()
        json.loads(text)
        read, built = read + process_time() - reading, built + made - begun
        if players % 3 == 0:
            shares[players] = len(schedule.rounds) / most(players)
    return Found(shares, slowest, built / read)


def check(schedule: Schedule) -> None:
    """End the bench if two players meet twice, or if byes or winds differ by more than one."""
    good = quality(schedule)
    if good.repeats or max(good.wind_spread, good.most_byes - good.least_byes) > 1:
        raise SystemExit(f"{schedule.players} players got a worse schedule than expected: {good}")


def wished(sizes: Sequence[int] = WISHED) -> Found:
    """The most rounds found if half of the players are couples to be kept apart and one table is given. CPU seconds."""
    shares, slowest = {}, 0.0
    for players in sizes:
        for rounds in range(longest(players), 0, -1):
            begun = process_time()
            there = granted(players, rounds)
            slowest = max(slowest, process_time() - begun)
            if there:
                shares[players] = rounds / longest(players)
                break
    return Found(shares, slowest)


def granted(players: int, rounds: int) -> bool:
    """Whether a schedule is found that fulfils all wishes without a rematch."""
    apart = separated((first, first + 1) for first in range(0, players // 2 - 1, 2))
    try:
        schedule = best(players, rounds, SEED, Budget(), apart, {0: [GIVEN]})
    except RuleViolation:
        return False
    return not still_meeting(schedule, apart) and quality(schedule).repeats == 0 and _seated(schedule)


def _seated(schedule: Schedule) -> bool:
    return any(set(table) == set(GIVEN) for table in schedule.rounds[0])


def results(known: Sequence[Found], searched: Sequence[Found]) -> list[Result]:
    """The rows: the worst size for S1, the mean of the sizes for S2."""
    shares = searched[0].shares
    few = ", ".join(f"{players} ({share:.2f})" for players, share in shares.items() if share < 1)
    return [
        Result(
            S1, tuple(100 * min(each.shares.values()) for each in known), "12 players: four rounds; five are impossible"
        ),
        Result(S1_TIME, tuple(each.slowest for each in known), "CPU time; then every pair, bye and wind is counted"),
        Result(S1_READ, tuple(each.built for each in known)),
        Result(
            S2, tuple(_mean(each) for each in searched), f"the mean of the sizes; one round fewer for {few or 'none'}"
        ),
        Result(S2_TIME, tuple(each.slowest for each in searched), "CPU time, including searches without success"),
    ]


def _mean(found: Found) -> float:
    return 100 * sum(found.shares.values()) / len(found.shares)
