"""Views of a club's season and ratings, for everyone if the club is public, otherwise for members."""

from collections.abc import Mapping
from typing import Any, TypeVar
from urllib.parse import urlencode

from django import forms
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubs.ratings import Rating, Ratings
from clubs.season import awards as season_awards
from clubs.season import charts, files, hands_file, pages
from clubs.season.standings import Roster, Season
from clubs.season.statistics import FEW_GAMES
from clubs.views.club import roster_or_404
from engine.ratings.plackett_luce import MEAN
from engine.rulesets import BOOKS
from matches import wording as game
from people.audit import refusals
from people.audit.events import What
from people.exports import CSV, csv_download, json_download, mark_of, separator_of, streamed_download, xlsx_download
from people.forms.shared import validated
from people.text.cleaning import whole_number
from people.web.public_urls import shared_address

MOST_MATCHES = 999


def _game_choices() -> list[tuple[str, str]]:
    return [("", ""), *((key, key) for key in BOOKS)]


class RatingsForm(forms.Form):
    """The optional filter of the ratings page: `game`, the key of a rule book."""

    game = forms.ChoiceField(required=False, choices=_game_choices)


class SeasonForm(forms.Form):
    """The filters of a season: `system`, `from`, `to` and `least`. All are optional."""

    system = forms.ChoiceField(required=False, choices=_game_choices)
    least = forms.CharField(required=False)

    def __init__(self, data: Any) -> None:
        super().__init__(data)
        for name in ("from", "to"):
            self.fields[name] = forms.DateField(required=False, input_formats=["%Y-%m-%d"])
            self.fields[name].error_messages["invalid"] = _("This isn’t a valid date. Enter a date such as 2026-11-21.")

    def clean_least(self) -> int:
        text = self.cleaned_data["least"]
        return validated(lambda: whole_number(text, "least", 0, MOST_MATCHES)) if text.strip() else 0

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        if data.get("from") and data.get("to") and data["from"] > data["to"]:
            self.add_error("to", _("The last day can’t be before the first day."))
        return data


Filters = TypeVar("Filters", SeasonForm, RatingsForm)


@require_safe
def season(request: HttpRequest, code: str) -> HttpResponse:
    """Show a club's standings in one game (rule book), between two days."""
    roster, form = roster_or_404(request, code), SeasonForm(request.GET)
    found = _season(roster, form) if form.is_valid() else None
    filters = {name: request.GET[name] for name in ("system", "from", "to", "least") if request.GET.get(name)}
    csv_path = reverse("clubs:season_csv", args=[code]) + _query(filters)
    context = {**_around(roster, form, found), "address": shared_address(request, csv_path)}
    if found:
        context["rows"] = [pages.standing_row(each) for each in found.standings]
        context["plays_chips"] = found.plays_chips
    return render(request, "clubs/season/standings.html", context, status=200 if form.is_valid() else 422)


@require_safe
def awards(request: HttpRequest, code: str) -> HttpResponse:
    """Show the awards of a season, each with the hand or the match behind it."""
    roster, form = roster_or_404(request, code), SeasonForm(request.GET)
    found = _season(roster, form) if form.is_valid() else None
    context = _around(roster, form, found)
    if found:
        context["awards"] = season_awards.awards(found)
    return render(request, "clubs/season/awards.html", context, status=200 if form.is_valid() else 422)


@require_safe
def player(request: HttpRequest, code: str, player: int) -> HttpResponse:
    """Show one player's numbers, charts and tables."""
    roster, form = roster_or_404(request, code), SeasonForm(request.GET)
    if player not in roster.players or roster.players[player].erased_at is not None:
        raise Http404
    if roster.whose[player] != player:
        return HttpResponseRedirect(
            reverse("clubs:player", args=[code, roster.whose[player]]) + _query(request.GET.dict())
        )
    found = _season(roster, form) if form.is_valid() else None
    standing = next((each for each in found.standings if each.player == player), None) if found else None
    context = {**_around(roster, form, found), "name": roster.names[player], "player": player}
    if found and standing:
        context.update(pages.player_page(found, standing))
    return render(request, "clubs/season/player.html", context, status=200 if form.is_valid() else 422)


@require_safe
def season_file(request: HttpRequest, code: str, kind: str) -> HttpResponseBase:
    """Send the standings or all hands as a file of this kind, at a permanent URL.

    The query string of a CSV file may contain `sep=;` and `bom=0`. The workbook also has the head-to-head table.
    """
    season = _season(*_exported(request, code, SeasonForm, What.SEASON_EXPORTED, kind))
    title = files.title(season)
    if kind == "hands.csv":
        pieces = hands_file.pieces(season, separator_of(request.GET), mark_of(request.GET))
        return streamed_download(pieces, CSV, f"{title} hands", "csv")
    if kind == "xlsx":
        return xlsx_download([files.standings_table(season), files.head_to_head_table(season)], title)
    if kind == "json":
        return json_download(files.document(season), title)
    return csv_download(files.standings_table(season), title, request.GET)


