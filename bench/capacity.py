"""`python -m bench.capacity`: the cost of a hand and a poll on this machine, for docs/capacity.md. Takes ten minutes.

On SQLite, and on a PostgreSQL server of its own without and with a synchronous standby (needs PostgreSQL's programs).
CPU times are those of the process trees of the app and of PostgreSQL, without the phones. Each is the time of a run
less that of a shorter one, so that starting costs nothing. QUICK=1: shorter, to see whether it works.

`TABLES=200 WATCHERS=1200 python -m bench.capacity` plays one event instead, and prints how long the phones waited.
"""

from __future__ import annotations

import json
import os
import sqlite3
import sys
import tempfile
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.meter import cpu_ms
from proofs.pair import Pair
from proofs.place import Cluster
from proofs.site import Site

POLL = 1.5  # seconds between two polls of a page, as in static/js/live.js
A_HAND_EVERY = 25.0  # seconds at a table
EVENT_SECONDS = 60
STORED = 200  # matches of 27 hands, for the size of a hand
COUNTED = ("hands", "polls", "news", "app", "postgresql")


@dataclass(frozen=True, slots=True)
class Play:
    """Run tables that enter a hand every `every` seconds, and watchers, for `seconds`."""

    tables: int
    watchers: int
    every: float
    seconds: float


# Only hands; only polls, with one hand; and both, for the cost of a poll that returns a new hand.
HANDS, POLLS, NEWS = Play(40, 0, 2.0, 40), Play(1, 200, 1e6, 40), Play(10, 200, 3.0, 40)
SHARE = 4  # the short run's part of the long one


class Served:
    """A site with one server process. `database`: "SQLite", "PostgreSQL" or "PostgreSQL with a synchronous standby"."""

    def __init__(self, folder: Path, database: str) -> None:
        self.pair: Pair | None = None
        self.cluster: Cluster | None = None
        folder.mkdir()
        folder.chmod(0o755)
        url = ""
        if database.endswith("standby"):
            self.pair = Pair(folder, synchronous=True)
            url, self.cluster = self.pair.database(), self.pair.primary
        elif database == "PostgreSQL":
            self.cluster = Cluster(folder)
            url = self.cluster.database()
        self.name = url.rsplit("/", 1)[-1]
        self.site = Site(folder / "site", url)
        self.site.workers = 1

    def play(self, play: Play, phones: list[dict[str, Any]]) -> dict[str, Any]:
        """Play, and return the counts, the CPU time in ms, the bytes written and the waiting times."""
        told = {"port": self.site.port, "seed": 1, "presses": 0, "phones": phones, "poll": POLL}
        told |= {"watchers": play.watchers, "every": play.every, "seconds": play.seconds}
        before = self.used()
        played: dict[str, Any] = json.loads(self.site.run("proofs.crowd", given=json.dumps(told)))
        if played["errors"]:
            sys.stderr.write(f"errors: {played['which']}\n")
        after = self.used()
        sent = [hand for hands in played.pop("sent").values() for hand in hands]
        return played | {what: after[what] - before[what] for what in after} | {"hands": sum(h["acked"] for h in sent)}

    def used(self) -> dict[str, float]:
        """The CPU ms of the app and PostgreSQL so far, and the bytes of the database and of PostgreSQL's log."""
        used = {"app": sum(map(cpu_ms, self.site.pids)), "postgresql": 0.0, "wal": 0.0}
        if self.cluster is None:
            with closing(sqlite3.connect(self.site.folder / "scorekeeper.sqlite3")) as database:
                pages, size = (database.execute(f"PRAGMA {what}").fetchone()[0] for what in ("page_count", "page_size"))
            return used | {"disk": float(pages * size)}
        used["postgresql"] = cpu_ms(self.cluster.pid)
        used["wal"] = float(self.cluster.ask("SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')"))
        return used | {"disk": float(self.cluster.ask(f"SELECT pg_database_size('{self.name}')"))}

    def close(self) -> None:
        """Stop everything."""
        self.site.kill()
        if self.pair:
            self.pair.stop()
        elif self.cluster:
            self.cluster.stop()


