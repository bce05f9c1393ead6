"""Which sheets there are, by the names in their addresses, and for whom. Knows no requests."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tournaments.files import sheets
from tournaments.files.association import association_sheet
from tournaments.files.sheets import Asked, Sheet

SHEETS: Mapping[str, Callable[[Asked], Sheet]] = {
    "standings": sheets.standing_sheet,
    "groups": sheets.group_sheet,
    "games": sheets.game_sheet,
    "hands": sheets.hand_sheet,
    "seating": sheets.seating_sheet,
    "check": sheets.check_sheet,
    "entrants": sheets.entrant_sheet,
    "penalties": sheets.penalty_sheet,
    "association": association_sheet,
}
# For organisers and referees alone: full names, licences, reasons.
INSIDE = frozenset({"entrants", "penalties", "association"})
