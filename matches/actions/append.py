"""The log of a match: `append_event`, the only function that writes to it, and one function per kind of entry."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import asdict, dataclass, fields
from datetime import UTC, datetime
from typing import Any, NotRequired, TypedDict, Unpack

from django.utils.timezone import localdate

from engine import hash_chain
from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.match.ledger import LoggedEvent, MatchLog, SettledEntry
from engine.match_totals import Tally, is_over, tallies
from engine.seats import PerSeat
from matches import event_hooks
from matches.files.match_file import MOST_EVENTS
from matches.log import queries
from matches.log.state import FoldedLog, MatchState, cache_log
from matches.models import Event, EventNote, HouseRulesVersion, LedgerRow, Match, Sitting, declared_by
from matches.rights import Account, MatchRights, rights_of
from people.announcements import announce
from people.db.transactions import NotAllowed, writing
from people.text.cleaning import checked_key, clean_note

# The columns of a match's row that are derived from its log.
SUMMARY = ("version", "closed", "finished", "hand_no", "repeats", "length", "b1", "b2", "b3", "pot", "c1", "c2", "c3")

CLOSINGS = ("close", "reopen")  # the kinds of events that change no points


@dataclass(frozen=True, slots=True)
class Outcome:
    """An event in the log, and the state of the match after it."""

    event: Event
    reading: MatchState


class Saved(Outcome):
    """The outcome for a new event."""

    __slots__ = ()


class AlreadySaved(Outcome):
    """The outcome for an entry that had already been saved with the same key. Nothing was written."""

    __slots__ = ()


class KeyReuse(Exception):
    """The key has already been used for something else. `saved`: the event, match or rules version with this key."""

    def __init__(self, saved: Event | Match | HouseRulesVersion, reading: MatchState | None = None) -> None:
        super().__init__("key used before")
        self.saved = saved
        self.reading = reading


class Conflict(Exception):
    """The entry was made for an older state of the match.

    `expected`: the seq that the entry was meant to get; `events`: the events saved since that state.
    """

    def __init__(self, expected: int, events: Sequence[Event], reading: MatchState) -> None:
        super().__init__(f"expected seq {expected}")
        self.expected = expected
        self.events = tuple(events)
        self.reading = reading


class LogPlace(TypedDict):
    """The arguments that all entries share: the match, the device and the position in the log.

    `key`: 22 URL-safe characters that the phone stores with this entry; `expected_seq`: the seq that the event is meant
    to get; `known`: the declarations when the sheet was shown (`Match.declared`).
    """

    match: Match
    device: str
    key: str
    expected_seq: int
    known: NotRequired[str | None]


def append_event(*, kind: str, payload: Mapping[str, Any], note: str = "", **place: Unpack[LogPlace]) -> Outcome:
    """Append an event to the log of a match.

    Returns `Saved`, or `AlreadySaved` for a repeated request with the same key.

    Raises `RuleViolation` (`Stopped` if the containing event already has the result), `KeyReuse`, `NotAllowed`,
    `Conflict` or `Unavailable`.
    """
    key, expected_seq = checked_key(place["key"]), place["expected_seq"]
    facts = hash_chain.plain(payload, "payload")
    remark = clean_note(note, "note")
    with writing():
        reading, by = locked(place["match"], place["device"])
        if repeated := _repeated(reading, key, kind, facts):
            return repeated
        if by is None:
            raise NotAllowed
        if kind != "close":  # closing changes no points
            event_hooks.refuse_stopped(reading.match)
        if expected_seq != reading.version + 1:
            raise Conflict(expected_seq, reading.events[max(expected_seq, 1) - 1 :], reading)
        if place.get("known") not in (None, reading.match.declared):
            place["match"].declared = reading.match.declared  # for the sheet that is shown again
            raise RuleViolation(
                "declared", _("The players’ declarations have changed in the meantime. Check them, then save.")
            )
        if len(reading.events) >= MOST_EVENTS:
            raise RuleViolation("entry", _("A match can have at most %(most)s entries."), most=MOST_EVENTS)
        fold = reading.folded.with_event(LoggedEvent(expected_seq, kind, facts))
        event = _event(reading, f"d{by}", key, kind, facts)
        event.save(force_insert=True)
        if remark:
            EventNote.objects.create(match=reading.match, seq=event.seq, text=remark)
        folded = FoldedLog((*reading.events, event), fold)
        rewrite(reading.match, reading.log, folded.log, still_declared(reading, event, folded.log))
        now = MatchState(reading.match, cache_log(folded))
        update_season_totals(now, is_over(reading.log))
        _announce(kind, reading, now)
    return Saved(event, now)


def _announce(kind: str, before: MatchState, after: MatchState) -> None:
    """Announce a saved event, and what follows from it: the end of the match, a change in the season."""
    club, place = after.match.club_id, {"match": after.match.pk, "seq": after.version}
    was_over, over = is_over(before.log), is_over(after.log)
    if kind not in CLOSINGS:
        announce("entry_recorded", club, **place)
    if over and not was_over:
        announce("match_ended", club, **place)
    if over != was_over or (over and kind not in CLOSINGS):
        announce("season_changed", club, **place, system=after.match.system)


def record_entry(*, kind: str, payload: Mapping[str, Any], note: str = "", **place: Unpack[LogPlace]) -> Outcome:
    """Record a hand, a draw or a penalty. docs/formats.md describes the payloads."""
    return append_event(kind=kind, payload=payload, note=note, **place)


def undo_last(*, target: int, **place: Unpack[LogPlace]) -> Outcome:
    """Undo the latest entry. `target`: the seq of that entry, so that two simultaneous requests undo only one."""
    return append_event(kind="undo", payload={"target": target}, **place)


def redo(**place: Unpack[LogPlace]) -> Outcome:
    return append_event(kind="redo", payload={}, **place)


def correct_entry(
    *, target: int, kind: str, payload: Mapping[str, Any], note: str = "", **place: Unpack[LogPlace]
) -> Outcome:
    """Replace the entry with the seq `target`."""
    change = {"target": target, "replace": {"kind": kind, "payload": payload}}
    return append_event(kind="correct", payload=change, note=note, **place)


def insert_entry(
    *, after: int, kind: str, payload: Mapping[str, Any], note: str = "", **place: Unpack[LogPlace]
) -> Outcome:
    """Insert a missing entry after the entry with the seq `after`, or before the first entry if `after` is 0."""
    change = {"after": after, "replace": {"kind": kind, "payload": payload}}
    return append_event(kind="correct", payload=change, note=note, **place)


def void_entry(*, target: int, note: str = "", **place: Unpack[LogPlace]) -> Outcome:
    """Remove the entry with the seq `target`, so that it no longer counts."""
    return append_event(kind="correct", payload={"target": target, "replace": None}, note=note, **place)


def extend_match(*, match_length: int, **place: Unpack[LogPlace]) -> Outcome:
    """Extend the match to `match_length` hands. Points carried over from drawn hands are kept."""
    return append_event(kind="extend", payload={"match_length": match_length}, **place)


def close_match(*, balances: PerSeat[int], **place: Unpack[LogPlace]) -> Outcome:
    """Close the match. `balances`: the balances shown on the page, which must still be current."""
    return append_event(kind="close", payload=balances.as_dict(), **place)


def reopen_match(*, note: str = "", **place: Unpack[LogPlace]) -> Outcome:
    """Reopen a closed match. `note` is the reason."""
    return append_event(kind="reopen", payload={}, note=note, **place)


def locked(match: Match, device: str) -> tuple[MatchState, int | None]:
    """Lock the match until the transaction ends. Return its state and the device's number (None if it may not score).

    The log is current; the names and the point value may be older. Raises `NotAllowed` if the match no longer exists.
    """
    place = queries.lock_match(match.pk, device)
    if place is None:
        raise NotAllowed
    version, declared, archived, number, tip = place
    if match.archived_at != archived:  # archived during the wait; the phone may have been revoked too
        again = queries.lock_match(match.pk, device)
        return MatchState(queries.current_match(match.pk)), again[3] if again else None
    if match.version != version:
        return MatchState(queries.current_match(match.pk)), number
    row = copy(match)
    row.tip, row.declared = tip, declared
    return MatchState(row), number


def scored(match: Match, device: str) -> MatchState:
    """Lock the match for a device that may score it, and return its current state. Raises `NotAllowed` otherwise."""
    reading, by = locked(match, device)
    if by is None:
        raise NotAllowed
    return MatchState(queries.current_match(match.pk))


@contextmanager
def with_rights(match: Match, device: str, user: Account) -> Iterator[tuple[MatchState, MatchRights]]:
    """Lock the match, and yield its current state with the rights of the requester. Raises `Unavailable`."""
    with writing():
        _reading, number = locked(match, device)
        reading = MatchState(queries.current_match(match.pk))
        yield reading, rights_of(reading.match, device, number, user)


@contextmanager
def managed(match: Match, device: str, user: Account) -> Iterator[MatchState]:
    """Lock the match for a device or an account that manages it. Raises `NotAllowed` or `Unavailable`."""
    with with_rights(match, device, user) as (reading, rights):
        if not rights.manage:
            raise NotAllowed
        yield reading


def _repeated(reading: MatchState, key: str, kind: str, payload: Any) -> AlreadySaved | None:
    old = next((event for event in reading.events if event.key == key), None)
    if old is None:
        return None
    if (old.kind, hash_chain.canonical(old.payload)) != (kind, hash_chain.canonical(payload)):
        raise KeyReuse(old, reading)
    return AlreadySaved(old, reading)


def _event(reading: MatchState, by: str, key: str, kind: str, payload: Any) -> Event:
    """Return the next event of the hash chain, dated no earlier than the last one even if the clock was set back."""
    match, last = reading.match, reading.events[-1] if reading.events else None
    now = datetime.now(UTC)
    event = Event(
        match_id=match.pk,
        seq=match.version + 1,
        key=key,
        kind=kind,
        payload=payload,
        at=max(now, last.at) if last else now,
        by=by,
        previous_hash=last.hash if last else hash_chain.first_hash(match.system, match.options),
    )
    event.hash = hash_chain.event_hash(event.previous_hash, event.as_dict())
    return event


def rewrite(match: Match, old: MatchLog, new: MatchLog, declared: str = "") -> None:
    """Write the rows derived from the log: the ledger rows that changed, and the summary in the match's row."""
    same = 0
    for before, after in zip(old.rows, new.rows, strict=False):
        if before is not after and _stored(before) != _stored(after):
            break
        same += 1
    if same < len(old.rows):
        LedgerRow.objects.filter(match=match, position__gt=same).delete()
    if same < len(new.rows):
        LedgerRow.objects.bulk_create(ledger_rows(match, new, same))
    values = {**summary(new), "declared": declared}
    if not Match.objects.filter(pk=match.pk, version=match.version).update(**values):
        raise AssertionError("the match changed under its lock")
    for name, value in values.items():
        setattr(match, name, value)


