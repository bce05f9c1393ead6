"""The power is cut at any write of SQLite; the contents of the disk are then opened."""

from __future__ import annotations

import random
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from proofs.cutting import Disk, steps
from proofs.place import Place
from proofs.report import Found
from proofs.site import ROOT, Site
from proofs.sizes import Size

HANDS = 300
SUITE = "power cuts"
CALLS = "trace=pwrite64,write,fsync,fdatasync,ftruncate"


def run(place: Place, size: Size, seed: int) -> Iterator[Found]:
    """Run as hosted, with every commit synced; then with synchronous=NORMAL, which the start-up check refuses."""
    if place.database != "sqlite":
        return
    if shutil.which("strace") is None:
        raise SystemExit("make prove needs strace; on Debian: apt-get install strace")
    for synchronous in ("FULL", "NORMAL"):
        site = place.site()
        yield _cut(site, size.cuts if synchronous == "FULL" else max(20, size.cuts // 10), seed, synchronous)


def _cut(site: Site, cuts: int, seed: int, synchronous: str) -> Found:
    site.prepare(1, -(-HANDS // 27))
    main = site.folder / "scorekeeper.sqlite3"
    with closing(sqlite3.connect(main)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    before = {name: _content(Path(f"{main}{name}")) for name in ("", "-wal")}
    trace = _traced(site, synchronous)
    happened = list(steps(trace, {f"{main}{name}": name for name in before}))
    chance = random.Random(seed)
    places = sorted(chance.choices(range(len(happened)), k=cuts))
    disk, at = Disk(before), 0
    lost = damaged = worst = acked = 0
    for place in places:
        for step in happened[at:place]:
            disk.take(step)
        at = place
        found = _opened(disk.after_a_cut(chance), site.folder / "after")
        acked = max(acked, len(disk.acked))
        gone = len(set(disk.acked) - found) if found is not None else 0
        damaged += found is None
        lost, worst = lost + (gone > 0), max(worst, gone)
    facts = {
        "cuts": cuts,
        "writes": len(happened),
        "hands": acked,
        "cuts that lost": lost,
        "worst": worst,
        "damaged": damaged,
    }
    if synchronous != "FULL":
        return Found(SUITE, "sqlite", lost > 0, facts, sabotaged="synchronous=FULL")
    return Found(SUITE, "sqlite", lost == damaged == 0 and acked > HANDS // 2, facts)


def _traced(site: Site, synchronous: str) -> str:
    """The trace of the system calls of a process that saves hands."""
    out = site.folder / "trace"
    words = ["strace", "-f", "-y", "-xx", "-s", "1000000", "-e", CALLS, "-o", str(out)]
    done = subprocess.run(
        [*words, sys.executable, "-W", "ignore", "-m", "proofs.writer", str(HANDS), synchronous],
        cwd=ROOT,
        env=site.environment,
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise SystemExit(f"the writer under strace failed:\n{done.stderr[-2000:]}")
    return out.read_text()


def _content(path: Path) -> bytes:
    return path.read_bytes() if path.exists() else b""


def _opened(files: dict[str, bytes], folder: Path) -> set[str] | None:
    """The keys of all events after a power cut; None if SQLite finds the file damaged."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name, content in files.items():
        (folder / f"db{name}").write_bytes(content)
    try:
        with closing(sqlite3.connect(folder / "db")) as database:
            if database.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",):
                return None
            return {row[0] for row in database.execute("SELECT key FROM matches_event")}
    except sqlite3.DatabaseError:
        return None
