"""A sheet of a tournament as CSV, TSV, XLSX and JSON. Knows neither tournaments nor requests."""

from __future__ import annotations

import json
from typing import Any

from django.http import HttpResponse

from matches.files import exports
from tournaments.files.column_labels import labels
from tournaments.files.exports import ExportTable

CSV, TSV, JSON = "text/csv; charset=utf-8", "text/plain; charset=utf-8", "application/json"
ZIP = "application/zip"


def csv_file(sheet: ExportTable, title: str, separator: str, mark: str, worded: bool) -> HttpResponse:
    """The rows under the English keys of the columns; `worded`: under headings in the reader's language."""
    data = mark + exports.csv_of(_heads(sheet, worded), sheet.rows, separator)
    return exports.download(data.encode(), CSV, title, "csv")


def tsv_file(sheet: ExportTable, worded: bool) -> HttpResponse:
    """The rows to copy: a browser shows them as text, and a spreadsheet takes them as they are pasted."""
    response = exports.download(tsv_text(sheet, worded).encode(), TSV, "", "txt")
    del response["Content-Disposition"]
    return response


def tsv_text(sheet: ExportTable, worded: bool = True) -> str:
    """A header and rows with tabs between; what a cell holds of tabs and line ends becomes a space."""
    rows = [_heads(sheet, worded), *sheet.rows]
    return "".join("\t".join(_flat(cell) for cell in row) + "\n" for row in rows)


def _flat(cell: exports.Cell) -> str:
    return "" if cell is None else " ".join(str(exports.guarded(cell)).split())


def xlsx_file(sheet: ExportTable, title: str) -> HttpResponse:
    """Two sheets with the same rows: headings in the reader's language, and the English keys for programs."""
    shown = (sheet.title, labels(sheet.columns), sheet.rows)
    return exports.download(exports.workbook([shown, ("data", sheet.columns, sheet.rows)]), exports.XLSX, title, "xlsx")


def json_file(name: str, sheet: ExportTable, title: str, told: dict[str, Any]) -> HttpResponse:
    """An object: what it is (`told`), and an object for each row."""
    rows = [dict(zip(sheet.columns, row, strict=True)) for row in sheet.rows]
    text = json.dumps({"format": f"scorekeeper-event-{name}", **told, "rows": rows}, ensure_ascii=False, indent=1)
    return exports.download(f"{text}\n".encode(), JSON, title, "json")


def _heads(sheet: ExportTable, worded: bool) -> tuple[str, ...]:
    return labels(sheet.columns) if worded else sheet.columns
