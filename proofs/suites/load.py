"""A large event on one machine: tables and programs enter hands, guests watch; then all tables save at once."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from proofs.place import Place
from proofs.report import Found
from proofs.site import Site
from proofs.sizes import Size

A_HAND_EVERY, A_POLL_EVERY = 20, 3  # seconds
PRESSES, CONTROL_PRESSES, CONTROL_TABLES = 2, 6, 20
PROGRAMS = 8  # at most: programs that enter hands with the API, as often as watchers poll, and read them back
SUITE = "load"


def run(place: Place, size: Size, seed: int) -> Iterator[Found]:
    """Run with the locks; then only the simultaneous saves, at the same site without locks."""
    tables, watchers, seconds = size.load
    every = min(A_HAND_EVERY, seconds)
    site = place.site()
    phones = site.prepare(tables + CONTROL_TABLES, 1 + (seconds // every + PRESSES) // 27)["phones"]
    clients: dict[str, Any] = json.loads(site.run("proofs.tokens", str(min(PROGRAMS, tables // 5))))
    told = {"seed": seed, "seconds": seconds, "every": every, "poll": A_POLL_EVERY}
    full = {"phones": phones[:tables], "watchers": watchers, "presses": PRESSES, **clients}
    yield _loaded(site, place.database, told | full)
    alone = {
        "phones": phones[tables:],
        "watchers": 0,
        "seconds": 0,
        "presses": CONTROL_PRESSES,
        "club": "",
        "programs": [],
    }
    yield _loaded(site, place.database, told | alone, careless=True)


def _loaded(site: Site, database: str, told: dict[str, Any], careless: bool = False) -> Found:
    site.start(app="proofs.careless" if careless else "scorekeeper.wsgi")
    try:
        played: dict[str, Any] = json.loads(site.run("proofs.crowd", given=json.dumps({**told, "port": site.port})))
    finally:
        site.kill()
    found = site.judge(sent := played.pop("sent"))
    tables, presses = len(told["phones"]), told["presses"]
    facts = {"tables": tables, "watchers": told["watchers"], "hands": sum(map(len, sent.values())), **found, **played}
    if careless:
        return Found(SUITE, database, played["errors"] > 0, facts, sabotaged="locks")
    right = found["lost"] == found["doubled"] == found["swapped"] == found["wrong"] == played["errors"] == 0
    watched = played["polls"] > 0 and played["news"] > 0
    read = all(played[what] > 0 for what in ("by programs", "repeated", "waited for", "streamed"))
    return Found(SUITE, database, right and watched and read and found["acked"] >= tables * (presses + 1), facts)
