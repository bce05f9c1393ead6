"""A thread-safe cache of limited size in the memory of one process.

A key must contain everything that the value depends on, as read from the database: the hash of a log, the version of a
tournament, names, the language. Then no process shows an outdated value, and changes need not be announced to other
processes.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from time import monotonic
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
LIFETIME = 600.0  # seconds until an unused value, which may contain names, is dropped


class _Entry(Generic[V]):
    """A cached value, or the slot for a value that a thread is computing."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.value: V | None = None
        self.used_at = 0.0


class Cache(Generic[K, V]):
    """A cache of the `size` most recently used values. One thread computes a value while others wait for it."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._lock = Lock()
        self._entries: OrderedDict[K, _Entry[V]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._entries)

    def get(self, key: K, make: Callable[[], V]) -> V:
        """Return the value of `key`, computed with `make` if it is missing.

        If `make` raises an error, the next caller tries again.
        """
        entry = self._entry(key)
        with entry.lock:
            if entry.value is None:
                entry.value = make()
            return entry.value

    def find(self, key: K) -> V | None:
        """Return the value of `key`; None if it is missing or still being computed."""
        with self._lock:
            entry = self._entries.get(key)
            if entry is None:
                return None
            self._entries.move_to_end(key)
            entry.used_at = monotonic()
            return entry.value

    def put(self, key: K, value: V) -> V:
        self._entry(key).value = value
        return value

    def clear(self) -> None:
        """Drop all values, as in a new process."""
        with self._lock:
            self._entries.clear()

    def _entry(self, key: K) -> _Entry[V]:
        now = monotonic()
        with self._lock:
            entry = self._entries.setdefault(key, _Entry())
            self._entries.move_to_end(key)
            entry.used_at = now
            while len(self._entries) > self._size or next(iter(self._entries.values())).used_at < now - LIFETIME:
                self._entries.popitem(last=False)
            return entry
