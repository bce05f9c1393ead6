"""A lock file that shows whether a server of this site is running.

Each server process holds a shared lock. A command that replaces the database needs an exclusive one.
"""

import fcntl
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from django.conf import settings

from people.db.disk import hand_over

logger = logging.getLogger(__name__)
_held: list[IO[bytes]] = []


class ServerRunning(Exception):
    """The database cannot be replaced while a server is running, and no server can start during the replacement."""


def _path() -> Path:
    return Path(settings.DATA_DIR) / "serving.lock"


def serve() -> None:
    """Take the shared lock until this process ends.

    Called by wsgi.py and asgi.py. Raises `ServerRunning` while the database is being replaced.
    """
    try:
        lock = _path().open("ab")
        fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        raise ServerRunning("A backup is being restored. Start the server when the restore has finished.") from None
    except OSError as error:
        logger.warning("%s cannot be locked: %s", _path(), error)
        return
    _held.append(lock)


@contextmanager
def exclusive() -> Iterator[None]:
    """Keep servers from starting while this context is open. Raises `ServerRunning` if one is running."""
    with _path().open("ab") as lock:
        hand_over(_path(), like=_path().parent)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise ServerRunning from None
        yield
