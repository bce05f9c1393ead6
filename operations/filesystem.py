"""The type of the file system that holds an SQLite database, and the permissions of its files."""

import os
from contextlib import suppress
from pathlib import Path
from typing import Any

FOR_OTHERS = 0o077
MOUNTS = Path("/proc/self/mounts")


def file_system(path: Path, mounts: str | None = None) -> str:
    """The type of the file system that holds `path`, such as "ext4"; "" if unknown, as on systems other than Linux.

    `mounts`: lines as in /proc/self/mounts. Of two mounts at the same point, the later one is in use.
    """
    if mounts is None:
        if not MOUNTS.exists():
            return ""
        mounts = MOUNTS.read_text(errors="replace")
    path, deepest, kind = path.resolve(), -1, ""
    for line in mounts.splitlines():
        _device, place, mounted, *_rest = line.split(" ")
        # Spaces and some other characters are octal escapes.
        point = Path(place.encode().decode("unicode_escape"))
        if path.is_relative_to(point) and len(point.parts) >= deepest:
            deepest, kind = len(point.parts), mounted
    return kind


def keep_private(connection: Any, **_signal: object) -> None:
    """Restrict an SQLite database that was just opened, with its `-wal` and `-shm` files, to their owner."""
    if connection.vendor != "sqlite":
        return
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA database_list")
        name = cursor.fetchone()[2]  # sequence number, schema, file
    for path in (Path(name), Path(f"{name}-wal"), Path(f"{name}-shm")):
        with suppress(OSError):  # an in-memory database, a deleted file, or another owner's file
            mode = path.stat().st_mode
            if mode & FOR_OTHERS:
                os.chmod(path, mode & ~FOR_OTHERS)
