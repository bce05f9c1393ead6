"""A cache of computed values: a dictionary that fills itself and limits its size.

It is faster than `functools.lru_cache`, which reorders its entries at every look-up and has to build keys.
"""

from collections.abc import Callable
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Memo(dict[K, V], Generic[K, V]):
    """A dictionary that computes a missing `memo[key]` as `work(key)`, and is cleared before it exceeds `most` entries.

    Two threads may compute the same value at the same time; both get the same result.
    """

    __slots__ = ("most", "work")

    def __init__(self, work: Callable[[K], V], most: int) -> None:
        self.work, self.most = work, most

    def __missing__(self, key: K) -> V:
        if len(self) >= self.most:
            self.clear()
        value = self[key] = self.work(key)
        return value
