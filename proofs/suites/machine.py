"""Random steps in any order at tables, by actions and through the pages (tests/matches/machine.py)."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any

from proofs.place import Place
from proofs.report import Found
from proofs.site import ROOT
from proofs.sizes import Size

SUITE = "machine"
TESTS, CONTROLS = "tests/matches/test_machine.py", "tests/matches/broken_machine.py::test_what_is_broken_is_found"
SABOTAGES = {
    "sqlite": {"payment": "payments that are right", "key": "looking for the key", "name": "erasing the name"},
    "postgresql": {"undo": "counting anew after an undo", "stick": "sticks that are of one hand"},
}
SABOTAGED = 60  # tables at most: a broken site stops at the first failure
ATTEMPTS = 3  # a run that sent no form again, which is rare, is repeated with the next seed
ALL_RULES = 100  # the number of tables from which each rule must have been used


def run(place: Place, size: Size, seed: int) -> Iterator[Found]:
    """Run the site as it is; then with one part broken at a time, different ones on each database."""
    for each in range(seed, seed + ATTEMPTS):
        done, counted, ran = _played(place, size.tables, each, "-x", TESTS)
        if done.returncode or ran["sends again"]:
            break
    never = sorted(name for name, times in ran.items() if not times)
    facts: dict[str, Any] = {**counted, "rules": ", ".join(f"{name} {times}" for name, times in ran.items())}
    if never:
        facts["never"] = ", ".join(never)
    tried = counted["saved"] > 0 and ran["sends again"] > 0 and not (never and size.tables >= ALL_RULES)
    yield Found(SUITE, place.database, done.returncode == 0 and tried, facts)
    controls = [f"{CONTROLS}[{each}]" for each in SABOTAGES[place.database]]
    done, counted, _ran = _played(place, SABOTAGED, seed, "-v", *controls)
    for control, what in zip(controls, SABOTAGES[place.database].values(), strict=True):
        facts = {"examples of all": counted["examples"]}
        yield Found(SUITE, place.database, f"{control} PASSED" in done.stdout, facts, sabotaged=what)


def _played(place: Place, tables: int, seed: int, *words: str) -> tuple[Any, Counter[str], Counter[str]]:
    """The result of pytest, the counts of actions, and how often each rule was used."""
    site = place.site()
    report = site.folder / "done"
    environment = site.environment | {
        "DJANGO_SETTINGS_MODULE": "tests.settings",
        "MACHINE_EXAMPLES": str(tables),
        "MACHINE_REPORT": str(report),
    }
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", f"--hypothesis-seed={seed}", *words]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    if done.returncode:
        sys.stdout.write(done.stdout[-6000:] + done.stderr[-2000:])
    return done, *done_of(report.read_text() if report.exists() else "")


def done_of(text: str) -> tuple[Counter[str], Counter[str]]:
    """The summed counts of all lines: of actions, and of the uses of each rule, including unused ones."""
    counted, ran = Counter[str](), Counter[str]()
    for line in text.splitlines():
        told = json.loads(line)
        counted.update(told["counted"])
        ran.update(told["ran"])
    return counted, ran
