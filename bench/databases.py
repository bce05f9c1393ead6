"""W6: saving a hand on PostgreSQL and on SQLite, both with full durability: every commit is on disk before the
response. Measured in wall time, because a database server's work is not done by the app's processes."""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from typing import TextIO
from urllib.parse import urlsplit

from bench import hands
from bench.bars import Bar, Result, ratios
from bench.costs import save_hand
from bench.server import Site, served
from bench.visitor import Visitor

W6 = Bar("W6", "save a hand on PostgreSQL", "the same on SQLite", "ratio", 2.5)
NONE = "DATABASE_URL does not name a PostgreSQL server on which databases can be created"


def measured(folder: Path, rounds: int, matches: int, told: TextIO) -> Result:
    """Play `matches` matches of nine hands per round on each database, alternating hand by hand."""
    url = os.environ.get("DATABASE_URL", "")
    if not url.startswith("postgres"):
        told.write(f"W6 is not measured: {NONE}\n")
        return Result(W6, (), NONE)
    with ExitStack() as stack:
        ours = Site("scorekeeper.settings", "scorekeeper.wsgi", folder / "on-sqlite")
        theirs = Site("scorekeeper.settings", "scorekeeper.wsgi", folder / "on-postgresql")
        theirs.database = stack.enter_context(_new_database(url))
        phones = [stack.enter_context(_phone(site, (rounds + 1) * matches)) for site in (ours, theirs)]
        waits = []
        for no in range(rounds + 1):
            told.write(f"two databases, round {no} of {rounds}\n")
            waits.append(_round(phones, matches))
    sqlite, postgresql = zip(*waits[1:], strict=True)  # the first round opened connections and compiled templates
    made_of = f"{median(postgresql):.1f} ms until the response (median); SQLite {median(sqlite):.1f} ms"
    return Result(W6, ratios(postgresql, sqlite), made_of)


class _Phone:
    """A scorer, and the matches still to be played."""

    def __init__(self, visitor: Visitor, fresh: list[str]) -> None:
        self.visitor, self.fresh = visitor, fresh

    def save(self, page: str, seq: int) -> float:
        """Save a hand; return the milliseconds until the response."""
        began = time.perf_counter()
        save_hand(self.visitor, page, hands.by_numbers(seq))
        return (time.perf_counter() - began) * 1000


def _round(phones: list[_Phone], matches: int) -> tuple[float, ...]:
    waits: list[list[float]] = [[] for _phone in phones]
    for _match in range(matches):
        pages = [f"/m/{phone.fresh.pop()}/" for phone in phones]
        for seq in range(1, hands.LENGTH + 1):
            for phone, page, waited in zip(phones, pages, waits, strict=True):
                waited.append(phone.save(page, seq))
    return tuple(median(waited) for waited in waits)


@contextmanager
def _phone(site: Site, matches: int) -> Iterator[_Phone]:
    """Serve the site with `matches` matches, and yield a phone that scores them."""
    site.folder.mkdir()
    site.manage("migrate", "--verbosity=0")
    site.manage("collectstatic", "--no-input", "--verbosity=0")
    staged = site.prepare("bench.stage", str(matches))
    with served(site):
        visitor = Visitor(site.port, staged["cookies"])
        visitor.get(f"/m/{staged['long']}/")
        yield _Phone(visitor, staged["fresh"])


@contextmanager
def _new_database(url: str) -> Iterator[str]:
    """Create an empty database beside the one in `url`, yield its address, and drop it afterwards."""
    import psycopg

    name = f"scorekeeper_bench_{secrets.token_hex(4)}"
    with psycopg.connect(url, autocommit=True) as line:
        line.execute(f'CREATE DATABASE "{name}"')
    try:
        yield urlsplit(url)._replace(path=f"/{name}").geturl()
    finally:
        with psycopg.connect(url, autocommit=True) as line:
            line.execute(f'DROP DATABASE "{name}" WITH (FORCE)')
