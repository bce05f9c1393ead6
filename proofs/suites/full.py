"""The disk fills up while phones save hands, and is freed again. Needs root, to mount a small disk."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from proofs.phones import Table
from proofs.place import Place
from proofs.report import Found
from proofs.site import Site
from proofs.sizes import Size

PHONES = 4
SUITE = "full disk"


def run(place: Place, size: Size, seed: int) -> Iterator[Found]:
    """Run with the disk full to its last page; then with phones that accept any response as a success."""
    if place.database != "sqlite":
        return
    if os.getuid() != 0:
        raise SystemExit("this proof fills a small tmpfs disk, which only root can mount: run sudo make prove")
    yield _filled(place, size.fills, seed)
    yield _filled(place, 1, seed, careless=True)


@contextmanager
def _small_disk(folder: Path) -> Iterator[Path]:
    folder.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=12m,mode=0755", "tmpfs", str(folder)], check=True)
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def _filled(place: Place, fills: int, seed: int, careless: bool = False) -> Found:
    with _small_disk(place.folder / f"small-{int(careless)}") as folder:
        site = Site(folder)
        try:
            return _played(site, fills, seed, careless)
        finally:
            site.kill()


def _played(site: Site, fills: int, seed: int, careless: bool) -> Found:
    site.also = {"DISK_FULL_MB": "0", "DISK_LOW_MB": "0"}  # SQLite must reach the end of the disk
    told = site.prepare(PHONES, 2 + fills)
    site.start()
    table = Table(site.port, told, seed, taking=("303", "507", "503") if careless else ("303",))
    ballast = site.folder / "ballast"
    filled = 0
    for _fill in range(fills):
        before = table.acked
        _wait(lambda: table.acked >= before + 30, table)  # noqa: B023
        refused = table.answers.get("507", 0)
        with ballast.open("wb", buffering=0) as file, suppress(OSError):
            while file.write(bytes(4096)):
                pass
        _wait(lambda: table.answers.get("507", 0) > refused + 10, table)  # noqa: B023
        filled += table.answers.get("507", 0) > refused
        ballast.unlink()
    before = table.acked
    _wait(lambda: table.acked >= before + 10, table)
    meant = table.stop()
    site.stop()
    found = site.judge(meant)
    facts = {"fills": filled, **found, "507": table.answers.get("507", 0), "500": table.answers.get("500", 0)}
    if careless:
        return Found(SUITE, "sqlite", found["lost"] > 0, facts, sabotaged="reading the answer")
    right = found["lost"] == found["doubled"] == found["swapped"] == found["wrong"] == 0
    return Found(SUITE, "sqlite", right and filled == fills and "500" not in table.answers, facts)


def _wait(until: object, table: Table) -> None:
    deadline = time.monotonic() + (5 if "507" in table.phones[0].taking else 30)  # short if refusals are accepted
    while not until() and table.playing and time.monotonic() < deadline:  # type: ignore[operator]
        time.sleep(0.02)
