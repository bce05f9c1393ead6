"""`make prove`: run the suites on both databases and report the results. Exits with 1 if a promise or control failed.

SIZE=quick|commit|nightly|release, SEED=…, ONLY=kills,crash or WITHOUT=full,cuts; PROOFS=file gets one object per line.
"""

from __future__ import annotations

import os
import random
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from proofs.place import Place
from proofs.report import Found
from proofs.sizes import SIZES, Size
from proofs.suites import (
    chaos,
    clock,
    crash,
    cuts,
    drill,
    failover,
    full,
    fuzz,
    kills,
    load,
    machine,
    races,
    raw,
    stops,
    versions,
)

SUITES = {
    "kills": kills,
    "stops": stops,
    "crash": crash,
    "failover": failover,
    "races": races,
    "cuts": cuts,
    "full": full,
    "drill": drill,
    "chaos": chaos,
    "load": load,
    "clock": clock,
    "machine": machine,
    "versions": versions,
    "fuzz": fuzz,
    "raw": raw,
}
DATABASES = ("sqlite", "postgresql")
ONCE = "raw, and the controls of kills, stops, drill, chaos, clock, versions, fuzz"
COUNTED = ("acked", "lost", "doubled", "kills", "processes", "cuts", "requests")


def main() -> int:
    """Run the suites and return the exit status."""
    size = SIZES[os.environ.get("SIZE") or "commit"]
    seed = int(os.environ.get("SEED") or random.SystemRandom().randrange(10**6))
    without = _named("WITHOUT")
    only = [each for each in _named("ONLY") or SUITES if each not in without]
    sys.stdout.write(f"SEED={seed} SIZE={os.environ.get('SIZE') or 'commit'}\n")
    for each in without:
        sys.stdout.write(f"{each}: NOT RUN\n")
    if not size.whole_twice:
        sys.stdout.write(
            f"on {DATABASES[1]}, at this size: NOT RUN, because these suites run on only one database: {ONCE}\n"
        )
    sys.stdout.flush()
    # In separate processes: phones are threads, and those of both databases would wait for each other. At the
    # larger sizes even the processes would, so they run one after the other.
    with ProcessPoolExecutor(1 if size.whole_twice else len(DATABASES), mp_context=get_context("fork")) as both:
        runs = [both.submit(_suites, database, only, size, seed) for database in DATABASES]
        found = [each for run in runs for each in run.result()]
    if path := os.environ.get("PROOFS"):
        Path(path).write_text("".join(f"{each.line()}\n" for each in found))
    failed = [each for each in found if not each.holds]
    told = {what: sum(each.facts.get(what, 0) for each in found if not each.sabotaged) for what in COUNTED}
    sums = ", ".join(f"{many:,} {what}" for what, many in told.items())
    sys.stdout.write(f"{sums}. {len(found)} runs, {len(failed)} failed.\n")
    return 1 if failed or not found else 0


def _named(variable: str) -> list[str]:
    return [each for each in os.environ.get(variable, "").split(",") if each]


def _suites(database: str, names: list[str], size: Size, seed: int) -> list[Found]:
    found: list[Found] = []
    with tempfile.TemporaryDirectory(prefix="scorekeeper-proofs-", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o755)  # PostgreSQL's user must be able to enter it
        for name in names:
            try:
                _suite(Path(folder), database, name, size, seed, found)
            except (Exception, SystemExit) as why:  # the other suites and the other database continue
                found.append(Found(name, database, False, {"broke off": str(why) or type(why).__name__}))
                _tell(str(found[-1]))
    return found


def _tell(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _suite(folder: Path, database: str, name: str, size: Size, seed: int, found: list[Found]) -> None:
    there = folder / name
    there.mkdir()
    place = Place(there, database, size.whole_twice or database == DATABASES[0])
    began = time.monotonic()
    try:
        for each in SUITES[name].run(place, size, seed):
            found.append(each)
            _tell(f"{each} ({time.monotonic() - began:.0f} s)")
            began = time.monotonic()
    finally:
        place.close()


if __name__ == "__main__":
    raise SystemExit(main())
