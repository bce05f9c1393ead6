"""The entries of a match: each function appends one event."""

from collections.abc import Mapping
from typing import Any, Unpack

from engine.seats import PerSeat
from matches.actions.append import LogPlace, Outcome, append_event


def record_entry(*, kind: str, payload: Mapping[str, Any], note: str = "", **place: Unpack[LogPlace]) -> Outcome:
    """Record a hand, a draw or a penalty, as docs/formats.md has its payload; `note` for people."""
    return append_event(kind=kind, payload=payload, note=note, **place)


def undo_last(*, target: int, **place: Unpack[LogPlace]) -> Outcome:
    """Take back the latest entry that counts: the event `target`, so that two phones undo one."""
    return append_event(kind="undo", payload={"target": target}, **place)


def redo(**place: Unpack[LogPlace]) -> Outcome:
    """Bring back what was undone last."""
    return append_event(kind="redo", payload={}, **place)


def correct_entry(
    *, target: int, kind: str, payload: Mapping[str, Any], note: str = "", **place: Unpack[LogPlace]
) -> Outcome:
    """Say anew what happened in the entry `target`."""
    replacement = {"kind": kind, "payload": payload}
    return append_event(kind="correct", payload={"target": target, "replace": replacement}, note=note, **place)


def insert_entry(
    *, after: int, kind: str, payload: Mapping[str, Any], note: str = "", **place: Unpack[LogPlace]
) -> Outcome:
    """Put in an entry that was forgotten, after the entry `after` (0: before the first)."""
    replacement = {"kind": kind, "payload": payload}
    return append_event(kind="correct", payload={"after": after, "replace": replacement}, note=note, **place)


def void_entry(*, target: int, note: str = "", **place: Unpack[LogPlace]) -> Outcome:
    """Say that the entry `target` never happened."""
    return append_event(kind="correct", payload={"target": target, "replace": None}, note=note, **place)


def extend_match(*, match_length: int, **place: Unpack[LogPlace]) -> Outcome:
    """Play on to a longer match; what is carried over stays."""
    return append_event(kind="extend", payload={"match_length": match_length}, **place)


def close_match(*, balances: PerSeat[int], **place: Unpack[LogPlace]) -> Outcome:
    """Sign the result: `balances` as the table sees them, which must be the present ones."""
    return append_event(kind="close", payload=balances.as_dict(), **place)


def reopen_match(*, note: str = "", **place: Unpack[LogPlace]) -> Outcome:
    """Take a signed match up again; `note` says why."""
    return append_event(kind="reopen", payload={}, note=note, **place)
