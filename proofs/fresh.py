"""The tables of a new site: migrated once in a run and then copied, because `migrate` takes seconds."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path
from typing import Protocol

from proofs.programs import tools


class _Site(Protocol):
    folder: Path
    url: str

    def manage(self, *words: str) -> str: ...


def migrated(site: _Site, run: Path) -> None:
    """Create all tables in the empty database of `site`; the copy is kept in `run`, the folder shared by all suites."""
    kept = run / ("migrated.sql" if site.url else "migrated.sqlite3")
    if kept.exists():
        _copied(site, kept)
        return
    site.manage("migrate", "--verbosity=0", "--noinput")
    _keep(site, kept)


def _keep(site: _Site, kept: Path) -> None:
    if site.url:
        _done(tools() / "pg_dump", "--no-owner", f"--file={kept}", site.url)
    else:
        with closing(sqlite3.connect(_file(site))) as database:
            database.execute("VACUUM INTO ?", (str(kept),))


def _copied(site: _Site, kept: Path) -> None:
    if site.url:
        told = ("--quiet", "--no-psqlrc", "--set=ON_ERROR_STOP=1", "--single-transaction")
        _done(tools() / "psql", *told, f"--file={kept}", f"--output={kept}.said", site.url)
    else:
        shutil.copyfile(kept, _file(site))


def _file(site: _Site) -> Path:
    return site.folder / "scorekeeper.sqlite3"


def _done(*words: object) -> None:
    done = subprocess.run(list(map(str, words)), capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{words[0]} failed: {done.stderr}")
