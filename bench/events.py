"""T1 and T2: the standings and the draw of a tournament of 99 players: their queries compared with a tournament of
nine, their cost with the floor's page. Run in the app's environment: `stage ROUNDS` or `queries PATH …`."""

from __future__ import annotations

import json
import sys
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple, TextIO

import django

from bench.bars import Bar, Result, ratios
from bench.meter import cpu_ms
from bench.server import Site, served
from bench.visitor import Visitor, wanted

MANY, FEW = 99, 9
PAGES = ("standings", "draw")


def stage(rounds: int) -> None:
    """Create two demonstration tournaments with typed totals, and print the paths of their pages."""
    told = {str(players): _paths(players, rounds) for players in (MANY, FEW)}
    sys.stdout.write(json.dumps(told))


def _paths(players: int, rounds: int) -> dict[str, str]:
    from django.urls import reverse

    from tournaments.demo.event import DemoOptions, play

    made, _by = play(DemoOptions(players, rounds, "bench", typed=True))
    return {page: reverse(f"tournaments:{page}", args=[made.code]) for page in PAGES}


def queries(*paths: str) -> None:
    """Print the number of queries of each page for a visitor without an account."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    client = Client(HTTP_HOST="127.0.0.1")
    client.get("/")  # opens the connection, so that SQLite's settings aren't counted as queries
    counts = []
    for path in paths:
        with CaptureQueriesContext(connection) as asked:
            assert client.get(path).status_code == 200
        counts.append(len(asked))
    sys.stdout.write(json.dumps(counts))


class Wished(NamedTuple):
    """The rounds of the event, the rounds of the bench, and the number of requests of each page in a round."""

    event: int
    rounds: int
    pages: int


def measured(folder: Path, floor: Site, cookies: dict[str, str], wished: Wished, told: TextIO) -> list[Result]:
    """Serve a site with both events and the floor, and request their pages in turn."""
    site = Site("scorekeeper.settings", "scorekeeper.wsgi", folder / "events")
    site.folder.mkdir()
    told.write(f"a tournament with {MANY} players, {wished.event} rounds\n")
    site.manage("migrate", "--verbosity=0")
    site.manage("collectstatic", "--no-input", "--verbosity=0")
    paths = site.prepare("bench.events", "stage", str(wished.event))
    with ExitStack() as stack:
        for each in (site, floor):
            stack.enter_context(served(each))
        rows = []
        for page in PAGES:
            rows.append(_queries(site, page, paths, wished.event))
            rows.append(_cost(site, floor, cookies, page, paths[str(MANY)][page], wished))
        return rows


def _queries(site: Site, page: str, paths: Any, rounds: int) -> Result:
    """The bar is the number of queries for few players: there must be no query per player."""
    told: Any = site.prepare("bench.events", "queries", paths[str(MANY)][page], paths[str(FEW)][page])
    many, few = told
    what = f"queries of the {page}, {MANY} players, {rounds} rounds"
    return Result(Bar(f"T1 {page}", what, f"{FEW} players", "count", few), (many,))


def _cost(site: Site, floor: Site, cookies: dict[str, str], page: str, path: str, wished: Wished) -> Result:
    visitor, other = Visitor(site.port, {}), Visitor(floor.port, cookies)
    costs: list[tuple[float, float]] = []
    for no in range(wished.rounds + 1):
        before = cpu_ms(site.pid), cpu_ms(floor.pid)
        for _each in range(wished.pages):
            wanted(visitor.get(path), page)
            wanted(other.get("/t/1/"), "floor page")
        costs.append(((cpu_ms(site.pid) - before[0]) / wished.pages, (cpu_ms(floor.pid) - before[1]) / wished.pages))
        if no == 0:
            costs.clear()  # the first round compiled templates and opened connections
    ours, theirs = [mine for mine, _other in costs], [other for _mine, other in costs]
    made_of = f"{median(ours):.1f} ms of CPU, the floor {median(theirs):.2f} ms"
    what = f"{page} page, {MANY} players, {wished.event} rounds"
    return Result(Bar(f"T2 {page}", what, "floor's page", "ratio"), ratios(ours, theirs), made_of)


if __name__ == "__main__":
    django.setup()
    {"stage": lambda *words: stage(int(words[0])), "queries": queries}[sys.argv[1]](*sys.argv[2:])
