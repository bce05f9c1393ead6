"""The files of an SQLite database: the type of file system under them, and who may read them."""

import os
from contextlib import suppress
from pathlib import Path
from typing import Any

FOR_OTHERS = 0o077
MOUNTS = Path("/proc/self/mounts")


def file_system(path: Path, mounts: str | None = None) -> str:
    """The type of the file system that holds `path` ("ext4"), or "" where that is not known: outside Linux.

    `mounts`: lines as in /proc/self/mounts, the later one wins: it lies over the earlier.
    """
    if mounts is None:
        if not MOUNTS.exists():
            return ""
        mounts = MOUNTS.read_text(errors="replace")
    path, deepest, kind = path.resolve(), -1, ""
    for line in mounts.splitlines():
        _device, place, mounted, *_rest = line.split(" ")
        # Spaces and the like are written as octal digits.
        point = Path(place.encode().decode("unicode_escape"))
        if path.is_relative_to(point) and len(point.parts) >= deepest:
            deepest, kind = len(point.parts), mounted
    return kind


def keep_private(connection: Any, **_signal: object) -> None:
    """Restrict a database that was just opened, and the files beside it, to their owner."""
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
