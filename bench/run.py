"""One run of the bench: hands are counted, both sites served, rounds run in turn, and results collected."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

from bench import databases, events, history, seats, speed, webhooks
from bench.bars import Bar, Result, ratios
from bench.costs import Costs
from bench.crowd import Rush, rush
from bench.hands import LENGTH
from bench.server import Site, served
from bench.watchers import Watched, crowd, poll_size
from bench.weight import Weights, weigh

W1 = Bar("W1", "save a hand by numbers", "floor's form", "ratio", 2.5, 2.0)
W1_LIST = Bar("W1 list", "save a hand by list", "floor's form", "ratio", 2.5, 2.0)
W2 = Bar("W2", "score page, nine hands", "floor's page", "ratio", 1.8, 1.2)
W3 = Bar("W3", "poll when nothing changed", "hello-world", "ratio", 1.6, 1.3)
W4_PAGE = Bar("W4 page", "queries of the score page", "", "count", 6)
W4_POST = Bar("W4 hand", "queries of saving a hand", "", "count", 10)
W5 = Bar("W5", "four save at once: slowest of 100", "the median", "ratio", 6.0)
W5_REFUSED = Bar("W5 refused", "four save at once: not saved", "", "count", 0)
L1 = Bar("L1", "500 phones poll every 2 s", "the full page", "ratio", 0.35)
P1 = Bar("P1", "first load, HTML, CSS and JS, gz", "", "B", 36 * 1024, 30 * 1024)
P2 = Bar("P2", "first load, HTML and CSS, gz", "", "B", 14 * 1024)
P4 = Bar("P4", "fragment after a hand, gz", "", "B", 2 * 1024)
P4_POLL = Bar("P4 poll", "response when nothing changed", "", "B", 300)
CLIENTS = 4


@dataclass(frozen=True, slots=True)
class Size:
    """The amount of work: rounds, and in each of them hands of the engine, pages, and matches of nine hands for each
    way of counting; `history`: ledger rows in a long history; `looks`: requests of each of 500 watchers; `wished`: the
    step between the tournament sizes seated with wishes; `event`: rounds of a tournament of 99 players."""

    rounds: int
    hands: int
    pages: int
    matches: int
    rushes: int
    history: int
    looks: int
    wished: int
    event: int

    @property
    def fresh(self) -> int:
        """The matches needed: two per round and way of counting, those of the warm-up, and those of the rushes."""
        return 2 + 2 * self.rounds * self.matches + self.rounds * self.rushes


SHORT = Size(rounds=1, hands=500, pages=60, matches=6, rushes=4, history=100_000, looks=2, wished=4, event=2)
FULL = Size(rounds=5, hands=2000, pages=200, matches=20, rushes=16, history=1_000_000, looks=5, wished=1, event=8)


def everything(folder: Path, size: Size, told: TextIO) -> list[Result]:
    """Every result, in the order of the bars; progress is written to `told`."""
    speeds = _speeds(size, told)
    app = Site("scorekeeper.settings", "scorekeeper.wsgi", folder / "app")
    floor = Site("bench.floor.settings", "bench.floor.wsgi", folder / "floor")
    _install(app, floor)
    staged = app.prepare("bench.stage", str(size.fresh))
    floor_staged = floor.prepare("bench.floor.stage")
    counts = _queries(app, staged)
    with ExitStack() as stack:
        for site in (app, floor):
            stack.enter_context(served(site))
        costs = Costs(app, floor, staged, floor_staged)
        costs.warm_up(size.pages // 3)
        results = _costs(costs, size, told)
        watched = _watched(costs, staged, size, told)
        rushes = _rushes(app, staged, size, told)
        poll = poll_size(app, staged["watching"], f"{costs.page_path}?v={costs.version}")
        weights = weigh(costs.phone, costs.page_path, LENGTH)
    both = databases.measured(folder, size.rounds, max(size.matches // 2, 3), told)
    hooked = webhooks.measured(folder, size.rounds, min(size.matches, 3), told)
    seasons = history.measured(folder, size.history, size.rounds, size.pages, told)
    wish = events.Wished(size.event, size.rounds, max(size.pages // 8, 5))
    days = events.measured(folder, floor, floor_staged["cookies"], wish, told)
    return [
        *speeds,
        *results,
        *counts,
        *_crowd(rushes, app),
        both,
        hooked,
        watched,
        *seasons,
        *days,
        *_weights(weights),
        Result(P4_POLL, (poll,)),
        *_seats(size, told),
    ]


def _install(app: Site, floor: Site) -> None:
    """Create the databases of both sites, and collect the static files of the app."""
    for site in (app, floor):
        site.folder.mkdir()
        site.manage("migrate", "--run-syncdb", "--verbosity=0")
    app.manage("collectstatic", "--no-input", "--verbosity=0")


def _speeds(size: Size, told: TextIO) -> list[Result]:
    asked = [(game, game.lines(size.hands)) for game in speed.GAMES]
    rounds: list[dict[str, list[speed.Round]]] = [{way: [] for way in game.bars} for game in speed.GAMES]
    for no in range(1, size.rounds + 1):
        told.write(f"hands, round {no} of {size.rounds}\n")
        for (_game, lines), found in zip(asked, rounds, strict=True):
            for way, each in found.items():
                each.append(speed.measured(lines, way))
    rows = [speed.results(game, found, size.hands) for game, found in zip(speed.GAMES, rounds, strict=True)]
    return [*speed.agreement(size.hands), *(row for of_game in rows for row in of_game)]


def _seats(size: Size, told: TextIO) -> list[Result]:
    known, searched = [], []
    for no in range(1, size.rounds + 1):
        told.write(f"seats, round {no} of {size.rounds}\n")
        known.append(seats.fixed())
        searched.append(seats.wished(seats.WISHED[:: size.wished]))
    return seats.results(known, searched)


def _costs(costs: Costs, size: Size, told: TextIO) -> list[Result]:
    hello, pages, polls, numbers, ticks = [], [], [], [], []
    for no in range(1, size.rounds + 1):
        told.write(f"round {no} of {size.rounds}\n")
        hello.append(costs.hello(size.pages))
        pages.append(costs.page(size.pages))
        polls.append(costs.poll(size.pages))
        numbers.append(costs.numbers(size.matches))
        ticks.append(costs.ticks(size.matches))
    return [_ratio(W1, numbers), _ratio(W1_LIST, ticks), _ratio(W2, pages, hello), _ratio(W3, polls)]


def _ratio(bar: Bar, pairs: Sequence[tuple[float, float]], hello: Sequence[float] = ()) -> Result:
    ours, theirs = [mine for mine, _other in pairs], [other for _mine, other in pairs]
    made_of = f"{_middle(ours):.2f} ms of CPU, the floor {_middle(theirs):.2f} ms"
    if hello:
        made_of += f", hello-world {_middle(hello):.2f} ms"
    return Result(bar, ratios(ours, theirs), made_of)


def _middle(values: Sequence[float]) -> float:
    return sorted(values)[len(values) // 2]


def _queries(app: Site, staged: dict[str, Any]) -> list[Result]:
    (session,) = staged["cookies"].values()
    pages = f"/m/{staged['long']}/", f"/m/{staged['short']}/"
    counts = app.prepare("bench.queries", session, *pages, "6")
    return [Result(W4_PAGE, (counts["page"],)), Result(W4_POST, (counts["post"],))]


def _rushes(app: Site, staged: dict[str, Any], size: Size, told: TextIO) -> list[Rush]:
    codes = staged["fresh"][-size.rounds * size.rushes :]
    rushes = []
    for no in range(size.rounds):
        told.write(f"rush {no + 1} of {size.rounds}\n")
        rushes.append(rush(app, staged["cookies"], codes[no * size.rushes : (no + 1) * size.rushes], CLIENTS))
    return rushes


def _watched(costs: Costs, staged: dict[str, Any], size: Size, told: TextIO) -> Result:
    """Watchers who poll while nothing changes, against the same phones requesting the whole page."""
    polls: list[Watched] = []
    pages: list[Watched] = []
    for no in range(1, size.rounds + 1):
        told.write(f"watchers, round {no} of {size.rounds}\n")
        asked = costs.app, staged["watching"]
        polls.append(crowd(*asked, f"{costs.page_path}?v={costs.version}", size.looks, news=True))
        pages.append(crowd(*asked, costs.page_path, max(size.looks // 2, 1), news=False))
    news, whole = [each.cost for each in polls], [each.cost for each in pages]
    rate, slowest = _middle([each.rate for each in polls]), _middle([each.slowest for each in polls])
    made_of = (
        f"{_middle(news):.2f} ms of CPU, the page {_middle(whole):.2f} ms; {rate:.0f} answers a second, "
        f"99 of 100 within {slowest:.0f} ms; of pages {_middle([each.rate for each in pages]):.0f} a second"
    )
    return Result(L1, ratios(news, whole), made_of)


def _crowd(rushes: Sequence[Rush], app: Site) -> list[Result]:
    refused = [status for each in rushes for status in each.refused]
    locked = app.log.read_text().count("locked")
    spread = Result(
        W5,
        tuple(each.slowest / each.middle for each in rushes),
        f"{_middle([r.middle for r in rushes]):.1f} ms in the median, {_middle([r.slowest for r in rushes]):.1f} ms "
        f"the slowest of 100; {sum(len(r.waits) for r in rushes)} hands",
    )
    said = f'"locked" in the server\'s log {locked} times' + (f"; answers {refused}" if refused else "")
    return [spread, Result(W5_REFUSED, (len(refused) + locked,), said)]


def _weights(weights: Weights) -> list[Result]:
    first = weights.page + weights.styles
    made_of = f"HTML {weights.page:,} B, CSS {weights.styles:,} B, JS {weights.scripts:,} B"
    return [Result(P1, (first + weights.scripts,), made_of), Result(P2, (first,)), Result(P4, (weights.fragment,))]
