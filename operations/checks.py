"""Start-up checks of the database: settings under which a saved hand could get lost.

They run with `migrate` and `check --database default`, not with every command, and before a server process takes its
first request.
"""

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning, register
from django.db import connections

from operations.filesystem import file_system

# Older ones can corrupt a WAL database when several processes write (sqlite.org, 3.51.3 release notes).
SAFE_SQLITE = (3, 51, 3)
# SQLite's answers to what settings.py asks of it; "2" is FULL.
SQLITE_NEEDS = {"journal_mode": "wal", "synchronous": "2", "foreign_keys": "1"}
# Locks and syncs of these do not do what SQLite needs (sqlite.org, "How To Corrupt An SQLite Database File", 2.1).
NETWORK = {"nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "fuse.sshfs", "fuse.glusterfs", "fuse.grpcfuse"}


@register(Tags.database)
def database_is_safe(databases: Sequence[str] | None = None, **kwargs: Any) -> list[CheckMessage]:
    """Warn of an SQLite that is sound for one process only; refuse a database that may forget."""
    found: list[CheckMessage] = []
    for alias in databases or []:
        connection = connections[alias]
        if connection.vendor == "sqlite":
            found += sqlite_warnings(sqlite3.sqlite_version_info)
            found += sqlite_errors(connection)
        elif connection.vendor == "postgresql":
            found += _postgresql_errors(connection)
    return found


def sqlite_warnings(version: tuple[int, ...]) -> list[CheckMessage]:
    """A warning below 3.51.3, otherwise nothing."""
    if version >= SAFE_SQLITE:
        return []
    return [
        Warning(
            f"SQLite {'.'.join(map(str, version))} is sound for one server process only.",
            hint="Serve with one worker and several threads (make run does), or use PostgreSQL.",
            id="scorekeeper.W001",
        )
    ]


def sqlite_errors(connection: Any) -> list[CheckMessage]:
    """Errors of a file on another machine, and of a connection that syncs or checks less than it must."""
    name = str(settings.DATABASES[connection.alias]["NAME"])
    if name == ":memory:" or "mode=memory" in name:
        return []
    kind = file_system(Path(name))
    found: list[CheckMessage] = []
    if kind in NETWORK:
        found.append(
            Error(
                f"The SQLite database lies on a network file system ({kind}): two writers would damage it.",
                hint="Put DATA_DIR on a disk of this machine, or use PostgreSQL.",
                id="scorekeeper.E003",
            )
        )
    with connection.cursor() as cursor:
        for setting, needed in SQLITE_NEEDS.items():
            cursor.execute(f"PRAGMA {setting}")
            told = str(cursor.fetchone()[0])
            if told != needed:
                found.append(
                    Error(
                        f"SQLite has {setting} {told}, {needed} is needed: a power cut could lose saved hands.",
                        hint="Leave the database's options as settings.py has them.",
                        id="scorekeeper.E004",
                    )
                )
    return found


def _postgresql_errors(connection: Any) -> list[CheckMessage]:
    found: list[CheckMessage] = []
    with connection.cursor() as cursor:
        for name in ("synchronous_commit", "fsync", "full_page_writes"):
            cursor.execute(f"SHOW {name}")
            if cursor.fetchone()[0] == "off":
                found.append(
                    Error(
                        f"PostgreSQL has {name} off: a power cut would lose saved hands.",
                        hint=f"Set {name} = on in postgresql.conf.",
                        id="scorekeeper.E001",
                    )
                )
    return found
