"""The series of a club: list, standings, files, settings, tournaments."""

from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from people.audit import refusals
from people.audit.events import What
from people.exports import csv_download, json_download
from people.models import Club, Role
from people.text import lists
from people.text.names import alphabetical
from people.views.guards import action_arguments, club_for, readable_club
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
    """Show the series of a club. Non-members see only series whose tournaments are all public."""
    club, role = readable_club(request, code)
    rows = Series.objects.filter(club=club).prefetch_related("events__tournament")
    seen = [row for row in rows if role or _is_public(row)]
    seen.sort(key=lambda row: (alphabetical(row.name), row.pk))
    context = {"club": club, "series": seen, "organiser": role is not None and role.covers(Role.ORGANISER)}
    return render(request, "tournaments/setup/series_list.html", context)


@require_http_methods(["GET", "POST"])
def new(request: HttpRequest, code: str) -> HttpResponse:
    """Create a series."""
    club, _role = club_for(request, code, Role.ORGANISER)
    form = SeriesForm(posted(request))
    made: list[Series] = []

    def create() -> None:
        values = {"name": form.named, "rules": form.rules, "key": form.hidden_key}
        made.append(actions.create_series(club=club, **values, **action_arguments(request)))

    page = _form_page(request, form, club)
    return page.submit(create, lambda: see("tournaments:series_settings", code, made[0].code, anchor="#events"))


def _form_page(request: HttpRequest, form: SeriesForm, club: Club, series: Series | None = None) -> EventFormPage:
    """Return the form of a series, with its tournaments and the club's other ones; `series` is None for a new one."""
    events = Tournament.objects.filter(in_series__series=series)
    others = Tournament.objects.filter(club=club, archived_at=None).exclude(in_series__series=series)
    more = {"club": club, "series": series, "events": events, "others": others}
    return EventFormPage(request, "tournaments/setup/series_form.html", form, more=more)


class SeriesRow(NamedTuple):
    """An entrant in the standings of a series.

    `cells`: a (value, counts) pair for each event; the value is "" if the entrant didn't play in it.
    """

    place: int | None
    shared: bool
    name: str
    player: int | None
    total: str
    events: int
    cells: list[tuple[str, bool]]
    mark: str
    reason: str


@require_safe
def series(request: HttpRequest, code: str, series: str) -> HttpResponse:
    """Show the standings of a series."""
    club, role, row = _read(request, code, series)
    table, rules = SeriesTable(row, role is not None), read_rules(row.counting)
    context = {
        "club": club,
        "series": row,
        "events": table.events,
        "rows": _rows(table),
        "values": lists.listed(map(wording.amount, rules.values), "names"),  # points by place
        "counting": wording.counting(rules.league, events=True),
        "organiser": role is not None and role.covers(Role.ORGANISER),
        "closed": role is not None and club.public and not _is_public(row),  # hidden from non-members
    }
    return render(request, "tournaments/setup/series.html", context)


@require_http_methods(["GET", "POST"])
def settings(request: HttpRequest, code: str, series: str) -> HttpResponse:
    """Change the name, counting rules and tournaments of a series."""
    club, row = _organised(request, code, series)
    form = SeriesForm(request.POST) if request.method == "POST" else SeriesForm.of(row)
    return _form_page(request, form, club, row).submit(
        lambda: actions.change_series(series=row, name=form.named, rules=form.rules, **action_arguments(request)),
        lambda: see("tournaments:series_settings", code, series, query="?saved=1"),
    )


@require_POST
def events(request: HttpRequest, code: str, series: str) -> HttpResponse:
    """Add a tournament to a series, or remove it."""
    _club, row = _organised(request, code, series)
    step = actions.remove_event if request.POST.get("out") == "1" else actions.add_event
    return done(
        request,
        lambda: step(series=row, tournament=request.POST.get("tournament", ""), **action_arguments(request)),
        lambda: see("tournaments:series_settings", code, series, anchor="#events"),
    )


@require_safe
def csv(request: HttpRequest, code: str, series: str) -> HttpResponse:
    """Send the standings as CSV, at a permanent URL. Options: `?sep=;`, `?bom=0`."""
    table = _exported(request, code, series, "csv")
    return csv_download(series_sheet(table), table.series.name, request.GET)


@require_safe
def json(request: HttpRequest, code: str, series: str) -> HttpResponse:
    """Send the standings as JSON, at a permanent URL."""
    table = _exported(request, code, series, "json")
    return json_download(series_document(table), table.series.name)


def _rows(table: SeriesTable) -> list[SeriesRow]:
    people = table.people
    places = [place.line.place for place in table.places]
    rows = []
    for place in table.places:
        line = place.line
        results = {result.round: (wording.amount(result.value), result.counted) for result in line.played}
        rows.append(
            SeriesRow(
                place=line.place,
                shared=line.place is not None and places.count(line.place) > 1,
                name=people[line.entrant].name,
                player=people[line.entrant].player,
                total=wording.amount(line.total),
                events=line.games,
                cells=[results.get(number, ("", True)) for number in range(1, len(table.events) + 1)],
                mark=place.mark,
                reason=wording.reason(line.reason, people[line.reason.above].name) if line.reason else "",
            )
        )
    return rows


def _is_public(series: Series) -> bool:
    return all(event.tournament.public for event in series.events.all())


def _read(request: HttpRequest, code: str, series: str) -> tuple[Club, Role | None, Series]:
    """Return the club, the requester's role and the series; raise `Http404` if the requester may not see it."""
    club, role = readable_club(request, code)
    row = Series.objects.filter(club=club, code=series).prefetch_related("events__tournament").first()
    if row is None or not (role or _is_public(row)):
        raise Http404
    return club, role, row


def _organised(request: HttpRequest, code: str, series: str) -> tuple[Club, Series]:
    """Return the club and the series for organisers of the club; raise `Http404` for others."""
    club, _role = club_for(request, code, Role.ORGANISER)
    return club, get_object_or_404(Series.objects.select_related("club"), club=club, code=series)


def _exported(request: HttpRequest, code: str, series: str, kind: str) -> SeriesTable:
    """Return the standings for a file. Records the export, unless an anonymous requester exports a public series."""
    club, role, row = _read(request, code, series)
    if refusals.is_known(request) or not (club.public and _is_public(row)):
        refusals.record_export(request, What.SERIES_EXPORTED, kind, club=club, about=row.code)
    return SeriesTable(row, role is not None)
