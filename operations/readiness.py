"""Whether this installation can take entries now, for a supervisor and for people: /readyz."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor

from operations.backups import bundle
from operations.checks import SAFE_SQLITE
from people.db import disk_space

OLD = timedelta(hours=25)  # a daily backup that ran late is not old


class Told(NamedTuple):
    """One line: `state` is "ok", "warning" (it goes on, but somebody should look) or "failed" (not ready)."""

    what: str
    state: str
    words: str

    def __str__(self) -> str:
        return f"{self.what}: {self.state}{', ' if self.words else ''}{self.words}"


def looked_at() -> list[Told]:
    """Everything, in the order of its weight. What cannot be asked failed; nothing is raised."""
    return list(_all())


def _all() -> Iterator[Told]:
    questions: list[Callable[[], Told]] = [_database, _migrations, _disk, _sqlite, _backup]
    for ask in questions:
        try:
            yield ask()
        except (DatabaseError, OSError) as error:
            yield Told(ask.__name__.strip("_"), "failed", type(error).__name__)


def _database() -> Told:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        cursor.fetchone()
    return Told("database", "ok", connection.vendor)


def _migrations() -> Told:
    executor = MigrationExecutor(connection)
    missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if missing:
        return Told("migrations", "failed", f"{len(missing)} to apply: manage.py migrate")
    return Told("migrations", "ok", "")


def _disk() -> Told:
    left = disk_space.free(disk_space.place() or Path(settings.DATA_DIR)) // disk_space.MB
    if left < settings.DISK_FULL_MB:
        return Told("disk", "failed", f"{left} MB free: no entry is taken below {settings.DISK_FULL_MB}")
    if left < settings.DISK_LOW_MB:
        return Told("disk", "warning", f"{left} MB free")
    return Told("disk", "ok", f"{left} MB free")


def _sqlite() -> Told:
    if connection.vendor != "sqlite":
        return Told("sqlite", "ok", "not in use")
    if sqlite3.sqlite_version_info < SAFE_SQLITE:
        return Told("sqlite", "warning", f"{sqlite3.sqlite_version} is sound for one server process only")
    return Told("sqlite", "ok", sqlite3.sqlite_version)


def _backup() -> Told:
    made = bundle.found(Path(settings.BACKUP_DIR))
    at = bundle.made_at(made[-1]) if made else None
    if at is None:
        return Told("backup", "warning", "none in BACKUP_DIR: manage.py backup")
    age = datetime.now(UTC) - at
    hours = int(age.total_seconds() // 3600)
    try:
        if not bundle.manifest_of(made[-1]).verified:
            return Told("backup", "warning", f"{hours} hours old; what it holds does not verify")
    except bundle.NoBackup:
        return Told("backup", "warning", "the newest one cannot be read")
    return Told("backup", "warning" if age > OLD else "ok", f"{hours} hours old")
