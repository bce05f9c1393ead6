"""The files of a tournament: the page that lists them, export tables, calendar, archive, printed sheets."""

from collections.abc import Callable
from typing import Any

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from engine.rulesets import BOOKS
from people.audit import refusals
from people.audit.events import What
from people.clubs import ical
from people.exports.download import TEXT, ZIP, csv_download, download, json_download, tsv_response, xlsx_download
from people.exports.table import ExportTable
from people.web.public_urls import shared_address
from people.web.qr import qr_code
from people.web.responses import refuse
from tournaments.files import printed_sheets
from tournaments.files.archive.write import archive_bytes
from tournaments.files.calendar import calendar
from tournaments.files.exports import ExportRequest, penalty_sheet, seating_text
from tournaments.files.points_audit import checks
from tournaments.files.sheet_registry import AFTER, DURING, EXPORTS, PRINTED_PAGES
from tournaments.forms.shared import small_number
from tournaments.links import table_token
from tournaments.models import Round, Seating, TournamentState
from tournaments.pages.standings.standings_page import Standings
from tournaments.views.play.tables import to_type
from tournaments.views.shared import GET, TournamentAccess, or_404, organisers, readers


@readers(GET)
def files(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """The files that there are, and what each is for."""
    export = _export_request(request, access)
    standings = EXPORTS["standings"].table(export)
    is_referee, is_over = access.rights.referee, access.tournament.state == TournamentState.OVER
    with_groups = any(stage.seating == Seating.GROUPS for stage in access.day.stages)
    pages = [page for page in PRINTED_PAGES if is_referee or not page.staff_only]
    first = [page for key in (AFTER if is_over else DURING) for page in pages if page.key == key]
    context = {
        "tournament": access.tournament,
        "rounds": [each.number for each in access.day.shown],
        "after": export.after,
        "query": "" if export.after is None else f"?after={export.after}",
        "sheets": [
            sheet
            for sheet in EXPORTS.values()
            if (with_groups if sheet.key == "groups" else is_referee or not sheet.staff_only)
        ],
        "over": is_over,
        "first": first,
        "others": [page for page in pages if page not in first],
        "referee": is_referee,
        "organise": access.rights.organise,
        "address": shared_address(request, reverse("tournaments:file_csv", args=[access.code, "standings"])),
        "tsv": standings.tsv() if standings.rows else "",
        "country": request.GET.get("country", ""),
    }
    return render(request, "tournaments/files/files.html", context)


@readers(GET)
def export(request: HttpRequest, access: TournamentAccess, sheet: str, kind: str) -> HttpResponse:
    """An export table as `kind` (csv, tsv, xlsx, json), at a permanent address: `?after=2`, `sep=;`, `head=words`."""
    listing = or_404(EXPORTS.get(sheet))
    if listing.staff_only and not access.rights.referee:
        raise refuse(request, access.tournament.club)
    options = _export_request(request, access)
    table = listing.table(options)
    _record_export(request, access, f"{sheet} {kind}")
    title = f"{access.tournament.name} {table.title}"
    if kind == "csv":
        return csv_download(table, title, request.GET)
    if kind == "tsv":
        return tsv_response(table, request.GET)
    if kind == "xlsx":
        return xlsx_download([table, ExportTable("data", table.columns, table.rows)], title)
    document = {"tournament": access.tournament.name, "after": options.after, "rows": table.objects()}
    return json_download({"format": f"scorekeeper-event-{sheet}", **document}, title, end="\n")


@readers(GET)
def seating(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """The seating as text to paste elsewhere: 7-2-1 for each table, an empty line between rounds."""
    text = seating_text(_export_request(request, access))
    _record_export(request, access, "seating txt")
    return download(text.encode(), TEXT, access.tournament.name, "txt")


@organisers(GET)
def archive(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """The whole tournament, to import it elsewhere."""
    data = archive_bytes(access.tournament)
    _record_export(request, access, "archive zip")
    return download(data, ZIP, access.tournament.name, "zip")


@readers(GET)
def ics(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """The days and rounds for calendars; `?entrant=7`: with that entrant's tables."""
    day = access.day
    entrant = day.by_number.get(small_number(request.GET.get("entrant")) or 0)
    response = HttpResponse(calendar(day, entrant), content_type=ical.KIND)
    response["Content-Disposition"] = 'inline; filename="tournament.ics"'
    response["Content-Security-Policy"] = "default-src 'none'; sandbox"
    return response


def _record_export(request: HttpRequest, access: TournamentAccess, kind: str) -> None:
    """Record an export or a print. Programs fetch public addresses again and again: of those only known requesters are
    recorded."""
    event = access.tournament
    if refusals.is_known(request) or not (event.public or event.is_demo):
        refusals.taken(request, What.TOURNAMENT_EXPORTED, kind, club=event.club, about=event.code)


def _export_request(request: HttpRequest, access: TournamentAccess) -> ExportRequest:
    """What the address asks for. Raises `BadRequest` for a round that is not published."""
    options = {name: request.GET[name][:80] for name in ("country", "weight", "short") if request.GET.get(name)}
    after = _round_of(access, request.GET["after"]) if request.GET.get("after") else None
    return ExportRequest(access.day, after.number if after else None, options)


def _round_of(access: TournamentAccess, number: str) -> Round:
    this = next((each for each in access.day.shown if str(each.number) == number), None)
    if this is None:
        raise BadRequest
    return this


# ── printed sheets ───────────────────────────────────────────────────────────


@readers(GET)
def printed(request: HttpRequest, access: TournamentAccess, sheet: str) -> HttpResponse:
    """One printed sheet; `?after=2` as it was after a round, `?round=2` for that round only."""
    page = or_404(next((page for page in PRINTED_PAGES if page.key == sheet), None))
    if page.staff_only and not access.rights.referee:
        raise refuse(request, access.tournament.club)
    context = {
        "tournament": access.tournament,
        "days": printed_sheets.days(access.tournament),
        "title": page.title,
        "rounds": [each.number for each in access.day.shown],
        "one_round": sheet in ("blank", "filled"),
        **_SHEETS[sheet](request, access),
    }
    _record_export(request, access, "print")
    return render(request, f"tournaments/print/{sheet}.html", context)


def _round(request: HttpRequest, access: TournamentAccess) -> Round | None:
    """The round of the address, otherwise the one that is being played, otherwise the last one."""
    if number := request.GET.get("round") or request.GET.get("after"):
        return _round_of(access, number)
    return access.day.current or (access.day.shown[-1] if access.day.shown else None)


def _after(request: HttpRequest, access: TournamentAccess) -> int | None:
    """The round after which the sheet is requested; None for now."""
    this = _round(request, access) if request.GET.get("after") else None
    return this.number if this else None


def _standings(request: HttpRequest, access: TournamentAccess) -> dict[str, Any]:
    after = _after(request, access)
    standings = Standings(access.day, after)
    return {"after": after, "clubs": any(row.club for row in standings.rows), **standings.context()}


def _check(request: HttpRequest, access: TournamentAccess) -> dict[str, Any]:
    after = _after(request, access)
    audit = checks(access.day, after)
    return {"after": after, "checks": audit, "wrong": [access.day.names[pk] for pk in audit.wrong]}


def _cards(request: HttpRequest, access: TournamentAccess) -> dict[str, Any]:
    """A card for every table of the largest round, with a code to scan and an address to type."""
    tournament, cards = access.tournament, []
    most = max((table.number for tables in access.day.tables.values() for table in tables), default=0)
    for number in range(1, most + 1):
        path = reverse("tournaments:table_card", args=[tournament.code, number, table_token(tournament, number)])
        qr = qr_code(shared_address(request, path))
        cards.append({"number": number, "short": to_type(request, tournament, number), "qr": qr})
    return {"cards": cards}


def _blank(request: HttpRequest, access: TournamentAccess) -> dict[str, Any]:
    this = _round(request, access)
    tables = printed_sheets.blank_sheets(access.day, this) if this else []
    return {"round": this, "tables": tables, "repeats": any("" in table.blank for table in tables)}


def _filled(request: HttpRequest, access: TournamentAccess) -> dict[str, Any]:
    this = _round(request, access)
    return {"round": this, "tables": printed_sheets.filled_sheets(access.day, this) if this else []}


def _certificates(request: HttpRequest, access: TournamentAccess) -> dict[str, Any]:
    rows = [{"place": row.place, "name": row.name} for row in Standings(access.day).rows if row.place]
    return {"certificates": rows, "many": len(rows), "game": BOOKS[access.tournament.system].title}


_SHEETS: dict[str, Callable[[HttpRequest, TournamentAccess], dict[str, Any]]] = {
    "standings": _standings,
    "names": lambda request, access: {"people": printed_sheets.by_name(access.day)},
    "tables": lambda request, access: {"laid": printed_sheets.by_table(access.day)},
    "check": _check,
    "players": lambda request, access: {"people": printed_sheets.by_name(access.day)},
    "cards": _cards,
    "blank": _blank,
    "filled": _filled,
    "certificates": _certificates,
    "penalties": lambda request, access: {"rows": penalty_sheet(ExportRequest(access.day)).objects()},
}
