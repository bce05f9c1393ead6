"""The entries of a match: each function appends one event."""

from collections.abc import Mapping
from typing import Any, Unpack

from engine.seats import PerSeat
from matches.actions.append import LogPlace, Outcome, append_event


def record_entry(*, kind: str, payload: Mapping[str, Any], note: str = "", **place: Unpack[LogPlace]) -> Outcome:
    """Record a hand, a draw or a penalty. docs/formats.md describes the payloads."""
    return append_event(kind=kind, payload=payload, note=note, **place)


def undo_last(*, target: int, **place: Unpack[LogPlace]) -> Outcome:
    """Undo the latest entry. `target` is its seq, so that two phones undo one entry."""
    return append_event(kind="undo", payload={"target": target}, **place)


def redo(**place: Unpack[LogPlace]) -> Outcome:
    """Redo what was undone last."""
    return append_event(kind="redo", payload={}, **place)


def correct_entry(
    *, target: int, kind: str, payload: Mapping[str, Any], note: str = "", **place: Unpack[LogPlace]
) -> Outcome:
    """Replace the entry `target`."""
    replacement = {"kind": kind, "payload": payload}
    return append_event(kind="correct", payload={"target": target, "replace": replacement}, note=note, **place)


def insert_entry(
    *, after: int, kind: str, payload: Mapping[str, Any], note: str = "", **place: Unpack[LogPlace]
) -> Outcome:
    """Insert a missing entry after the entry `after` (0: before the first)."""
    replacement = {"kind": kind, "payload": payload}
    return append_event(kind="correct", payload={"after": after, "replace": replacement}, note=note, **place)


def void_entry(*, target: int, note: str = "", **place: Unpack[LogPlace]) -> Outcome:
    """Remove the entry `target` from the result."""
    return append_event(kind="correct", payload={"target": target, "replace": None}, note=note, **place)


def extend_match(*, match_length: int, **place: Unpack[LogPlace]) -> Outcome:
    """Extend the match; the carry stays."""
    return append_event(kind="extend", payload={"match_length": match_length}, **place)


def close_match(*, balances: PerSeat[int], **place: Unpack[LogPlace]) -> Outcome:
    """Close the match. `balances` are those on the page, and must be the current ones."""
    return append_event(kind="close", payload=balances.as_dict(), **place)


def reopen_match(*, note: str = "", **place: Unpack[LogPlace]) -> Outcome:
    """Reopen a closed match. `note` is the reason."""
    return append_event(kind="reopen", payload={}, note=note, **place)
