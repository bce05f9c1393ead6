"""Downloads of a match: CSV, XLSX, JSON. For everyone who may watch it."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from matches.files import exports
from matches.log.state import MatchState
from matches.views.shared import note_taken, opened


def _taken(request: HttpRequest, code: str, kind: str) -> MatchState:
    """The match for whoever may watch it; that it was taken is written down."""
    reading = opened(request, code)
    note_taken(request, reading, kind)
    return reading


@require_safe
def csv(request: HttpRequest, code: str) -> HttpResponse:
    """One row an entry; `?sep=;`, `?bom=0` (`exports`)."""
    separator = exports.separator_of(request.GET)
    return exports.csv_file(_taken(request, code, "csv"), separator, exports.mark_of(request.GET))


@require_safe
def xlsx(request: HttpRequest, code: str) -> HttpResponse:
    """The same as a spreadsheet, with the standings on a second sheet."""
    return exports.xlsx_file(_taken(request, code, "xlsx"))


@require_safe
def json(request: HttpRequest, code: str) -> HttpResponse:
    """The match file: events, ledger and standings, to verify and to import."""
    return exports.json_file(_taken(request, code, "json"))
