"""The registry of export tables and printed pages."""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from people.exports import ExportTable
from tournaments.files import exports
from tournaments.files.exports import ExportRequest


@dataclass(frozen=True, slots=True)
class FileListing:
    """An item of the files page. `key`: its name in URLs; `staff_only`: shown only to organisers and referees."""

    key: str
    title: str | Promise
    use: str | Promise
    staff_only: bool = False


@dataclass(frozen=True, slots=True)
class ExportListing(FileListing):
    """An export table, built by `table`."""

    table: Callable[[ExportRequest], ExportTable] = exports.standing_sheet


_STANDINGS = _("Places, totals and round results, now or after an earlier round.")
_GAMES = _("One row for each player in each match, with every part of the result.")
_HANDS = _("Every hand scored on a phone, with its payments.")
_ENTRANTS = _("The player list with clubs, licences and statuses, ready to import again.")
_PENALTIES = _("Every penalty with its reason, including cancelled ones.")
_ASSOCIATION = _("The 19 columns that associations ask for, in the order they expect.")
_CHECK = _("The total of each match and what it should be.")
_PLAYERS = _("One for each player: the whole schedule, with space for results.")
_BLANK = _("One for each table, with the names for the round.")
EXPORTS = {
    listing.key: listing
    for listing in (
        ExportListing("standings", _("Standings"), _STANDINGS, False, exports.standing_sheet),
        ExportListing("groups", _("Groups"), _("The standings of each group."), False, exports.group_sheet),
        ExportListing("games", _("Matches"), _GAMES, False, exports.game_sheet),
        ExportListing("hands", _("Hands"), _HANDS, False, exports.hand_sheet),
        ExportListing(
            "seating", _("Seating"), _("The seating for every published round."), False, exports.seating_sheet
        ),
        ExportListing("check", _("Points check"), _CHECK, False, exports.check_sheet),
        ExportListing("entrants", _("Players"), _ENTRANTS, True, exports.entrant_sheet),
        ExportListing("penalties", _("Penalties and bonuses"), _PENALTIES, True, exports.penalty_sheet),
        ExportListing("association", _("Results for an association"), _ASSOCIATION, True, exports.association_sheet),
    )
}

PRINTED_PAGES = (
    FileListing("standings", _("Standings"), _("To pin up on the wall after any round.")),
    FileListing("names", _("Seating by name"), _("To pin up on the wall: players find their table by name.")),
    FileListing("tables", _("Seating by table"), _("To pin up on the wall: each round, table by table.")),
    FileListing("check", _("Points check"), _("To sign and file.")),
    FileListing("players", _("Player cards"), _PLAYERS, staff_only=True),
    FileListing(
        "cards", _("Table cards"), _("One for each table, with a code that opens it on a phone."), staff_only=True
    ),
    FileListing("blank", _("Blank score sheets"), _BLANK, staff_only=True),
    FileListing(
        "filled",
        _("Completed score sheets"),
        _("The hands played at each table, for the players to sign."),
        staff_only=True,
    ),
    FileListing("certificates", _("Certificates"), _("One for each player, with their place."), staff_only=True),
    FileListing("penalties", _("Penalties and bonuses"), _("To sign and file."), staff_only=True),
)

# The most needed printed pages during and after the event, in order of importance.
DURING = ("cards", "names", "tables", "blank")
AFTER = ("standings", "certificates")
