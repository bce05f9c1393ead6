"""The series of a club: the list, one with its standings and files, its settings and events."""

from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from people.audit import refusals
from people.audit.events import What
from people.exports.download import csv_download, json_download
from people.models import Club, Role
from people.text.alphabetical_order import alphabetical
from people.views.guards import club_for, readable_club, who
from people.web.responses import done, posted, see
from tournaments import wording
from tournaments.files.exports import series_document, series_sheet
from tournaments.forms.series import SeriesForm
from tournaments.models import Series, Tournament
from tournaments.setup import series as actions
from tournaments.standings.series import SeriesTable, read_rules
from tournaments.views.shared import EventFormPage


@require_safe
def listed(request: HttpRequest, code: str) -> HttpResponse:
    """The series of a club by name; non-members see those with public tournaments only."""
    club, role = readable_club(request, code)
    rows = Series.objects.filter(club=club).prefetch_related("events__tournament")
    seen = [each for each in rows if role or _is_public(each)]
    context = {
        "club": club,
        "series": sorted(seen, key=lambda each: (alphabetical(each.name), each.pk)),
        "organiser": role is not None and role.covers(Role.ORGANISER),
    }
    return render(request, "tournaments/setup/series_list.html", context)


@require_http_methods(["GET", "POST"])
def new(request: HttpRequest, code: str) -> HttpResponse:
    """A new series of the club."""
    club, _role = club_for(request, code, Role.ORGANISER)
    form = SeriesForm(posted(request))
    made: list[Series] = []

    def create() -> None:
        values = {"name": form.named, "rules": form.rules, "key": form.hidden_key}
        made.append(actions.create_series(club=club, **values, **who(request)))

    page = SeriesFormPage(request, "tournaments/setup/series_form.html", form, club)
    return page.submit(create, lambda: see("tournaments:series_settings", code, made[0].code, anchor="#events"))


@dataclass(frozen=True)
class SeriesFormPage(EventFormPage):
    """A page with the form of a series; of one that exists with its tournaments and the `others` of the club."""

    club: Club
    series: Series | None = None

    @property
    def events(self) -> QuerySet[Tournament]:
        return Tournament.objects.filter(in_series__series=self.series)

    @property
    def others(self) -> QuerySet[Tournament]:
        return Tournament.objects.filter(club=self.club, archived_at=None).exclude(in_series__series=self.series)


@require_safe
def series(request: HttpRequest, code: str, series: str) -> HttpResponse:
    """The table of the series."""
    club, role, row = _read(request, code, series)
    table = SeriesTable(row, role is not None)
    rules = read_rules(row.counting)
    context = {
        "club": club,
        "series": row,
        "events": table.events,
        "rows": _rows(table),
        "values": [wording.amount(each) for each in rules.values],
        "counting": wording.counting_events(rules.league),
        "organiser": role is not None and role.covers(Role.ORGANISER),
        "closed": role is not None and club.public and not _is_public(row),
    }
    return render(request, "tournaments/setup/series.html", context)


@require_http_methods(["GET", "POST"])
def settings(request: HttpRequest, code: str, series: str) -> HttpResponse:
    """The name of a series, what counts, its tournaments."""
    club, row = _organised(request, code, series)
    form = SeriesForm(request.POST) if request.method == "POST" else SeriesForm.of(row)

    page = SeriesFormPage(request, "tournaments/setup/series_form.html", form, club, row)
    return page.submit(
        lambda: actions.change_series(series=row, name=form.named, rules=form.rules, **who(request)),
        lambda: see("tournaments:series_settings", code, series, query="?saved=1"),
    )


@require_POST
def events(request: HttpRequest, code: str, series: str) -> HttpResponse:
    """Add a tournament, or remove it."""
    _club, row = _organised(request, code, series)
    step = actions.remove_event if request.POST.get("out") == "1" else actions.add_event
    return done(
        request,
        lambda: step(series=row, tournament=request.POST.get("tournament", ""), **who(request)),
        lambda: see("tournaments:series_settings", code, series, anchor="#events"),
    )


@require_safe
def csv(request: HttpRequest, code: str, series: str) -> HttpResponse:
    """For spreadsheets, under an address that stays; `?sep=;`, `?bom=0`."""
    table = _taken(request, code, series, "csv")
    return csv_download(series_sheet(table), table.series.name, request.GET)


@require_safe
def json(request: HttpRequest, code: str, series: str) -> HttpResponse:
    """The same for programs."""
    table = _taken(request, code, series, "json")
    return json_download(series_document(table), table.series.name)


def _rows(table: SeriesTable) -> list[dict[str, Any]]:
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


def _is_public(series: Series) -> bool:
    """Whether everybody who sees the club may see the series: all its tournaments are public."""
    return all(each.tournament.public for each in series.events.all())


def _read(request: HttpRequest, code: str, series: str) -> tuple[Club, Role | None, Series]:
    """The series for people who may read it; 404 for others."""
    club, role = readable_club(request, code)
    row = Series.objects.filter(club=club, code=series).prefetch_related("events__tournament").first()
    if row is None or not (role or _is_public(row)):
        raise Http404
    return club, role, row


def _organised(request: HttpRequest, code: str, series: str) -> tuple[Club, Series]:
    """The same for the club's organisers only."""
    club, _role = club_for(request, code, Role.ORGANISER)
    return club, get_object_or_404(Series.objects.select_related("club"), club=club, code=series)


def _taken(request: HttpRequest, code: str, series: str, kind: str) -> SeriesTable:
    """The table for a file. Exports of a public series are recorded only for known requesters."""
    club, role, row = _read(request, code, series)
    if refusals.is_known(request) or not (club.public and _is_public(row)):
        refusals.taken(request, What.SERIES_EXPORTED, kind, club=club, about=row.code)
    return SeriesTable(row, role is not None)
