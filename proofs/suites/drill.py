"""A backup is made while phones save hands, everything is lost, and the backup is restored on another machine.

The site's key is in no environment: it was created in the folder that is lost, as when no key is set. The backup
contains the key, so that phones are recognised and links are shown as before.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from proofs.phones import Phone, Table
from proofs.place import Place
from proofs.report import Found
from proofs.site import Site
from proofs.sizes import Size

PHONES, MATCHES, MINUTES = 6, 4, 5
KEY_FILE = "secret_key"
SUITE = "restore drill"


def run(place: Place, size: Size, seed: int) -> Iterator[Found]:
    """Run with `manage.py backup`; then without its key; then with a plain copy of SQLite's file."""
    for number in range(size.drills):
        yield from _drilled(place, seed + number, keyless=place.whole and number == 0)
    if place.database == "sqlite":
        yield _copied(place, seed)


def _drilled(place: Place, seed: int, keyless: bool) -> Iterator[Found]:
    site, phones, safe, backup = _played(place, seed)
    _lose(place, site)
    other = place.site(keeps_key=True)
    began = time.monotonic()
    verified = "chains are unbroken" in other.manage("restore", str(backup))
    took = time.monotonic() - began
    lost = int(other.judge(safe)["lost"])
    links = looked_at(other, phones)
    facts = {"acked": _hands(safe), "lost": lost, "seconds": round(took, 1), "verified": verified, **links}
    right = verified and lost == 0 and took < MINUTES * 60 and len(set(links.values())) == 1
    yield Found(SUITE, place.database, right, facts)
    if keyless:
        (other.folder / KEY_FILE).unlink()
        links = looked_at(other, phones)
        broke = links["shown as before"] == 0 < links["links"]
        yield Found(SUITE, place.database, broke, links, sabotaged="the key of the backup")


def _copied(place: Place, seed: int) -> Found:
    site, _phones, safe, copy = _played(place, seed, copied=True)
    _lose(place, site)
    other = place.site(keeps_key=True)
    began = time.monotonic()
    verified = _put_back(other, copy)
    took = time.monotonic() - began
    lost = int(other.judge(safe)["lost"]) if verified else _hands(safe)
    facts = {"acked": _hands(safe), "lost": lost, "seconds": round(took, 1), "verified": verified}
    return Found(SUITE, "sqlite", lost > 0 or not verified, facts, sabotaged="backup (cp instead)")


def _played(place: Place, seed: int, copied: bool = False) -> tuple[Site, list[dict[str, Any]], dict[str, Any], Path]:
    """The site, its phones, the hands acknowledged before the backup, and the backup made during play."""
    site = place.site(keeps_key=True)
    told = site.prepare(PHONES, MATCHES)
    site.start()
    table = Table(site.port, told, seed)
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
    return site, told["phones"], safe, backup


def _hands(safe: dict[str, Any]) -> int:
    return sum(map(len, safe.values()))


def _backup(site: Site) -> Path:
    site.manage("backup", "--to", str(site.folder.parent / f"{site.folder.name}-backups"))
    (path,) = (site.folder.parent / f"{site.folder.name}-backups").glob("*.tar.gz")
    return path


def _copy(site: Site) -> Path:
    out = site.folder.parent / "copied.sqlite3"
    shutil.copy(site.folder / "scorekeeper.sqlite3", out)
    return out


def _lose(place: Place, site: Site) -> None:
    """Delete everything on the machine: the folder, the key in it, and the database."""
    if not (site.folder / KEY_FILE).exists():
        raise SystemExit("the drill's site kept its key elsewhere, so losing the folder would prove nothing")
    shutil.rmtree(site.folder)
    if place.cluster:
        place.cluster.ask(f"DROP DATABASE {site.url.rsplit('/', 1)[1]} WITH (FORCE)")


def _put_back(site: Site, copied: Path) -> bool:
    shutil.copy(copied, site.folder / "scorekeeper.sqlite3")
    try:
        return "chains are unbroken" in site.manage("verify_ledger")
    except SystemExit:
        return False


def looked_at(site: Site, phones: Sequence[dict[str, Any]]) -> dict[str, int]:
    """Count the links for watching that were shared, those that let a stranger in, and those that the match's phone,
    with its old cookie, is shown unchanged."""
    if not (site.folder / "static").exists():
        site.link_files()
    site.start()
    links = opened = shown = 0
    try:
        for told in phones:
            known = Phone(site.port, {"cookies": told["cookies"], "codes": []}, 0)
            for code, token in zip(told["codes"], told["watching"], strict=True):
                links += 1
                stranger = Phone(site.port, {"cookies": {}, "codes": []}, 0)
                came = stranger._ask("GET", f"/s/{token}", None, {})[0]
                opened += came == 303 and stranger._get(f"/m/{code}/") is not None
                shown += f"/s/{token}".encode() in (known._get(f"/m/{code}/share/") or b"")
    finally:
        site.kill()
    return {"links": links, "opened": opened, "shown as before": shown}


def _wait(table: Table, hands: int) -> None:
    deadline = time.monotonic() + 60
    while table.acked < hands and table.playing and time.monotonic() < deadline:
        time.sleep(0.02)
