"""Free space on the disk of the database, checked before the disk is full."""

import os
import threading
import time
from functools import lru_cache
from pathlib import Path

from django.conf import settings
from django.db import connection

MB = 1024 * 1024
EVERY = 2.0  # seconds: asking costs a system call, and pages ask often
_turn = threading.Lock()
_told: dict[str, tuple[float, int]] = {}


def free(path: Path) -> int:
    """Bytes that this process may still write beside `path`; asked of the disk every two seconds at most."""
    name, now = str(path), time.monotonic()
    with _turn:
        at, bytes_ = _told.get(name, (-EVERY, 0))
        if now - at >= EVERY:
            found = os.statvfs(name if path.is_dir() else path.parent)
            at, bytes_ = _told[name] = (now, found.f_bavail * found.f_frsize)
        return bytes_


def place() -> Path | None:
    """Where the database is a file of ours; None for one in memory and for a server, which looks after its own disk."""
    return _file(connection.vendor, str(settings.DATABASES["default"]["NAME"]))


@lru_cache(8)
def _file(vendor: str, name: str) -> Path | None:
    if vendor != "sqlite" or name == ":memory:" or "mode=memory" in name:
        return None
    return Path(name)


def is_low() -> bool:
    """Whether it is time to say so on every page."""
    return _below(settings.DISK_LOW_MB)


def is_full() -> bool:
    """Whether nothing more is taken: what is left is for reading, undoing and stopping in good order."""
    return _below(settings.DISK_FULL_MB)


def _below(megabytes: int) -> bool:
    path = place()
    try:
        return path is not None and free(path) < megabytes * MB
    except OSError:  # no such folder: the database itself will say so
        return False


def forget() -> None:
    """Ask the disk anew, as a process that has just started."""
    with _turn:
        _told.clear()
