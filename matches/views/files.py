"""A match to take away: CSV, XLSX, JSON. Whoever may watch may have them."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from matches import exports
from matches.views.shared import opened


@require_safe
def csv(request: HttpRequest, code: str) -> HttpResponse:
    """One row an entry; `?sep=;` and `?bom=1` for spreadsheets that want them."""
    separator = request.GET.get("sep", ",")
    separator = separator if separator in exports.SEPARATORS else ","
    return exports.csv_file(opened(request, code), separator, request.GET.get("bom") == "1")


@require_safe
def xlsx(request: HttpRequest, code: str) -> HttpResponse:
    """The same as a spreadsheet, with the standings on a second sheet."""
    return exports.xlsx_file(opened(request, code))


@require_safe
def json(request: HttpRequest, code: str) -> HttpResponse:
    """The match file: events, ledger and standings, to verify and to import."""
    return exports.json_file(opened(request, code))
