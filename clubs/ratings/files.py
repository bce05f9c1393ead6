"""The ratings of a club as an export table and as a JSON document. Does not know requests."""

from typing import Any

from clubs.ratings.ratings import Rating, Ratings
from people.exports.table import Cell, ExportTable

COLUMNS = ("place", "player", "name", "strength", "strength_95", "tenhou_r", "games", "provisional")


def cells(row: Rating) -> tuple[Cell, ...]:
    """The row of one player, in the order of `COLUMNS`. A provisional rating (1, else 0) has no place."""
    strength = row.strength
    numbers = (round(strength.value, 1), round(strength.half, 1), float(round(row.r, 2)), strength.games)
    return (row.place, row.player, row.name, *numbers, int(row.provisional))


def ratings_table(ratings: Ratings) -> ExportTable:
    """One row per player."""
    return ExportTable("", COLUMNS, [cells(row) for row in ratings.rows])


def document(ratings: Ratings) -> dict[str, Any]:
    """The table as one JSON object."""
    return {
        "format": "scorekeeper-ratings",
        "club": ratings.roster.club.name,
        "system": ratings.system,
        "games": len(ratings.games),
        "converged": ratings.fit.converged,
        "ratings": ratings_table(ratings).objects(),
    }


def title(ratings: Ratings) -> str:
    """The title of the files."""
    return f"{ratings.roster.club.name} {ratings.system} ratings"
