"""Tools for SQLite and PostgreSQL: copy a database in use, replace it with a copy, and list migrations.

`cp` is not safe: SQLite keeps the latest changes in a second file, and a copy of the main file alone may not even have
tables.
"""

import os
import shutil
import sqlite3
import subprocess  # nosec B404 # PostgreSQL's own tools
from collections.abc import Iterable
from contextlib import closing, suppress
from datetime import datetime
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from pkgutil import iter_modules
from typing import Any
from urllib.parse import quote

from django.apps import apps
from django.conf import settings
from django.db import connection

from operations.backups.bundle import BackupError, sync
from people.db.disk import hand_over

AppMigration = tuple[str, str]  # app label, migration name
OPTIONAL_APPS = {"admin"}  # apps that a setting turns on; their tables remain after it is turned off

# PostgreSQL's environment variables and the matching keys of Django's settings.
VARIABLES = {"PGHOST": "HOST", "PGPORT": "PORT", "PGUSER": "USER", "PGPASSWORD": "PASSWORD", "PGDATABASE": "NAME"}
# Drops every table, and every function except those of extensions.
DROP_ALL = """
DO $$ DECLARE it record; BEGIN
  FOR it IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
    EXECUTE format('DROP TABLE public.%I CASCADE', it.tablename);
  END LOOP;
  FOR it IN SELECT p.oid::regprocedure AS name FROM pg_proc p WHERE pronamespace = 'public'::regnamespace
      AND NOT EXISTS (SELECT 1 FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e') LOOP
    EXECUTE format('DROP FUNCTION %s CASCADE', it.name);
  END LOOP;
END $$
"""


class DatabaseToolError(Exception):
    """A database tool is missing or failed; the message names it and includes its error output."""


def check_exists() -> None:
    """Raise `BackupError` if the file of the SQLite database does not exist."""
    name = settings.DATABASES["default"]["NAME"]
    if connection.vendor == "sqlite" and not Path(name).exists():
        raise BackupError(f"There is no database at {name}. Set DATA_DIR to the data folder of the site.")


def is_there() -> bool:
    """Return whether the database exists and has tables. This never creates one."""
    if connection.vendor == "sqlite" and not Path(settings.DATABASES["default"]["NAME"]).exists():
        return False
    return bool(applied_migrations())


def copy(to: Path) -> None:
    """Write a consistent snapshot of the database to `to`, and check it. Does not block writers."""
    (_copy_sqlite if connection.vendor == "sqlite" else _copy_postgresql)(to)


def sqlite_url(path: Path) -> str:
    """The DATABASE_URL of an SQLite file."""
    return f"sqlite:///{quote(str(path.resolve()))}"


def place(file: Path, at: datetime) -> Path | None:
    """Replace the database with `file`. Return the path of the old database, or None if there was none.

    No other process may be connected to the database. For SQLite, `file` must be on the same disk as the database.
    """
    return (_place_sqlite if connection.vendor == "sqlite" else _place_postgresql)(file, at)


def _copy_sqlite(to: Path) -> None:
    name = settings.DATABASES["default"]["NAME"]
    there = sqlite3.connect(f"file:{quote(str(name))}?mode=ro", uri=True, isolation_level=None)
    with closing(there) as source, closing(sqlite3.connect(to)) as out:
        # Read all pages in one transaction: otherwise SQLite restarts the copy after every write by another process,
        # and might never finish on a busy site. This transaction does not block writers.
        source.execute("BEGIN")
        source.execute("SELECT count(*) FROM sqlite_master").fetchone()
        source.backup(out)
        source.execute("COMMIT")
        out.execute("PRAGMA journal_mode=DELETE")  # one file, without a WAL file
        check_integrity(out)
    to.chmod(0o600)


def check_integrity(database: sqlite3.Connection) -> None:
    """Raise `BackupError` if the file is damaged or a foreign key has no target."""
    faults = [row[0] for row in database.execute("PRAGMA integrity_check(5)")]
    if faults != ["ok"]:
        raise BackupError(f"SQLite reports that the database is damaged: {'; '.join(map(str, faults))}")
    if astray := database.execute("PRAGMA foreign_key_check").fetchone():
        raise BackupError(f"A row in {astray[0]} refers to a row that does not exist.")


