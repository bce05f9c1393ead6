"""Upgrade the data of a site to this version of the program: a backup, then the migrations, all or nothing."""

import shutil
import signal
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.db import Error, connection, transaction

from operations import server_lock, subcommand, versions
from operations.backups import databases

LOCK = 7_021_907_415  # the key of PostgreSQL's advisory lock for upgrades; any constant
# Migrations may take long, so these time limits are lifted.
TIMEOUTS = ("statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout")
MAKING = ".upgrading-"  # a folder in which a copy of the database is being migrated


class UpgradeError(Exception):
    """The upgrade failed without changing the data; the message says why."""


def upgrade(report: Callable[[str], object]) -> None:
    """Back up and migrate the data if this version has not served it yet. `report` is called with a line for each step.

    Raises `UpgradeError`, `BackupError`, `DatabaseToolError`, `OSError` or a database error. The data is then
    unchanged.
    """
    before = versions.last_version()
    with _one_at_a_time():
        if problem := versions.newer_data():
            raise UpgradeError(problem)
        applied = databases.applied_migrations()
        pending = databases.known_migrations() - applied
        if not applied:
            call_command("migrate", verbosity=0, interactive=False)
        elif pending:
            _back_up_and_migrate(report)
        elif before != settings.VERSION:
            _back_up(report)
        if applied and before != settings.VERSION:
            report(versions.changes_since(before))
    versions.record_version()


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    """Wait until no other process upgrades the same PostgreSQL database. SQLite has its own lock."""
    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:
        for name in TIMEOUTS:
            cursor.execute(f"SET {name} = 0")
        cursor.execute("SELECT pg_advisory_lock(%s)", [LOCK])
        try:
            yield
        finally:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [LOCK])
            for name in TIMEOUTS:
                cursor.execute(f"RESET {name}")


def _back_up(report: Callable[[str], object]) -> None:
    report(f"Scorekeeper {settings.VERSION} is new here. The data is backed up first.")
    call_command("backup", unverified=True)


def _back_up_and_migrate(report: Callable[[str], object]) -> None:
    """Back up the data and run the migrations. No server may run, because an older one would fail with the new tables.

    If a migration fails, or the process is killed, the database is unchanged.
    """
    migrate = _migrate_copy if connection.vendor == "sqlite" else _migrate_in_transaction
    try:
        with server_lock.exclusive():
            _back_up(report)
            report("The database is being migrated.")
            migrate()
    except server_lock.ServerRunning:
        raise UpgradeError(
            "A server is using this data. Stop every server of the site first, then start this one again."
        ) from None


def _migrate_in_transaction() -> None:
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            # Otherwise PostgreSQL refuses to change tables with foreign keys to check at the end of the transaction.
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            call_command("migrate", verbosity=0, interactive=False)
    except Error as error:
        raise UpgradeError(f"A migration failed, and the data is as it was: {error}") from error


def _migrate_copy() -> None:
    """Migrate a copy of the SQLite database, and replace the database with it once every migration has succeeded."""
    target = Path(str(settings.DATABASES["default"]["NAME"]))
    for left in target.parent.glob(f"{MAKING}*"):  # left over from an upgrade that was killed
        shutil.rmtree(left, ignore_errors=True)
    with (
        closing(sqlite3.connect(target)) as watched,
        _stopping_cleanly(),
        tempfile.TemporaryDirectory(dir=target.parent, prefix=MAKING) as folder,
    ):
        seen = _data_version(watched)
        copy = Path(folder) / target.name
        databases.copy(copy)
        on_copy = {"DATABASE_URL": databases.sqlite_url(copy), "SECRET_KEY": settings.SECRET_KEY}
        done = subcommand.run("migrate", "--noinput", "--verbosity=0", environment=on_copy)
        if done.returncode:
            reason = (done.stderr.strip().splitlines() or ["it was stopped"])[-1]
            raise UpgradeError(f"A migration failed, and the data is as it was: {reason}")
        if _data_version(watched) != seen:
            raise UpgradeError("A command has changed the data in the meantime. Start again when it has finished.")
        watched.close()  # so that its WAL file can be merged
        old = databases.place(copy, datetime.now(UTC))
    if old:
        old.unlink()  # the backup contains the same data


def _data_version(database: sqlite3.Connection) -> int:
    """A number that changes when another connection writes to the database."""
    return int(database.execute("PRAGMA data_version").fetchone()[0])


@contextmanager
def _stopping_cleanly() -> Iterator[None]:
    """Turn SIGTERM into an exception, so that the copy is removed and its migration is stopped."""

    def stop(*_signal: object) -> None:
        sys.exit("The upgrade was stopped, and the data is as it was.")

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
