"""A full hall: tables that enter hands and guests who watch them, as the pages' scripts do. Uses no database.

Reads from its input what to play and writes the results as JSON. A separate process, to leave the site undisturbed.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import secrets
import sys
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from math import ceil
from typing import Any

from proofs.clients import Program
from proofs.line import Line, Tally
from proofs.phones import CHAIRS

FOLLOWED = 4  # programs whose hands another program waits for, which is more than the server lets wait
AT_THE_DOOR = 8  # guests who open the link at the same time
MOST_HANDS, TRIES = 27, 5
_POLL_STATE = re.compile(rb'data-v="([^"]*)"')


class Scorer:
    """The phone of a table: one tap opens the sheet, another saves; the response names the entry that it has saved."""

    def __init__(self, port: int, tally: Tally, told: Mapping[str, Any], chance: random.Random) -> None:
        self.codes, self.chance = told["codes"], chance
        self.lines = [Line(port, tally, told["cookies"]) for _finger in range(2)]
        self.sent: dict[str, list[dict[str, Any]]] = {code: [] for code in self.codes}
        self.at, self.stuck = 0, False

    async def come(self) -> None:
        """Open the page of the match, which sets the CSRF cookie."""
        for line in self.lines:
            await line.ask("page", f"/m/{self.codes[self.at]}/", (200,), htmx=False)

    async def play(self, first: float, every: float, end: float) -> None:
        """Enter a hand at `first`, then one every `every` seconds until `end`."""
        due = first
        while due < end and not self.stuck:
            await asyncio.sleep(due - time.monotonic())
            await self.enter()
            due = max(due + every, time.monotonic())

    async def enter(self, taps: int = 1) -> None:
        """Save the next hand with `taps` simultaneous taps; a table whose hand is not accepted stops playing."""
        if len(self.sent[self.codes[self.at]]) == MOST_HANDS:
            self.at += 1
        code = self.codes[self.at]
        hand = {"key": secrets.token_urlsafe(16), "winner": self.chance.choice(CHAIRS), "acked": False}
        hand["points"] = 3 + (seq := len(self.sent[code]) + 1) % 11
        self.sent[code].append(hand)
        if taps == 1:
            await self.lines[0].ask("sheet", f"/m/{code}/hand/?winner={hand['winner']}", (200,))
        what = "save" if taps == 1 else "press"
        for _try in range(TRIES):
            if all(await asyncio.gather(*(self._saved(what, line, code, seq, hand) for line in self.lines[:taps]))):
                hand["acked"] = True
                return
            await asyncio.sleep(0.2)
        self.stuck = True

    async def _saved(self, what: str, line: Line, code: str, seq: int, hand: Mapping[str, Any]) -> bool:
        fields = {"winner": hand["winner"], "points": str(hand["points"]), "key": hand["key"], "expected_seq": str(seq)}
        fields |= {"source": "wall", "way": "numbers", "bonus": "5", "save": "1"}
        answer = await line.ask(what, f"/m/{code}/hand/", (200,), fields)
        return answer is not None and answer.headers.get("saved-as") == f"{seq} {hand['key']}"


class Watcher:
    """A guest with the table's link, who polls for changes since the last response (static/js/live.js)."""

    def __init__(self, port: int, tally: Tally, table: Scorer, links: Sequence[str], chance: random.Random) -> None:
        self.line, self.table, self.links, self.chance = Line(port, tally, {}), table, links, chance
        self.at, self.poll_state, self.news = -1, "", 0

    async def come(self) -> None:
        """Open the link, then the page of the current match."""
        self.at, self.poll_state = self.table.at, ""
        if await self.line.ask("link", f"/s/{self.links[self.at]}", (303,), htmx=False):
            page = await self.line.ask("page", f"/m/{self.table.codes[self.at]}/", (200,), htmx=False)
            self._look(page.body if page else b"")

    async def watch(self, first: float, every: float, end: float) -> None:
        """Poll from `first` until `end`; no two phones at the same time."""
        due = first
        while due < end:
            await asyncio.sleep(due - time.monotonic())
            if self.at != self.table.at or not self.poll_state:
                await self.come()
            path = f"/m/{self.table.codes[self.at]}/?v={self.poll_state}"
            answer = await self.line.ask("poll", path, (200, 204))
            if answer and answer.status == 200:
                self.news += 1
                self._look(answer.body)
            due = time.monotonic() + every * (0.9 + self.chance.random() / 5)

    def _look(self, page: bytes) -> None:
        found = _POLL_STATE.search(page)
        if found is None:
            self.line.tally.errors["page without a polling state"] += 1
        self.poll_state = found[1].decode() if found else ""


