"""B1, B2, X1: a season from a million ledger rows, its page with a short and a long history, its hands as a file."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from typing import TextIO

from bench.bars import Bar, Result, ratios
from bench.meter import cpu_ms
from bench.season import HANDS, SEASON
from bench.server import Site, served
from bench.visitor import Visitor, wanted

B1 = Bar("B1", "standings from all ledger rows", "the same, GROUP BY", "ratio", 1.25, 0.3)
B1_LEAST = Bar("B1 least", "standings from all ledger rows", "the least GROUP BY", "ratio", 1.25)
B2 = Bar("B2", "standings page, long history", "short history", "ratio", 1.2)
X1 = Bar("X1", "100,000 hands as CSV: speed", "values_list, csv.writer", "ratio", stretch=0.9, least=0.7)
X1_LEAST = Bar("X1 least", "the same", "the ledger's columns", "ratio")


def measured(folder: Path, rows: int, rounds: int, pages: int, told: TextIO) -> list[Result]:
    """Measure two sites with the same season, one of them with a total of `rows` ledger rows."""
    sites = [Site("scorekeeper.settings", "scorekeeper.wsgi", folder / name) for name in ("long", "short")]
    paths = []
    for site, matches in zip(sites, (rows // HANDS, SEASON), strict=True):
        site.folder.mkdir()
        told.write(f"a club with {matches * HANDS:,} ledger rows\n")
        site.manage("migrate", "--verbosity=0")
        site.manage("collectstatic", "--no-input", "--verbosity=0")
        paths.append(site.prepare("bench.season", "stage", str(matches))["page"])
    found = sites[0].prepare("bench.season", "rounds", str(rounds))["rounds"]
    season, same, least = zip(*found, strict=True)
    file = sites[0].prepare("bench.season", "hands", str(rounds))
    ours, plain, least_file = zip(*file["rounds"], strict=True)
    with ExitStack() as stack:
        for site in sites:
            stack.enter_context(served(site))
        costs = _pages(sites, paths, rounds, pages)
    long, short = [each[0] for each in costs], [each[1] for each in costs]
    made_of = f"{median(season):.0f} ms of CPU for {rows:,} rows"
    return [
        Result(B1, ratios(season, same), f"{made_of}; points and hands from the ledger {median(same):.0f} ms"),
        Result(B1_LEAST, ratios(season, least), f"a GROUP BY match without players, {median(least):.0f} ms"),
        Result(
            B2,
            ratios(long, short),
            f"a season of {SEASON * HANDS:,} rows: {median(long):.2f} ms of CPU if the club has {rows:,} rows, "
            f"{median(short):.2f} ms if it has no others",
        ),
        Result(
            X1,
            ratios(plain, ours),
            f"{median(ours):.0f} ms of CPU for {file['rows']:,} rows, sent 500 matches at a time; the same file, "
            f"written at once, {median(plain):.0f} ms",
        ),
        Result(X1_LEAST, ratios(least_file, ours), f"without day, players and names {median(least_file):.0f} ms"),
    ]


def _pages(sites: Sequence[Site], paths: Sequence[str], rounds: int, pages: int) -> list[list[float]]:
    """CPU milliseconds per page of each site, by round, with the sites requested in turn."""
    visitors = [Visitor(site.port, {}) for site in sites]
    costs = []
    for no in range(rounds + 1):
        before = [cpu_ms(site.pid) for site in sites]
        for _each in range(pages):
            for visitor, path in zip(visitors, paths, strict=True):
                wanted(visitor.get(path), "season")
        costs.append([(cpu_ms(site.pid) - was) / pages for site, was in zip(sites, before, strict=True)])
        if no == 0:
            costs.clear()  # the first round compiled templates and opened connections
    return costs
