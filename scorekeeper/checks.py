"""Start-up checks: settings under which the promise "a saved hand stays saved" would not hold.

Those of the database run with `migrate` and `check --database default`, not on every command.
"""

import sqlite3
from collections.abc import Sequence
from typing import Any

from django.core.checks import CheckMessage, Error, Tags, Warning, register
from django.db import connections

# Older ones can corrupt a WAL database when several processes write (sqlite.org, 3.51.3 release notes).
SAFE_SQLITE = (3, 51, 3)


@register(Tags.database)
def database_is_safe(databases: Sequence[str] | None = None, **kwargs: Any) -> list[CheckMessage]:
    """Warn of an SQLite that is sound for one process only; refuse a PostgreSQL that may forget."""
    found: list[CheckMessage] = []
    for alias in databases or []:
        connection = connections[alias]
        if connection.vendor == "sqlite":
            found += sqlite_warnings(sqlite3.sqlite_version_info)
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
