"""The amount of work: at a commit, at night, before a release."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

NAMES = ("quick", "commit", "nightly", "release")
# The amount of each, by size.
MANY: dict[str, tuple[Any, ...]] = {
    "kills": (3, 8, 200, 400),
    "stops": (1, 2, 60, 200),
    "crashes": (1, 3, 40, 100),
    "failovers": (1, 2, 20, 60),
    "cuts": (40, 200, 2_000, 5_000),
    "races": (10, 40, 2_000, 5_000),
    "fills": (1, 1, 20, 40),
    "drills": (1, 1, 5, 10),
    "chaos": (60, 200, 10_000, 50_000),
    "steps": (4, 4, 200, 600),
    "zones": (1, 1, 6, 6),
    "tables": (4, 4, 1_000, 4_000),
    "versions": (1, 1, 5, 5),
    "halts": (1, 1, 60, 200),
    "requests": (500, 3_000, 200_000, 1_000_000),
    "raw": (30, 40, 300, 300),
    "whole_twice": (False, False, True, True),
    "load": ((10, 60, 5), (50, 300, 8), (100, 600, 600), (100, 600, 1_800)),
}


@dataclass(frozen=True, slots=True)
class Size:
    """The amounts of one size. `kills`: of application processes on each database; `stops`: restarts of the server;
    `crashes`: of a whole PostgreSQL; `failovers`: to the standby; `cuts`: of the power; `races`: rounds at the
    barrier; `fills`: of the disk; `drills`: restores; `chaos`: hands on a bad network; `steps`: of the clock;
    `zones`: with clock changes; `tables`: of the state machine; `versions`: from which backups are restored; `halts`:
    of migrations; `requests`: hostile ones, over both databases; `raw`: broken ones over sockets, on each database;
    `whole_twice`: whether parts that do not depend on the database run on both; `load`: tables, watchers, seconds."""

    kills: int
    stops: int
    crashes: int
    failovers: int
    cuts: int
    races: int
    fills: int
    drills: int
    chaos: int
    steps: int
    zones: int
    tables: int
    versions: int
    halts: int
    requests: int
    raw: int
    whole_twice: bool
    load: tuple[int, int, int]


SIZES = {name: Size(**{what: each[number] for what, each in MANY.items()}) for number, name in enumerate(NAMES)}
