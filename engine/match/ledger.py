"""The replay of a match's events: the only code that computes balances, dealer and carry-over.

Undone and corrected entries stay in the log but do not count. The result does not depend on who entered an event or
when.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.match.fields import known_keys, not_one_of, whole_number
from engine.match.settled_entries import ENTRIES, Course, LoggedEvent, SettledEntry, Start, next_course
from engine.rulesets.rule_book import RuleBook
from engine.rulesets.scoring_types import TableState

__all__ = ["ENTRIES", "KINDS", "LoggedEvent", "Log", "MatchLog", "SettledEntry", "check", "replay", "table_before"]

UNDOABLE = (*ENTRIES, "correct", "extend")
KINDS = (*UNDOABLE, "undo", "redo", "close", "reopen")


@dataclass(frozen=True, slots=True)
class MatchLog:
    """The result of a log: the rows that count, the current table, and the events to undo and redo.

    `voided`: the table before each entry removed as a mistake, by `seq`; `standing`: entries, corrections and
    extensions that are not undone.
    """

    rows: tuple[SettledEntry, ...]
    state: TableState
    voided: Mapping[int, TableState]
    undoable: LoggedEvent | None
    redoable: LoggedEvent | None
    closed: bool
    last_seq: int
    standing: frozenset[int] = frozenset()

    @property
    def tables(self) -> tuple[TableState, ...]:
        """The table before each hand that was played, including repeated deals, and before the current hand, if any."""
        played = tuple(row.before for row in self.rows if row.ends_hand)
        return played if self.state.finished else (*played, self.state)

    def row(self, seq: int) -> SettledEntry | None:
        """The row of the entry `seq`, or None if it does not count."""
        return next((row for row in self.rows if row.seq == seq), None)


class Log:
    """A log that reads one event at a time, without reading earlier events again.

    `add` only records an event. Payments are calculated when `now` is read.
    """

    def __init__(self, book: RuleBook, facts: Iterable[LoggedEvent] = ()) -> None:
        """Start a log with the events `facts`, in ascending order of `seq`, all of which have been checked."""
        self.book = book
        self._course = Course(Start(book.start()))
        # Events that count, and events that a redo would restore, each with the course before and after it.
        self._standing: list[tuple[LoggedEvent, Course, Course]] = []
        self._undone: list[tuple[LoggedEvent, Course, Course]] = []
        self._closed = False
        self._last_seq = 0
        self._now: MatchLog | None = None
        for fact in facts:
            self.add(fact)

    def add(self, fact: LoggedEvent) -> None:
        """Add the next event, which must be valid."""
        self._last_seq, self._now = fact.seq, None
        if fact.kind == "undo" and self._standing:
            self._undone.append(self._standing.pop())
            self._course = self._undone[-1][1]
        elif fact.kind == "redo" and self._undone:
            self._standing.append(self._undone.pop())
            self._course = self._standing[-1][2]
        elif fact.kind in ("close", "reopen"):
            self._closed = fact.kind == "close"
            self._undone.clear()
        elif fact.kind in UNDOABLE:
            before, self._course = self._course, next_course(self.book, self._course, fact)
            self._standing.append((fact, before, self._course))
            self._undone.clear()

    def copy(self) -> Log:
        """An independent copy of the log, to which other events can be added."""
        other = Log.__new__(Log)
        vars(other).update(vars(self), _standing=list(self._standing), _undone=list(self._undone))
        return other

    @property
    def now(self) -> MatchLog:
        if self._now is None:
            course = self._course
            self._now = MatchLog(
                rows=tuple(slot.row for slot in course.slots if slot.row is not None),
                state=course.state,
                voided={slot.entered.seq: slot.before for slot in course.slots if slot.entered.payload is None},
                undoable=self._standing[-1][0] if self._standing else None,
                redoable=self._undone[-1][0] if self._undone else None,
                closed=self._closed,
                last_seq=self._last_seq,
                standing=frozenset(fact.seq for fact, _before, _after in self._standing),
            )
        return self._now

    def take(self, new: LoggedEvent) -> MatchLog:
        """Check `new`, add it and return the result. After a `RuleViolation`, the log must not be used again."""
        log = self.now
        if not isinstance(new.payload, Mapping):
            raise RuleViolation("payload", _("payload must be an object with names and values."))
        if log.closed and new.kind != "reopen":
            raise RuleViolation("kind", _("The match has ended. Reopen it to make changes."))
        if new.kind not in _CHECKS:
            raise not_one_of("kind", KINDS)
        _CHECKS[new.kind](self.book, log, new)
        self.add(new)
        after = self.now
        if any(row.before.finished for row in after.rows):
            raise RuleViolation(new.kind, self.book.no_room, length=after.state.length)
        return after


def replay(book: RuleBook, facts: Iterable[LoggedEvent]) -> MatchLog:
    """Replay `facts` (in ascending order of `seq`) and return the result."""
    return Log(book, facts).now


def check(book: RuleBook, facts: Iterable[LoggedEvent], new: LoggedEvent) -> MatchLog:
    """The result of the log with `new` added. Raises `RuleViolation` if `new` may not follow."""
    return Log(book, facts).take(new)


def _check_entry(book: RuleBook, log: MatchLog, new: LoggedEvent) -> None:
    book.check(log.state, book.read(new.kind, new.payload))


def _check_extend(book: RuleBook, log: MatchLog, new: LoggedEvent) -> None:
    known_keys(new.payload, frozenset({"match_length"}))
    book.extend(log.state, whole_number(new.payload, "match_length", 1, 99))


def _check_undo(book: RuleBook, log: MatchLog, new: LoggedEvent) -> None:
    known_keys(new.payload, frozenset({"target"}))
    if log.undoable is None:
        raise RuleViolation("kind", _("There’s nothing to undo."))
    if whole_number(new.payload, "target", 1, 10**9) != log.undoable.seq:
        sentence = _("Only the latest entry can be undone: number %(seq)s.")
        raise RuleViolation("target", sentence, seq=log.undoable.seq)


def _check_redo(book: RuleBook, log: MatchLog, new: LoggedEvent) -> None:
    known_keys(new.payload, frozenset({"target"}))
    if log.redoable is None:
        raise RuleViolation("kind", _("There’s nothing to redo."))


def _check_close(book: RuleBook, log: MatchLog, new: LoggedEvent) -> None:
    stated = dict(new.payload)
    if stated != log.state.balances.as_dict() or any(isinstance(points, bool) for points in stated.values()):
        raise RuleViolation(
            "payload", _("These aren’t the current balances. To end the match, enter the current balances.")
        )


def _check_reopen(book: RuleBook, log: MatchLog, new: LoggedEvent) -> None:
    known_keys(new.payload, frozenset({"reason"}))
    if not log.closed:
        raise RuleViolation("kind", _("The match hasn’t ended, so it can’t be reopened."))


def _check_correct(book: RuleBook, log: MatchLog, new: LoggedEvent) -> None:
    payload = new.payload
    known_keys(payload, frozenset({"target", "after", "replace", "reason"}))
    if ("target" in payload) == ("after" in payload) or "replace" not in payload:
        raise RuleViolation("target", _("A correction needs replace and either target or after."))
    whole_number(payload, "target" if "target" in payload else "after", 0, 10**9)
    entry = payload["replace"]
    if entry is None and "after" in payload:
        raise RuleViolation("replace", _("replace must contain the missing entry."))
    if entry is not None:
        if not isinstance(entry, Mapping) or set(entry) != {"kind", "payload"}:
            raise RuleViolation("replace", _("replace must be an object with kind and payload."))
        before = table_before(log, payload.get("target"), payload.get("after"))
        book.check(replace(before, finished=False), book.read(entry["kind"], entry["payload"]))


def table_before(log: MatchLog, target: int | None, after: int | None) -> TableState:
    """The table at the point that a correction applies to: before the entry `target`, or after the entry `after`."""
    for seq in (target, after):
        if seq is not None and seq in log.voided:
            return log.voided[seq]
    for row in log.rows:
        if row.seq == target:
            return row.before
        if row.seq == after:
            return row.after
    return log.rows[0].before if after == 0 and log.rows else log.state


_CHECKS = {
    **dict.fromkeys(ENTRIES, _check_entry),
    "correct": _check_correct,
    "extend": _check_extend,
    "undo": _check_undo,
    "redo": _check_redo,
    "close": _check_close,
    "reopen": _check_reopen,
}
