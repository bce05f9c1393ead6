"""Locks that show whether a server of this site is running.

Each server process holds a shared lock on a file. With PostgreSQL, which servers on other machines may use too, each of
its connections also holds a shared lock in the database. A command that replaces the database needs both exclusively.
"""

import fcntl
import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from django.conf import settings
from django.db import Error, OperationalError, connection
from django.db.backends.signals import connection_created

from people.db.disk import hand_over

logger = logging.getLogger(__name__)
LOCK = 7_021_907_416  # the key of PostgreSQL's advisory lock; any constant
_held: list[IO[bytes]] = []


class ServerRunning(Exception):
    """The database cannot be replaced while a server is running, and no server can start during the replacement."""


def _path() -> Path:
    return Path(settings.DATA_DIR) / "serving.lock"


def serve() -> None:
    """Take the shared locks until this process ends, and limit the wait for PostgreSQL.

    Called by wsgi.py and asgi.py. Raises `ServerRunning` while this machine replaces the database. While another
    machine does, the server starts, but its pages say that the database is unavailable.
    """
    if connection.vendor == "postgresql":
        from people.db import postgresql  # without PostgreSQL, psycopg need not be installed

        postgresql.limit_waits()
        connection_created.connect(_hold_shared_lock)
    try:
        lock = _path().open("ab")
        _share(lock)
    except BlockingIOError:
        raise ServerRunning(
            "The database is being restored or upgraded. Start the server when that has finished."
        ) from None
    except OSError as error:
        logger.warning("%s cannot be locked: %s", _path(), error)
        return
    _held.append(lock)


def _share(lock: IO[bytes]) -> None:
    """Take the shared lock. `is_serving` may hold the exclusive lock for a moment, so try for a second."""
    for _try in range(10):
        with suppress(BlockingIOError):
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
            return
        time.sleep(0.1)
    fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)


def is_serving() -> bool:
    """Return whether a server process on this machine uses this data folder. Raises `OSError`."""
    if not _path().exists():
        return False
    with _path().open("rb") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


@contextmanager
def exclusive() -> Iterator[None]:
    """Keep servers from starting while this context is open. Raises `ServerRunning` if one is running."""
    with _path().open("ab") as lock:
        hand_over(_path(), like=_path().parent)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise ServerRunning from None
        if connection.vendor == "postgresql":
            with _hold_exclusive_lock():
                yield
        else:
            yield


def _hold_shared_lock(connection: Any, **_signal: object) -> None:
    """Take the shared lock in the database with a connection just taken from the pool, unless it has the lock."""
    borrowed = connection.connection
    if connection.vendor != "postgresql" or getattr(borrowed, "serves", False):
        return
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock_shared(%s)", [LOCK])
        borrowed.serves = bool(cursor.fetchone()[0])
    if not borrowed.serves:
        connection.close()
        raise OperationalError("a backup is being restored")


@contextmanager
def _hold_exclusive_lock() -> Iterator[None]:
    """Hold the exclusive lock in the database with a connection outside the pool, whose connections are returned."""
    own = connection.copy()
    own.settings_dict["OPTIONS"]["pool"] = False
    try:
        with own.cursor() as cursor:
            cursor.execute("SELECT pg_try_advisory_lock(%s)", [LOCK])
            if not cursor.fetchone()[0]:
                raise ServerRunning
        yield
    finally:
        # PostgreSQL notices a closed connection only after a moment, so unlock first.
        with suppress(Error), own.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock_all()")
        own.close()
