"""Downloads of a match as CSV, XLSX and JSON, for everybody who may watch it."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from matches.files import match_file
from matches.files.exports import ledger_table, standings_table
from matches.log.state import MatchState
from matches.views.shared import note_taken, opened
from people.exports.download import JSON, csv_download, download, xlsx_download


def _exported(request: HttpRequest, code: str, kind: str) -> MatchState:
    reading = opened(request, code)
    note_taken(request, reading, kind)
    return reading


@require_safe
def csv(request: HttpRequest, code: str) -> HttpResponse:
    """The ledger, one row per entry; `?sep=;`, `?bom=0`."""
    reading = _exported(request, code, "csv")
    return csv_download(ledger_table(reading), reading.title, request.GET)


@require_safe
def xlsx(request: HttpRequest, code: str) -> HttpResponse:
    """The same as a workbook, with the standings on a second sheet."""
    reading = _exported(request, code, "xlsx")
    return xlsx_download([ledger_table(reading), standings_table(reading)], reading.title)


@require_safe
def json(request: HttpRequest, code: str) -> HttpResponse:
    """The match file with events, ledger and standings, to verify or to import."""
    reading = _exported(request, code, "json")
    return download(match_file.dump(match_file.document(reading)), JSON, reading.title, "json")
