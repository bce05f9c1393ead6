"""Data that many people poll for, cached by the version of its tournament.

Every write increases the version. The version is in the database, so no process shows an outdated list. For pages only:
inside a transaction, the version doesn't include the transaction's own writes yet.
"""

from collections.abc import Hashable
from dataclasses import replace

from engine.tournament import StandingLine
from people.web.cache import Cache
from tournaments.snapshot import Day
from tournaments.standings.standings import Count

LISTS, COUNTS = 48, 8  # a list of 99 people in eight rounds takes 90 kB
EVENTS = 240  # a series has at most 60 events; the standings of 300 people take 200 kB

lists: Cache[Hashable, str] = Cache(LISTS)
counts: Cache[Hashable, Count] = Cache(COUNTS)
events: Cache[Hashable, tuple[StandingLine, ...]] = Cache(EVENTS)


def count_of(day: Day) -> Count:
    """Return the cached `Count` of a tournament, computed once for each version."""
    tournament = day.tournament
    count = counts.get((tournament.code, tournament.version), lambda: Count(day))
    # If an entrant was just added or removed, `day` may be older than the cached count.
    return count if all(pk in day.by_pk for pk in count.results.entrants) else Count(day)


def last_lines_of(day: Day) -> tuple[StandingLine, ...]:
    """Return a tournament's cached standings for a series, without results of rounds; empty while no match counts."""
    tournament = day.tournament
    lines = events.get((tournament.code, tournament.version), lambda: _last_lines(day))
    return lines if all(line.entrant in day.by_pk for line in lines) else _last_lines(day)


def _last_lines(day: Day) -> tuple[StandingLine, ...]:
    count = Count(day)
    return tuple(replace(place.line, played=()) for place in count.after()) if count.results.games else ()


def clear_all() -> None:
    """Clear the caches, as if the process had just started."""
    for cache in (lists, counts, events):
        cache.clear()
