"""A club's ratings: page and files. For everyone if the club is public, otherwise for members."""

from typing import Any
from urllib.parse import urlencode

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubs.forms import RatingsForm
from clubs.ratings import files, interval_chart
from clubs.ratings.ratings import Rating, Ratings
from clubs.season import wording
from clubs.season.standings import Roster
from clubs.season.statistics import FEW_GAMES
from clubs.views.club import roster_or_404
from engine.ratings.plackett_luce import MEAN
from engine.rulesets import BOOKS
from matches import wording as game
from people.audit import refusals
from people.audit.events import What
from people.exports.download import csv_download, json_download


@require_safe
def ratings(request: HttpRequest, code: str) -> HttpResponse:
    """Everybody's strength and R in one game."""
    roster, form = roster_or_404(request, code), RatingsForm(request.GET)
    found = _ratings(roster, form) if form.is_valid() else None
    context = {"club": roster.club, "form": form, "found": found, "games": _games(roster, found), "few": FEW_GAMES}
    if found:
        context |= {
            "system": found.system,
            "query": _query(found.system),
            "rows": [_row(row) for row in found.rows],
            "picture": interval_chart.intervals(found.rows, MEAN),
            "most": interval_chart.MOST,
            "rated": len(found.rows) if found.is_cut else 0,
        }
    return render(request, "clubs/ratings/ratings.html", context, status=200 if form.is_valid() else 422)


@require_safe
def csv(request: HttpRequest, code: str) -> HttpResponse:
    """For spreadsheets, under an address that stays; `?sep=;`, `?bom=0`."""
    found = _exported(request, code, "csv")
    return csv_download(files.ratings_table(found), files.title(found), request.GET)


@require_safe
def json(request: HttpRequest, code: str) -> HttpResponse:
    """The same for programs."""
    found = _exported(request, code, "json")
    return json_download(files.document(found), files.title(found))


def _ratings(roster: Roster, form: RatingsForm) -> Ratings:
    """The ratings of the requested game; without one in the request, of the first game that the club plays."""
    return Ratings(roster, form.cleaned_data["game"] or next(iter(roster.systems), next(iter(BOOKS))))


def _exported(request: HttpRequest, code: str, kind: str) -> Ratings:
    """The requested ratings for a file. The export is recorded; of a public club only for known requesters."""
    roster, form = roster_or_404(request, code), RatingsForm(request.GET)
    if not form.is_valid():
        raise BadRequest
    if refusals.is_known(request) or not roster.club.public:
        refusals.taken(request, What.RATINGS_EXPORTED, kind, club=roster.club)
    return _ratings(roster, form)


def _games(roster: Roster, found: Ratings | None) -> list[dict[str, str]]:
    keys = [key for key in BOOKS if key in roster.systems or (found and found.system == key)]
    return [{"key": key, "title": _(BOOKS[key].title), "query": _query(key)} for key in keys]


def _row(row: Rating) -> dict[str, Any]:
    return {
        "place": row.place,
        "player": row.player,
        "name": row.name,
        "gone": row.gone,
        "strength": wording.decimal(row.strength.value, 0),
        "within": wording.decimal(row.strength.half, 0),
        "r": wording.decimal(float(row.r), 0),
        "games": game.number(row.strength.games),
        "provisional": row.provisional,
    }


def _query(system: str) -> str:
    return f"?{urlencode({'game': system})}"
