"""PostgreSQL, or one of its connections, is killed while phones save hands."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator

from proofs.phones import Table
from proofs.place import Cluster, Place
from proofs.report import Found
from proofs.site import Site
from proofs.sizes import Size

PHONES, MOST_HANDS_A_CRASH = 6, 120
TRIES = 5  # of the control: the log may have been written just before the kill
SUITE = "killed database"


def run(place: Place, size: Size, seed: int) -> Iterator[Found]:
    """Run as hosted; then with commits that do not wait for the disk, which the start-up check refuses."""
    if place.database != "postgresql":
        return
    site = place.site()
    assert place.cluster is not None
    yield _played(site, place.cluster, size.crashes, seed)
    for attempt in range(TRIES):
        many = max(1, size.crashes // 10)
        found = _played(place.site(), place.cluster, many, seed + attempt, sabotaged="synchronous_commit")
        if found.holds:
            break
    yield found


def _played(site: Site, cluster: Cluster, crashes: int, seed: int, sabotaged: str = "") -> Found:
    told = site.prepare(PHONES, 1 + crashes * MOST_HANDS_A_CRASH // (27 * PHONES))
    chance = random.Random(seed)
    site.start()
    if sabotaged:  # after the start, because the start-up check would refuse it
        cluster.ask(f"ALTER DATABASE {site.url.rsplit('/', 1)[1]} SET synchronous_commit = off")
        cluster.ask("ALTER SYSTEM SET wal_writer_delay = '10s'")
        cluster.ask("SELECT pg_reload_conf()")
        cluster.ask(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'proof' AND pid <> pg_backend_pid()"
        )
    table = Table(site.port, told, seed)
    killed = processes = 0
    try:
        while killed < crashes and table.playing:
            _wait_for(table, chance.randrange(40, MOST_HANDS_A_CRASH))
            time.sleep(chance.random() * 0.02)
            if sabotaged or killed % 2 == 0:
                processes += cluster.kill()
                cluster.start()
                killed += 1
            elif cluster.kill_a_backend(chance.randrange(100)):
                processes += 1
                killed += 1
        if not sabotaged:  # phones with lost hands cannot continue
            _wait_for(table, 5)
        meant = table.stop()
    finally:
        site.kill()
    found = site.judge(meant)
    facts = {"crashes": killed, "processes": processes, **found, "503": table.answers.get("503", 0)}
    if sabotaged:
        return Found(SUITE, "postgresql", found["lost"] > 0, facts, sabotaged)
    right = found["lost"] == found["doubled"] == found["swapped"] == found["wrong"] == 0
    return Found(SUITE, "postgresql", right and killed == crashes and "500" not in table.answers, facts)


def _wait_for(table: Table, hands: int) -> None:
    before, deadline = table.acked, time.monotonic() + 40
    while table.acked - before < hands and table.playing and time.monotonic() < deadline:
        time.sleep(0.005)
