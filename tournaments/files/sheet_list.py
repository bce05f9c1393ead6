"""What stands on the page of files: each sheet and each printed page, what it is called and what it is for."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Words = str | Promise


@dataclass(frozen=True, slots=True)
class Listed:
    """One thing to take: its name in addresses, what it is called, what it is for. `inside`: not for everybody."""

    key: str
    called: Words
    use: Words
    inside: bool = False


_SHEETS = (
    Listed("standings", _("Standings"), _("Places, totals, the result of each round. Also after an earlier round.")),
    Listed("groups", _("Groups"), _("The standings of each group.")),
    Listed("games", _("Games"), _("A row for each player of each game, with every term of the result.")),
    Listed("hands", _("Hands"), _("Every hand that was scored on phones, with its payments.")),
    Listed("seating", _("Seating"), _("Who sits where in each round that is published.")),
    Listed("check", _("Audit of the points"), _("What each game comes to and what it must: nothing is lost.")),
    Listed("entrants", _("Entrants"), _("The entry list with clubs, licences and states; it can be brought in again.")),
    Listed("penalties", _("Penalties and grants"), _("Each with its reason, cancelled ones too.")),
    Listed("association", _("Results for an association"), _("Nineteen columns in the order that associations take.")),
)

PAPER = (
    Listed("standings", _("Standings"), _("For the wall, after any round.")),
    Listed("names", _("Seating by name"), _("For the wall: everybody finds their table.")),
    Listed("tables", _("Seating by table"), _("For the wall: each round, table by table.")),
    Listed("check", _("Audit of the points"), _("To be signed and kept.")),
    Listed("players", _("Player cards"), _("One each: the whole schedule, with room for results."), inside=True),
    Listed("cards", _("Table cards"), _("With the code that opens the table on a phone."), inside=True),
    Listed("blank", _("Score sheets, blank"), _("One a table, with the names of the round."), inside=True),
    Listed("filled", _("Score sheets, filled in"), _("The hands of each table, to be signed."), inside=True),
    Listed("certificates", _("Certificates"), _("One a player, with the place."), inside=True),
    Listed("penalties", _("Penalties and grants"), _("To be signed and kept."), inside=True),
)

# What of it is needed while the event runs, and once it is over; the most needed first.
DURING = ("cards", "names", "tables", "blank")
AFTER = ("standings", "certificates")


def listed() -> tuple[Listed, ...]:
    """The sheets, in the order of the page."""
    return _SHEETS
