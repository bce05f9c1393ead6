"""The preview of an exchange of matches between two tables. Does not know requests."""

from collections.abc import Mapping
from typing import Any

from matches import wording
from people.forms.shared import Choice
from tournaments.models import Round
from tournaments.play.exchange import mark
from tournaments.play.tables import AtTable
from tournaments.snapshot import Day


def others(day: Day, one: Round, but: int) -> list[dict[str, Any]]:
    """The other tables of three in the round that are scored on a phone: number and names."""
    return [
        {
            "number": table.number,
            "names": [day.substitutes.get(seat.pk) or day.names[seat.entrant_id] for seat in seats],
        }
        for table in day.tables.get(one.pk, [])
        if len(seats := day.seats[table.pk]) == 3 and table.match_id is not None and table.number != but
    ]


def field(wind: str, at: int) -> str:
    """What the form calls a wind of the first (0) or the second (1) table."""
    return f"{wind}{at + 1}"


def both(pair: tuple[AtTable, AtTable], chosen: Mapping[str, str]) -> dict[str, Any]:
    """Each of the two tables with the match that it would get; `chosen`: who was said to sit on each wind."""
    return {"seen": mark(*pair), "halves": [_half(pair, at, chosen) for at in (0, 1)]}


def _half(pair: tuple[AtTable, AtTable], at: int, chosen: Mapping[str, str]) -> dict[str, Any]:
    here, there = pair[at], pair[1 - at]
    points = there.played.points if there.played else None
    places = []
    for chair, seat in enumerate(here.seats):
        name = field(seat.wind, at)
        on = chosen.get(name, str(seat.entrant.number))
        people = [
            Choice(str(each.entrant.number), here.sitting[each.entrant_id], str(each.entrant.number) == on)
            for each in here.seats
        ]
        places.append(
            {
                "field": name,
                "wind": seat.wind,
                "wind_name": wording.wind_name(seat.wind),
                "points": wording.balance(here.book, points[chair]) if points else "",
                "people": people,
            }
        )
    return {"number": here.table.number, "other": there.table.number, "places": places}
