"""The cells of a list from pasted text, a CSV file or a spreadsheet. Runs nothing that it reads.

A spreadsheet is an archive from a stranger. Only the parts with cells and texts are unpacked. Their unpacked size is
checked first, references to other files are refused, and only the saved values of formulas are read.
"""

import csv
import io
import re
import zipfile
import zlib
from collections.abc import Iterable
from itertools import islice
from xml.etree.ElementTree import ParseError  # nosec B405 # only its error

import openpyxl
from openpyxl.utils.exceptions import InvalidFileException

from engine.errors import RuleViolation
from engine.language import gettext_noop as _

MOST_BYTES = 512 * 1024
MOST_UNPACKED = 4 * 1024 * 1024
MOST_TAGS = 100_000  # of XML: the time that openpyxl takes depends on their number, not on the size of the file
MOST_PARTS, MOST_ROWS, MOST_COLUMNS, MOST_CELL = 200, 400, 12, 300
# The parts that say which sheet is the first and what stands in it. openpyxl reads styles, themes and properties
# whole, whatever their size, if they are there.
_NEEDED = re.compile(
    r"\[Content_Types\]\.xml|_rels/\.rels|xl/_rels/workbook\.xml\.rels|xl/workbook\.xml|"
    r"xl/worksheets/[^/]+\.xml|xl/sharedStrings\.xml",
    re.IGNORECASE,
)
SEPARATORS = "\t;,"
Cells = list[list[str]]


def cells_of_file(data: bytes) -> Cells:
    """The cells of an uploaded file: a workbook (its first sheet), or CSV. Raises `RuleViolation` (field `file`)."""
    if is_workbook(data):
        return _without_empty_ends(rows_of_workbook(data, MOST_ROWS))
    _refuse_large(data)
    return cells_of_text(_decoded(data))


def is_workbook(data: bytes) -> bool:
    """Whether a file is a ZIP archive, as every workbook is."""
    return data[:4] == b"PK\x03\x04"


def rows_of_workbook(data: bytes, most: int) -> list[tuple[int, list[str]]]:
    """The rows of a workbook's first sheet that are not empty, each with its number. Raises `RuleViolation` (field
    `file`) if it is no workbook, too large, or has more than `most` such rows."""
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
    except (InvalidFileException, zipfile.BadZipFile, ParseError, KeyError, ValueError, TypeError) as error:
        raise _unreadable() from error
    except (IndexError, AttributeError, OverflowError, OSError, EOFError, NotImplementedError, zlib.error) as error:
        raise _unreadable() from error


def cells_of_text(text: str) -> Cells:
    """The cells of pasted text, separated by tabs, semicolons or commas: the first of these that it contains."""
    lines = text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    separator = next((each for each in SEPARATORS if each in lines), ",")
    try:
        if separator == "\t":  # pasted from a spreadsheet, which quotes nothing
            return _without_empty_ends(_filled_rows((line.split("\t") for line in lines.split("\n")), MOST_ROWS))
        rows = csv.reader(io.StringIO(lines, newline=""), delimiter=separator)
        return _without_empty_ends(_filled_rows(rows, MOST_ROWS))
    except csv.Error as error:
        raise RuleViolation("file", _("This list can’t be read as a table.")) from error


def text_of(cells: Cells) -> str:
    """Cells as text that `cells_of_text` reads again: tabs between them, a row a line."""
    return "\n".join("\t".join(row) for row in cells)


def _decoded(data: bytes) -> str:
    """UTF-8, or what spreadsheets write: UTF-16 with its mark, otherwise Windows-1250."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1250", "replace")


def _needed_parts(data: bytes) -> io.BytesIO:
    """The workbook with the parts that hold its cells and texts, without styles, pictures and the like.

    Raises `RuleViolation` for what unpacks to too much, has too many XML tags, or holds definitions of its own.
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
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, OSError, EOFError, ValueError) as error:
        raise _unreadable() from error
    needed.seek(0)
    return needed


def _content(archive: zipfile.ZipFile, part: zipfile.ZipInfo) -> bytes:
    """One part: not larger than it says, and without a document type, which could define entities."""
    with archive.open(part) as opened:
        content = opened.read(part.file_size + 1)
    if len(content) > part.file_size or b"<!DOCTYPE" in content or b"<!ENTITY" in content:
        raise _unreadable()
    if content[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise _unreadable()  # nobody writes these in UTF-16, in which the two words above would hide
    return content


def _refuse_large(data: bytes) -> None:
    if len(data) > MOST_BYTES:
        raise RuleViolation("file", _("Choose a list of at most 512 kB."))


def _too_large() -> RuleViolation:
    return RuleViolation("file", _("This spreadsheet is too large for a list of players."))


def _unreadable() -> RuleViolation:
    return RuleViolation("file", _("This spreadsheet can’t be read. Save it as XLSX or CSV."))


def _cell_text(value: object) -> str:
    if value is None or isinstance(value, bool):
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def _filled_rows(rows: Iterable[list[str]], most: int) -> list[tuple[int, list[str]]]:
    """The rows that are not empty, each with its number. Raises `RuleViolation` if there are too many."""
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
