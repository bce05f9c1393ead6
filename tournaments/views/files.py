"""Files of a tournament: their list, export tables, calendar, archive, printed sheets."""

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
from people.web.public_urls import shared_address
from people.web.responses import refuse, render_page
from tournaments.files import printed_sheets
from tournaments.files.archive.write import archive_bytes
from tournaments.files.calendar import calendar
from tournaments.files.exports import ExportRequest, penalty_sheet, seating_text
from tournaments.files.points_audit import Checks, checks_of
from tournaments.files.sheet_registry import AFTER, DURING, EXPORTS, PRINTED_PAGES, ExportListing, FileListing
from tournaments.forms.shared import small_number
from tournaments.models import Entrant, Round, Seating
from tournaments.pages.standings.standings_page import StandingRow, Standings
from tournaments.views.play.tables import TableCard, table_card
from tournaments.views.shared import GET, TournamentAccess, TournamentPage, or_404, organisers, readers


@dataclass
class FilesPage(TournamentPage):
    """The files of a tournament. `after`: the round of the standings; `address`: the URL for spreadsheets; `tsv`: the
    standings to copy."""

    after: int | None
    address: str
    tsv: str

    @property
    def query(self) -> str:
        return "" if self.after is None else f"?after={self.after}"

    @property
    def sheets(self) -> list[ExportListing]:
        """The export tables that the requester may see."""
        with_groups = any(stage.seating == Seating.GROUPS for stage in self.day.stages)
        shown = [sheet for sheet in EXPORTS.values() if self.rights.referee or not sheet.staff_only]
        return [sheet for sheet in shown if with_groups or sheet.key != "groups"]

    @property
    def first(self) -> list[FileListing]:
        """The printed sheets that are needed most at this stage of the tournament."""
        return [page for key in (AFTER if self.over else DURING) for page in self._pages if page.key == key]

    @property
    def others(self) -> list[FileListing]:
        return [page for page in self._pages if page not in self.first]

    @property
    def _pages(self) -> list[FileListing]:
        return [page for page in PRINTED_PAGES if self.rights.referee or not page.staff_only]


