"""A match as files to take away: CSV, XLSX, JSON. The rows are built once, in `lines`; print shows the same.

Numbers stay numbers and keys of columns stay English, whatever the reader's language; words in cells
are the reader's. Knows no requests.
"""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar
from urllib.parse import quote

import xlsxwriter
from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils.text import slugify
from django.utils.translation import gettext as _

from engine.match.ledger import SettledEntry
from engine.rulesets.rule_book import RuleBook
from engine.seats import PerSeat, Points, Seat
from engine.standings import rank
from matches.files import match_file
from matches.log.state import MatchState
from matches.pages.result import TENTHS, final_of
from matches.wording import hand_label, names_at, result_words

_Answer = TypeVar("_Answer", bound=HttpResponseBase)
Cell = str | int | float | None
SEPARATORS = (",", ";")
BYTE_ORDER_MARK = "\ufeff"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
# What a spreadsheet takes for the start of a formula; the wide forms are folded by some of them.
_FORMULA = tuple("=+-@\t\r\n") + tuple("＝＋－＠")
# The same behind a separator. A program that expects the other separator begins a cell there.
_FORMULA_INSIDE = re.compile(r"""([,;]["'\s]*)([=+\-@＝＋－＠])""")
_LONGEST_CELL = 32_767  # XLSX
_CHAIRS = tuple(Seat.__members__)
COLUMNS = (
    "hand",
    "seq",
    "round",
    "dealer",
    "entry",
    "result",
    "hand_points",
    "bonus_points",
    "limit",
    "goulash",
    *(f"name_{chair}" for chair in _CHAIRS),
    *(f"change_{chair}" for chair in _CHAIRS),
    *(f"balance_{chair}" for chair in _CHAIRS),
)


# Where points may lie on the table and a deal is played more than once.
DEPOSITS = ("label", "on_table")


