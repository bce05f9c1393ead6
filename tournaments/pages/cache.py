"""What many people follow, cached for each version of its tournament.

Every write raises the version, which is in the database, so no process shows an outdated list. For pages only: inside
a transaction the version does not show yet what has been written.
"""

from collections.abc import Hashable
from dataclasses import replace

from engine.tournament import StandingLine
from people.web.cache import Cache
from tournaments.snapshot import Day
from tournaments.standings.standings import Count

LISTS, COUNTS = 48, 8  # a list of 99 people in eight rounds takes 90 kB
EVENTS = 240  # of series, which have 60 at most: the last lines of an event of 300 people take 200 kB

lists: Cache[Hashable, str] = Cache(LISTS)
counts: Cache[Hashable, Count] = Cache(COUNTS)
events: Cache[Hashable, tuple[StandingLine, ...]] = Cache(EVENTS)


def count_of(day: Day) -> Count:
    """The results of a tournament as `Count` reads them, once for each of its versions."""
    tournament = day.tournament
    count = counts.get((tournament.code, tournament.version), lambda: Count(day))
    # While an entrant is added or removed, `day` may be from before it and the cached count from after it.
    return count if all(pk in day.by_pk for pk in count.results.entrants) else Count(day)


def last_lines_of(day: Day) -> tuple[StandingLine, ...]:
    """The standings of a tournament as a series reads them, without the games behind them, once for each of its
    versions. Empty while nothing counts yet."""
    tournament = day.tournament
    lines = events.get((tournament.code, tournament.version), lambda: _last_lines(day))
    return lines if all(line.entrant in day.by_pk for line in lines) else _last_lines(day)


def _last_lines(day: Day) -> tuple[StandingLine, ...]:
    count = Count(day)
    return tuple(replace(place.line, played=()) for place in count.after()) if count.results.games else ()


def clear_all() -> None:
    """Clear these caches, as in a process that has just started."""
    lists.clear()
    counts.clear()
    events.clear()
