"""A club's ratings as CSV and JSON. Column keys stay English, numbers stay numbers. Knows no requests."""

from __future__ import annotations

import json
from typing import Any

from django.http import HttpResponse

from clubs.ratings.ratings import Rating, Ratings
from matches.files import exports
from matches.files.exports import Cell

COLUMNS = (
    "place",
    "player",
    "name",
    "strength",
    "strength_95",
    "tenhou_r",
    "games",
    "provisional",
)


def cells(row: Rating) -> tuple[Cell, ...]:
    """One player's line, by `COLUMNS`; no place while the ratings are provisional (1, else 0)."""
    strength = row.strength
    told = (round(strength.value, 1), round(strength.half, 1), float(round(row.r, 2)), strength.games)
    return (row.place, row.player, row.name, *told, int(row.provisional))


def csv_file(ratings: Ratings, separator: str = ",", mark: str = "") -> HttpResponse:
    """A line a player."""
    data = mark + exports.csv_of(COLUMNS, [cells(row) for row in ratings.rows], separator)
    return exports.download(data.encode(), "text/csv; charset=utf-8", title(ratings), "csv")


def json_file(ratings: Ratings) -> HttpResponse:
    """The same as one object."""
    data: dict[str, Any] = {
        "format": "scorekeeper-ratings",
        "club": ratings.roster.club.name,
        "system": ratings.system,
        "games": len(ratings.games),
        "converged": ratings.fit.converged,
        "ratings": [dict(zip(COLUMNS, cells(row), strict=True)) for row in ratings.rows],
    }
    text = json.dumps(data, ensure_ascii=False, indent=1)
    return exports.download(text.encode(), "application/json", title(ratings), "json")


def title(ratings: Ratings) -> str:
    """What the file is called."""
    return f"{ratings.roster.club.name} {ratings.system} ratings"
