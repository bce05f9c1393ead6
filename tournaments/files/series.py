"""The standings of a series as an export table and as a JSON document."""

from collections.abc import Sequence
from typing import Any

from engine.tournament import tell_number
from people.exports.table import ExportTable
from tournaments.files.exports import number
from tournaments.standings.series import SeriesTable, rules_json

COLUMNS = ("place", "name", "total", "events", "mark")


def columns(table: SeriesTable) -> tuple[str, ...]:
    """The columns, with one for each event in its order."""
    return (*COLUMNS, *(f"event_{at}" for at in range(1, len(table.events) + 1)))


def rows(table: SeriesTable) -> list[Sequence[Any]]:
    """A row for everybody, first place first. What does not count is there all the same."""
    people = table.people
    found: list[Sequence[Any]] = []
    for each in table.places:
        line = each.line
        had = {one.round: number(one.value) for one in line.played}
        told = (line.place, people[line.entrant].name, number(line.total), line.games, each.mark)
        found.append((*told, *(had.get(at) for at in range(1, len(table.events) + 1))))
    return found


def standings_table(table: SeriesTable) -> ExportTable:
    """The standings of the series."""
    return ExportTable("", columns(table), rows(table))


def document(table: SeriesTable) -> dict[str, Any]:
    """The standings as one JSON object. Numbers are exact: "7/2" if they are not whole."""
    people = table.people
    return {
        "format": "scorekeeper-series",
        "name": table.series.name,
        "counting": rules_json(table.rules),
        "events": [_event(event) for event in table.events],
        "standings": [
            {
                "place": each.line.place,
                "name": people[each.line.entrant].name,
                "total": tell_number(each.line.total),
                "mark": each.mark,
                "results": [
                    {"event": one.round, "value": tell_number(one.value), "counted": one.counted}
                    for one in each.line.played
                ],
            }
            for each in table.places
        ],
    }


def _event(event: Any) -> dict[str, Any]:
    told = event.tournament
    return {
        "name": told.name,
        "day": told.starts_on.isoformat(),
        "counts": event.counts,
        "provisional": event.provisional,
    }
