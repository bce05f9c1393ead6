"""Run slow tasks one at a time, so that they leave threads for other pages."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from people.db.transactions import Unavailable

MOST_WAITING = 2  # requests that may wait for the running one; others are refused, to leave threads for other pages
PATIENCE = 15.0  # seconds; browsers give up after about 20
_turn = threading.Lock()
_places = threading.BoundedSemaphore(1 + MOST_WAITING)


@contextmanager
def long_work() -> Iterator[None]:
    """Wait until no other slow task runs. Must not be nested or called inside a transaction.

    Raises `Unavailable` if the queue is full or the wait is too long.
    """
    if not _places.acquire(blocking=False):
        raise Unavailable("others wait for long work already")
    try:
        if not _turn.acquire(timeout=PATIENCE):
            raise Unavailable("long work of somebody else goes on")
        try:
            yield
        finally:
            _turn.release()
    finally:
        _places.release()
