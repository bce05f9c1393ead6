"""A backup is made while phones save hands, everything is lost, and the backup is restored."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from proofs.phones import Table
from proofs.place import Place
from proofs.report import Found
from proofs.site import Site
from proofs.sizes import Size

PHONES, MINUTES = 6, 5
SUITE = "restore drill"


def run(place: Place, size: Size, seed: int) -> Iterator[Found]:
    """By `manage.py backup`; then by copying SQLite's file, as people do."""
    for number in range(size.drills):
        yield _drilled(place, seed + number)
    if place.database == "sqlite":
        yield _drilled(place, seed, copied=True)


def _drilled(place: Place, seed: int, copied: bool = False) -> Found:
    site = place.site()
    told = site.prepare(PHONES, 4)
    site.start()
    table = Table(site.port, told, seed)
    safe: dict[str, list[dict[str, Any]]] = {}
    try:
        _wait(table, 60)
        safe = {
            code: [dict(each) for each in hands if each["acked"]]
            for phone in table.phones
            for code, hands in phone.sent.items()
        }
        backup = _copy(site) if copied else _backup(site)
        _wait(table, table.acked + 30)
        table.stop()
    finally:
        site.kill()
    _lose(place, site)
    began = time.monotonic()
    verified = _put_back(site, backup) if copied else "chains are whole" in site.manage("restore", str(backup))
    took = time.monotonic() - began
    lost = _missing(site, safe) if verified or not copied else sum(map(len, safe.values()))
    facts = {"acked": sum(map(len, safe.values())), "lost": lost, "seconds": round(took, 1), "verified": verified}
    if copied:
        return Found(SUITE, "sqlite", lost > 0 or not verified, facts, sabotaged="backup (cp instead)")
    return Found(SUITE, place.database, verified and lost == 0 and took < MINUTES * 60, facts)


def _backup(site: Site) -> Path:
    site.manage("backup", "--to", str(site.folder.parent / f"{site.folder.name}-backups"))
    (path,) = (site.folder.parent / f"{site.folder.name}-backups").glob("*.tar.gz")
    return path


def _copy(site: Site) -> Path:
    out = site.folder.parent / "copied.sqlite3"
    shutil.copy(site.folder / "scorekeeper.sqlite3", out)
    return out


def _lose(place: Place, site: Site) -> None:
    """The disk is gone, and with it the key."""
    shutil.rmtree(site.folder)
    site.folder.mkdir()
    if place.cluster:
        name = site.url.rsplit("/", 1)[1]
        place.cluster.ask(f"DROP DATABASE {name} WITH (FORCE)")
        place.cluster.ask(f"CREATE DATABASE {name}")


def _put_back(site: Site, copied: Path) -> bool:
    shutil.copy(copied, site.folder / "scorekeeper.sqlite3")
    try:
        return "chains are whole" in site.manage("verify_ledger")
    except SystemExit:
        return False


def _missing(site: Site, safe: dict[str, list[dict[str, Any]]]) -> int:
    return int(site.judge(safe)["lost"])


def _wait(table: Table, hands: int) -> None:
    deadline = time.monotonic() + 60
    while table.acked < hands and table.playing and time.monotonic() < deadline:
        time.sleep(0.02)
