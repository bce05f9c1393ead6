"""An export table, written as CSV, TSV, XLSX and JSON objects. Independent of requests. Column keys are in English and
never change, because programs read them. Numbers remain numbers."""

import csv
import io
import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import xlsxwriter

Cell = str | int | float | None
# Characters that start a formula in a spreadsheet. Some spreadsheets convert the full-width forms.
_FORMULA = tuple("=+-@\t\r\n") + tuple("＝＋－＠")
# The same after a separator, since a program that expects the other separator starts a new cell there.
_FORMULA_INSIDE = re.compile(r"""([,;]["'\s]*)([=+\-@＝＋－＠])""")
_LONGEST_XLSX_CELL = 32_767


@dataclass(frozen=True, slots=True)
class ExportTable:
    """A table: its title in the reader's language, its column keys, its rows. `label` returns the heading for a key in
    the reader's language; by default the headings are the keys."""

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
    """Add rows, guarded against formulas, to a CSV text."""
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
    """Remove the characters that XML does not allow, since one of them makes the whole file unreadable."""
    allowed = (letter for letter in text if letter == "\t" or unicodedata.category(letter) not in ("Cc", "Cs"))
    return "".join(allowed).replace("\ufffe", "").replace("\uffff", "")[:_LONGEST_XLSX_CELL]