def update_season_totals(reading: MatchState, was_over: bool = False) -> None:
    """Store the season totals of each sitting. If a finished match continues, exclude its sittings from the season."""
    match = reading.match
    if was_over:
        Sitting.objects.filter(match=match).update(played_on=None)
    if is_over(reading.log):
        sittings = [(sitting.chair, sitting.from_hand) for sitting in reading.sittings]
        shared = {"match": match, "name": "-", "system": match.system, "played_on": localdate(match.created_at)}
        Sitting.objects.bulk_create(  # the rows exist, so this updates them in one statement
            (
                Sitting(chair=chair, from_hand=start, **shared, **asdict(tally))
                for (chair, start), tally in tallies(reading.book, reading.log, sittings).items()
            ),
            update_conflicts=True,
            unique_fields=["match", "chair", "from_hand"],
            update_fields=["system", "played_on", *(field.name for field in fields(Tally))],
        )


def ledger_rows(match: Match, log: MatchLog, known: int = 0) -> list[LedgerRow]:
    """Return the ledger rows of `log`, except the first `known` rows."""
    return [
        LedgerRow(
            match=match,
            seq=row.seq,
            position=position,
            hand_no=row.hand_no,
            **dict(zip(("d1", "d2", "d3"), row.changes, strict=True)),
            **dict(zip(("b1", "b2", "b3"), row.balances, strict=True)),
            d0=row.after.sticks - row.before.sticks,
            b0=row.after.sticks,
            total=match.total,
            **dict(zip(("c1", "c2", "c3"), row.after.chips, strict=True)),
        )
        for position, row in enumerate(log.rows[known:], start=known + 1)
    ]


