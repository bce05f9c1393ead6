"""A season as CSV, XLSX and JSON. Column keys stay English, numbers stay numbers. Knows no requests."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _

from clubs.season.player_history import OpponentRecord, met
from clubs.season.standings import Season, SeasonStanding
from clubs.season.statistics import Measure
from matches.files import exports
from matches.files.exports import Cell

COLUMNS = (
    "place",
    "player",
    "name",
    "points",
    "matches",
    "average_place",
    "average_place_95",
    "first",
    "second",
    "third",
    "hands",
    "won",
    "win_rate",
    "win_rate_95",
    "dealt_in",
    "deal_in_rate",
    "deal_in_rate_95",
    "drawn",
    "drawn_rate",
    "drawn_rate_95",
    "average_win",
    "best_hand",
)
PAIRS = ("player", "name", "other", "other_name", "matches", "above", "below", "mean_difference")


def cells(each: SeasonStanding) -> tuple[Cell, ...]:
    """One player's line, by `COLUMNS`; rates from 0 to 1, None for what there is none of."""
    sums = each.sums
    return (
        *(each.place, each.player, each.name, sums.points, sums.matches, *_both(sums.average_place)),
        *(sums.firsts, sums.seconds, sums.thirds, sums.hands),
        *(sums.won, *_both(sums.win_rate), sums.dealt_in, *_both(sums.deal_in_rate)),
        *(sums.drawn, *_both(sums.drawn_rate), _short(sums.average_win), sums.best or None),
    )


def pair_cells(season: Season, each: OpponentRecord) -> tuple[Cell, ...]:
    """Two players who met, by `PAIRS`."""
    names = season.roster.names
    told = (each.player, names[each.player], each.other, names[each.other])
    return (*told, each.games, each.above, each.below, _short(each.mean))


def _both(measure: Measure | None) -> tuple[float | None, float | None]:
    return (_short(measure.value), _short(measure.half)) if measure else (None, None)


def _short(value: float | None) -> float | None:
    return None if value is None else round(value, 4)


def csv_file(season: Season, separator: str = ",", mark: str = "") -> HttpResponse:
    """The standings, a line a player."""
    rows = [cells(each) for each in season.standings]
    data = mark + exports.csv_of(COLUMNS, rows, separator)
    return exports.download(data.encode(), "text/csv; charset=utf-8", title(season), "csv")


def xlsx_file(season: Season) -> HttpResponse:
    """The standings, and who met whom on a second sheet."""
    standings = (_("Standings"), COLUMNS, [cells(each) for each in season.standings])
    met_whom = (_("Head to head"), PAIRS, _pairs(season))
    return exports.download(exports.workbook((standings, met_whom)), exports.XLSX, title(season), "xlsx")


def json_file(season: Season) -> HttpResponse:
    """The same as one object."""
    data: dict[str, Any] = {
        "format": "scorekeeper-season",
        "club": season.roster.club.name,
        "system": season.system,
        "from": season.first.isoformat() if season.first else None,
        "to": season.last.isoformat() if season.last else None,
        "least": season.least,
        "standings": _objects(COLUMNS, [cells(each) for each in season.standings]),
        "head_to_head": _objects(PAIRS, _pairs(season)),
    }
    text = json.dumps(data, ensure_ascii=False, indent=1)
    return exports.download(text.encode(), "application/json", title(season), "json")


def _pairs(season: Season) -> list[tuple[Cell, ...]]:
    return [pair_cells(season, each) for each in met(season, [each.player for each in season.standings])]


def _objects(columns: Sequence[str], rows: Sequence[tuple[Cell, ...]]) -> list[dict[str, Cell]]:
    return [dict(zip(columns, row, strict=True)) for row in rows]


def title(season: Season) -> str:
    """What the file is called."""
    days = [day.isoformat() for day in (season.first, season.last) if day]
    return " ".join([season.roster.club.name, season.system, *days])
