"""The server is stopped and restarted, as systemd does for an upgrade, while phones save hands."""

from __future__ import annotations

import http.client
import random
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from proofs.phones import Phone, Table
from proofs.place import Place
from proofs.report import Found
from proofs.site import Site
from proofs.sizes import Size

PHONES, HANDS_A_STOP, LENGTH = 8, 120, 27
TIMEOUT = 40.0  # seconds until systemd kills the service (TimeoutStopSec)
SUITE = "stopped server"
APP = "proofs.slow"


class Telling(Phone):
    """A phone that names each request, opens the table after each hand, and records the outcome of both."""

    def __init__(self, *words: Any, **told: Any) -> None:
        super().__init__(*words, **told)
        self.came: dict[str, float] = {}  # the time at which the whole response had been received
        self.turned_away: Counter[str] = Counter()
        self._asked = 0

    def _enter(self, code: str, seq: int) -> None:
        super()._enter(code, seq)
        self._get(f"/m/{code}/")

    def _ask(self, method: str, path: str, body: bytes | None, headers: Mapping[str, str]) -> tuple[int, bytes]:
        self._asked += 1
        name = f"{id(self)}-{self._asked}"
        try:
            answer = super()._ask(method, path, body, {**headers, "Sent-As": name})
        except (OSError, http.client.HTTPException) as error:
            self.turned_away["refused" if isinstance(error, ConnectionRefusedError) else "closed"] += 1
            raise
        self.came[name] = time.monotonic()
        return answer


def run(place: Place, size: Size, seed: int) -> Iterator[Found]:
    """Stop the server as systemd does; then kill it, without time for the requests in progress."""
    site = place.site()
    matches = 1 + size.stops * HANDS_A_STOP // (LENGTH * PHONES)
    told = site.prepare(PHONES, matches + 1)
    site.also = {"BEGUN": str(site.folder / "begun")}
    first, last = ([{**each, "codes": each["codes"][part]} for each in told["phones"]] for part in _parts(matches))
    yield _played(site, place.database, {"phones": first}, size.stops, seed)
    if not place.whole:
        return
    yield _control(site, place.database, {"phones": last}, seed)


def _parts(matches: int) -> tuple[slice, slice]:
    return slice(matches), slice(matches, None)


def _played(site: Site, database: str, told: Mapping[str, Any], stops: int, seed: int) -> Found:
    chance, moments, slowest, right_ends = random.Random(seed), [], 0.0, 0
    table = _begun(site, told, seed)
    try:
        for stop in range(stops):
            moments.append(_pressed(table, chance))
            right_ends += site.stop() == 0
            slowest = max(slowest, time.monotonic() - moments[-1])
            if not stop:
                site.manage("migrate", "--verbosity=0", "--noinput")  # as the systemd unit does before each start
            site.start(APP)
        after = _wait_for(table, PHONES)
        meant = table.stop()
    finally:
        site.kill()
    facts = {"stops": stops, **site.judge(meant), **_became(site, table, moments), "slowest": f"{slowest:.1f} s"}
    right = all(facts[what] == 0 for what in ("lost", "doubled", "swapped", "wrong", "cut off"))
    tried = facts["least under way"] > 0 and after >= PHONES and right_ends == stops
    right = right and set(table.answers) <= {"303", "none"}
    return Found(SUITE, database, right and tried and slowest < TIMEOUT, facts)


def _control(site: Site, database: str, told: Mapping[str, Any], seed: int) -> Found:
    """Kill the server, so that it cannot finish the requests in progress."""
    table = _begun(site, told, seed)
    try:
        moment = _pressed(table, random.Random(seed))
        site.kill()
        table.stop()
    finally:
        site.kill()
    facts = {"stops": 1, "acked": table.acked, **_became(site, table, [moment])}
    return Found(SUITE, database, facts["cut off"] > 0, facts, "SIGTERM")


def _begun(site: Site, told: Mapping[str, Any], seed: int) -> Table:
    (site.folder / "begun").write_text("")
    site.start(APP)
    return Table(site.port, told, seed, kind=Telling)


def _pressed(table: Table, chance: random.Random) -> float:
    """Wait for some hands and then until a random point of a save; return the time."""
    _wait_for(table, chance.randrange(10, HANDS_A_STOP // 3))
    time.sleep(chance.random() * 0.2)
    return time.monotonic()


def _became(site: Site, table: Table, moments: list[float]) -> dict[str, int]:
    phones: list[Any] = table.phones
    lines = (line.split() for line in (site.folder / "begun").read_text().splitlines())
    came = {name: when for phone in phones for name, when in phone.came.items()}
    away = sum((phone.turned_away for phone in phones), Counter[str]())
    found = under_way({name: float(when) for name, when in lines}, came, moments)
    return {**found, "refused": away["refused"], "closed": away["closed"] - found["cut off"]}


def under_way(begun: Mapping[str, float], came: Mapping[str, float], moments: list[float]) -> dict[str, int]:
    """Count the requests that had begun but had no response at these moments, in total and at the quietest one; and the
    requests that never got a response."""
    since = [0.0, *moments]
    open_ = [
        [name for name, at in begun.items() if before < at < when < came.get(name, when + 1)]
        for before, when in pairwise(since)
    ]
    return {
        "under way": sum(map(len, open_)),
        "least under way": min(map(len, open_), default=0),
        "cut off": sum(name not in came for name in begun),
    }


def _wait_for(table: Table, hands: int) -> int:
    """Wait until `hands` more hands are saved; return the number saved."""
    before, deadline = table.acked, time.monotonic() + TIMEOUT
    while table.acked - before < hands and table.playing and time.monotonic() < deadline:
        time.sleep(0.005)
    return table.acked - before
