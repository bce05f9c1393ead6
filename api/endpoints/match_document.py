"""A match and its events as JSON documents of the API."""

from typing import Any

from engine.match.ledger import Log, SettledEntry
from engine.rulesets.scoring_types import TableState
from engine.seats import PerSeat
from matches.files.match_file import standings
from matches.log.state import MatchState, cached_log
from matches.models import Match
from tournaments.models import Table


def status_of(match: Match) -> str:
    """Return "closed", "finished" or "running"."""
    return "closed" if match.closed else "finished" if match.finished else "running"


def summary(match: Match, names: PerSeat[str], balances: PerSeat[int]) -> dict[str, Any]:
    """Return a match as it appears in a list."""
    return {
        "code": match.code,
        "name": match.name,
        "system": match.system,
        "players": names.as_dict(),
        "club": match.club.code if match.club else "",
        "status": status_of(match),
        "version": match.version,
        "balances": balances.as_dict(),
        "created_at": match.created_at,
    }


def document(reading: MatchState, *, may_score: bool) -> dict[str, Any]:
    """Return a match with the entries that count."""
    match, log, book = reading.match, reading.log, reading.book
    undoable, redoable = (None, None) if log.closed else (log.undoable, log.redoable)
    return {
        **summary(match, reading.names, log.state.balances),
        "rules_version": match.rules_version,
        "options": match.options,
        "hand": "" if reading.over else book.hand_label(log.state).english,
        "hand_no": None if reading.over else log.state.hand_no,
        "dealer": log.state.dealer.value,
        "length": log.state.length,
        "sticks": log.state.sticks,
        "chips": log.state.chips.as_dict() if book.plays_chips else None,
        "public": match.public,
        "within": match.within,
        "table": _table(match),
        "undoable": undoable.seq if undoable else None,
        "redoable": redoable.seq if redoable else None,
        "entries": [entry_document(reading, row) for row in log.rows],
        "standings": standings(log),
        "may_score": may_score,
    }


def _table(match: Match) -> dict[str, Any] | None:
    """Return the tournament, round and table of a match; None outside a tournament."""
    if not match.within:
        return None
    rows = Table.objects.filter(match=match.pk)
    names = {"tournament": "round__tournament__code", "round": "round__number", "table": "number"}
    row = rows.values_list(*names.values()).first()
    return dict(zip(names, row, strict=True)) if row else None


def entry_document(reading: MatchState, row: SettledEntry) -> dict[str, Any]:
    book, notes = reading.book, reading.notes
    return {
        "seq": row.seq,
        "kind": row.kind,
        "hand": row.hand_no,
        "label": book.hand_label(row.before).english,
        "payload": dict(row.payload),
        "note": notes.get(row.seq, ""),
        "reason": notes.get(row.source, "") if row.source != row.seq else "",
        "changes": row.changes.as_dict(),
        "balances": row.balances.as_dict(),
        "chips": row.after.chips.as_dict() if book.plays_chips else None,
    }


def events_after(reading: MatchState, after: int, device: str | None) -> list[dict[str, Any]]:
    """Return the events after the seq `after` in match-file format, each with its effect on the points.

    `device`: the device of the requester; its events are marked as `own`.
    """
    new = reading.events[after:]
    if not new:
        return []
    own = f"d{reading.match.devices.filter(device=device).values_list('number', flat=True).first()}" if device else ""
    known = cached_log(new[0].previous_hash) if after else None
    log = known.fold.copy() if known else Log(reading.book, (event.fact for event in reading.events[:after]))
    documents, before = [], log.now.state
    for event in new:
        log.add(event.fact)
        table = log.now.state
        more = {**_change(before, table), "note": reading.notes.get(event.seq, ""), "own": event.by == own}
        documents.append({**event.as_dict(), **more})
        before = table
    return documents


def _change(before: TableState, after: TableState) -> dict[str, Any]:
    changes = PerSeat(*(now - then for now, then in zip(after.balances, before.balances, strict=True)))
    hand = None if before.finished else before.hand_no
    return {"hand": hand, "changes": changes.as_dict(), "balances": after.balances.as_dict()}
