"""What many follow is made once for each version of its tournament, not once for each phone that asks.

Kept under the version itself: whatever is written raises it, so a correction is never hidden by what was kept. For
pages alone, which read what is committed: inside a transaction the version does not tell yet what has been written.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import replace
from threading import Lock
from typing import Generic, TypeVar

from engine.tournament import StandingLine
from tournaments.snapshot import Day
from tournaments.standings.standings import Count

LISTS, COUNTS = 48, 8  # a list of 99 people in eight rounds takes 90 kB
EVENTS = 240  # of series, which have 60 at most: the last lines of an event of 300 people take 200 kB
T = TypeVar("T")


class _Place(Generic[T]):
    """One thing that is kept, or that somebody is making just now."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.made: T | None = None


class Shelf(Generic[T]):
    """The last `most` things that were asked for. Who asks for one that is being made waits for it."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = Lock()
        self._places: OrderedDict[Hashable, _Place[T]] = OrderedDict()

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """What stands under `key`, made if it is not there. What was written while it was made may be in it: whoever
        looks after that asks by another key."""
        with self._lock:
            place = self._places.setdefault(key, _Place())
            self._places.move_to_end(key)
            while len(self._places) > self._most:
                self._places.popitem(last=False)
        with place.lock:
            if place.made is None:
                place.made = make()
            return place.made

    def clear(self) -> None:
        """Keep nothing: everything is made anew."""
        with self._lock:
            self._places.clear()


lists: Shelf[str] = Shelf(LISTS)
counts: Shelf[Count] = Shelf(COUNTS)
events: Shelf[tuple[StandingLine, ...]] = Shelf(EVENTS)


def count_of(day: Day) -> Count:
    """The results of a tournament as `Count` reads them, once for each of its versions."""
    told = day.tournament
    found = counts.get((told.code, told.version), lambda: Count(day))
    # Where somebody is entered or taken off just now, this reader may have looked before and the other after it.
    return found if all(pk in day.by_pk for pk in found.results.entrants) else Count(day)


def last_lines_of(day: Day) -> tuple[StandingLine, ...]:
    """The standings of a tournament as a series asks for them, without what makes them up, once for each of its
    versions; none of one in which nothing counts yet."""
    told = day.tournament
    found = events.get((told.code, told.version), lambda: _last_lines(day))
    return found if all(line.entrant in day.by_pk for line in found) else _last_lines(day)


def _last_lines(day: Day) -> tuple[StandingLine, ...]:
    count = Count(day)
    return tuple(replace(place.line, played=()) for place in count.after()) if count.results.games else ()


def forget_all() -> None:
    """As after a start: for measuring."""
    lists.clear()
    counts.clear()
    events.clear()
