"""Files of a tournament: their list, export tables, calendar, archive, printed sheets."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from engine.rulesets import BOOKS
from people.audit import refusals
from people.audit.events import What
from people.clubs import ical
from people.exports import TEXT, ZIP, ExportTable, csv_download, download, json_download, tsv_response, xlsx_download
from people.text.print_language import in_print_language
from people.web.public_urls import shared_address
from tournaments import wording
from tournaments.files import printed_sheets
from tournaments.files.archive.write import archive_bytes
from tournaments.files.calendar import calendar
from tournaments.files.exports import ExportRequest, penalty_sheet, seating_text
from tournaments.files.points_audit import checks_of
from tournaments.files.sheet_registry import AFTER, DURING, EXPORTS, PRINTED_PAGES, FileListing
from tournaments.forms.shared import small_number
from tournaments.models import Round, Seating
from tournaments.pages.standings.standings_page import Standings
from tournaments.views.play.tables import table_card
from tournaments.views.shared import GET, TournamentAccess, TournamentPage, or_404, organisers, readers


@dataclass
class FilesPage(TournamentPage):
    """The files of a tournament.

    `after`: the round after which the standings are shown; `address`: the URL for spreadsheets; `tsv`: the standings to
    copy.
    """

    after: int | None
    address: str
    tsv: str

    def __post_init__(self) -> None:
        self.query = "" if self.after is None else f"?after={self.after}"
        with_groups = any(stage.seating == Seating.GROUPS for stage in self.day.stages)
        sheets = [sheet for sheet in EXPORTS.values() if self.rights.referee or not sheet.staff_only]
        self.sheets = [sheet for sheet in sheets if with_groups or sheet.key != "groups"]
        pages = [page for page in PRINTED_PAGES if self.rights.referee or not page.staff_only]
        # The printed sheets that are needed most at this stage of the tournament come first.
        self.first = [page for key in (AFTER if self.over else DURING) for page in pages if page.key == key]
        self.others = [page for page in pages if page not in self.first]


@readers(GET)
def files(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """Show the list of files with their purposes."""
    options = _export_request(request, access)
    standings = EXPORTS["standings"].table(options)
    address = shared_address(request, reverse("tournaments:file_csv", args=[access.code, "standings"]))
    page = FilesPage(access, options.after, address, standings.tsv() if standings.rows else "")
    return page.response("tournaments/files/files.html")


@readers(GET)
def export(request: HttpRequest, access: TournamentAccess, sheet: str, kind: str) -> HttpResponse:
    """Send an export table as `kind` (csv, tsv, xlsx, json). The URL is permanent and may contain options."""
    listing = or_404(EXPORTS.get(sheet))
    access.require(access.rights.referee or not listing.staff_only)
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
    """Send the seating as text: a line such as "7-2-1" for each table, and an empty line between rounds."""
    text = seating_text(_export_request(request, access))
    _record_export(request, access, "seating txt")
    return download(text.encode(), TEXT, access.tournament.name, "txt")


@organisers(GET)
def archive(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """Send an archive of the whole tournament, which can be imported elsewhere."""
    data = archive_bytes(access.tournament)
    _record_export(request, access, "archive zip")
    return download(data, ZIP, access.tournament.name, "zip")


@readers(GET)
def ics(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """Send a calendar with the days and rounds. `?entrant=7` adds that entrant's tables."""
    day = access.day
    entrant = day.by_number.get(small_number(request.GET.get("entrant")) or 0)
    response = HttpResponse(calendar(day, entrant), content_type=ical.KIND)
    response["Content-Disposition"] = 'inline; filename="tournament.ics"'
    response["Content-Security-Policy"] = "default-src 'none'; sandbox"
    return response


