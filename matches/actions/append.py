"""The one write path: every change of a match's log goes through `append`. Knows no pages."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from django.utils.timezone import localdate

from engine import hash_chain
from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.match.ledger import Log, LoggedEvent, MatchLog, SettledEntry
from engine.tally import Sat, Tally, is_over, tallies
from matches import event_hooks
from matches.actions.outcome import (
    AlreadySaved,
    Conflict,
    KeyReuse,
    NotAllowed,
    Outcome,
    Saved,
    writing,
)
from matches.files.schema import MOST_EVENTS
from matches.log import cache, queries
from matches.log.cache import KeptLog
from matches.log.state import MatchState
from matches.models import Event, EventNote, LedgerRow, Match, Sitting, declared_by
from people.text.cleaning import clean_note


def append(
    *,
    match: Match,
    device: str,
    key: str,
    expected_seq: int,
    kind: str,
    payload: Mapping[str, Any],
    note: str = "",
    known: str | None = None,
) -> Outcome:
    """Add one event to the log of `match`, or find that it stands there already.

    `key`: 22 url-safe characters that the phone keeps for this entry; `expected_seq`: the seq that
    the event is to have; `known`: what was declared when the sheet was shown (`Match.declared`).
    Raises `RuleViolation` (`Stopped` where what the match is a part of has its result), `KeyReuse`, `NotAllowed`,
    `Conflict`, `Unavailable`.
    """
    checked_key(key)
    facts = hash_chain.plain(payload, "payload")
    remark = clean_note(note, "note")
    with writing():
        reading, by = locked(match, device)
        repeated = _repeated(reading, key, kind, facts)
        if repeated:
            return repeated
        _refuse(reading, by, kind)
        if expected_seq != reading.version + 1:
            raise Conflict(expected_seq, reading.events[max(expected_seq, 1) - 1 :], reading)
        if known not in (None, reading.match.declared):
            match.declared = reading.match.declared  # for the sheet that is shown again
            raise RuleViolation("declared", _("Meanwhile a declaration has changed. Look at the players, then save."))
        fold = _checked(reading, LoggedEvent(expected_seq, kind, facts))
        event = _event(reading, f"d{by}", key, kind, facts)
        queries.add_event(event)
        if remark:
            EventNote.objects.create(match=reading.match, seq=event.seq, text=remark)
        now = _derived(reading, event, fold)
    return Saved(event, now)


def _derived(reading: MatchState, event: Event, fold: Log) -> MatchState:
    """The match with `event`; all that follows from the log is written."""
    told = KeptLog((*reading.events, event), fold)
    rewrite(reading.match, reading.log, told.log, still_declared(reading, event, told.log))
    now = MatchState(reading.match, cache.keep(told))
    tell_season(now, is_over(reading.log))
    return now


def checked_key(key: str) -> str:
    """`key`, if it has the shape of one."""
    if not hash_chain.is_key(key):
        raise RuleViolation("key", _("key takes 22 letters, digits, - and _."))
    return key


def locked(match: Match, device: str) -> tuple[MatchState, int | None]:
    """The match, locked until the transaction ends, and the device's number if it may score.

    The log is that of now. The rest (names, what a point is worth) may be as `match` was read.
    """
    place = queries.locked_place(match.pk, device)
    if place is None:
        raise NotAllowed
    version, declared, archived, number, tip = place
    if match.archived_at != archived:  # put away while this one waited: the phone may have been sent away with it
        again = queries.locked_place(match.pk, device)
        return MatchState(queries.match_now(match.pk)), again[3] if again else None
    if match.version != version:
        return MatchState(queries.match_now(match.pk)), number
    row = copy(match)
    row.tip, row.declared = tip, declared
    return MatchState(row), number


def scored(match: Match, device: str) -> MatchState:
    """All of the match as it is now, locked, for a device that may score it. Raises `NotAllowed`."""
    reading, by = locked(match, device)
    if by is None:
        raise NotAllowed
    return MatchState(queries.match_now(match.pk))


def _refuse(reading: MatchState, by: int | None, kind: str) -> None:
    """Who may not score, and what comes after the match has been counted; to close it then changes no points."""
    if by is None:
        raise NotAllowed
    if kind != "close":
        event_hooks.refuse_stopped(reading.match)


def _repeated(reading: MatchState, key: str, kind: str, payload: Any) -> AlreadySaved | None:
    old = next((event for event in reading.events if event.key == key), None)
    if old is None:
        return None
    same = old.kind == kind and hash_chain.canonical(old.payload) == hash_chain.canonical(payload)
    if not same:
        raise KeyReuse(old, reading)
    return AlreadySaved(old, reading)


def _checked(reading: MatchState, new: LoggedEvent) -> Log:
    if len(reading.events) >= MOST_EVENTS:
        raise RuleViolation("entry", _("A match holds at most %(most)s entries."), most=MOST_EVENTS)
    return cache.longer(reading.told, new)


def _event(reading: MatchState, by: str, key: str, kind: str, payload: Any) -> Event:
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
        previous_hash=last.hash if last else hash_chain.first_hash(match.system, match.options),
    )
    event.hash = hash_chain.event_hash(event.previous_hash, event.as_dict())
    return event


def rewrite(match: Match, old: MatchLog, new: MatchLog, declared: str = "") -> None:
    """Bring what is derived from the log up to date: the rows that changed, the match's summary."""
    same = 0
    for before, after in zip(old.rows, new.rows, strict=False):
        if before is not after and _facts(before) != _facts(after):
            break
        same += 1
    if same < len(old.rows):
        LedgerRow.objects.filter(match=match, position__gt=same).delete()
    if same < len(new.rows):
        queries.add_to_ledger(ledger_rows(match, new, same))
    values = {**summary(new), "declared": declared}
    if not queries.sum_up(match.pk, match.version, values):
        raise AssertionError("the match changed under its lock")
    for name, value in values.items():
        setattr(match, name, value)


