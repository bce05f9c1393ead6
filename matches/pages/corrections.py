"""The effect of a correction, hand by hand. Saves nothing."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from engine.errors import RuleViolation
from engine.match.ledger import LoggedEvent, MatchLog, SettledEntry, check
from engine.seats import NOTHING, PerSeat
from matches import wording
from matches.log.state import MatchState


def consequences(reading: MatchState, replacement: Mapping[str, Any] | None, **place: int) -> dict[str, Any]:
    """The match with the correction beside the match without it; `refusal` where it cannot stand.

    `place`: target=seq of the entry to replace (None: to take out), or after=seq to insert.
    """
    fact = LoggedEvent(reading.version + 1, "correct", {**place, "replace": replacement})
    try:
        now = check(reading.book, reading.facts, fact)
    except RuleViolation as violation:
        return {"refusal": wording.sentence(violation, reading.names)}
    target = place.get("target", fact.seq)
    old, new = reading.log.row(target), now.row(target)
    changes = PerSeat.of(lambda s: now.state.balances[s] - reading.log.state.balances[s])
    return {
        "saved": _version(reading, old),
        "now": _version(reading, new),
        "later": _later(reading, now, target),
        "changes": wording.changes_words(changes, reading.names),
    }


def _version(reading: MatchState, row: SettledEntry | None) -> dict[str, Any]:
    if row is None:
        return {"what": _("Not recorded"), "pays": []}
    return {"what": wording.result_words(reading, row), "pays": _payments(reading, row)}


def _payments(reading: MatchState, row: SettledEntry) -> list[dict[str, str]]:
    if row.changes == NOTHING:
        return []
    return [
        {"name": reading.names[seat], "kind": "win" if p > 0 else "pay", "points": wording.signed(p)}
        for seat, p in row.changes.items()
        if p
    ]


def _later(reading: MatchState, now: MatchLog, target: int) -> list[dict[str, Any]]:
    before = {row.seq: row for row in reading.log.rows}
    seqs = [row.seq for row in now.rows]
    # Taken out: what stood behind it moved into its place.
    start = seqs.index(target) + 1 if target in seqs else [*before, target].index(target)
    return [_changed(reading, before[row.seq], row) for row in now.rows[start:] if row.seq in before]


def _changed(reading: MatchState, old: SettledEntry, new: SettledEntry) -> dict[str, Any]:
    pairs = zip(old.balances, new.balances, strict=True)
    note = ""
    if old.changes != new.changes:
        note = _("Wins %(new)s, was %(old)s") % {
            "new": wording.number(max(new.changes)),
            "old": wording.number(max(old.changes)),
        }
    return {
        "no": wording.hand_label(reading.book, new.before),
        "what": wording.result_words(reading, new),
        "note": note,
        "flags": [wording.flag_words(reading.book, flag) for flag in new.flags if flag not in old.flags],
        "cells": [(wording.balance(reading.book, a), wording.balance(reading.book, b), a != b) for a, b in pairs],
    }
