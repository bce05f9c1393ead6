"""The seating of tournaments: how many rounds are found of those that counting allows, and how long that takes.

Every schedule is counted anew here, pair by pair; one that breaks its promise ends the bench.
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
# So that none is left in the memory when the next one is asked for, which may be made of it.
SIZES = sorted(range(8, 100), key=lambda players: (players % 10, players))
WISHED = range(8, 31)
GIVEN = (0, 2, 4)  # who sit together in the first round
SEED = "bench"


@dataclass(frozen=True, slots=True)
class Found:
    """One round: the share of the rounds that can be, for each size; the slowest size."""

    shares: dict[int, float]
    slowest: float
    built: float = 1.0  # against the reading of the same, all sizes


def most(players: int) -> int:
    """Rounds that counting allows to players in threes; of twelve, five rounds are proved impossible."""
    return 4 if players == 12 else (players - 1) // 2


def fixed() -> Found:
    """Every fixed schedule, the longest of each size; S1 looks at those of full tables. CPU-milliseconds."""
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
    """End the bench where somebody meets twice, or byes or winds are more than one apart."""
    good = quality(schedule)
    if good.repeats or max(good.wind_spread, good.most_byes - good.least_byes) > 1:
        raise SystemExit(f"{schedule.players} players are seated with {good}")


def wished(sizes: Sequence[int] = WISHED) -> Found:
    """The most rounds that are found where half of the players are couples to be kept apart, and one table is given.
    CPU-seconds."""
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
    """Whether a schedule with all that is wished is found, and nobody meets twice in it."""
    apart = separated((first, first + 1) for first in range(0, players // 2 - 1, 2))
    try:
        schedule = best(players, rounds, SEED, Budget(), apart, {0: [GIVEN]})
    except RuleViolation:
        return False
    return not still_meeting(schedule, apart) and quality(schedule).repeats == 0 and _seated(schedule)


def _seated(schedule: Schedule) -> bool:
    return any(set(table) == set(GIVEN) for table in schedule.rounds[0])


def results(known: Sequence[Found], searched: Sequence[Found]) -> list[Result]:
    """The rows: of S1 the worst size, of S2 the mean of the sizes."""
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
