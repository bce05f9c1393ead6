"""The entries of a match: each function appends one event."""

from collections.abc import Mapping
from typing import Any

from engine.seats import PerSeat
from matches.actions.append import Outcome, append_event
from matches.models import Match


def record_entry(
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
    """Record a hand, a draw or a penalty, as docs/formats.md has its payload; `note` for people. `known`: `append`."""
    return append_event(
        match=match,
        device=device,
        key=key,
        expected_seq=expected_seq,
        kind=kind,
        payload=payload,
        note=note,
        known=known,
    )


def record_hand(*, payload: Mapping[str, Any], **at: Any) -> Outcome:
    """Record a hand that somebody won. `at`: match, device, key, expected_seq, known."""
    return append_event(kind="hand", payload=payload, **at)


def record_draw(*, payload: Mapping[str, Any] | None = None, **at: Any) -> Outcome:
    """Record a hand that nobody won; `payload` where the rule book asks more of it."""
    return append_event(kind="draw", payload=payload or {"draw": True}, **at)


def record_penalty(*, penalty: PerSeat[int], ends_hand: bool, note: str = "", **at: Any) -> Outcome:
    """Record what an irregularity costs; `penalty` is what each player gains or loses."""
    paid = {chair: points for chair, points in penalty.as_dict().items() if points}
    payload = {"penalty": paid, "ends_hand": ends_hand}
    return append_event(kind="penalty", payload=payload, note=note, **at)


def undo_last(*, target: int, **at: Any) -> Outcome:
    """Take back the latest entry that counts: the event `target`, so that two phones undo one."""
    return append_event(kind="undo", payload={"target": target}, **at)


def redo(**at: Any) -> Outcome:
    """Bring back what was undone last."""
    return append_event(kind="redo", payload={}, **at)


def correct_entry(*, target: int, kind: str, payload: Mapping[str, Any], note: str = "", **at: Any) -> Outcome:
    """Say anew what happened in the entry `target`."""
    replacement = {"kind": kind, "payload": payload}
    return append_event(kind="correct", payload={"target": target, "replace": replacement}, note=note, **at)


def insert_entry(*, after: int, kind: str, payload: Mapping[str, Any], note: str = "", **at: Any) -> Outcome:
    """Put in an entry that was forgotten, after the entry `after` (0: before the first)."""
    replacement = {"kind": kind, "payload": payload}
    return append_event(kind="correct", payload={"after": after, "replace": replacement}, note=note, **at)


def void_entry(*, target: int, note: str = "", **at: Any) -> Outcome:
    """Say that the entry `target` never happened."""
    return append_event(kind="correct", payload={"target": target, "replace": None}, note=note, **at)


def extend_match(*, match_length: int, **at: Any) -> Outcome:
    """Play on to a longer match; what is carried over stays."""
    return append_event(kind="extend", payload={"match_length": match_length}, **at)


def close_match(*, balances: PerSeat[int], **at: Any) -> Outcome:
    """Sign the result: `balances` as the table sees them, which must be the present ones."""
    return append_event(kind="close", payload=balances.as_dict(), **at)


def reopen_match(*, note: str = "", **at: Any) -> Outcome:
    """Take a signed match up again; `note` says why."""
    return append_event(kind="reopen", payload={}, note=note, **at)
