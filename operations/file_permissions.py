"""Restrict the files of an SQLite database to their owner."""

import os
from contextlib import suppress
from pathlib import Path
from typing import Any

FOR_OTHERS = 0o077


def keep_private(connection: Any, **_told: object) -> None:
    """Take every right of others from a database that was just opened and the files beside it."""
    if connection.vendor != "sqlite":
        return
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA database_list")
        name = cursor.fetchone()[2]  # sequence number, schema, file
    for path in (Path(name), Path(f"{name}-wal"), Path(f"{name}-shm")):
        with suppress(OSError):  # in memory, gone meanwhile, or another owner's
            mode = path.stat().st_mode
            if mode & FOR_OTHERS:
                os.chmod(path, mode & ~FOR_OTHERS)
