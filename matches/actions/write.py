"""The one write path: every change of a match's log goes through `append`. Knows no pages."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from datetime import UTC, datetime
from typing import Any

from engine import chain
from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.ledger import Fact, Log, MatchLog, Row
from matches import asked, kept
from matches.actions.outcome import (
    AlreadySaved,
    Conflict,
    KeyReuse,
    NotAllowed,
    Outcome,
    Saved,
    writing,
)
from matches.fileshape import MOST_EVENTS
from matches.kept import KeptLog
from matches.models import Event, EventNote, LedgerRow, Match
from matches.names import clean_note
from matches.reading import Reading


def append(
    *,
    match: Match,
    device: str,
    key: str,
    expected_seq: int,
    kind: str,
    payload: Mapping[str, Any],
    note: str = "",
) -> Outcome:
    """Add one event to the log of `match`, or find that it stands there already.

    `key`: 22 url-safe characters that the phone keeps for this entry; `expected_seq`: the seq that
    the event is to have. Raises `RuleViolation`, `KeyReuse`, `NotAllowed`, `Conflict`, `Unavailable`.
    """
    checked_key(key)
    facts = chain.plain(payload, "payload")
    remark = clean_note(note, "note")
    with writing():
        reading, by = locked(match, device)
        repeated = _repeated(reading, key, kind, facts)
        if repeated:
            return repeated
        if by is None:
            raise NotAllowed
        if expected_seq != reading.version + 1:
            raise Conflict(expected_seq, reading.events[max(expected_seq, 1) - 1 :], reading)
        fold = _checked(reading, Fact(expected_seq, kind, facts))
        event = _event(reading, f"d{by}", key, kind, facts)
        event.save(force_insert=True)
        if remark:
            EventNote.objects.create(match=reading.match, seq=event.seq, text=remark)
        told = KeptLog((*reading.events, event), fold)
        rewrite(reading.match, reading.log, told.log)
    return Saved(event, Reading(reading.match, kept.keep(told)))


def checked_key(key: str) -> str:
    """`key`, if it has the shape of one."""
    if not chain.is_key(key):
        raise RuleViolation("key", _("key takes 22 letters, digits, - and _."))
    return key


def locked(match: Match, device: str) -> tuple[Reading, int | None]:
    """The match, locked until the transaction ends, and the device's number if it may score.

    The log is that of now. The rest (names, what a point is worth) may be as `match` was read.
    """
    place = asked.locked_place(match.pk, device)
    if place is None:
        raise NotAllowed
    version, number, tip = place
    if match.version != version:
        return Reading(asked.match_now(match.pk)), number
    row = copy(match)
    row.tip = tip
    return Reading(row), number


def scored(match: Match, device: str) -> Reading:
    """All of the match as it is now, locked, for a device that may score it. Raises `NotAllowed`."""
    reading, by = locked(match, device)
    if by is None:
        raise NotAllowed
    return Reading(asked.match_now(match.pk))


def _repeated(reading: Reading, key: str, kind: str, payload: Any) -> AlreadySaved | None:
    old = next((event for event in reading.events if event.key == key), None)
    if old is None:
        return None
    same = old.kind == kind and chain.canonical(old.payload) == chain.canonical(payload)
    if not same:
        raise KeyReuse(old, reading)
    return AlreadySaved(old, reading)


def _checked(reading: Reading, new: Fact) -> Log:
    if len(reading.events) >= MOST_EVENTS:
        raise RuleViolation("entry", _("A match holds at most %(most)s entries."), most=MOST_EVENTS)
    return kept.longer(reading.told, new)


def _event(reading: Reading, by: str, key: str, kind: str, payload: Any) -> Event:
    """The next link of the chain. A clock that was set back does not make time run backwards."""
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
        previous_hash=last.hash if last else chain.first_hash(match.system, match.options),
    )
    event.hash = chain.event_hash(event.previous_hash, event.as_dict())
    return event


def rewrite(match: Match, old: MatchLog, new: MatchLog) -> None:
    """Bring what is derived from the log up to date: the rows that changed, the match's summary."""
    same = 0
    for before, after in zip(old.rows, new.rows, strict=False):
        if before is not after and _facts(before) != _facts(after):
            break
        same += 1
    if same < len(old.rows):
        LedgerRow.objects.filter(match=match, position__gt=same).delete()
    if same < len(new.rows):
        LedgerRow.objects.bulk_create(ledger_rows(match, new, same))
    values = summary(new)
    if not asked.sum_up(match.pk, match.version, values):
        raise AssertionError("the match changed under its lock")
    for name, value in values.items():
        setattr(match, name, value)


def ledger_rows(match: Match, log: MatchLog, known: int = 0) -> list[LedgerRow]:
    """The rows of the ledger that `log` comes to, after the first `known`."""
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
        )
        for position, row in enumerate(log.rows[known:], start=known + 1)
    ]


def _facts(row: Row) -> tuple[int, ...]:
    return (row.seq, row.hand_no, *row.changes, *row.balances, row.after.sticks)


def summary(log: MatchLog) -> dict[str, Any]:
    """What the match's own row says of its log."""
    b1, b2, b3 = log.state.balances
    return {
        "version": log.last_seq,
        "closed": log.closed,
        "finished": log.state.finished,
        "hand_no": log.state.hand_no,
        "length": log.state.length,
        "b1": b1,
        "b2": b2,
        "b3": b3,
        "pot": log.state.sticks,
    }
