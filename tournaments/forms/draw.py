"""Forms for draws, imported seating, seat changes, late arrivals and withdrawals. They parse and never save."""

import csv
from collections.abc import Collection, Sequence
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.http import QueryDict

from engine import seating
from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from people.forms.shared import Refusing
from tournaments.entries import spreadsheet_reader
from tournaments.forms.shared import numbers, small_number

LARGEST_FILE = 64 * 1024
MOST_TABLES = 2000  # lines of a workbook: sixty rounds of thirty-three tables
COLUMNS = ("round", "table", "east", "south", "west")


class SeatDrawForm(Refusing):
    """The form to draw a stage or import its seating. `do`: the button pressed; `seating`: the import text."""

    do = key = seed = reason = groups = forms.CharField(required=False)
    text = forms.CharField(required=False, max_length=LARGEST_FILE, strip=False)

    def __init__(self, *args: Any, labels: Sequence[str] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.labels = labels
        self.seating = ""

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        self.seating = data.get("text") or ""
        file = self.files.get("file")
        if file:
            self.seating = self.attempt(lambda: seating_text(file, self.labels)) or ""
        if data.get("do") == "bring" and not self.errors:
            for problem in seating.problems(seating.written(self.seating), self.labels):
                self.refuse(RuleViolation("text", problem.sentence, **problem.values))
        return data

    @property
    def group_count(self) -> int:
        """The number of groups; 0 if none was entered."""
        typed = (self.cleaned_data.get("groups") or "").strip()
        return (small_number(typed) or 0) if len(typed) < 4 else 0


def seating_text(file: UploadedFile, labels: Sequence[str]) -> str:
    """Return the seating in a file as import text. Raises `RuleViolation` (field `text`).

    The file contains such text, or is a CSV file or workbook with the columns `COLUMNS`. `labels`: the valid numbers.
    """
    data = file.read(spreadsheet_reader.MOST_BYTES + 1)
    if spreadsheet_reader.is_workbook(data):
        try:
            rows = spreadsheet_reader.rows_of_workbook(data, MOST_TABLES)
        except RuleViolation as violation:
            raise RuleViolation("text", violation.sentence, **violation.values) from violation
        if not rows or not _has_columns(rows[0][1]):
            sentence = _("The first line of the spreadsheet must name the columns %(columns)s.")
            raise RuleViolation("text", sentence, columns=tuple(COLUMNS))
        return _by_rounds(rows, labels)
    if len(data) > LARGEST_FILE:
        raise RuleViolation("text", _("This file is too large. The limit is %(most)s kB."), most=LARGEST_FILE // 1024)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RuleViolation("text", _("This file isn’t UTF-8 text. Save it as a UTF-8 CSV file or as XLSX.")) from error
    lines = text.splitlines()
    separator = next((character for character in ";\t," if lines and character in lines[0]), ",")
    rows = [(number, row) for number, row in enumerate(csv.reader(lines, delimiter=separator), start=1) if any(row)]
    return _by_rounds(rows, labels) if rows and _has_columns(rows[0][1]) else text


def _has_columns(head: Sequence[str]) -> bool:
    return set(COLUMNS) <= {word.strip().lower() for word in head}


def _by_rounds(rows: Sequence[tuple[int, Sequence[str]]], labels: Sequence[str]) -> str:
    """Return the seating as text, with rounds and tables sorted by number. The first row names the columns."""
    head = [word.strip().lower() for word in rows[0][1]]
    rounds: dict[int, list[tuple[int, str]]] = {}
    for line, row in rows[1:]:
        cells = dict(zip(head, (cell.strip() for cell in row), strict=False))
        values = [cells.get(name, "") for name in COLUMNS]
        for column, cell in zip(COLUMNS, values, strict=True):
            _refuse_cell(line, column, cell, labels)
        rounds.setdefault(int(values[0][:6]), []).append((int(values[1][:6]), "-".join(values[2:])))
    return "\n\n".join("\n".join(line for _at, line in sorted(rounds[number])) for number in sorted(rounds))


def _refuse_cell(line: int, column: str, cell: str, labels: Sequence[str]) -> None:
    """Raise `RuleViolation` if the cell is empty or its value isn't allowed in the column."""
    sentence = ""
    if column in COLUMNS[:2] and not (cell.isascii() and cell.isdigit()):
        sentence = _("Line %(line)s, column %(column)s: “%(said)s” isn’t a round or table number.")
    elif column in COLUMNS[2:] and not cell:
        sentence = _("Line %(line)s, column %(column)s: enter a player number.")
    elif column in COLUMNS[2:] and cell not in labels:
        sentence = _("Line %(line)s, column %(column)s: %(said)s isn’t the number of an active player.")
    if sentence:
        raise RuleViolation("text", sentence, line=line, column=column, said=cell)


class SeatChangeReasonForm(Refusing):
    """The form to give the reason for a seat change. `seen`: the fingerprint of the seating that the user saw."""

    reason = seen = forms.CharField(required=False)


class LaterForm(Refusing):
    """The form for late arrivals (`comes`) and withdrawals (`leaves`), as entrant numbers, from round `at` on."""

    reason = seen = forms.CharField(required=False)
    first = forms.IntegerField(required=False, min_value=1, max_value=999)

    def __init__(self, data: QueryDict, first: int, may_come: Collection[int], may_leave: Collection[int]) -> None:
        super().__init__(data)
        self.at = first
        self.comes = tuple(number for number in numbers(data, "comes") if number in may_come)
        self.leaves = tuple(number for number in numbers(data, "leaves") if number in may_leave)

    def clean(self) -> dict[str, Any]:
        if "first" in self.errors:
            self.errors.pop("first")
            self.refuse(RuleViolation("first", _("Choose one of the upcoming rounds.")))
        self.at = self.cleaned_data.get("first") or self.at
        return self.cleaned_data
