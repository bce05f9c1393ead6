"""Read the cells of pasted text, a CSV file or a workbook.

Workbooks are untrusted ZIP archives: only the parts with cells and text are unpacked, after a size check.
External references are refused, and formulas aren't evaluated.
"""

import csv
import io
import re
import zipfile
import zlib
from collections.abc import Iterable
from itertools import islice
from xml.etree.ElementTree import ParseError  # nosec B405 # only the exception

import openpyxl
from openpyxl.utils.exceptions import InvalidFileException

from engine.errors import RuleViolation
from engine.language import gettext_noop as _

MOST_BYTES = 512 * 1024
MOST_UNPACKED = 4 * 1024 * 1024
MOST_TAGS = 100_000  # XML tags, which determine openpyxl's run time
MOST_PARTS, MOST_ROWS, MOST_COLUMNS, MOST_CELL = 200, 400, 12, 300
# The parts needed to read the first sheet. openpyxl would also load styles, themes and properties of any size.
_NEEDED = re.compile(
    r"\[Content_Types\]\.xml|_rels/\.rels|xl/_rels/workbook\.xml\.rels|xl/workbook\.xml|"
    r"xl/worksheets/[^/]+\.xml|xl/sharedStrings\.xml",
    re.IGNORECASE,
)
_BROKEN = (zipfile.BadZipFile, zlib.error, NotImplementedError, OSError, EOFError, ValueError)  # of a ZIP archive
SEPARATORS = "\t;,"
Cells = list[list[str]]


def cells_of_file(data: bytes) -> Cells:
    """Return the cells of a CSV file or of a workbook's first sheet. Raises `RuleViolation` (field `file`)."""
    if is_workbook(data):
        return _without_empty_ends(rows_of_workbook(data, MOST_ROWS))
    _refuse_large(data)
    return cells_of_text(_decoded(data))


def is_workbook(data: bytes) -> bool:
    """Return whether a file is a ZIP archive, as workbooks are."""
    return data[:4] == b"PK\x03\x04"


def rows_of_workbook(data: bytes, most: int) -> list[tuple[int, list[str]]]:
    """Return the non-empty rows of a workbook's first sheet, with their numbers.

    Raises `RuleViolation` (field `file`) if it isn't a workbook, is too large, or has more than `most` such rows.
    """
    _refuse_large(data)
    needed = _needed_parts(data)
    try:
        book = openpyxl.load_workbook(needed, read_only=True, data_only=True, keep_links=False)
        try:
            if not book.worksheets:
                raise _unreadable()
            rows = book.worksheets[0].iter_rows(max_col=MOST_COLUMNS, values_only=True)
            return _filled_rows(([_cell_text(value) for value in row] for row in rows), most)
        finally:
            book.close()
    except (InvalidFileException, ParseError, LookupError, TypeError, AttributeError, OverflowError, *_BROKEN) as error:
        raise _unreadable() from error


def cells_of_text(text: str) -> Cells:
    """Return the cells of pasted text, split at tabs, semicolons or commas. Raises `RuleViolation` (`file`)."""
    lines = text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    separator = next((character for character in SEPARATORS if character in lines), ",")
    try:
        if separator == "\t":  # pasted from a spreadsheet, without quotes
            return _without_empty_ends(_filled_rows((line.split("\t") for line in lines.split("\n")), MOST_ROWS))
        rows = csv.reader(io.StringIO(lines, newline=""), delimiter=separator)
        return _without_empty_ends(_filled_rows(rows, MOST_ROWS))
    except csv.Error as error:
        raise RuleViolation(
            "file", _("This list can’t be read as a table. Paste it again, or choose an XLSX or CSV file.")
        ) from error


def text_of(cells: Cells) -> str:
    """Return the cells as tab-separated text, which `cells_of_text` can read."""
    return "\n".join("\t".join(row) for row in cells)


def _decoded(data: bytes) -> str:
    """Decode UTF-8, UTF-16 with a byte order mark, or Windows-1250."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1250", "replace")


def _needed_parts(data: bytes) -> io.BytesIO:
    """Return a copy of the workbook with only the parts that have cells and text, without styles, pictures and so on.

    Raises `RuleViolation` if these parts are too large when unpacked, have too many XML tags, or define entities.
    """
    needed, size, tags = io.BytesIO(), 0, 0
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive, zipfile.ZipFile(needed, "w") as copy:
            parts = archive.infolist()
            if len(parts) > MOST_PARTS:
                raise _too_large()
            for part in parts:
                if _NEEDED.fullmatch(part.filename):
                    size += part.file_size
                    if size > MOST_UNPACKED:
                        raise _too_large()
                    content = _content(archive, part)
                    tags += content.count(b"<")
                    if tags > MOST_TAGS:
                        raise _too_large()
                    copy.writestr(part.filename, content)
    except (RuntimeError, *_BROKEN) as error:
        raise _unreadable() from error
    needed.seek(0)
    return needed


def _content(archive: zipfile.ZipFile, part: zipfile.ZipInfo) -> bytes:
    """Unpack one part. Raises `RuleViolation` if it is larger than declared or has a DOCTYPE or entities."""
    with archive.open(part) as opened:
        content = opened.read(part.file_size + 1)
    if len(content) > part.file_size or b"<!DOCTYPE" in content or b"<!ENTITY" in content:
        raise _unreadable()
    if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise _unreadable()  # UTF-16 would hide the declarations above
    return content


def _refuse_large(data: bytes) -> None:
    if len(data) > MOST_BYTES:
        raise RuleViolation("file", _("This file is too large. The limit is 512 kB."))


def _too_large() -> RuleViolation:
    return RuleViolation("file", _("This spreadsheet is too large. Copy only the list into a new file."))


def _unreadable() -> RuleViolation:
    return RuleViolation("file", _("This spreadsheet can’t be read. Save it as XLSX or CSV."))


def _cell_text(value: object) -> str:
    if value is None or isinstance(value, bool):
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def _filled_rows(rows: Iterable[list[str]], most: int) -> list[tuple[int, list[str]]]:
    """Return the non-empty rows with their numbers. Raises `RuleViolation` if there are more than `most`."""
    filled = []
    for number, row in enumerate(islice(rows, 20 * most), start=1):
        cells = [" ".join(cell.split())[:MOST_CELL] for cell in row[:MOST_COLUMNS]]
        if any(cells):
            filled.append((number, cells))
        if len(filled) > most:
            raise RuleViolation("file", _("A list can have at most %(most)s lines."), most=most)
    return filled


def _without_empty_ends(rows: Iterable[tuple[int, list[str]]]) -> Cells:
    return [cells[: max(at for at, cell in enumerate(cells, start=1) if cell)] for _number, cells in rows]
