"""A match as the API shows it."""

from typing import Any

from engine.match.ledger import SettledEntry
from engine.seats import PerSeat
from matches import wording
from matches.files.match_file import standings
from matches.log.state import MatchState
from matches.models import Match


def status_of(match: Match) -> str:
    """Return "closed", "finished" or "running"."""
    return "closed" if match.closed else "finished" if match.finished else "running"


def summary(match: Match, names: PerSeat[str], balances: PerSeat[int]) -> dict[str, Any]:
    """Return a match for a list."""
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
    """Return a match with its entries that count."""
    match, log, book = reading.match, reading.log, reading.book
    return {
        **summary(match, reading.names, log.state.balances),
        "rules_version": match.rules_version,
        "options": match.options,
        "hand": wording.hand_label(book, log.state),
        "dealer": log.state.dealer.value,
        "length": log.state.length,
        "sticks": log.state.sticks,
        "chips": log.state.chips.as_dict() if book.plays_chips else None,
        "public": match.public,
        "within": match.within,
        "entries": [entry_document(reading, row) for row in log.rows],
        "standings": standings(log),
        "may_score": may_score,
    }


def entry_document(reading: MatchState, row: SettledEntry) -> dict[str, Any]:
    book = reading.book
    return {
        "seq": row.seq,
        "kind": row.kind,
        "hand": row.hand_no,
        "label": wording.hand_label(book, row.before),
        "payload": dict(row.payload),
        "note": reading.notes.get(row.seq, ""),
        "changes": row.changes.as_dict(),
        "balances": row.balances.as_dict(),
        "chips": row.after.chips.as_dict() if book.plays_chips else None,
    }