@readers(GET)
def files(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """The list of files with their purposes."""
    options = _export_request(request, access)
    standings = EXPORTS["standings"].table(options)
    address = shared_address(request, reverse("tournaments:file_csv", args=[access.code, "standings"]))
    page = FilesPage(access, options.after, address, standings.tsv() if standings.rows else "")
    return render_page(request, "tournaments/files/files.html", page)


@readers(GET)
def export(request: HttpRequest, access: TournamentAccess, sheet: str, kind: str) -> HttpResponse:
    """An export table as `kind` (csv, tsv, xlsx, json), at a permanent URL with options."""
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
    """The seating as text: 7-2-1 for each table, an empty line between rounds."""
    text = seating_text(_export_request(request, access))
    _record_export(request, access, "seating txt")
    return download(text.encode(), TEXT, access.tournament.name, "txt")


@organisers(GET)
def archive(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """An archive of the whole tournament, which can be imported elsewhere."""
    data = archive_bytes(access.tournament)
    _record_export(request, access, "archive zip")
    return download(data, ZIP, access.tournament.name, "zip")


@readers(GET)
def ics(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """A calendar with the days and rounds. `?entrant=7` adds that entrant's tables."""
    day = access.day
    entrant = day.by_number.get(small_number(request.GET.get("entrant")) or 0)
    response = HttpResponse(calendar(day, entrant), content_type=ical.KIND)
    response["Content-Disposition"] = 'inline; filename="tournament.ics"'
    response["Content-Security-Policy"] = "default-src 'none'; sandbox"
    return response


def _record_export(request: HttpRequest, access: TournamentAccess, kind: str) -> None:
    """Record an export or print, except of a public tournament by an unknown requester."""
    event = access.tournament
    if refusals.is_known(request) or not (event.public or event.is_demo):
        refusals.taken(request, What.TOURNAMENT_EXPORTED, kind, club=event.club, about=event.code)


def _export_request(request: HttpRequest, access: TournamentAccess) -> ExportRequest:
    """The export options in the URL. Raises `BadRequest` for a round that isn't published."""
    options = {name: request.GET[name][:80] for name in ("country", "weight", "short") if request.GET.get(name)}
    after = _round_of(access, request.GET["after"]) if request.GET.get("after") else None
    return ExportRequest(access.day, after.number if after else None, options)


def _round_of(access: TournamentAccess, number: str) -> Round:
    row = next((row for row in access.day.shown if str(row.number) == number), None)
    if row is None:
        raise BadRequest
    return row


@readers(GET)
def printed(request: HttpRequest, access: TournamentAccess, sheet: str) -> HttpResponse:
    """A printed sheet. `?after=2`: as it was after round 2; `?round=2`: only that round."""
    listing = or_404(next((page for page in PRINTED_PAGES if page.key == sheet), None))
    if listing.staff_only and not access.rights.referee:
        raise refuse(request, access.tournament.club)
    page = _SHEETS[sheet](access, request, listing)
    _record_export(request, access, "print")
    return render_page(request, f"tournaments/print/{sheet}.html", page)


@dataclass
class PrintedSheet(TournamentPage):
    """A printed sheet."""

    request: HttpRequest
    listing: FileListing

    @property
    def title(self) -> Any:
        return self.listing.title

    @property
    def days(self) -> str:
        return printed_sheets.days(self.tournament)

    @property
    def rounds(self) -> list[int]:
        return [row.number for row in self.day.shown]

    @property
    def one_round(self) -> bool:
        """Whether the sheet is about a single round."""
        return self.listing.key in ("blank", "filled")

    @property
    def round(self) -> Round | None:
        """The round in the URL, otherwise the current round, otherwise the last one."""
        if number := self.request.GET.get("round") or self.request.GET.get("after"):
            return _round_of(self.access, number)
        return self.day.current or (self.day.shown[-1] if self.day.shown else None)

    @property
    def after(self) -> int | None:
        """The round in `?after=`; None for current standings."""
        return self.round.number if self.request.GET.get("after") and self.round else None


class StandingsSheet(PrintedSheet):
    @property
    def standings(self) -> Standings:
        return Standings(self.day, self.after)


class PlayersSheet(PrintedSheet):
    @property
    def people(self) -> list[tuple[Entrant, str, list[printed_sheets.PrintedRound | None]]]:
        return printed_sheets.by_name(self.day)


class TablesSheet(PrintedSheet):
    @property
    def laid(self) -> list[tuple[Round, list[printed_sheets.PrintedTable], list[str]]]:
        return printed_sheets.by_table(self.day)


class PointsSheet(PrintedSheet):
    @property
    def checks(self) -> Checks:
        return checks_of(self.day, self.after)

    @property
    def wrong(self) -> list[str]:
        """Names of entrants whose totals don't add up."""
        return [self.day.names[pk] for pk in self.checks.wrong if pk in self.day.names]


class CardsSheet(PrintedSheet):
    @property
    def cards(self) -> list[TableCard]:
        """The cards of all tables of the largest round."""
        most = max((table.number for tables in self.day.tables.values() for table in tables), default=0)
        return [table_card(self.request, self.tournament, number) for number in range(1, most + 1)]


class BlankSheet(PrintedSheet):
    @property
    def tables(self) -> list[printed_sheets.PrintedTable]:
        return printed_sheets.blank_sheets(self.day, self.round) if self.round else []

    @property
    def repeats(self) -> bool:
        return any("" in table.blank for table in self.tables)


class FilledSheet(PrintedSheet):
    @property
    def tables(self) -> list[printed_sheets.PrintedTable]:
        return printed_sheets.filled_sheets(self.day, self.round) if self.round else []


class CertificatesSheet(PrintedSheet):
    @property
    def certificates(self) -> list[StandingRow]:
        return [row for row in Standings(self.day).rows if row.place]

    @property
    def game(self) -> str:
        return BOOKS[self.tournament.system].title


class PenaltiesSheet(PrintedSheet):
    @property
    def rows(self) -> list[dict[str, Any]]:
        return penalty_sheet(ExportRequest(self.day)).objects()


_SHEETS: dict[str, type[PrintedSheet]] = {
    "standings": StandingsSheet,
    "names": PlayersSheet,
    "tables": TablesSheet,
    "check": PointsSheet,
    "players": PlayersSheet,
    "cards": CardsSheet,
    "blank": BlankSheet,
    "filled": FilledSheet,
    "certificates": CertificatesSheet,
    "penalties": PenaltiesSheet,
}
