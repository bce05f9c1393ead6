"""Translated column headings of the export tables, by column key."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

LABELS: Mapping[str, str | Promise] = {
    "place": gettext_lazy("Place"),
    "entrant": gettext_lazy("No."),
    "name": pgettext_lazy("of a person", "Name"),
    "club": gettext_lazy("Club"),
    "country": gettext_lazy("Country"),
    "licence": gettext_lazy("Licence"),
    "team": gettext_lazy("Team"),
    "seed": gettext_lazy("Seeding number"),
    "state": gettext_lazy("Status"),
    "house": gettext_lazy("House player"),
    "total": gettext_lazy("Total"),
    "games": gettext_lazy("Matches"),
    "group": gettext_lazy("Group"),
    "byes": gettext_lazy("Byes"),
    "carried": gettext_lazy("Carried over"),
    "adjusted": gettext_lazy("Penalties and bonuses"),
    "placement": gettext_lazy("Placement points"),
    "first": gettext_lazy("1st"),
    "second": gettext_lazy("2nd"),
    "third": gettext_lazy("3rd"),
    "fourth": gettext_lazy("4th"),
    "average_place": gettext_lazy("Average place"),
    "best_game": gettext_lazy("Best match"),
    "decided_by": gettext_lazy("Tie-break"),
    "withdrawn": gettext_lazy("Withdrawn"),
    "stage": gettext_lazy("Stage"),
    "not_counted": gettext_lazy("Rounds that don’t count"),
    "round": gettext_lazy("Round"),
    "table": gettext_lazy("Table"),
    "wind": gettext_lazy("Wind"),
    "east": gettext_lazy("East"),
    "south": gettext_lazy("South"),
    "west": gettext_lazy("West"),
    "north": gettext_lazy("North"),
    "east_name": gettext_lazy("East (name)"),
    "south_name": gettext_lazy("South (name)"),
    "west_name": gettext_lazy("West (name)"),
    "north_name": gettext_lazy("North (name)"),
    "substitute": gettext_lazy("Substitute"),
    "status": gettext_lazy("Status"),
    "points": gettext_lazy("Points"),
    "pot": gettext_lazy("Left on the table"),
    "table_score": gettext_lazy("Raw points"),
    "pot_score": gettext_lazy("Share of points left on the table"),
    "oka": gettext_lazy("Oka"),
    "uma": gettext_lazy("Uma"),
    "sinking": gettext_lazy("Sinking uma"),
    "chips": gettext_lazy("Chips"),
    "chip_score": gettext_lazy("Points for chips"),
    "result": gettext_lazy("Result"),
    "from_match": gettext_lazy("Read from the match"),
    "entered_at": gettext_lazy("Entered at"),
    "checked_in_at": gettext_lazy("Checked in at"),
    "confirmed_at": gettext_lazy("Confirmed at"),
    "from_round": gettext_lazy("From round"),
    "left_after": gettext_lazy("Left after round"),
    "lot": gettext_lazy("Tie-break draw"),
    "at": gettext_lazy("Time"),
    "reason": gettext_lazy("Reason"),
    "by": gettext_lazy("Recorded by"),
    "cancelled_at": gettext_lazy("Cancelled at"),
    "cancelled_by": gettext_lazy("Cancelled by"),
    "cancel_reason": gettext_lazy("Reason for cancelling"),
    "sum": gettext_lazy("Total"),
    "expected": gettext_lazy("Expected"),
    "difference": gettext_lazy("Difference"),
    "uma_sum": gettext_lazy("Total uma"),
    "result_sum": gettext_lazy("Sum of results"),
    "holds": gettext_lazy("Adds up"),
}


def label(column: str) -> str:
    """Return the heading of a column, or its key if there is none."""
    if column.startswith("round_") and column[6:].isdigit():
        return _("Round %(number)s") % {"number": column[6:]}
    return str(LABELS.get(column, column))
