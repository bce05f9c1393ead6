"""This version restores backups of earlier versions, refuses those of a later one, and completes killed migrations."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from proofs.phones import Table
from proofs.place import Place
from proofs.report import Found
from proofs.site import ROOT, Site
from proofs.sizes import Size

PHONES, MATCHES, HANDS, PACE = 2, 8, 20, 0.3
TRIES = 5  # additional attempts if each migration had ended before the kill
# From the newest to the oldest: the migrations to go back to for each version.
STATES = (
    ("tournaments/0005",),
    ("tournaments/zero", "matches/0008", "people/0003"),
    ("matches/0007",),
    ("matches/0006",),
    ("matches/0004",),
)
Meant = dict[str, list[dict[str, Any]]]


def run(place: Place, size: Size, seed: int) -> Iterator[Found]:
    """Restore a later version's backup and earlier ones, kill migrations, and restore without checking the version."""
    site = place.site()
    later, meant = _played(site, seed)
    yield _refused(place, site, later, meant)
    schema = site.run("proofs.older", "schema")
    backups = list(_backups(site, size.versions))
    yield _restored(place, site, backups, meant, schema)
    yield _halted(place, site, backups[-1], meant, schema, size.halts, seed)
    if not place.whole:
        return
    yield _blindly(place, site, later, meant)


def _played(site: Site, seed: int) -> tuple[Path, Meant]:
    """The backup of a later version, and all hands, half of which were entered after it."""
    told = site.prepare(PHONES, MATCHES)
    site.run("proofs.hall")
    site.start()
    table = Table(site.port, told, seed, pace=PACE)
    try:
        _wait(table, HANDS)
        later = _path(site, "later")
        site.run("proofs.older", "pack-later", str(later))
        _wait(table, table.acked + HANDS)
        meant = table.stop()
    finally:
        site.kill()
    return later, meant


def _wait(table: Table, hands: int) -> None:
    deadline = time.monotonic() + 40
    while table.acked < hands and table.playing and time.monotonic() < deadline:
        time.sleep(0.01)


def _path(site: Site, name: str) -> Path:
    return site.folder.parent / f"{site.folder.name}-{name}.tar.gz"


def _right(found: dict[str, Any]) -> bool:
    return bool(found["lost"] == found["doubled"] == found["swapped"] == found["wrong"] == 0 < found["acked"])


def _refused(place: Place, site: Site, later: Path, meant: Meant) -> Found:
    """Check that the refusal is one sentence and that no data is changed."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "django", "restore", str(later)],
        cwd=ROOT,
        env=site.environment,
        capture_output=True,
        text=True,
    )
    said, found = done.stderr.strip(), site.judge(meant)
    clear = done.returncode == 1 and "is from a newer version of Scorekeeper" in said and "Traceback" not in said
    return Found("later version", place.database, clear and _right(found), {**found, "said": f'"{said}"'})


def _backups(site: Site, versions: int) -> Iterator[Path]:
    """Yield a backup of each earlier schema, with all matches."""
    for number, state in enumerate(STATES[:versions] if versions > 1 else STATES[1:2]):
        path = _path(site, f"earlier-{number}")
        site.run("proofs.older", "back", str(path), *state)
        yield path


def _restored(place: Place, site: Site, backups: list[Path], meant: Meant, schema: str) -> Found:
    wrong, lost, acked = 0, 0, 0
    for each in backups:
        verified = "chains are unbroken" in site.manage("restore", str(each))
        found = site.judge(meant)
        wrong += not (verified and _right(found) and site.run("proofs.older", "schema") == schema)
        lost, acked = lost + found["lost"], acked + found["acked"]
    facts = {"backups": len(backups), "acked": acked, "lost": lost, "wrong": wrong}
    return Found("earlier versions", place.database, wrong == lost == 0 < acked, facts)


def _halted(place: Place, site: Site, oldest: Path, meant: Meant, schema: str, halts: int, seed: int) -> Found:
    """Kill a migration from the oldest backup at any point with SIGKILL; the next migration completes it."""
    chance = random.Random(seed)
    last = int(site.run("proofs.older", "applied"))
    between = wrong = lost = made = 0
    while made < halts or (not between and made < halts + TRIES):
        made += 1
        site.run("proofs.older", "put-back", str(oldest))
        _killed(site, after=chance.randrange(1, 16), seconds=chance.random() * 0.05)
        between += int(site.run("proofs.older", "applied")) < last
        site.manage("migrate", "--verbosity=0", "--noinput")
        found = site.judge(meant)
        wrong += not (_right(found) and site.run("proofs.older", "schema") == schema)
        lost += found["lost"]
    facts = {"halts": made, "unfinished": between, "lost": lost, "wrong": wrong}
    return Found("killed migrations", place.database, wrong == lost == 0 < between, facts)


def _killed(site: Site, after: int, seconds: float) -> None:
    """Start a migration and kill it `seconds` seconds after step `after`: two steps for each migration."""
    command = [sys.executable, "-W", "ignore", "-m", "proofs.older", "migrate"]
    with subprocess.Popen(command, cwd=ROOT, env=site.environment, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        for _step in range(after):
            process.stdout.readline()
        time.sleep(seconds)
        process.kill()


def _blindly(place: Place, site: Site, later: Path, meant: Meant) -> Found:
    """Restore the later backup without the check, which loses the later entries. A restore that fails proves nothing,
    because it may have been refused for the same reason."""
    try:
        site.run("proofs.older", "restore-blindly", str(later))
        found = site.judge(meant)
        lost = found["lost"]
    except SystemExit as why:
        found, lost = {"said": f'"{str(why.code).strip().splitlines()[-1]}"'}, 0
    return Found("later version", place.database, lost > 0, found, sabotaged="asking for the version")
