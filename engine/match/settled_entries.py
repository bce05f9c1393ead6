"""The entries of a match in the order in which they count, and the payments of each.

A correction creates a new `Course`, which shares the slots before the corrected entry with the old one. A slot is
settled only when it is read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.match.entries import Entry, Penalty
from engine.match.payments import totals
from engine.rulesets.rule_book import RuleBook
from engine.rulesets.scoring_types import Settlement, TableState
from engine.seats import Points

ENTRIES = ("hand", "draw", "penalty")


@dataclass(frozen=True, slots=True)
class LoggedEvent:
    """One event of the log: its position, its kind and its payload."""

    seq: int
    kind: str
    payload: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class SettledEntry:
    """One entry that counts, with its payments and its result.

    `seq` identifies the entry permanently (the event that created it); `source` is the event that its values come from:
    the correction, if there is one. `before` and `after` are the table before and after the entry; `nth` is the number
    of the hand that it belongs to, from 1, with a repeated deal counted as another hand.
    """

    seq: int
    source: int
    kind: str
    payload: Mapping[str, Any]
    entry: Entry
    before: TableState
    settlement: Settlement
    after: TableState
    flags: tuple[str, ...] = ()
    nth: int = 1

    @property
    def hand_no(self) -> int:
        return self.before.hand_no

    @property
    def ends_hand(self) -> bool:
        return not isinstance(self.entry, Penalty) or self.entry.ends_hand

    @property
    def payments(self) -> Points:
        """Each player's gain or loss, including sticks."""
        return self.settlement.payments

    @property
    def changes(self) -> Points:
        """The change in each player's points, including deposits put on the table or taken from it."""
        return totals(self.settlement.lines)

    @property
    def balances(self) -> Points:
        return self.after.balances


@dataclass(frozen=True, slots=True)
class Start:
    """The state before the first slot: the table at the start, and the number of the first hand."""

    after: TableState
    next_nth: int = 1


@dataclass(slots=True)
class Entered:
    """The entry in a slot.

    `payload` is None for an entry removed as a mistake, which does not count. `made_at` is the slot (or the start) that
    came before this slot when the entry was made. `entry` is the payload as read by the book, kept so that the payload
    is not read again when an earlier slot is corrected.
    """

    seq: int
    source: int
    kind: str
    payload: Mapping[str, Any] | None
    made_at: Start | Slot
    entry: Entry | None = None


class _Settled(NamedTuple):
    """The result of a slot: the table after it, the number of the next hand, and the row without its flags."""

    after: TableState
    next_nth: int
    row: SettledEntry | None


class Slot:
    """A position in the order of entries, after `previous`.

    A slot is settled when its result is first read. A correction replaces all slots after the corrected entry, and most
    of the new slots are replaced again before they are read.
    """

    __slots__ = ("_row", "_settled", "book", "entered", "previous")

    def __init__(self, book: RuleBook, previous: Start | Slot, entered: Entered) -> None:
        self.book, self.previous, self.entered = book, previous, entered
        self._settled: _Settled | None = None
        self._row: SettledEntry | None = None

    @property
    def before(self) -> TableState:
        return self.previous.after

    @property
    def after(self) -> TableState:
        return self._settle().after

    @property
    def next_nth(self) -> int:
        return self._settle().next_nth

    @property
    def row(self) -> SettledEntry | None:
        """The settled entry, or None if it does not count."""
        if self._row is None and (row := self._settle().row):
            made_at = self.entered.made_at.after
            flags = () if made_at == row.before else self.book.flags(made_at, row.before, row.entry)
            self._row = replace(row, flags=flags) if flags else row
        return self._row

    def _settle(self) -> _Settled:
        """Settle the unsettled slots before this one, in order, and then this one."""
        waiting: list[Slot] = []
        place: Start | Slot = self
        while isinstance(place, Slot) and place._settled is None:
            waiting.append(place)
            place = place.previous
        for each in reversed(waiting):
            each._settled = _settled(each.book, each.entered, each.previous)
        return self._settled or _settled(self.book, self.entered, self.previous)


def _settled(book: RuleBook, entered: Entered, previous: Start | Slot) -> _Settled:
    before, nth = previous.after, previous.next_nth
    if entered.payload is None:
        return _Settled(before, nth, None)
    entry = entered.entry = entered.entry or book.read(entered.kind, entered.payload)
    settlement = book.settle(before, entry)
    after = book.advance(before, entry, settlement)
    row = SettledEntry(
        entered.seq, entered.source, entered.kind, entered.payload, entry, before, settlement, after, nth=nth
    )
    return _Settled(after, nth + row.ends_hand, row)


@dataclass(frozen=True, slots=True)
class Course:
    """The slots in order, with the state before the first one."""

    start: Start
    slots: tuple[Slot, ...] = ()

    def before(self, at: int) -> Start | Slot:
        """The slot before index `at`, or the start; `at` may be one past the last slot."""
        return self.slots[at - 1] if at else self.start

    @property
    def state(self) -> TableState:
        return self.before(len(self.slots)).after


def next_course(book: RuleBook, course: Course, fact: LoggedEvent) -> Course:
    """The course with one more event applied."""
    if fact.kind in ENTRIES:
        at = len(course.slots)
        return _rebuilt(book, course, at, [Entered(fact.seq, fact.seq, fact.kind, fact.payload, course.before(at))])
    if fact.kind == "extend":
        longer = Start(replace(course.start.after, length=fact.payload["match_length"]))
        return _rebuilt(book, Course(longer), 0, [slot.entered for slot in course.slots])
    at = _place(course.slots, fact)
    return _rebuilt(book, course, at, _corrected(course, fact, at))


def _rebuilt(book: RuleBook, course: Course, at: int, entered: Iterable[Entered]) -> Course:
    """The course up to index `at`, followed by a new slot for each of `entered`."""
    slots, previous = list(course.slots[:at]), course.before(at)
    for each in entered:
        previous = Slot(book, previous, each)
        slots.append(previous)
    return Course(course.start, tuple(slots))


def _corrected(course: Course, fact: LoggedEvent, at: int) -> list[Entered]:
    """The entries from index `at` on after a correction, with one replaced or voided, or a missing one inserted."""
    new, before = fact.payload["replace"], course.before(at)
    kind = new["kind"] if new else "hand"
    payload = new["payload"] if new else None
    following = [slot.entered for slot in course.slots[at:]]
    if "after" in fact.payload:
        return [Entered(fact.seq, fact.seq, kind, payload, before), *following]
    old = following[0]
    return [Entered(old.seq, fact.seq, kind, payload, before if new else old.made_at), *following[1:]]


def _place(slots: tuple[Slot, ...], fact: LoggedEvent) -> int:
    """The index in `slots` for a correction: the index of its target, or the index after the entry `after`."""
    key = "after" if "after" in fact.payload else "target"
    inserting, wanted = key == "after", fact.payload[key]
    if inserting and wanted == 0:
        return 0
    for index, slot in enumerate(slots):
        if slot.entered.seq == wanted:
            return index + inserting
    sentence = _("%(key)s must be the number of an entry in this match. There’s no entry %(seq)s.")
    raise RuleViolation(key, sentence, seq=wanted)
