"""The result sheet for associations: nineteen columns in a fixed order. Does not know requests.

The requester gives what only the association knows: the weight of the event and its short name.
"""

from collections.abc import Mapping

from engine.rulesets import BOOKS
from people.exports.table import Cell, ExportTable
from tournaments.files.column_labels import labelled_table
from tournaments.files.exports import ExportRequest, number
from tournaments.snapshot import Day
from tournaments.standings.standings_table import StandingsRow, standings_table

TITLE = "Results"
COLUMNS = (
    "Tournament name",
    "Number of participants",
    "Place",
    "first name",
    "last name",
    "number",
    "Table points",
    "Score",
    "member",
    "Country",
    "Date",
    "court country",
    "city",
    "weight",
    "short name",
    "rules",
    "period",
    "days",
    "extra",
)
ASKED = ("country", "weight", "short")


def association_sheet(asked: ExportRequest) -> ExportTable:
    """Everybody who is placed, with the points of all their games. Asked for with the `country` of the event, its
    `weight` and `short` name, or without."""
    day, told = asked.day, asked.told
    rows = [row for row in standings_table(day, asked.after).rows if row.line.place is not None]
    return labelled_table(TITLE, COLUMNS, [_row(day, row, len(rows), told) for row in rows])


def _row(day: Day, row: StandingsRow, many: int, told: Mapping[str, str]) -> tuple[Cell, ...]:
    entrant, event = day.by_pk[row.line.entrant], day.tournament
    first, last = names(day.names[entrant.pk])
    placement, points = number(row.figures.placement), row.figures.points
    until = event.ends_on or event.starts_on
    days = (until - event.starts_on).days + 1
    period = event.starts_on.isoformat() + (f"/{until.isoformat()}" if days > 1 else "")
    return (
        *(event.name, many, row.line.place, first, last, entrant.licence, placement, points),
        *(int(bool(entrant.licence)), entrant.country, event.starts_on.isoformat(), told.get("country", "")),
        *(event.place, weight(told.get("weight", "")), told.get("short", ""), BOOKS[event.system].title),
        *(period, days, entrant.club_name),
    )


def names(name: str) -> tuple[str, str]:
    """The first name and the last: the last word is the last name."""
    first, _space, last = name.rpartition(" ")
    return first, last


def weight(text: str) -> Cell:
    """A number where it is one."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else text
