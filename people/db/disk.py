"""The disk that holds the database: its free space, and the owner of new files."""

import os
import stat
import threading
import time
from contextlib import suppress
from pathlib import Path

from django.conf import settings
from django.db import connection

MB = 1024 * 1024
EVERY = 2.0  # seconds between two measurements: each is a system call, and every page needs the result
_lock = threading.Lock()
_measured: dict[str, tuple[float, int]] = {}  # path -> time, bytes


def free(path: Path) -> int:
    """Return the bytes that this process may still write next to `path`, measured at most every two seconds."""
    name, now = str(path), time.monotonic()
    with _lock:
        at, size = _measured.get(name, (-EVERY, 0))
        if now - at >= EVERY:
            disk = os.statvfs(name if path.is_dir() else path.parent)
            at, size = _measured[name] = (now, disk.f_bavail * disk.f_frsize)
        return size


def place() -> Path | None:
    """Return the database file; None for a database in memory or on a server, which checks its own disk."""
    name = str(settings.DATABASES["default"]["NAME"])
    return None if connection.vendor != "sqlite" or name == ":memory:" or "mode=memory" in name else Path(name)


def is_low() -> bool:
    """Return whether the free space is so low that every page should show a warning."""
    return _below(settings.DISK_LOW_MB)


def is_full() -> bool:
    """Return whether saving must be refused, to leave space for reading, rollbacks and an orderly shutdown."""
    return _below(settings.DISK_FULL_MB)


def _below(megabytes: int) -> bool:
    path = place()
    try:
        return path is not None and free(path) < megabytes * MB
    except OSError:  # no such folder: the database will report it
        return False


def forget() -> None:
    """Clear the measurements, as in a new process."""
    with _lock:
        _measured.clear()


def hand_over(made: Path, like: Path) -> None:
    """Give a file that root created to the owner of `like`, so that the server can write to it.

    Does nothing if this process does not run as root, or if `made` is a link, which may point to a file that belongs to
    root.
    """
    if os.geteuid() != 0:
        return
    with suppress(OSError):  # a file system without owners
        file, owner = made.lstat(), like.stat()
        is_link = not stat.S_ISDIR(file.st_mode) and (not stat.S_ISREG(file.st_mode) or file.st_nlink > 1)
        if file.st_uid == 0 and owner.st_uid != 0 and not is_link:
            os.chown(made, owner.st_uid, owner.st_gid, follow_symlinks=False)
