"""A club's season and ratings as export tables and JSON documents. Independent of requests."""

from typing import Any

from django.utils.translation import gettext as _

from clubs.ratings import Ratings
from clubs.season.player_history import met
from clubs.season.standings import Season, SeasonStanding
from clubs.season.statistics import Measure
from people.exports import Cell, ExportTable

COLUMNS = (
    *("place", "player", "name", "points", "matches", "average_place", "average_place_95"),
    *("first", "second", "third", "hands"),
    *("won", "win_rate", "win_rate_95", "dealt_in", "deal_in_rate", "deal_in_rate_95"),
    *("drawn", "drawn_rate", "drawn_rate_95", "average_win", "best_hand"),
)
CHIPS = ("chips",)  # only if a match had chips
PAIRS = ("player", "name", "other", "other_name", "matches", "above", "below", "mean_difference")


def _cells(standing: SeasonStanding) -> tuple[Cell, ...]:
    """Return the row of one player. Rates are from 0 to 1; missing values are None."""
    sums = standing.sums
    return (
        *(standing.place, standing.player, standing.name, sums.points, sums.matches, *_both(sums.average_place)),
        *(sums.firsts, sums.seconds, sums.thirds, sums.hands),
        *(sums.won, *_both(sums.win_rate), sums.dealt_in, *_both(sums.deal_in_rate)),
        *(sums.drawn, *_both(sums.drawn_rate), _short(sums.average_win), sums.best or None),
    )


def _both(measure: Measure | None) -> tuple[float | None, float | None]:
    return (_short(measure.value), _short(measure.half)) if measure else (None, None)


def _short(value: float | None) -> float | None:
    return None if value is None else round(value, 4)


def standings_table(season: Season) -> ExportTable:
    """Return the standings, one row per player."""
    if season.plays_chips:
        rows = [(*_cells(standing), standing.sums.chips) for standing in season.standings]
        return ExportTable(_("Standings"), (*COLUMNS, *CHIPS), rows)
    return ExportTable(_("Standings"), COLUMNS, [_cells(standing) for standing in season.standings])


def head_to_head_table(season: Season) -> ExportTable:
    """Return the head-to-head table, with one row per ordered pair of players who have met."""
    names = season.roster.names
    rows = [
        (one.player, names[one.player], one.other, names[one.other], one.games, one.above, one.below, _short(one.mean))
        for one in met(season, [standing.player for standing in season.standings])
    ]
    return ExportTable(_("Head-to-head"), PAIRS, rows)


def document(season: Season) -> dict[str, Any]:
    """Return the standings and the head-to-head table as one JSON object."""
    return {
        "format": "scorekeeper-season",
        "club": season.roster.club.name,
        "system": season.system,
        "from": season.first.isoformat() if season.first else None,
        "to": season.last.isoformat() if season.last else None,
        "least": season.least,
        "standings": standings_table(season).objects(),
        "head_to_head": head_to_head_table(season).objects(),
    }


def title(season: Season) -> str:
    days = [day.isoformat() for day in (season.first, season.last) if day]
    return " ".join([season.roster.club.name, season.system, *days])


# ── ratings ──────────────────────────────────────────────────────────────────

RATING_COLUMNS = ("place", "player", "name", "strength", "strength_95", "tenhou_r", "games", "provisional")


def ratings_table(ratings: Ratings) -> ExportTable:
    """Return the ratings, one row per player. Provisional ratings have no place."""
    rows = []
    for row in ratings.rows:
        strength, half = round(row.strength.value, 1), round(row.strength.half, 1)
        cells = (row.place, row.player, row.name, strength, half, float(round(row.r, 2)), row.strength.games)
        rows.append((*cells, int(row.provisional)))
    return ExportTable("", RATING_COLUMNS, rows)


def ratings_document(ratings: Ratings) -> dict[str, Any]:
    return {
        "format": "scorekeeper-ratings",
        "club": ratings.roster.club.name,
        "system": ratings.system,
        "games": len(ratings.games),
        "converged": ratings.fit.converged,
        "ratings": ratings_table(ratings).objects(),
    }
