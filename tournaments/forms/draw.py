"""Forms of the draw: a seed, a reason, imported seating; swapped seats, late arrivals. Save nothing."""

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
from tournaments.forms.shared import numbers

LARGEST_FILE = 64 * 1024
MOST_TABLES = 2000  # lines of a workbook: sixty rounds of thirty-three tables
COLUMNS = ("round", "table", "east", "south", "west")


class SeatDrawForm(Refusing):
    """`do` says which button was pressed; `seating` is the text that counts, typed or from the file."""

    do = key = seed = reason = groups = forms.CharField(required=False)
    text = forms.CharField(required=False, max_length=LARGEST_FILE, strip=False)

    def __init__(self, *args: Any, labels: Sequence[str] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.labels = labels

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        self.seating: str = data.get("text") or ""
        file = self.files.get("file")
        if file:
            self.seating = self.attempt(lambda: seating_text(file, self.labels)) or ""
        if data.get("do") == "bring" and not self.errors:
            for problem in seating.problems(seating.written(self.seating), self.labels):
                self.refuse(RuleViolation("text", problem.sentence, **problem.values))
        return data

    @property
    def many(self) -> int:
        """How many groups; 0 where no number was given."""
        said = (self.cleaned_data.get("groups") or "").strip()
        return int(said) if said.isascii() and said.isdigit() and len(said) < 4 else 0


def seating_text(file: UploadedFile, labels: Sequence[str]) -> str:
    """The tables of a file as they would be typed: a text of ours, or a CSV or a workbook with the columns `COLUMNS`,
    in which players are called by `labels`. Raises `RuleViolation`."""
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
        raise RuleViolation("text", _("This file is too large: at most %(most)s kB."), most=LARGEST_FILE // 1024)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RuleViolation("text", _("This file isn’t UTF-8 text.")) from error
    lines = text.splitlines()
    separator = next((each for each in ";\t," if lines and each in lines[0]), ",")
    rows = [(number, row) for number, row in enumerate(csv.reader(lines, delimiter=separator), start=1) if any(row)]
    return _by_rounds(rows, labels) if rows and _has_columns(rows[0][1]) else text


def _has_columns(head: Sequence[str]) -> bool:
    return set(COLUMNS) <= {word.strip().lower() for word in head}


def _by_rounds(rows: Sequence[tuple[int, Sequence[str]]], labels: Sequence[str]) -> str:
    """Rounds and tables in the order of their numbers. The first row names the columns."""
    head = [word.strip().lower() for word in rows[0][1]]
    rounds: dict[int, list[tuple[int, str]]] = {}
    for line, row in rows[1:]:
        cells = dict(zip(head, (cell.strip() for cell in row), strict=False))
        values = [cells.get(name, "") for name in COLUMNS]
        for column, said in zip(COLUMNS, values, strict=True):
            _refuse_cell(line, column, said, labels)
        rounds.setdefault(int(values[0][:6]), []).append((int(values[1][:6]), "-".join(values[2:])))
    return "\n\n".join("\n".join(line for _at, line in sorted(rounds[number])) for number in sorted(rounds))


def _refuse_cell(line: int, column: str, said: str, labels: Sequence[str]) -> None:
    """Raise `RuleViolation` for an empty cell, or a value that its column does not take."""
    about = {"line": line, "column": column, "said": said}
    if column in COLUMNS[:2] and not (said.isascii() and said.isdigit()):
        sentence = _(
            "Each line needs a round number and a table number: line %(line)s has “%(said)s” in the column %(column)s."
        )
        raise RuleViolation("text", sentence, **about)
    if column in COLUMNS[2:] and not said:
        raise RuleViolation("text", _("Line %(line)s: the column %(column)s is empty."), **about)
    if column in COLUMNS[2:] and said not in labels:
        sentence = _("Line %(line)s, column %(column)s: %(said)s isn’t the number of an active player.")
        raise RuleViolation("text", sentence, **about)


# ── changed seats ──────────────────────────────────────────────────────────────


class SeatChangeReasonForm(Refusing):
    """Why, and what was looked at (`seen`)."""

    reason = seen = forms.CharField(required=False)


class LaterForm(Refusing):
    """`first`: from which round on; `comes` and `leaves`: numbers of entrants."""

    reason = seen = forms.CharField(required=False)
    first = forms.IntegerField(required=False, min_value=1, max_value=999)

    def __init__(self, data: QueryDict, first: int, may_come: Collection[int], may_leave: Collection[int]) -> None:
        super().__init__(data)
        self.at = first
        self.comes = tuple(each for each in numbers(data, "comes") if each in may_come)
        self.leaves = tuple(each for each in numbers(data, "leaves") if each in may_leave)

    def clean(self) -> dict[str, Any]:
        if "first" in self.errors:
            self.errors.pop("first")
            self.refuse(RuleViolation("first", _("Choose one of the upcoming rounds.")))
        self.at = self.cleaned_data.get("first") or self.at
        return self.cleaned_data