def tell_season(reading: MatchState, was_over: bool = False) -> None:
    """Bring up to date what a match came to for each sitting, for seasons: once it is over, while it stays so, and when
    it is played on after all."""
    match = reading.match
    if was_over:
        Sitting.objects.filter(match=match).update(played_on=None)
    if is_over(reading.log):
        told = tallies(reading.book, reading.log, [(each.chair, each.from_hand) for each in reading.sittings])
        _put_down(match, told)


def _put_down(match: Match, told: Mapping[Sat, Tally]) -> None:
    whole = {"match": match, "name": "-", "system": match.system, "played_on": localdate(match.created_at)}
    queries.put_down(
        Sitting(chair=chair, from_hand=start, **whole, **asdict(tally)) for (chair, start), tally in told.items()
    )


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


def still_declared(reading: MatchState, event: Event, now: MatchLog) -> str:
    """What is declared in the hand that is played after `event`: as before, unless another hand is.

    What an undo takes back has been declared all the same: the hand is entered again. A correction, made, undone or
    brought back, changes earlier hands and never which one is played.
    """
    book = reading.book
    if (
        _acting(reading, event) == "correct"
        or book.sheet.early(now.state) is None
        or played(now) == played(reading.log)
    ):
        return reading.match.declared
    undone = reading.log.row(event.payload["target"]) if event.kind == "undo" else None
    return declared_by(book.declared_in(undone.entry)) if undone else ""


def _acting(reading: MatchState, event: Event) -> str:
    """The kind of `event`; of an undo or a redo, the kind of what it takes back or brings back."""
    if event.kind == "redo" and reading.log.redoable:
        return reading.log.redoable.kind
    undone = reading.event(event.payload["target"]) if event.kind == "undo" else None
    return undone.kind if undone else event.kind


def played(log: MatchLog) -> int:
    """How many hands are over."""
    return sum(row.ends_hand for row in log.rows)


def _facts(row: SettledEntry) -> tuple[int, ...]:
    return (row.seq, row.hand_no, *row.changes, *row.balances, row.after.sticks)


def summary(log: MatchLog) -> dict[str, Any]:
    """What the match's own row says of its log."""
    b1, b2, b3 = log.state.balances
    return {
        "version": log.last_seq,
        "closed": log.closed,
        "finished": log.state.finished,
        "hand_no": log.state.hand_no,
        "repeats": log.state.honba,
        "length": log.state.length,
        "b1": b1,
        "b2": b2,
        "b3": b3,
        "pot": log.state.sticks,
    }