def percentiles(values: Sequence[float]) -> str:
    """p50/p95/p99 in whole milliseconds, each a measured value; empty for no values."""
    ordered = sorted(values)
    places = [ceil(len(ordered) * share / 100) - 1 for share in (50, 95, 99)]
    return "/".join(f"{ordered[place]:.0f}" for place in places) if ordered else ""


async def play(told: Mapping[str, Any]) -> dict[str, Any]:
    """Play the hall. `told`: port, seed, tables, watchers, seconds, every (seconds per hand), poll (seconds per
    watcher), presses (rounds of double taps), club and programs (tokens of programs that use the API)."""
    tally, chance = Tally(), random.Random(told["seed"])
    scorers = [Scorer(told["port"], tally, each, random.Random(chance.random())) for each in told["phones"]]
    watchers = [
        Watcher(told["port"], tally, scorers[at], told["phones"][at]["watching"], random.Random(chance.random()))
        for at in (number % len(scorers) for number in range(told["watchers"]))
    ]
    programs = [
        Program(told["port"], tally, told["club"], each, random.Random(chance.random())) for each in told["programs"]
    ]
    door = asyncio.Semaphore(AT_THE_DOOR)

    async def through(comes: Callable[[], Awaitable[None]]) -> None:
        async with door:
            await comes()

    everybody = [*(each.come for each in scorers), *(each.come for each in watchers)]
    await asyncio.gather(*map(through, everybody))
    began = time.monotonic()
    end, every, poll = began + told["seconds"], told["every"], told["poll"]
    await asyncio.gather(
        *(each.play(began + every * no / len(scorers), every, end) for no, each in enumerate(scorers)),
        *(each.watch(began + poll * no / len(watchers), poll, end) for no, each in enumerate(watchers)),
        *(each.play(poll, end) for each in programs),
        *(each.follow(end) for each in programs[:FOLLOWED]),
        *(each.stream(end) for each in programs[:1]),
    )
    slowest = await _pressed(scorers, told["presses"])
    return _told(tally, scorers, watchers, programs) | {"s to press": round(slowest, 1)}


async def _pressed(scorers: Sequence[Scorer], times: int) -> float:
    """Let all tables save at the same moment with two taps each; return the seconds until the last response."""
    slowest = 0.0
    for _time in range(times):
        began = time.monotonic()
        await asyncio.gather(*(each.enter(taps=2) for each in scorers if not each.stuck))
        slowest = max(slowest, time.monotonic() - began)
    return slowest


def _told(
    tally: Tally, scorers: Sequence[Scorer], watchers: Sequence[Watcher], programs: Sequence[Program]
) -> dict[str, Any]:
    kinds = [what for what in ("save", "press", "sheet", "page", "poll", "entry") if what in tally.waits]
    everything = [*(each.sent for each in scorers), *(each.sent for each in programs)]
    by_programs = {
        "by programs": sum(len(hands) for each in programs for hands in each.sent.values()),
        "repeated": sum(each.repeated for each in programs),
        "waited for": sum(each.events for each in programs),
        "streamed": sum(each.streamed for each in programs),
    }
    return {
        "sent": {code: hands for sent in everything for code, hands in sent.items()},
        **(by_programs if programs else {}),
        "asked": tally.requests,
        "polls": len(tally.waits.get("poll", [])),
        "news": sum(each.news for each in watchers),
        "errors": sum(tally.errors.values()),
        **({"which": dict(tally.errors)} if tally.errors else {}),
        **{f"{what} ms": percentiles(tally.waits[what]) for what in kinds},
    }


if __name__ == "__main__":
    sys.stdout.write(json.dumps(asyncio.run(play(json.load(sys.stdin)))))
