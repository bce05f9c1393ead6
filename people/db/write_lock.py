"""A queue in front of SQLite's write lock. PostgreSQL needs none: it locks the match's row.

SQLite's own busy handler sleeps in steps and is not fair: with eight writers, the slowest one waited for seconds.
"""

import fcntl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from django.db import OperationalError, connection

from people.db.disk import hand_over, place

PATIENCE = 15.0  # seconds; browsers give up after about 20
_process_lock = threading.Lock()


@contextmanager
def write_queue() -> Iterator[None]:
    """Wait for the write lock and hold it. Raises `OperationalError` after `PATIENCE` seconds."""
    if connection.vendor != "sqlite":
        yield
        return
    deadline = time.monotonic() + PATIENCE
    # Threads of one process queue here, so that only one of them waits for the file.
    if not _process_lock.acquire(timeout=PATIENCE):
        raise OperationalError("the write queue is held by another thread")
    try:
        database = place()
        if database is None:  # in memory: no other process uses it
            yield
            return
        path = Path(f"{database}.wlock")
        with path.open("ab") as lock:  # closing it releases the lock
            hand_over(path, like=database)
            _wait(lock, deadline)
            yield
    finally:
        _process_lock.release()


def _wait(held: IO[bytes], deadline: float) -> None:
    pause = 0.001
    while True:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > deadline:
                raise OperationalError("the write queue is held by another process") from None
            time.sleep(pause)
            pause = min(pause * 1.5, 0.02)
        else:
            return
