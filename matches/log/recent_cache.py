"""What was made last, kept until newer things need its place. Keeps keys and values, and nothing behind them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Latest(Generic[K, V]):
    """At most `most` values by key; several threads may ask at once."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[K, V] = OrderedDict()
        self._turn = Lock()

    def get(self, key: K, make: Callable[[], V]) -> V:
        """The value of `key`, made now if it is not here."""
        found = self.find(key)
        if found is not None:
            return found
        value = make()
        with self._turn:
            self._values[key] = value
            if len(self._values) > self._most:
                self._values.popitem(last=False)
        return value

    def find(self, key: K) -> V | None:
        """The value of `key`, if it is here."""
        with self._turn:
            if key not in self._values:
                return None
            self._values.move_to_end(key)
            return self._values[key]

    def forget(self) -> None:
        """Keep nothing."""
        with self._turn:
            self._values.clear()