def difference(served: Served, play: Play, phones: list[dict[str, Any]]) -> dict[str, float]:
    """The counts and costs of a long run minus those of a short one, and the waiting times of the long run."""
    half = len(phones) // 2
    short = served.play(Play(play.tables, play.watchers, play.every, play.seconds / SHARE), phones[:half])
    long = served.play(play, phones[half:])
    return {what: long[what] - short[what] for what in COUNTED} | {
        what: value for what, value in long.items() if what.endswith(" ms")
    }


def costs(folder: Path, database: str, brief: bool) -> dict[str, Any]:
    """Milliseconds of CPU and bytes for a hand and a poll."""
    served = Served(folder, database)
    plays = [_brief(each) if brief else each for each in (HANDS, POLLS, NEWS)]
    try:
        phones = served.site.prepare(2 * sum(each.tables for each in plays), 2)["phones"]
        served.site.start()
        found = []
        for each in plays:
            found.append(difference(served, each, phones[: 2 * each.tables]))
            del phones[: 2 * each.tables]
    finally:
        served.close()
    return _shared_out(*found)


def _brief(play: Play) -> Play:
    return Play(play.tables, play.watchers, play.every, play.seconds / 4)


def _shared_out(hands: Mapping[str, Any], polls: Mapping[str, Any], news: Mapping[str, Any]) -> dict[str, Any]:
    told: dict[str, Any] = {"hands": hands["hands"], "polls": polls["polls"]}
    for who in ("app", "postgresql"):
        a_hand = hands[who] / hands["hands"]
        quiet = polls["polls"] - polls["news"]
        a_poll = polls[who] / quiet
        rest = news[who] - news["hands"] * a_hand - (news["polls"] - news["news"]) * a_poll
        told |= {
            f"{who} ms a hand": round(a_hand, 2),
            f"{who} ms a poll": round(a_poll, 2),
            f"{who} ms a poll with news": round(rest / news["news"], 2),
        }
    return told | {"save ms p50/p95/p99": hands["save ms"], "poll ms p50/p95/p99": polls["poll ms"]}


def sizes(folder: Path, database: str, brief: bool) -> dict[str, Any]:
    """The bytes of a hand in the database, with its indexes, and in PostgreSQL's log, which the standby receives."""
    matches = STORED // 10 if brief else STORED
    hands = 27 * matches
    served = Served(folder, database)
    try:
        served.site.prepare(1, matches)
        before = served.used()
        served.site.run("proofs.writer", str(hands), "FULL")
        after = served.used()
    finally:
        served.close()
    return {f"bytes a hand {what}": round((after[what] - before[what]) / hands) for what in ("disk", "wal")}


def event(folder: Path, database: str, tables: int, watchers: int) -> dict[str, Any]:
    """One event: every table saves a hand each `A_HAND_EVERY` seconds, and every watcher polls as the page does."""
    served = Served(folder, database)
    try:
        phones = served.site.prepare(tables, 1)["phones"]
        served.site.start()
        found = served.play(Play(tables, watchers, A_HAND_EVERY, EVENT_SECONDS), phones)
    finally:
        served.close()
    kept = ("hands", "polls", "news", "errors", "save ms", "sheet ms", "poll ms")
    return {"tables": tables, "watchers": watchers} | {what: found[what] for what in kept if what in found}


def measured(folder: Path, database: str) -> dict[str, Any]:
    """The measurements that the environment asks for, on one database."""
    if tables := int(os.environ.get("TABLES", "0")):
        return event(folder / "event", database, tables, int(os.environ.get("WATCHERS", "0")))
    brief = os.environ.get("QUICK", "0") != "0"
    return costs(folder / "costs", database, brief) | sizes(folder / "sizes", database, brief)


def main() -> None:
    """Print one line for each database."""
    with tempfile.TemporaryDirectory(prefix="scorekeeper-bench-", ignore_cleanup_errors=True) as name:
        Path(name).chmod(0o755)  # PostgreSQL's user must be able to enter it
        for number, database in enumerate(("SQLite", "PostgreSQL", "PostgreSQL with a synchronous standby")):
            folder = Path(name) / str(number)
            folder.mkdir()
            told = ", ".join(f"{what} {value}" for what, value in measured(folder, database).items())
            sys.stdout.write(f"{database}: {told}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
