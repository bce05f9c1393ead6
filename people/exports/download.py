"""Responses that send a file. Browsers save it and never show it as a page, because it contains users' text."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeVar
from urllib.parse import quote

from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils.text import slugify

from people.exports.table import ExportTable, xlsx_bytes

SEPARATORS = (",", ";")
BYTE_ORDER_MARK = "\ufeff"
CSV, TEXT, JSON, ZIP = "text/csv; charset=utf-8", "text/plain; charset=utf-8", "application/json", "application/zip"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
_Response = TypeVar("_Response", bound=HttpResponseBase)


def separator_of(query: Mapping[str, str]) -> str:
    """Return the column separator: `sep` in the query string if it is one of `SEPARATORS`, otherwise a comma."""
    given = query.get("sep", ",")
    return given if given in SEPARATORS else ","


def mark_of(query: Mapping[str, str]) -> str:
    """Return the byte order mark for a CSV file, without which some spreadsheets misread UTF-8; "" for `bom=0`."""
    return "" if query.get("bom") == "0" else BYTE_ORDER_MARK


def headings_of(query: Mapping[str, str]) -> bool:
    """Return whether the query string asks for headings in the reader's language instead of keys (`head=words`)."""
    return query.get("head") == "words"


def csv_download(table: ExportTable, title: str, query: Mapping[str, str]) -> HttpResponse:
    """Return the table as CSV. The query string may contain `sep=;`, `bom=0` and `head=words`."""
    text = mark_of(query) + table.csv(separator_of(query), headings=headings_of(query))
    return download(text.encode(), CSV, title, "csv")


def tsv_response(table: ExportTable, query: Mapping[str, str]) -> HttpResponse:
    """Return the table as text to copy into a spreadsheet, which browsers show."""
    response = download(table.tsv(headings=headings_of(query)).encode(), TEXT, "", "txt")
    del response["Content-Disposition"]
    return response


def xlsx_download(tables: Iterable[ExportTable], title: str) -> HttpResponse:
    """Return a workbook with one sheet per table."""
    return download(xlsx_bytes(tables), XLSX, title, "xlsx")


def json_download(document: Mapping[str, Any], title: str, *, end: str = "") -> HttpResponse:
    """Return a JSON document. `end`: text to add after it."""
    text = json.dumps(document, ensure_ascii=False, indent=1) + end
    return download(text.encode(), JSON, title, "json")


def download(data: bytes, content_type: str, title: str, extension: str) -> HttpResponse:
    return _as_file(HttpResponse(data, content_type=content_type), title, extension)


def streamed_download(pieces: Iterator[bytes], content_type: str, title: str, extension: str) -> StreamingHttpResponse:
    return _as_file(StreamingHttpResponse(pieces, content_type=content_type), title, extension)


def _as_file(response: _Response, title: str, extension: str) -> _Response:
    response["Content-Disposition"] = _disposition(title, extension)
    response["X-Content-Type-Options"] = "nosniff"
    response["Content-Security-Policy"] = "default-src 'none'; sandbox"
    return response


def _disposition(title: str, extension: str) -> str:
    """Return the Content-Disposition header: a file name in ASCII for old browsers and one in Unicode for others."""
    plain = slugify(title) or "match"
    full = re.sub(r"[^\w-]+", "-", title).strip("-_") or "match"
    unicode_name = f"; filename*=UTF-8''{quote(f'{full}.{extension}')}" if full.lower() != plain else ""
    return f'attachment; filename="{plain}.{extension}"{unicode_name}'
