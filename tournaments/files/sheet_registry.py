"""Which sheets there are, by the names in their addresses, and for whom. Knows no requests."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tournaments.files import exports
from tournaments.files.association import association_sheet
from tournaments.files.exports import ExportRequest, ExportTable

SHEETS: Mapping[str, Callable[[ExportRequest], ExportTable]] = {
    "standings": exports.standing_sheet,
    "groups": exports.group_sheet,
    "games": exports.game_sheet,
    "hands": exports.hand_sheet,
    "seating": exports.seating_sheet,
    "check": exports.check_sheet,
    "entrants": exports.entrant_sheet,
    "penalties": exports.penalty_sheet,
    "association": association_sheet,
}
# For organisers and referees alone: full names, licences, reasons.
INSIDE = frozenset({"entrants", "penalties", "association"})
