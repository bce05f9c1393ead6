"""What comes of an action: saved, saved already, or why not. Knows no pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.match.ledger import MatchLog
from matches.log.state import MatchState
from matches.models import Event, HouseRulesVersion, Match
from people.db.transactions import DiskFull, NotAllowed, Unavailable, writing

__all__ = [
    "AlreadySaved",
    "Conflict",
    "DiskFull",
    "KeyReuse",
    "NotAllowed",
    "Outcome",
    "Saved",
    "Unavailable",
    "writing",
]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The event that stands in the log now, and the match as it is with it."""

    event: Event
    reading: MatchState

    @property
    def log(self) -> MatchLog:
        """What the match comes to now."""
        return self.reading.log


class Saved(Outcome):
    """The event is new."""

    __slots__ = ()


class AlreadySaved(Outcome):
    """The same entry came before, with the same key: nothing was written."""

    __slots__ = ()


class KeyReuse(Exception):
    """The key stands for something else already: `saved` is the event, the match or the version that has it."""

    def __init__(self, saved: Event | Match | HouseRulesVersion, reading: MatchState | None = None) -> None:
        super().__init__("key used before")
        self.saved = saved
        self.reading = reading


class Conflict(Exception):
    """The entry was made for another state of the match: `events` came in between.

    `expected` is the seq that the entry was to have; `reading` the match as it is.
    """

    def __init__(self, expected: int, events: Sequence[Event], reading: MatchState) -> None:
        super().__init__(f"expected seq {expected}")
        self.expected = expected
        self.events = tuple(events)
        self.reading = reading

    @property
    def log(self) -> MatchLog:
        """What the match comes to without the entry."""
        return self.reading.log
