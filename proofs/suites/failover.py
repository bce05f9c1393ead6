"""Two machines: PostgreSQL's primary is killed while phones save hands, and the standby takes over.

Two app servers with their own folders are behind Caddy and use a primary with a synchronous standby. In every second
round the standby is disconnected before the primary is killed. In every third, the primary is not killed: it hangs, and
goes on after the standby has taken over. Each round also kills an app server.
"""

from __future__ import annotations

import random
import signal
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

from proofs.machines import Machines
from proofs.pair import Pair
from proofs.phones import Table
from proofs.place import Place
from proofs.report import Found
from proofs.sizes import Size

PHONES, STRANDED_PHONES = 6, 2
HANDS_A_ROUND = 60  # at most, before the primary is killed
HANDS_AFTER = 20
MOST_A_ROUND = 800  # for which there are matches
PACE = 0.15  # seconds between two hands of a phone
ALONE = 1.0  # seconds without the standby, in which nothing may be acknowledged
AWAKE = 3.0  # seconds in which a primary that hung goes on beside the new one
TRIES = 3  # of the control
SUITE = "failover"


def run(place: Place, size: Size, seed: int) -> Iterator[Found]:
    """Run with a synchronous standby; then with a standby that commits don't wait for."""
    if place.database != "postgresql":
        return
    yield _played(place, "sync", size.failovers, seed)
    for attempt in range(TRIES):
        found = _played(place, f"async-{attempt}", 1, seed + attempt, synchronous=False)
        if found.holds:
            break
    yield found


def _played(place: Place, name: str, rounds: int, seed: int, synchronous: bool = True) -> Found:
    (place.folder / name).mkdir()
    pair = Pair(place.folder / name, synchronous)
    machines = Machines(place.folder, name, pair.database())
    try:
        phones = machines.prepare(PHONES + STRANDED_PHONES, 1 + rounds * MOST_A_ROUND // (27 * PHONES))
        machines.start()
        table = Table(machines.port, {"phones": phones[:PHONES]}, seed, pace=PACE)
        chance, facts = random.Random(seed), Counter[str]()
        waits: list[float | None] = []
        if synchronous:
            _without_standby(pair, table, facts)
        for number in range(rounds):
            waits.append(_failed_over(machines, pair, table, chance, facts, number))
            if synchronous:
                _wait_for(table, HANDS_AFTER)
                if number == 0:
                    facts += _stranded(machines, pair, phones[PHONES:], seed)
                if number < rounds - 1:
                    pair.rebuild()
        meant = table.stop()
        found = machines.sites[0].judge(meant)
    finally:
        machines.kill()
        pair.stop()
    told = {"kills": 2 * rounds, **found, **facts, "s to a save": _range(waits), "503": table.answers.get("503", 0)}
    if not synchronous:
        return Found(SUITE, "postgresql", found["lost"] > 0, told, sabotaged="synchronous replication")
    wrong = [found["lost"], found["doubled"], found["swapped"], found["wrong"], facts["acked alone"]]
    right = (
        not any(wrong)
        and facts["stranded"] > 0
        and facts["went on"] == 2
        and None not in waits
        and "500" not in table.answers
    )
    return Found(SUITE, "postgresql", right and found["acked"] >= rounds * HANDS_AFTER, told)


def _without_standby(pair: Pair, table: Table, facts: Counter[str]) -> None:
    """Kill the standby twice: nothing is acknowledged until it is back, or until commits no longer wait for it."""
    for alone in (False, True):
        _wait_for(table, 1)
        pair.standby.kill()
        time.sleep(ALONE)
        before = table.acked
        time.sleep(ALONE)
        facts["acked alone"] += table.acked - before
        (pair.go_alone if alone else pair.standby.start)()
        before = table.acked
        _wait_for(table, HANDS_AFTER)
        facts["went on"] += table.acked > before
    pair.standby.start()
    pair.follow()


def _failed_over(
    machines: Machines, pair: Pair, table: Table, chance: random.Random, facts: Counter[str], number: int
) -> float | None:
    """Kill an app server and the primary, and promote the standby; return the seconds until the next hand is saved."""
    cut, hangs = number % 2 == 1 or not pair.synchronous, number % 3 == 2
    _wait_for(table, chance.randrange(HANDS_A_ROUND // 2, HANDS_A_ROUND))
    if cut:
        pair.cut()
        time.sleep(ALONE)  # responses to hands that the standby has may still be on their way
        before = table.acked
        time.sleep(ALONE)
        facts["acked alone"] += table.acked - before
    victim = chance.choice(machines.sites)
    if chance.random() < 0.5:
        victim.kill()
    time.sleep(chance.random() * 0.3)
    facts["processes"] += pair.primary.send(signal.SIGSTOP) if hangs else pair.primary.kill()
    victim.kill()
    pair.promote()
    began, before = time.monotonic(), table.acked
    if pair.synchronous:  # otherwise phones whose hands are lost cannot continue
        _wait_for(table, 1)
    took = time.monotonic() - began
    victim.start()
    if hangs:
        _wait_for(table, HANDS_AFTER)
        pair.standby.send(signal.SIGCONT)
        time.sleep(AWAKE)
        pair.standby.kill()
    return took if table.acked > before else None


def _stranded(machines: Machines, pair: Pair, phones: list[dict[str, Any]], seed: int) -> Counter[str]:
    """Start the old primary unchanged, as an operator might do by mistake, with an app server for it, and save hands.

    It stores them but acknowledges none, not even after it was killed and started again and the phones have sent the
    same hands again: every save waits for the standby.
    """
    old = pair.standby
    old.start()
    name = machines.sites[0].url.rsplit("/", 1)[1]
    url = f"postgres://proof@127.0.0.1:{old.port}/{name}"
    site = machines.sites[0].another(machines.sites[0].folder.with_name("stranded"), url)
    site.also = {}
    site.link_files()
    try:
        before = int(old.ask("SELECT count(*) FROM matches_event", name))
        site.start()
        table = Table(site.port, {"phones": phones}, seed)
        time.sleep(2)
        old.kill()
        old.start()
        time.sleep(3)
        stored = int(old.ask("SELECT count(*) FROM matches_event", name)) - before
        old.kill()
        table.stop()
    finally:
        site.kill()
    return Counter({"stranded": stored, "acked alone": table.acked})


def _range(waits: list[float | None]) -> str:
    known = [wait for wait in waits if wait is not None]
    return f"{min(known):.1f}–{max(known):.1f}" if known else "never"


def _wait_for(table: Table, hands: int) -> None:
    before, deadline = table.acked, time.monotonic() + 60
    while table.acked - before < hands and table.playing and time.monotonic() < deadline:
        time.sleep(0.005)
