"""The standings of a series as the page shows them. Does not know requests."""

from typing import Any

from tournaments import wording
from tournaments.standings.series import SeriesTable


def rows_of(table: SeriesTable) -> list[dict[str, Any]]:
    """A row for everybody, first place first; `cells`: for each event (value, counted), the value empty where they
    have none."""
    people, many = table.people, len(table.events)
    held = [each.line.place for each in table.places]
    rows = []
    for each in table.places:
        line = each.line
        had = {one.round: (wording.amount(one.value), one.counted) for one in line.played}
        person = people[line.entrant]
        rows.append(
            {
                "place": line.place,
                "shared": line.place is not None and held.count(line.place) > 1,
                "name": person.name,
                "player": person.player,
                "total": wording.amount(line.total),
                "events": line.games,
                "cells": [had.get(number, ("", True)) for number in range(1, many + 1)],
                "mark": each.mark,
                "reason": wording.reason(line.reason, people[line.reason.above].name) if line.reason else "",
            }
        )
    return rows
