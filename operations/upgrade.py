"""Bring the data of a site to this version of the program: a backup first, then the migrations, all or nothing."""

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings
from django.core.management import call_command
from django.db import Error, connection, transaction

from operations import server_lock, subcommand, versions
from operations.backups import databases

LOCK = 7_021_907_415  # the key of PostgreSQL's advisory lock for upgrades; any constant


class UpgradeError(Exception):
    """The data could not be brought to this version and is as it was; the message says why."""


def upgrade(say: Callable[[str], object]) -> None:
    """Back up and migrate the data if this version has not served it yet. `say` gets a line for each step.

    Raises `UpgradeError`, `BackupError` or `DatabaseToolError`; the data is then as it was.
    """
    before = versions.last_version()
    with _one_at_a_time():
        if problem := versions.newer_data():
            raise UpgradeError(problem)
        applied = databases.applied_migrations()
        pending = databases.known_migrations() - applied
        if not applied:
            call_command("migrate", verbosity=0, interactive=False)
        elif pending or before != settings.VERSION:
            say(f"Scorekeeper {settings.VERSION} is new here. The data is backed up first.")
            call_command("backup", keep_all=True, unverified=True)
            if pending:
                _migrate(say)
            say(versions.changes_since(before))
    versions.record_version()


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    """Wait until no other program upgrades the same PostgreSQL database. SQLite has its own lock, in `_migrate`."""
    if connection.vendor != "postgresql":
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute("SET statement_timeout = 0")
        cursor.execute("SET lock_timeout = 0")
        cursor.execute("SELECT pg_advisory_lock(%s)", [LOCK])
        try:
            yield
        finally:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [LOCK])
            cursor.execute("RESET statement_timeout")
            cursor.execute("RESET lock_timeout")


def _migrate(say: Callable[[str], object]) -> None:
    """Run the migrations. If one fails, or the program is killed, the database is as it was."""
    say("The database is being migrated.")
    if connection.vendor == "postgresql":
        try:
            with transaction.atomic(), connection.cursor() as cursor:
                # PostgreSQL refuses to change a table whose foreign keys wait for the end of the transaction.
                cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
                call_command("migrate", verbosity=0, interactive=False)
        except Error as error:
            raise UpgradeError(f"A migration failed, and the data is as it was: {error}") from error
        return
    try:
        with server_lock.exclusive():
            _migrate_copy()
    except server_lock.ServerRunning:
        raise UpgradeError(
            "A server with an older version is using this data. Stop it first, then start this one again."
        ) from None


def _migrate_copy() -> None:
    """Migrate a copy of the SQLite database, and put it in the place of the database when every migration is done."""
    target = Path(str(settings.DATABASES["default"]["NAME"]))
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=".upgrading-") as folder:
        copy = Path(folder) / target.name
        databases.copy(copy)
        on_copy = {"DATABASE_URL": f"sqlite:///{copy.resolve()}", "SECRET_KEY": settings.SECRET_KEY}
        done = subcommand.run("migrate", "--noinput", "--verbosity=0", environment=on_copy)
        if done.returncode:
            reason = (done.stderr.strip().splitlines() or ["it was stopped"])[-1]
            raise UpgradeError(f"A migration failed, and the data is as it was: {reason}")
        old = databases.place(copy, datetime.now(UTC))
    if old:
        old.unlink()  # the backup holds the same
