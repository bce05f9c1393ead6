"""The standings of a series as an export table and as a JSON document."""

from collections.abc import Sequence
from typing import Any

from engine.tournament import tell_number
from people.exports.table import ExportTable
from tournaments.files.exports import number
from tournaments.standings.series import SeriesTable, rules_json

COLUMNS = ("place", "name", "total", "events", "mark")


def standings_table(table: SeriesTable) -> ExportTable:
    """The standings of the series: a row for everybody, first place first, with a column for each event in its order.
    What does not count is there all the same."""
    numbers = range(1, len(table.events) + 1)
    rows: list[Sequence[Any]] = []
    for each in table.places:
        line = each.line
        values = {one.round: number(one.value) for one in line.played}
        name = table.people[line.entrant].name
        rows.append((line.place, name, number(line.total), line.games, each.mark, *map(values.get, numbers)))
    return ExportTable("", (*COLUMNS, *(f"event_{at}" for at in numbers)), rows)


def document(table: SeriesTable) -> dict[str, Any]:
    """The standings as one JSON object. Numbers are exact: "7/2" if they are not whole."""
    people = table.people
    return {
        "format": "scorekeeper-series",
        "name": table.series.name,
        "counting": rules_json(table.rules),
        "events": [
            {
                "name": each.tournament.name,
                "day": each.tournament.starts_on.isoformat(),
                "counts": each.counts,
                "provisional": each.provisional,
            }
            for each in table.events
        ],
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