@dataclass(frozen=True, slots=True)
class ExportedEntry:
    """One entry that counts, as every file and the printed sheet show it.

    `label` is what the table calls the hand, `on_table` what lies there after it: with the balances the same in every
    line; both are in `cells` where `deposits`. `goulash` is what the winner collected on top of what earlier hands
    left; `hand_points`, `bonus_points` and `limit` are of the first winner who is paid, None where there is no such
    thing.
    """

    hand: int
    seq: int
    round: str
    dealer: str
    entry: str
    result: str
    hand_points: int | None
    bonus_points: int | None
    limit: str | None
    goulash: int | None
    names: PerSeat[str]
    changes: Points
    balances: Points
    label: str
    on_table: int
    deposits: bool

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The values of the columns."""
        said = (self.hand, self.seq, self.round, self.dealer, self.entry, self.result)
        counted = (self.hand_points, self.bonus_points, self.limit, self.goulash)
        beside = (self.label, self.on_table) if self.deposits else ()
        return (*said, *counted, *self.names, *self.changes, *self.balances, *beside)


def lines(reading: MatchState) -> list[ExportedEntry]:
    """The entries that count, in order."""
    return [_line(reading, row) for row in reading.log.rows]


def _line(reading: MatchState, row: SettledEntry) -> ExportedEntry:
    names = names_at(reading, row.nth)
    score = next(iter(row.settlement.scores_paid), None)
    collected = sum(line.points for line in row.settlement.lines if line.rule in reading.book.words.carry_lines)
    return ExportedEntry(
        hand=row.hand_no,
        seq=row.seq,
        round=row.before.round_wind.value,
        dealer=names[row.before.dealer],
        entry=row.kind,
        result=result_words(reading, row),
        hand_points=score.points if score else None,
        bonus_points=score.bonus_points if score else None,
        limit=reading.book.words.limit_key(score.limit) if score and score.limit else None,
        goulash=collected if score else None,
        names=names,
        changes=row.changes,
        balances=row.balances,
        label=hand_label(reading.book, row.before),
        on_table=row.after.sticks,
        deposits=reading.book.deposits,
    )


def columns(book: RuleBook) -> tuple[str, ...]:
    """The names of the columns in a match by this book."""
    return (*COLUMNS, *DEPOSITS) if book.deposits else COLUMNS


def standing_rows(reading: MatchState) -> list[tuple[Cell, ...]]:
    """(rank, chair, name, points), first place first; the result besides, where the match is settled."""
    final, balances = final_of(reading), reading.log.state.balances
    ranked = [(each.rank, each.seat) for each in rank(balances)]
    rows: list[tuple[Cell, ...]] = [
        (place, seat.value, reading.names[seat], balances[seat])
        for place, seat in (enumerate(final.places, start=1) if final else ranked)
    ]
    return [(*row, final.tenths[Seat(row[1])] / TENTHS) for row in rows] if final else rows


# ── CSV ──────────────────────────────────────────────────────────────────────


def csv_text(reading: MatchState, separator: str = ",") -> str:
    """A header and one row an entry."""
    return csv_of(columns(reading.book), (line.cells for line in lines(reading)), separator)


def csv_of(names: Sequence[str], rows: Iterable[Sequence[Cell]], separator: str = ",") -> str:
    """A header and rows, as RFC 4180 has it; no text in them runs as a formula."""
    text = io.StringIO()
    writer = csv.writer(text, delimiter=separator, lineterminator="\r\n")
    writer.writerow(names)
    for row in rows:
        writer.writerow([guarded(cell) for cell in row])
    return text.getvalue()


def guarded(cell: Cell) -> Cell:
    """Text that a spreadsheet would run as a formula, made plain; numbers stay what they are."""
    if not isinstance(cell, str):
        return cell
    plain = _FORMULA_INSIDE.sub(r"\1'\2", cell)
    return f"'{plain}" if plain.startswith(_FORMULA) else plain


def separator_of(asked: Mapping[str, str]) -> str:
    """What parts the columns: `sep` of the address where it is one of `SEPARATORS`, else a comma."""
    given = asked.get("sep", ",")
    return given if given in SEPARATORS else ","


def mark_of(asked: Mapping[str, str]) -> str:
    """The byte order mark at the beginning of a CSV file: without it some spreadsheets misread UTF-8. `bom=0` in the
    address leaves it out."""
    return "" if asked.get("bom") == "0" else BYTE_ORDER_MARK


def csv_file(reading: MatchState, separator: str = ",", mark: str = "") -> HttpResponse:
    """The ledger as CSV."""
    data = (mark + csv_text(reading, separator)).encode()
    return download(data, "text/csv; charset=utf-8", reading.title, "csv")


# ── XLSX ─────────────────────────────────────────────────────────────────────


def xlsx_bytes(reading: MatchState) -> bytes:
    """A workbook: the ledger, and the standings on a second sheet. No formulas."""
    standings = standing_rows(reading)
    places = ("rank", "player", "name", "points", "result")[: len(standings[0])]
    entries = (line.cells for line in lines(reading))
    return workbook([(_("Ledger"), columns(reading.book), entries), (_("Standings"), places, standings)])


def workbook(sheets: Iterable[tuple[str, Sequence[str], Iterable[Sequence[Cell]]]]) -> bytes:
    """A workbook of (name, columns, rows), without formulas."""
    data = io.BytesIO()
    options = {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
    with xlsxwriter.Workbook(data, options) as book:
        head = book.add_format({"bold": True})
        for name, names, rows in sheets:
            _sheet(book.add_worksheet(name[:31]), head, names, rows)
    return data.getvalue()


def _sheet(sheet: Any, head: Any, columns: Sequence[str], rows: Iterable[Sequence[Cell]]) -> None:
    sheet.freeze_panes(1, 0)
    for column, name in enumerate(columns):
        sheet.write_string(0, column, name, head)
    for place, row in enumerate(rows, start=1):
        for column, cell in enumerate(row):
            if isinstance(cell, str):
                sheet.write_string(place, column, _printable(cell))
            elif cell is not None:
                sheet.write_number(place, column, cell)
    sheet.autofit()


def _printable(text: str) -> str:
    """What XML can hold: one control character would spoil the whole file."""
    kept = (letter for letter in text if letter == "\t" or unicodedata.category(letter) not in ("Cc", "Cs"))
    return "".join(kept).replace("\ufffe", "").replace("\uffff", "")[:_LONGEST_CELL]


def xlsx_file(reading: MatchState) -> HttpResponse:
    """The ledger and the standings as a workbook."""
    return download(xlsx_bytes(reading), XLSX, reading.title, "xlsx")


# ── JSON, and what all have ──────────────────────────────────────────────────


def json_file(reading: MatchState) -> HttpResponse:
    """The match file: all that is needed to check the match elsewhere."""
    data = match_file.dump(match_file.document(reading))
    return download(data, "application/json", reading.title, "json")


def download(data: bytes, kind: str, title: str, ending: str) -> HttpResponse:
    """A file to be saved, not shown: no page of ours is ever made of what somebody typed."""
    return _saved(HttpResponse(data, content_type=kind), title, ending)


def streamed(pieces: Iterator[bytes], kind: str, title: str, ending: str) -> StreamingHttpResponse:
    """The same of a file that is sent while it is made."""
    return _saved(StreamingHttpResponse(pieces, content_type=kind), title, ending)


def _saved(response: _Answer, title: str, ending: str) -> _Answer:
    response["Content-Disposition"] = _disposition(title, ending)
    response["X-Content-Type-Options"] = "nosniff"
    response["Content-Security-Policy"] = "default-src 'none'; sandbox"
    return response


def _disposition(title: str, ending: str) -> str:
    """The file's name: plain letters for old browsers, the title's own for the others."""
    plain = slugify(title) or "match"
    full = re.sub(r"[^\w-]+", "-", title).strip("-_") or "match"
    own = f"; filename*=UTF-8''{quote(f'{full}.{ending}')}" if full.lower() != plain else ""
    return f'attachment; filename="{plain}.{ending}"{own}'
