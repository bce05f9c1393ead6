"""What a correction would change, hand by hand, and the history of all that was entered. Saves nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from engine.errors import RuleViolation
from engine.ledger import Fact, Log, MatchLog, Row, check
from engine.seats import NOTHING, PerSeat
from matches import words
from matches.models import Event
from matches.reading import Reading


def consequences(reading: Reading, replacement: Mapping[str, Any] | None, **place: int) -> dict[str, Any]:
    """The match with the correction beside the match without it; `refusal` where it cannot stand.

    `place`: target=seq of the entry to replace (None: to take out), or after=seq to insert.
    """
    fact = Fact(reading.version + 1, "correct", {**place, "replace": replacement})
    try:
        now = check(reading.book, reading.facts, fact)
    except RuleViolation as violation:
        return {"refusal": words.sentence(violation, reading.names)}
    target = place.get("target", fact.seq)
    old, new = reading.log.row(target), now.row(target)
    changes = PerSeat.of(lambda s: now.state.balances[s] - reading.log.state.balances[s])
    return {
        "saved": _version(reading, old),
        "now": _version(reading, new),
        "later": _later(reading, now, target),
        "changes": words.changes_words(changes, reading.names),
    }


def _version(reading: Reading, row: Row | None) -> dict[str, Any]:
    if row is None:
        return {"what": _("Not there"), "pays": []}
    return {"what": words.result_words(reading, row), "pays": _payments(reading, row)}


def _payments(reading: Reading, row: Row) -> list[dict[str, str]]:
    if row.changes == NOTHING:
        return []
    return [
        {"name": reading.names[seat], "kind": "win" if p > 0 else "pay", "points": words.signed(p)}
        for seat, p in row.changes.items()
        if p
    ]


def _later(reading: Reading, now: MatchLog, target: int) -> list[dict[str, Any]]:
    """Every later entry: its balances before and after, and whether its own payment changes."""
    before = {row.seq: row for row in reading.log.rows}
    seqs = [row.seq for row in now.rows]
    # Taken out: what stood behind it moved into its place.
    start = seqs.index(target) + 1 if target in seqs else [*before, target].index(target)
    return [_changed(reading, before[row.seq], row) for row in now.rows[start:] if row.seq in before]


def _changed(reading: Reading, old: Row, new: Row) -> dict[str, Any]:
    pairs = zip(old.balances, new.balances, strict=True)
    note = ""
    if old.changes != new.changes:
        note = _("Wins %(new)s, was %(old)s") % {
            "new": words.number(max(new.changes)),
            "old": words.number(max(old.changes)),
        }
    return {
        "no": words.hand_label(reading.book, new.before),
        "what": words.result_words(reading, new),
        "note": note,
        "flags": [words.flag_words(reading.book, flag) for flag in new.flags if flag not in old.flags],
        "cells": [(words.balance(reading.book, a), words.balance(reading.book, b), a != b) for a, b in pairs],
    }


def history(reading: Reading) -> list[dict[str, Any]]:
    """Every event, the latest first: what, when, by which phone, and whether it still counts."""
    standing = reading.log.standing
    counting = {row.source: row for row in reading.log.rows}
    played = {} if len(reading.sittings) == 3 else _hand_at_each(reading)
    return [
        {
            "seq": event.seq,
            "at": event.at,
            "by": event.by,
            "what": _told(reading, event, played.get(event.seq, 1)),
            "note": reading.notes.get(event.seq, ""),
            "row": counting[event.seq].seq if event.seq in counting else None,
            "gone": _gone(event, standing, counting),
        }
        for event in reversed(reading.events)
    ]


def _gone(event: Event, standing: frozenset[int], counting: Mapping[int, Row]) -> str:
    if event.kind in ("undo", "redo", "close", "reopen", "extend"):
        return "" if event.kind != "extend" or event.seq in standing else _("undone")
    if event.seq not in standing:
        return _("undone")
    void = event.kind == "correct" and event.payload.get("replace") is None
    return "" if event.seq in counting or void else _("corrected later")


def _hand_at_each(reading: Reading) -> dict[int, int]:
    """The hand in play when each event came, by seq."""
    log, played = Log(reading.book), {}
    for fact in reading.facts:
        played[fact.seq] = log.now.state.hand_no
        log.add(fact)
    return played


def _told(reading: Reading, event: Event, hand_no: int) -> str:
    """An event in words; `hand_no`: the hand in play when it came."""
    payload = event.payload
    if event.kind in ("hand", "draw", "penalty"):
        return _entry_told(reading, event, event.kind, payload, hand_no)
    if event.kind == "correct":
        return _correction_told(reading, event, hand_no)
    said = {
        "undo": _("Undo"),
        "redo": _("Redo"),
        "extend": _("Longer match: %(hands)s hands"),
        "close": _("Match closed"),
        "reopen": _("Match reopened"),
    }
    return said[event.kind] % {"hands": payload.get("match_length", "")}


def _entry_told(reading: Reading, event: Event, kind: str, payload: Mapping[str, Any], hand_no: int) -> str:
    return words.entry_words(reading.book, reading.book.read(kind, payload), _seated(reading, event, hand_no))


def _seated(reading: Reading, event: Event, hand_no: int) -> PerSeat[str]:
    """Who sat where in the hand that an event speaks of; for one that is undone, when it was entered."""
    row = reading.log.row(event.payload.get("target", event.seq))
    return words.names_at(reading, row.hand_no if row else hand_no)


def _correction_told(reading: Reading, event: Event, hand_no: int) -> str:
    payload = event.payload
    new = payload["replace"]
    if new is None:
        return _("Entry %(seq)s taken out") % {"seq": payload["target"]}
    entry = _entry_told(reading, event, new["kind"], new["payload"], hand_no)
    if "after" in payload:
        return _("Put in: %(entry)s") % {"entry": entry}
    return _("Entry %(seq)s corrected: %(entry)s") % {"seq": payload["target"], "entry": entry}
