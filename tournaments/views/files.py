"""The files of a tournament: the page that lists them, export tables, calendar, archive."""

from typing import Any

from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from people.audit import refusals
from people.audit.events import What
from people.clubs import ical
from people.exports.download import TEXT, ZIP, csv_download, download, json_download, tsv_response, xlsx_download
from people.exports.table import ExportTable
from people.web.public_urls import shared_address
from people.web.responses import refuse
from tournaments.files.archive.write import archive_bytes
from tournaments.files.calendar import calendar
from tournaments.files.exports import ExportRequest, seating_text
from tournaments.files.sheet_registry import AFTER, DURING, LISTED_SHEETS, PRINTED_PAGES, SHEETS, STAFF_ONLY
from tournaments.models import Seating, TournamentState
from tournaments.views.shared import Here, opened, organising


@require_safe
def files(request: HttpRequest, code: str) -> HttpResponse:
    """What there is to take away, and what each is for."""
    here = opened(request, code)
    asked = _asked(request, here)
    known = {"after": str(asked.after)} if asked.after is not None else {}
    query = "?after=" + known["after"] if known else ""
    standings = SHEETS["standings"](asked)
    context: dict[str, Any] = {
        "tournament": here.tournament,
        "rounds": [each.number for each in here.day.shown],
        "after": asked.after,
        "query": query,
        "sheets": [sheet for sheet in LISTED_SHEETS if _offered(here, sheet.key)],
        **_papers(here),
        "referee": here.rights.referee,
        "organise": here.rights.organise,
        "address": shared_address(request, reverse("tournaments:file_csv", args=[code, "standings"])),
        "tsv": standings.tsv() if standings.rows else "",
        "country": request.GET.get("country", ""),
    }
    return render(request, "tournaments/files.html", context)


def _offered(here: Here, sheet: str) -> bool:
    """Whether the page lists a sheet: groups where there are some, reasons and licences for who runs the day."""
    if sheet == "groups":
        return any(stage.seating == Seating.GROUPS for stage in here.day.stages)
    return sheet not in STAFF_ONLY or here.rights.referee


def _papers(here: Here) -> dict[str, Any]:
    """What is printed: `first` what is needed now, and the others."""
    over = here.tournament.state == TournamentState.OVER
    may = [page for page in PRINTED_PAGES if here.rights.referee or not page.staff_only]
    first = [each for key in (AFTER if over else DURING) for each in may if each.key == key]
    return {"over": over, "first": first, "others": [each for each in may if each not in first]}


@require_safe
def csv(request: HttpRequest, code: str, sheet: str) -> HttpResponse:
    """For spreadsheets, under an address that stays: `?after=2`, `sep=;`, `bom=0`, `head=words`."""
    here, found = _taken(request, code, sheet, "csv")
    return csv_download(found, _title(here, found), request.GET)


@require_safe
def tsv(request: HttpRequest, code: str, sheet: str) -> HttpResponse:
    """The same as text to copy."""
    _here, found = _taken(request, code, sheet, "tsv")
    return tsv_response(found, request.GET)


@require_safe
def xlsx(request: HttpRequest, code: str, sheet: str) -> HttpResponse:
    """The same as a workbook."""
    here, found = _taken(request, code, sheet, "xlsx")
    return xlsx_download([found, ExportTable("data", found.columns, found.rows)], _title(here, found))


@require_safe
def json(request: HttpRequest, code: str, sheet: str) -> HttpResponse:
    """The same for programs."""
    here, found = _taken(request, code, sheet, "json")
    document = {
        "format": f"scorekeeper-event-{sheet}",
        "tournament": here.tournament.name,
        "after": _asked(request, here).after,
        "rows": found.objects(),
    }
    return json_download(document, _title(here, found), end="\n")


@require_safe
def seating(request: HttpRequest, code: str) -> HttpResponse:
    """The seating as it can be pasted elsewhere: 7-2-1 a table, an empty line between rounds."""
    here = opened(request, code)
    asked = _asked(request, here)
    note_taken(request, here, "seating txt")
    return download(seating_text(asked).encode(), TEXT, here.tournament.name, "txt")


@require_safe
def archive(request: HttpRequest, code: str) -> HttpResponse:
    """The whole event, to be brought back elsewhere."""
    here = organising(request, code)
    data = archive_bytes(here.tournament)
    note_taken(request, here, "archive zip")
    return download(data, ZIP, here.tournament.name, "zip")


@require_safe
def ics(request: HttpRequest, code: str) -> HttpResponse:
    """The days and rounds for calendars; `?entrant=7`: with where they sit."""
    here = opened(request, code)
    given = request.GET.get("entrant", "")
    entrant = here.day.by_number.get(int(given)) if given.isascii() and given.isdigit() and len(given) < 7 else None
    response = HttpResponse(calendar(here.day, entrant), content_type=ical.KIND)
    response["Content-Disposition"] = 'inline; filename="tournament.ics"'
    response["Content-Security-Policy"] = "default-src 'none'; sandbox"
    return response


def note_taken(request: HttpRequest, here: Here, kind: str) -> None:
    """Write down that something is taken away or printed. A public address is fetched by programs again and again: of
    those only who can be named is written down."""
    event = here.tournament
    if refusals.is_known(request) or not (event.public or event.is_demo):
        refusals.taken(request, What.TOURNAMENT_EXPORTED, kind, club=event.club, about=event.code)


def _taken(request: HttpRequest, code: str, name: str, kind: str) -> tuple[Here, ExportTable]:
    """The sheet that is asked for, for whoever may have it."""
    here = opened(request, code)
    if name not in SHEETS:
        raise Http404
    if name in STAFF_ONLY and not here.rights.referee:
        raise refuse(request, here.tournament.club)
    found = SHEETS[name](_asked(request, here))
    note_taken(request, here, f"{name} {kind}")
    return here, found


def _asked(request: HttpRequest, here: Here) -> ExportRequest:
    """After which round: one that can be seen, else the address is none."""
    told = {name: request.GET[name][:80] for name in ("country", "weight", "short") if request.GET.get(name)}
    given = request.GET.get("after", "")
    if not given:
        return ExportRequest(here.day, None, told)
    known = {str(each.number): each.number for each in here.day.shown}
    if given not in known:
        raise BadRequest
    return ExportRequest(here.day, known[given], told)


def _title(here: Here, sheet: ExportTable) -> str:
    return f"{here.tournament.name} {sheet.title}"