def _record_export(request: HttpRequest, access: TournamentAccess, kind: str) -> None:
    """Record an export or print; of a public tournament, only one by an account or a known phone."""
    event = access.tournament
    if refusals.is_known(request) or not (event.public or event.is_demo):
        refusals.record_export(request, What.TOURNAMENT_EXPORTED, kind, club=event.club, about=event.code)


def _export_request(request: HttpRequest, access: TournamentAccess) -> ExportRequest:
    """Return the export options in the URL. Raises `BadRequest` for a round that isn't published."""
    options = {name: request.GET[name][:80] for name in ("country", "weight", "short") if request.GET.get(name)}
    after = _round_of(access, request.GET["after"]).number if request.GET.get("after") else None
    return ExportRequest(access.day, after, options)


def _round_of(access: TournamentAccess, number: str) -> Round:
    row = next((row for row in access.day.shown if str(row.number) == number), None)
    if row is None:
        raise BadRequest
    return row


@in_print_language
@readers(GET)
def printed(request: HttpRequest, access: TournamentAccess, sheet: str) -> HttpResponse:
    """Show a printed sheet. `?after=2`: as it was after round 2; `?round=2`: only that round."""
    listing = or_404(next((page for page in PRINTED_PAGES if page.key == sheet), None))
    access.require(access.rights.referee or not listing.staff_only)
    page = PrintedSheet(access, listing)
    variables = _SHEETS[sheet](page)
    _record_export(request, access, "print")
    return page.response(f"tournaments/print/{sheet}.html", **variables)


@dataclass
class PrintedSheet(TournamentPage):
    """A printed sheet. `one_round`: whether it is about one round; `after`: show the standings after this round."""

    listing: FileListing

    def __post_init__(self) -> None:
        day, query = self.day, self.access.request.GET
        self.title = self.listing.title
        self.days = wording.days(self.tournament.starts_on, self.tournament.ends_on)
        self.rounds = [row.number for row in day.shown]
        self.one_round = self.listing.key in ("blank", "filled")
        self.round = day.current or (day.shown[-1] if day.shown else None)
        if number := query.get("round") or query.get("after"):
            self.round = _round_of(self.access, number)
        self.after = self.round.number if query.get("after") and self.round else None


def _points_check(page: PrintedSheet) -> dict[str, Any]:
    checks = checks_of(page.day, page.after)
    return {"checks": checks, "wrong": [page.day.names[pk] for pk in checks.wrong if pk in page.day.names]}


def _table_cards(page: PrintedSheet) -> dict[str, Any]:
    """Return the cards of as many tables as the largest round has."""
    most = max((table.number for tables in page.day.tables.values() for table in tables), default=0)
    request, tournament = page.access.request, page.tournament
    return {"cards": [table_card(request, tournament, number) for number in range(1, most + 1)]}


def _blank_sheets(page: PrintedSheet) -> dict[str, Any]:
    tables = printed_sheets.blank_sheets(page.day, page.round) if page.round else []
    return {"tables": tables, "repeats": any("" in table.blank for table in tables)}


def _certificates(page: PrintedSheet) -> dict[str, Any]:
    ranked = [row for row in Standings(page.day).rows if row.place]
    return {"certificates": ranked, "game": BOOKS[page.tournament.system].title}


# The other variables of each sheet.
_SHEETS: dict[str, Callable[[PrintedSheet], dict[str, Any]]] = {
    "standings": lambda page: {"standings": Standings(page.day, page.after)},
    "names": lambda page: {"people": printed_sheets.by_name(page.day)},
    "tables": lambda page: {"laid": printed_sheets.by_table(page.day)},
    "check": _points_check,
    "players": lambda page: {"people": printed_sheets.by_name(page.day)},
    "cards": _table_cards,
    "blank": _blank_sheets,
    "filled": lambda page: {"tables": printed_sheets.filled_sheets(page.day, page.round) if page.round else []},
    "certificates": _certificates,
    "penalties": lambda page: {"rows": penalty_sheet(ExportRequest(page.day)).objects()},
}
