"""What comes of an action: saved, saved already, or why not. Knows no pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from django.db import InterfaceError, OperationalError, transaction

from engine.ledger import MatchLog
from matches.models import Event, HouseRulesVersion, Match
from matches.queue import write_queue
from matches.reading import Reading


@dataclass(frozen=True, slots=True)
class Outcome:
    """The event that stands in the log now, and the match as it is with it."""

    event: Event
    reading: Reading

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


class NotAllowed(Exception):
    """No such match, or not for this device: the two look alike."""


class KeyReuse(Exception):
    """The key stands for something else already: `saved` is the event, the match or the version that has it."""

    def __init__(self, saved: Event | Match | HouseRulesVersion, reading: Reading | None = None) -> None:
        super().__init__("key used before")
        self.saved = saved
        self.reading = reading


class Conflict(Exception):
    """The entry was made for another state of the match: `events` came in between.

    `expected` is the seq that the entry was to have; `reading` the match as it is.
    """

    def __init__(self, expected: int, events: Sequence[Event], reading: Reading) -> None:
        super().__init__(f"expected seq {expected}")
        self.expected = expected
        self.events = tuple(events)
        self.reading = reading

    @property
    def log(self) -> MatchLog:
        """What the match comes to without the entry."""
        return self.reading.log


class Unavailable(Exception):
    """The database cannot be written now; nothing was saved, the same key may be tried again."""

    status = 503


class DiskFull(Unavailable):
    """The server has no space left; nothing was saved and nothing was lost."""

    status = 507


@contextmanager
def writing() -> Iterator[None]:
    """The one way to write: queue, transaction, and the database's troubles in our own words.

    `durable`: when this returns, the commit is on disk; it refuses to stand in an outer transaction,
    whose later rollback would take back what a phone was told is saved.
    """
    try:
        with write_queue(), transaction.atomic(durable=True):
            yield
    except (OperationalError, InterfaceError) as error:
        raise (DiskFull if _is_full(error) else Unavailable)(str(error)) from error
    except OSError as error:  # the lock file of the queue
        raise (DiskFull if _is_full(error) else Unavailable)(str(error)) from error


def _is_full(error: Exception) -> bool:
    if isinstance(error, OSError):
        return error.errno in (28, 122)  # ENOSPC, EDQUOT
    state = getattr(error.__cause__, "sqlstate", None)
    return state == "53100" or "disk is full" in str(error)
