"""Every address, every method and every field of the pages, with hostile values: none may cause a server error."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from proofs.place import Place
from proofs.report import Found
from proofs.site import Site
from proofs.sizes import Size

SUITE = "hostile requests"
LEAST = 2  # processes: one with Django's admin, one without
AT_ONCE, WORTH_TWO = max(LEAST, min(8, os.cpu_count() or 1)), 1000  # processes; requests
CONTROL = 6000  # requests at most: it stops at the first error


def run(place: Place, size: Size, seed: int) -> Iterator[Found]:
    """Run the site as it is; then with numbers parsed only by `int()`."""
    yield _fuzzed(place.site(), place.database, size.requests // 2, seed)
    if not place.whole:
        return
    yield _fuzzed(place.site(), place.database, CONTROL, seed, careless=True)


def _fuzzed(site: Site, database: str, requests: int, seed: int, careless: bool = False) -> Found:
    site.run("django", "migrate", "--verbosity=0", "--noinput", ENABLE_ADMIN="1")
    site.link_files()
    site.also = {"LOG_LEVEL": "CRITICAL"}  # every refusal would be logged
    many = 1 if careless else AT_ONCE if requests >= WORTH_TWO else LEAST

    def part(number: int) -> dict[str, Any]:
        told = {"seed": f"{seed}/{number}", "requests": -(-requests // many), "careless": careless}
        admin = "1" if not careless and number % 2 else "0"  # with Django's admin in every second process
        found: dict[str, Any] = json.loads(
            site.run("proofs.fuzzing.player", given=json.dumps(told), ENABLE_ADMIN=admin)
        )
        return found

    with ThreadPoolExecutor(many) as at_once:
        parts = list(at_once.map(part, range(many)))
    counts = sum((Counter(each["counts"]) for each in parts), Counter[str]())
    faults = {fault["wrong"]: fault for each in parts for fault in each["faults"]}
    facts: dict[str, Any] = {name: counts[name] for name in ("requests", "taken", "errors")}
    if careless:
        return Found(SUITE, database, any("ValueError" in wrong for wrong in faults), facts, "the parser of numbers")
    facts |= {name: counts[name] for name in ("2xx", "3xx", "4xx", "429", "admin", "programs")}
    facts |= {what: len({name for each in parts for name in each[what]}) for what in ("reached", "names")}
    facts["a second"] = round(sum(each["counts"]["requests"] / each["seconds"] for each in parts))
    facts["slowest"] = f"{max(each['slowest'] for each in parts):.2f} s"
    facts["not verified"] = site.judge({})["wrong"]
    if faults:
        facts["faults"] = list(faults.values())
    tried = facts["taken"] > requests // 20 and facts["429"] < requests // 10 and counts["requests"] >= requests
    tried = tried and facts["admin"] > requests // 100 and facts["programs"] > requests // 250
    return Found(SUITE, database, tried and not faults and not facts["not verified"], facts)
