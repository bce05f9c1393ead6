"""Phones on a network that drops, delays, truncates and duplicates messages, while server processes are killed."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Mapping
from typing import Any

from proofs.phones import Table
from proofs.place import Place
from proofs.proxy import RATES, bad_network
from proofs.report import Found
from proofs.site import Site
from proofs.sizes import Size

PHONES = 12
A_KILL_EVERY = 1.0  # seconds, after a hand was saved: killing a process during its start proves nothing
FORGETTING = 40  # hands of phones that forget keys: one response in seven is lost
TIMEOUT = 60.0  # seconds without a hand, after which the run ends
SUITE = "chaos"


def run(place: Place, size: Size, seed: int) -> Iterator[Found]:
    """Run with the keys; then, at the same site, with phones that forget them."""
    site = place.site()
    told = site.prepare(2 * PHONES, 2 + size.chaos * 3 // 2 // (27 * PHONES))["phones"]
    yield _played(site, place.database, told[:PHONES], size.chaos, seed)
    if not place.whole:
        return
    yield _played(site, place.database, told[PHONES:], FORGETTING, seed, forgetful=True)


def _played(
    site: Site, database: str, phones: list[dict[str, Any]], hands: int, seed: int, forgetful: bool = False
) -> Found:
    site.start()
    try:
        with bad_network(f"http://127.0.0.1:{site.port}", seed) as network:
            table = Table(network.port, {"phones": phones}, seed, forgetful=forgetful)
            killed = _disturbed(site, table, network.met, hands, random.Random(seed))
            meant = table.stop()
    finally:
        site.kill()
    found = site.judge(meant)
    met = {kind: network.met[kind] for kind in RATES}
    answers = {what: table.answers.get(what, 0) for what in ("none", "503", "500")}
    facts = {"kills": killed, **found, "faults": sum(met.values()), **met, **answers}
    if forgetful:
        return Found(SUITE, database, found["doubled"] > 0, facts, sabotaged="keys")
    right = found["lost"] == found["doubled"] == found["swapped"] == found["wrong"] == answers["500"] == 0
    return Found(SUITE, database, right and found["acked"] >= hands and killed > 0 and all(met.values()), facts)


def _disturbed(site: Site, table: Table, met: Mapping[str, int], hands: int, chance: random.Random) -> int:
    """Kill processes until `hands` are saved and each fault occurred, or saving stops; return the number of kills."""
    killed = before = 0
    due, until = 0.0, time.monotonic() + TIMEOUT
    while table.playing and (table.acked < hands or not killed or not all(met.get(kind) for kind in RATES)):
        now = time.monotonic()
        if table.acked == before:
            if now > until:
                break
        elif not due:
            due = now + A_KILL_EVERY * (0.5 + chance.random())
        elif now >= due:
            killed += site.kill_a_worker(chance.randrange(100))
            before, due, until = table.acked, 0.0, now + TIMEOUT
        time.sleep(0.005)
    return killed
