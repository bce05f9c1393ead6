"""Free space on the disk of the database, checked before the disk is full."""

import os
import threading
import time
from pathlib import Path

from django.conf import settings
from django.db import connection

MB = 1024 * 1024
EVERY = 2.0  # seconds: each call costs a system call, and pages ask often
_lock = threading.Lock()
_measured: dict[str, tuple[float, int]] = {}  # path -> time, bytes


def free(path: Path) -> int:
    """The bytes that this process may still write beside `path`, measured every two seconds at most."""
    name, now = str(path), time.monotonic()
    with _lock:
        at, size = _measured.get(name, (-EVERY, 0))
        if now - at >= EVERY:
            disk = os.statvfs(name if path.is_dir() else path.parent)
            at, size = _measured[name] = (now, disk.f_bavail * disk.f_frsize)
        return size


def place() -> Path | None:
    """The file of the database; None for a database in memory or on a server, which watches its own disk."""
    name = str(settings.DATABASES["default"]["NAME"])
    return None if connection.vendor != "sqlite" or name == ":memory:" or "mode=memory" in name else Path(name)


def is_low() -> bool:
    """Whether every page should warn."""
    return _below(settings.DISK_LOW_MB)


def is_full() -> bool:
    """Whether nothing more is written: the rest is for reading, undoing and stopping in good order."""
    return _below(settings.DISK_FULL_MB)


def _below(megabytes: int) -> bool:
    path = place()
    try:
        return path is not None and free(path) < megabytes * MB
    except OSError:  # no such folder: the database will report it
        return False


def forget() -> None:
    """Measure again, as in a process that has just started."""
    with _lock:
        _measured.clear()
