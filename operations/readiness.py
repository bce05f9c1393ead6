"""Readiness checks for /readyz: whether this installation can save entries now."""

import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.db import DatabaseError, connection

from operations.backups import bundle, databases
from operations.checks import SAFE_SQLITE
from people.db import disk

STANDBYS = "SELECT current_setting('synchronous_standby_names'), count(*) FROM pg_stat_replication"
OLD = timedelta(hours=25)  # allows a daily backup to be late


class ReadinessCheck(NamedTuple):
    """The result of one check. `state`: "ok", "warning" (works, but needs attention) or "failed" (not ready)."""

    what: str
    state: str
    words: str

    def __str__(self) -> str:
        return f"{self.what}: {self.state}{', ' if self.words else ''}{self.words}"


def readiness_checks() -> list[ReadinessCheck]:
    """The results of all checks, the most important first. A check that raises an error counts as failed."""
    results = []
    own = (_standby,) if connection.vendor == "postgresql" else ()
    for check in (_database, *own, _migrations, _disk, _sqlite, _backup):
        try:
            results.append(check())
        except (DatabaseError, OSError) as error:
            results.append(ReadinessCheck(check.__name__.strip("_"), "failed", type(error).__name__))
    return results


def _database() -> ReadinessCheck:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return ReadinessCheck("database", "ok", connection.vendor)


def _standby() -> ReadinessCheck:
    """Check whether commits wait for a missing standby. PostgreSQL shows only admins which standby is connected."""
    with connection.cursor() as cursor:
        cursor.execute(STANDBYS)
        names, connected = cursor.fetchone()
    if not names:
        return ReadinessCheck("standby", "ok", "commits wait for none")
    if not connected:
        return ReadinessCheck("standby", "failed", f"saving waits for {names}, which is not connected")
    return ReadinessCheck("standby", "ok", "connected")


def _migrations() -> ReadinessCheck:
    if missing := databases.known_migrations() - databases.applied_migrations():
        return ReadinessCheck("migrations", "failed", f"{len(missing)} not applied: run {settings.MANAGE} upgrade")
    return ReadinessCheck("migrations", "ok", "")


def _disk() -> ReadinessCheck:
    left = disk.free(disk.place() or Path(settings.DATA_DIR)) // disk.MB
    if left < settings.DISK_FULL_MB:
        words = f"{left} MB free: saving stops below {settings.DISK_FULL_MB} MB"
        return ReadinessCheck("disk", "failed", words)
    return ReadinessCheck("disk", "warning" if left < settings.DISK_LOW_MB else "ok", f"{left} MB free")


def _sqlite() -> ReadinessCheck:
    if connection.vendor != "sqlite":
        return ReadinessCheck("sqlite", "ok", "not in use")
    if sqlite3.sqlite_version_info < SAFE_SQLITE:
        return ReadinessCheck("sqlite", "warning", f"{sqlite3.sqlite_version} is safe only with one server process")
    return ReadinessCheck("sqlite", "ok", sqlite3.sqlite_version)


def _backup() -> ReadinessCheck:
    made = bundle.backups_in(Path(settings.BACKUP_DIR))
    at = bundle.made_at(made[-1]) if made else None
    if at is None:
        return ReadinessCheck("backup", "warning", f"none in BACKUP_DIR: run {settings.MANAGE} backup")
    age = datetime.now(UTC) - at
    words = f"{age // timedelta(hours=1)} hours old"
    try:
        if bundle.manifest_of(made[-1]).verified is False:
            words += f"; its data has errors: run {settings.MANAGE} verify_ledger"
            return ReadinessCheck("backup", "warning", words)
    except bundle.BackupError:
        return ReadinessCheck("backup", "warning", "the newest backup cannot be read")
    return ReadinessCheck("backup", "warning" if age > OLD else "ok", words)