def still_declared(reading: MatchState, event: Event, now: MatchLog) -> str:
    """Return the declarations in the hand in play after `event`: unchanged, unless another hand is in play now.

    After an undo, the declarations of the undone hand apply again, since that hand has to be entered again. A
    correction changes only earlier hands, so the declarations stay, even when the correction is undone or redone.
    """
    book, log = reading.book, reading.log
    target = event.payload["target"] if event.kind == "undo" else None
    changed = log.redoable if event.kind == "redo" else reading.event(target) if target else event
    if changed and changed.kind == "correct" or book.sheet.early(now.state) is None or played(now) == played(log):
        return reading.match.declared
    undone = log.row(target) if target else None
    return declared_by(book.declared_in(undone.entry)) if undone else ""


def played(log: MatchLog) -> int:
    return sum(row.ends_hand for row in log.rows)


def _stored(row: SettledEntry) -> tuple[int, ...]:
    return (row.seq, row.hand_no, *row.changes, *row.balances, row.after.sticks, *row.after.chips)


def summary(log: MatchLog) -> dict[str, Any]:
    state = log.state
    values = (log.last_seq, log.closed, state.finished, state.hand_no, state.honba, state.length)
    return dict(zip(SUMMARY, (*values, *state.balances, state.sticks, *state.chips), strict=True))
