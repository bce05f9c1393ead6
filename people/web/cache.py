"""A bounded cache in the memory of one process. Several threads may use it; it knows nothing of what it holds.

Each server process has its own. So a key names everything that its value depends on, as the database has it: the hash
of a log, the version of a tournament, names, the language. Then no process can show an outdated value, and nobody has
to tell the other processes about a change.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from time import monotonic
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")
LIFETIME = 600.0  # seconds; after it an unused value is dropped, with the names in it


class _Entry(Generic[V]):
    """A value, or the place of one that a thread is making."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.value: V | None = None
        self.used_at = 0.0


class Cache(Generic[K, V]):
    """The `size` values that were used last. A value is made once: other threads wait for the one that makes it."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._lock = Lock()
        self._entries: OrderedDict[K, _Entry[V]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._entries)

    def get(self, key: K, make: Callable[[], V]) -> V:
        """The value of `key`, made now if it is missing. The next caller tries again where `make` raises."""
        entry = self._entry(key)
        with entry.lock:
            if entry.value is None:
                entry.value = make()
            return entry.value

    def find(self, key: K) -> V | None:
        """The value of `key`, or None if it is missing or not made yet."""
        with self._lock:
            entry = self._entries.get(key)
            if entry is not None:
                self._entries.move_to_end(key)
                entry.used_at = monotonic()
            return entry.value if entry is not None else None

    def put(self, key: K, value: V) -> V:
        """Store a value, and return it."""
        self._entry(key).value = value
        return value

    def clear(self) -> None:
        """Drop all values, as in a process that has just started."""
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
