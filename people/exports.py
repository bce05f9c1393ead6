"""Exports of tables as CSV, TSV, XLSX and JSON, and the responses that send them.

Column keys are in English and never change, because programs read them. Browsers save the files and never show them,
because they contain users' text.
"""

import csv
import io
import json
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar
from urllib.parse import quote

import xlsxwriter
from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils.text import slugify

Cell = str | int | float | None
# Characters that start a formula in a spreadsheet. Some spreadsheets convert the full-width forms.
_FORMULA = tuple("=+-@\t\r\n") + tuple("＝＋－＠")
# The same after a separator, since a program that expects the other separator starts a new cell there.
_FORMULA_INSIDE = re.compile(r"""([,;]["'\s]*)([=+\-@＝＋－＠])""")
_LONGEST_XLSX_CELL = 32_767


@dataclass(frozen=True, slots=True)
class ExportTable:
    """A table to export: its title in the reader's language, its column keys, its rows.

    `label` returns the heading for a key in the reader's language; by default the headings are the keys.
    """

    title: str
    columns: tuple[str, ...]
    rows: Iterable[Sequence[Cell]]
    label: Callable[[str], str] = str

    @property
    def headings(self) -> tuple[str, ...]:
        return tuple(map(self.label, self.columns))

    def csv(self, separator: str = ",", *, headings: bool = False) -> str:
        """Return CSV (RFC 4180): a header with the keys or headings, then one line per row. No cell is a formula."""
        text = io.StringIO()
        write_csv(text, [self.headings if headings else self.columns], separator)
        write_csv(text, self.rows, separator)
        return text.getvalue()

    def tsv(self, *, headings: bool = True) -> str:
        """Return the table with tabs between the cells. Tabs and line breaks inside a cell become spaces."""
        rows = [self.headings if headings else self.columns, *self.rows]
        return "".join("\t".join(map(_tsv_cell, row)) + "\n" for row in rows)

    def objects(self) -> list[dict[str, Cell]]:
        """Return the rows as dicts, keyed by column key, for JSON."""
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]


def guarded(cell: Cell) -> Cell:
    """Return the cell, with an apostrophe before anything that a spreadsheet would read as a formula."""
    if not isinstance(cell, str):
        return cell
    plain = _FORMULA_INSIDE.sub(r"\1'\2", cell)
    return f"'{plain}" if plain.startswith(_FORMULA) else plain


def write_csv(text: io.StringIO, rows: Iterable[Sequence[Cell]], separator: str = ",") -> None:
    """Add rows to a CSV text. Their cells are guarded against formulas."""
    writer = csv.writer(text, delimiter=separator, lineterminator="\r\n")
    for row in rows:
        writer.writerow([guarded(cell) for cell in row])


def csv_line(cells: Sequence[Cell], separator: str = ",") -> str:
    """Return one CSV line of a streamed file. The cells must already be guarded."""
    text = io.StringIO()
    csv.writer(text, delimiter=separator, lineterminator="\r\n").writerow(cells)
    return text.getvalue()


def _tsv_cell(cell: Cell) -> str:
    return "" if cell is None else " ".join(str(guarded(cell)).split())


# ── XLSX ─────────────────────────────────────────────────────────────────────


def xlsx_bytes(tables: Iterable[ExportTable]) -> bytes:
    """Return an XLSX workbook with one sheet per table and no formulas. The first row has the column headings."""
    data = io.BytesIO()
    options = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
    with xlsxwriter.Workbook(data, options) as book:
        bold = book.add_format({"bold": True})
        for table in tables:
            _write_sheet(book.add_worksheet(table.title[:31]), bold, table)
    return data.getvalue()


def _write_sheet(sheet: Any, bold: Any, table: ExportTable) -> None:
    sheet.freeze_panes(1, 0)
    for column, heading in enumerate(table.headings):
        sheet.write_string(0, column, heading, bold)
    for number, row in enumerate(table.rows, start=1):
        for column, cell in enumerate(row):
            if isinstance(cell, str):
                sheet.write_string(number, column, _xml_text(cell))
            elif cell is not None:
                sheet.write_number(number, column, cell)
    sheet.autofit()


def _xml_text(text: str) -> str:
    """Return the text without characters that XML does not allow; a single one would make the file unreadable."""
    allowed = (letter for letter in text if letter == "\t" or unicodedata.category(letter) not in ("Cc", "Cs"))
    return "".join(allowed).replace("\ufffe", "").replace("\uffff", "")[:_LONGEST_XLSX_CELL]


# ── responses ────────────────────────────────────────────────────────────────

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
    """Return the byte order mark, without which some spreadsheets misread UTF-8 in a CSV file; "" for `bom=0`."""
    return "" if query.get("bom") == "0" else BYTE_ORDER_MARK


def headings_of(query: Mapping[str, str]) -> bool:
    """Return whether the query string asks for headings in the reader's language instead of keys (`head=words`)."""
    return query.get("head") == "words"


def csv_download(table: ExportTable, title: str, query: Mapping[str, str]) -> HttpResponse:
    """Return the table as CSV. The query string may contain `sep=;`, `bom=0` and `head=words`."""
    text = mark_of(query) + table.csv(separator_of(query), headings=headings_of(query))
    return download(text.encode(), CSV, title, "csv")


def tsv_response(table: ExportTable, query: Mapping[str, str]) -> HttpResponse:
    """Return the table as text that browsers show, to copy into a spreadsheet."""
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