def _place_sqlite(file: Path, at: datetime) -> Path | None:
    target = Path(settings.DATABASES["default"]["NAME"])
    with closing(sqlite3.connect(file)) as database:
        check_integrity(database)
    connection.close()
    old = target.with_name(f"{target.name}.before-{at:%Y%m%dT%H%M%SZ}")
    if target.exists():
        # Merge the WAL into the old database, so that it is one file. A damaged database keeps its `-wal` and `-shm`.
        with suppress(sqlite3.DatabaseError), closing(sqlite3.connect(target)) as database:
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        _keep(target, old)
    hand_over(file, like=target if target.exists() else target.parent)
    os.replace(file, target)
    sync(target.parent)
    return old if old.exists() else None


def _keep(target: Path, old: Path) -> None:
    """Give the database file the second name `old` (a hard link), and rename its `-wal` and `-shm` files.

    The file also keeps its first name until it is replaced: if this process is killed, the next start does not create
    an empty database.
    """
    try:
        os.link(target, old)
    except OSError:  # a file system without hard links
        target.rename(old)
    for end in ("-wal", "-shm"):
        if (beside := Path(f"{target}{end}")).exists():
            beside.rename(f"{old}{end}")


def _copy_postgresql(to: Path) -> None:
    _run("pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--file={to}")
    to.chmod(0o600)
    _run("pg_restore", "--list", str(to), database=False)


def _place_postgresql(file: Path, at: datetime) -> Path | None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() "
            # The connection of this command that keeps servers out.
            "AND pid NOT IN (SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND mode = 'ExclusiveLock')"
        )
        if others := cursor.fetchone()[0]:
            raise DatabaseToolError(
                f"Other connections are using the database: {others}. Stop every server that uses it first."
            )
    old = None
    if "django_migrations" in connection.introspection.table_names():
        old = Path(settings.DATA_DIR) / f"database.before-{at:%Y%m%dT%H%M%SZ}.dump"
        _copy_postgresql(old)
    connection.close()
    script = file.with_suffix(".sql")
    _run("pg_restore", "--no-owner", "--no-privileges", f"--file={script}", str(file), database=False)
    # One transaction. Drop everything first: an older dump does not replace tables that a newer version has added.
    once = ("--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1")
    _run("psql", *once, f"--command={DROP_ALL}", f"--file={script}")
    return old


def _run(tool: str, *options: str, database: bool = True) -> None:
    """Run a PostgreSQL tool. Its environment has the connection settings, so that `ps` does not show the password."""
    path = shutil.which(tool)
    if path is None:
        hint = "It comes with PostgreSQL (on Debian, install postgresql-client)."
        raise DatabaseToolError(f"{tool} is not installed. {hint}")
    config: dict[str, Any] = settings.DATABASES["default"] if database else {}
    environment = {name: str(config[key]) for name, key in VARIABLES.items() if config.get(key)}
    if attributes := config.get("OPTIONS", {}).get("target_session_attrs"):  # of several servers, the primary
        environment["PGTARGETSESSIONATTRS"] = attributes
    done = subprocess.run(  # nosec B603 # fixed arguments
        [path, *options], env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise DatabaseToolError(f"{tool} failed: {done.stderr.strip() or done.returncode}")


def known_migrations() -> set[AppMigration]:
    """Every migration of the installed apps. Does not query the database."""
    known = set()
    for config in apps.get_app_configs():
        if find_spec(f"{config.name}.migrations"):
            folder = import_module(f"{config.name}.migrations").__path__
            known |= {(config.label, module.name) for module in iter_modules(folder)}
    return known


def unknown_migrations(applied: Iterable[AppMigration]) -> list[str]:
    """The migrations of `applied` that only a newer version can have made, such as "matches.0011_name"."""
    known = known_migrations()
    off = OPTIONAL_APPS - {app for app, _name in known}
    return sorted(f"{app}.{name}" for app, name in set(applied) - known if app not in off)


def applied_migrations() -> set[AppMigration]:
    """Every migration that the database has applied, including those of apps that are turned off."""
    if "django_migrations" not in connection.introspection.table_names():
        return set()
    with connection.cursor() as cursor:
        cursor.execute("SELECT app, name FROM django_migrations")
        return {(app, name) for app, name in cursor.fetchall()}
