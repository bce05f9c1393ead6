"""Work that takes seconds goes on by itself: who asks for it by the dozen takes no thread from phones at the tables."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from people.writing import Unavailable

MOST_WAITING = 2  # who wait beside the one who works; more are sent away, so that threads are left for everybody else
PATIENCE = 15.0  # seconds; a browser's own patience ends at about 20
_turn = threading.Lock()
_places = threading.BoundedSemaphore(1 + MOST_WAITING)


@contextmanager
def long_work() -> Iterator[None]:
    """One at a time in a process. Raises `Unavailable` where others wait already, or wait long. Not inside itself, and
    not inside a transaction."""
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
