"""Logs that were read, kept in this process under the hash of their last event. Asks no database.

That hash names the rules and every event before it (docs/formats.md, "The chain"), and events never
change: what is found under it is the log itself and never out of date. Only room is limited.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from functools import cached_property
from threading import Lock

from engine.match.ledger import Log, LoggedEvent, MatchLog
from engine.rulesets.rule_book import RuleBook
from matches.models import Event

MOST_LOGS = 256
LONGEST = 60  # events; a log beyond it is read anew each time


@dataclass(frozen=True)
class KeptLog:
    """Events by seq from 1, and the fold over them, which nobody may add to: `longer` copies it."""

    events: tuple[Event, ...]
    fold: Log

    @cached_property
    def log(self) -> MatchLog:
        """What the log comes to."""
        return self.fold.now

    @property
    def tip(self) -> str | None:
        """The hash of the last event."""
        return self.events[-1].hash if self.events else None

    @property
    def tip_before(self) -> str | None:
        """The hash of the event before it; that of the rules where there is none."""
        return self.events[-1].previous_hash if self.events else None


def of(book: RuleBook, events: tuple[Event, ...]) -> KeptLog:
    """A log as it comes from the database; kept from now on."""
    return keep(KeptLog(events, Log(book, [event.fact for event in events])))


def longer(kept: KeptLog, fact: LoggedEvent) -> Log:
    """The fold with one more event, which must fit. Raises `RuleViolation`; `kept` stays as it is."""
    fold = kept.fold.copy()
    fold.take(fact)
    return fold


_logs: OrderedDict[str, KeptLog] = OrderedDict()
_turn = Lock()


def find(tip: str | None) -> KeptLog | None:
    """The log that ends with the event of this hash, if it is here."""
    with _turn:
        kept = _logs.get(tip) if tip else None
        if kept and kept.tip:
            _logs.move_to_end(kept.tip)
        return kept


def keep(kept: KeptLog) -> KeptLog:
    """Have `find` find it, until newer ones need its place."""
    if kept.tip and len(kept.events) <= LONGEST:
        with _turn:
            _logs[kept.tip] = kept
            _logs.move_to_end(kept.tip)
            if len(_logs) > MOST_LOGS:
                _logs.popitem(last=False)
    return kept


def forget() -> None:
    """Keep nothing, as a process that has just started."""
    with _turn:
        _logs.clear()
