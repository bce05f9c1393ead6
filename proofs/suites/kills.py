"""Server processes are killed while phones save hands."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator

from proofs.phones import Table
from proofs.place import Place
from proofs.report import Found
from proofs.site import Site
from proofs.sizes import Size

PHONES, MOST_HANDS_A_KILL = 8, 60
TRIES = 5  # of the control: not every kill falls between a save and its response
SUITE = "killed workers"


def run(place: Place, size: Size, seed: int) -> Iterator[Found]:
    """Run with the keys; then with phones that forget them, so that a few kills suffice to save a hand twice."""
    yield _played(place.site(), place.database, size.kills, seed)
    if not place.whole:
        return
    for attempt in range(TRIES):
        found = _played(place.site(), place.database, max(8, size.kills // 10), seed + attempt, forgetful=True)
        if found.holds:
            break
    yield found


def _played(site: Site, database: str, kills: int, seed: int, forgetful: bool = False) -> Found:
    told = site.prepare(PHONES, 1 + kills * MOST_HANDS_A_KILL // (27 * PHONES))
    chance = random.Random(seed)
    site.start()
    table = Table(site.port, told, seed, forgetful=forgetful)
    killed = 0
    try:
        while killed < kills and table.playing:
            before = table.acked
            deadline = time.monotonic() + 20
            wanted = chance.randrange(10, MOST_HANDS_A_KILL)
            while table.acked - before < wanted and table.playing and time.monotonic() < deadline:
                time.sleep(0.002)
            time.sleep(chance.random() * 0.02)  # at any point of a save
            killed += site.kill_a_worker(chance.randrange(100))
        deadline = time.monotonic() + 5
        acked = table.acked
        while table.acked == acked and table.playing and time.monotonic() < deadline:
            time.sleep(0.05)  # until the site is back and saves hands
        meant = table.stop()
    finally:
        site.kill()
    found = site.judge(meant)
    facts = {"kills": killed, **found, "no answer": table.answers.get("none", 0), "500": table.answers.get("500", 0)}
    if forgetful:
        return Found(SUITE, database, found["doubled"] > 0, facts, sabotaged="keys")
    right = found["lost"] == found["doubled"] == found["swapped"] == found["wrong"] == 0
    return Found(
        SUITE, database, right and killed == kills and found["acked"] > kills * 5 and "500" not in table.answers, facts
    )
