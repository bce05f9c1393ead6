"""The effect of a correction on the entry and on later hands."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from engine.errors import RuleViolation
from engine.match.ledger import LoggedEvent, MatchLog, SettledEntry, check
from engine.seats import PerSeat
from matches import wording
from matches.log.state import MatchState


class EntryVersion(NamedTuple):
    """An entry before or after a correction; `pays`: (name, "win" or "pay", points)."""

    what: str
    pays: list[tuple[str, str, str]]


class LaterHand(NamedTuple):
    """A hand after the corrected one; `cells`: (old balance, new balance, whether they differ)."""

    no: str
    what: str
    note: str
    flags: list[str]
    cells: list[tuple[str, str, bool]]


@dataclass(frozen=True)
class Consequences:
    """The effect of a correction, or why it isn't valid (`refusal`)."""

    refusal: str = ""
    saved: EntryVersion | None = None
    now: EntryVersion | None = None
    later: list[LaterHand] = field(default_factory=list)
    changes: str = ""


def consequences(reading: MatchState, replacement: Mapping[str, Any] | None, **place: int) -> Consequences:
    """Return the effect of a correction. `place`: target=seq of the entry to replace (remove, if `replacement` is
    None), or after=seq to insert."""
    fact = LoggedEvent(reading.version + 1, "correct", {**place, "replace": replacement})
    try:
        now = check(reading.book, reading.facts, fact)
    except RuleViolation as violation:
        return Consequences(refusal=wording.sentence(violation, reading.names))
    target = place.get("target", fact.seq)
    changes = PerSeat.of(lambda seat: now.state.balances[seat] - reading.log.state.balances[seat])
    return Consequences(
        saved=_version(reading, reading.log.row(target)),
        now=_version(reading, now.row(target)),
        later=_later(reading, now, target),
        changes=wording.changes_words(changes, reading.names),
    )


def _version(reading: MatchState, row: SettledEntry | None) -> EntryVersion:
    if row is None:
        return EntryVersion(_("Not recorded"), [])
    changes = [(reading.names[seat], points) for seat, points in row.changes.items() if points]
    pays = [(name, "win" if points > 0 else "pay", wording.signed(points)) for name, points in changes]
    return EntryVersion(wording.result_words(reading, row), pays)


def _later(reading: MatchState, now: MatchLog, target: int) -> list[LaterHand]:
    before = {row.seq: row for row in reading.log.rows}
    seqs = [row.seq for row in now.rows]
    # Removed: the next entry moved into its place.
    start = seqs.index(target) + 1 if target in seqs else [*before, target].index(target)
    return [_later_hand(reading, before[row.seq], row) for row in now.rows[start:] if row.seq in before]


def _later_hand(reading: MatchState, old: SettledEntry, new: SettledEntry) -> LaterHand:
    pairs = zip(old.balances, new.balances, strict=True)
    amounts = {"new": wording.number(max(new.changes)), "old": wording.number(max(old.changes))}
    return LaterHand(
        no=wording.hand_label(reading.book, new.before),
        what=wording.result_words(reading, new),
        note=_("Wins %(new)s, was %(old)s") % amounts if old.changes != new.changes else "",
        flags=[wording.flag_words(reading.book, flag) for flag in new.flags if flag not in old.flags],
        cells=[(wording.balance(reading.book, a), wording.balance(reading.book, b), a != b) for a, b in pairs],
    )