def _season(roster: Roster, form: SeasonForm) -> Season:
    """Return the requested season. By default, the game is the first one that the club plays."""
    system = form.cleaned_data["system"] or next(iter(roster.systems), next(iter(BOOKS)))
    return Season(roster, system, *(form.cleaned_data[name] for name in ("from", "to", "least")))


def _exported(
    request: HttpRequest, code: str, form_type: type[Filters], what: What, kind: str
) -> tuple[Roster, Filters]:
    """Record the export of a file, and return the roster and the filters.

    Raises `BadRequest` for invalid filters. Spreadsheets fetch a public club's URL repeatedly, so for public clubs
    only requesters with an account or with a phone that has joined a match are recorded.
    """
    roster, form = roster_or_404(request, code), form_type(request.GET)
    if not form.is_valid():
        raise BadRequest
    if refusals.is_known(request) or not roster.club.public:
        refusals.record_export(request, what, kind, club=roster.club)
    return roster, form


def _around(roster: Roster, form: SeasonForm, found: Season | None) -> dict[str, Any]:
    """Return the template variables that the standings and a player's page share."""
    bounds = {"from": found.first, "to": found.last} if found else {}
    days = {name: day.isoformat() for name, day in bounds.items() if day}
    filters = days | ({"least": found.least} if found and found.least else {})
    return {
        "club": roster.club,
        "form": form,
        "found": found,
        "system": found.system if found else "",
        "games": _games(roster, found.system if found else None, "system", filters),
        "query": _query({"system": found.system, **filters}) if found else "",
        "least": found.least if found else 0,
        "days": pages.days(found.first, found.last) if found else "",
        "bounded": bool(days),
        "chosen": bool(filters),
        "drawn": pages.drawn_word(found) if found else "",
        "terms": pages.terms(),
        "few_words": pages.few_words(),
    }


def _games(roster: Roster, chosen: str | None, field: str, filters: Mapping[str, Any]) -> list[dict[str, str]]:
    """Return the games that the club plays, including the chosen one, each with its query string."""
    keys = [key for key in BOOKS if key in roster.systems or key == chosen]
    return [{"key": key, "title": _(BOOKS[key].title), "query": _query({field: key, **filters})} for key in keys]


def _query(values: Mapping[str, Any]) -> str:
    return f"?{urlencode(values)}" if values else ""


# ── ratings ──────────────────────────────────────────────────────────────────


@require_safe
def ratings(request: HttpRequest, code: str) -> HttpResponse:
    """Show the ratings of all players in one game: their strength, and their R as on tenhou.net."""
    roster, form = roster_or_404(request, code), RatingsForm(request.GET)
    found = _ratings(roster, form) if form.is_valid() else None
    games = _games(roster, found.system if found else None, "game", {})
    context = {"club": roster.club, "form": form, "found": found, "games": games, "few": FEW_GAMES}
    if found:
        context |= {
            "system": found.system,
            "query": _query({"game": found.system}),
            "rows": [_rating_row(row) for row in found.rows],
            "picture": charts.intervals(found.rows, MEAN),
            "most": charts.MOST_RATINGS,
            "rated": len(found.rows) if found.is_cut else 0,
        }
    return render(request, "clubs/ratings/ratings.html", context, status=200 if form.is_valid() else 422)


@require_safe
def ratings_file(request: HttpRequest, code: str, kind: str) -> HttpResponse:
    """Send the ratings as a file of this kind, at a permanent URL. See `season_file` for the query string."""
    ratings = _ratings(*_exported(request, code, RatingsForm, What.RATINGS_EXPORTED, kind))
    title = f"{ratings.roster.club.name} {ratings.system} ratings"
    if kind == "json":
        return json_download(files.ratings_document(ratings), title)
    return csv_download(files.ratings_table(ratings), title, request.GET)


def _ratings(roster: Roster, form: RatingsForm) -> Ratings:
    """Return the ratings of the requested game; by default, of the first game that the club plays."""
    return Ratings(roster, form.cleaned_data["game"] or next(iter(roster.systems), next(iter(BOOKS))))


def _rating_row(row: Rating) -> dict[str, Any]:
    return {
        "rating": row,
        "strength": pages.decimal(row.strength.value, 0),
        "within": pages.decimal(row.strength.half, 0),
        "r": pages.decimal(float(row.r), 0),
        "games": game.number(row.strength.games),
    }
