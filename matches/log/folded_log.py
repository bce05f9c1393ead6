"""A match's log with the fold over it, cached under the hash of its last event. Reads no database.

That hash names the rules and every event before it (docs/formats.md, "The chain"), and events never change: a cached
log is never outdated.
"""

from dataclasses import dataclass
from functools import cached_property

from engine.match.ledger import Log, LoggedEvent, MatchLog
from engine.rulesets.rule_book import RuleBook
from matches.models import Event
from people.web.cache import Cache

MAX_CACHED_EVENTS = 60  # a longer log is read from the database each time


@dataclass(frozen=True)
class FoldedLog:
    """Events by seq from 1, and the fold over them. The fold is shared: `with_event` extends a copy of it."""

    events: tuple[Event, ...]
    fold: Log

    @cached_property
    def log(self) -> MatchLog:
        """The state of the match after the last event."""
        return self.fold.now

    @property
    def tip(self) -> str | None:
        """The hash of the last event."""
        return self.events[-1].hash if self.events else None

    @property
    def tip_before(self) -> str | None:
        """The hash of the event before it; that of the rules where there is none."""
        return self.events[-1].previous_hash if self.events else None

    def with_event(self, fact: LoggedEvent) -> Log:
        """A copy of the fold with one more event. Raises `RuleViolation` if the event does not fit."""
        fold = self.fold.copy()
        fold.take(fact)
        return fold


LOGS: Cache[str, FoldedLog] = Cache(256)


def cached_log(tip: str | None) -> FoldedLog | None:
    """The cached log whose last event has this hash."""
    return LOGS.find(tip) if tip else None


def fold_events(book: RuleBook, events: tuple[Event, ...]) -> FoldedLog:
    """Fold a log from the database, and cache it."""
    return cache_log(FoldedLog(events, Log(book, [event.fact for event in events])))


def cache_log(folded: FoldedLog) -> FoldedLog:
    """Cache a log, unless it is empty or very long, and return it."""
    if folded.tip and len(folded.events) <= MAX_CACHED_EVENTS:
        LOGS.put(folded.tip, folded)
    return folded
