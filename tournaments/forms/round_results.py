"""The form for the totals of a whole round, with a row for each table. Parses and never saves."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.forms import BoundField
from django.utils.translation import gettext as _

from engine.errors import RuleViolation
from tournaments.forms.results import ResultForm
from tournaments.pages.tables.table_page import TablePageSeat, sitters, state_of
from tournaments.play.results import TypedResult
from tournaments.play.tables import AtTable


class TableResultRow:
    """One table: its `state`, who sits there, and the fields for its totals unless it is confirmed."""

    def __init__(self, here: AtTable, data: Mapping[str, Any] | None) -> None:
        self.here, self.number, self.state = here, here.table.number, state_of(here)
        self.sitters = sitters(here)
        self.prefix = f"t{self.number}"
        names = [*(seat.wind for seat in here.seats), "pot"]
        self.typed = data is not None and any((data.get(f"{self.prefix}-{name}") or "").strip() for name in names)
        self.form = ResultForm(here, data if self.typed else None, prefix=self.prefix)
        self.is_open = self.state != "confirmed"
        self.result = here.result

    @property
    def places(self) -> list[tuple[TablePageSeat, BoundField]]:
        """Who sits there, each with the field for their total."""
        return [(each, self.form[each.wind]) for each in self.sitters]

    @property
    def seen(self) -> int:
        """The number of the last result, 0 for none."""
        return self.result.number if self.result else 0

    @property
    def errors(self) -> list[str]:
        """What is wrong with the row, each sentence once."""
        said = [str(error) for errors in self.form.errors.values() for error in errors] if self.typed else []
        return list(dict.fromkeys(said))

    @property
    def invalid(self) -> list[str]:
        """The names of the fields that are wrong; where it is the sum, or the table, the first one."""
        if not self.errors:
            return []
        wrong = [self.form[name].html_name for name in self.form.errors if name in self.form.fields]
        return wrong or [self.places[0][1].html_name]


class RoundResultsForm:
    """The rows of a round. Once sent: `results` are those of the rows that are typed and right, by table."""

    def __init__(self, tables: Sequence[AtTable], data: Mapping[str, Any] | None = None) -> None:
        self.rows = [TableResultRow(here, data) for here in tables]
        self.results: dict[int, TypedResult] = {}
        for row in self.rows:
            if row.typed and row.form.is_valid():
                self.results[row.number] = TypedResult(row.form.points, row.form.lies, row.form.seen or 0)
        self.whole = _("Please type the result of a table.") if data is not None and not self._any_typed else ""

    @property
    def _any_typed(self) -> bool:
        return any(row.typed for row in self.rows)

    def leave_out(self, tables: Collection[int]) -> None:
        """These tables are saved: their rows show what they came to, not what was typed."""
        for row in self.rows:
            if row.number in tables:
                row.typed = False
                row.form = ResultForm(row.here, prefix=row.prefix)

    def refuse(self, refused: Mapping[int, RuleViolation]) -> None:
        """Show at each table why it was refused."""
        for row in self.rows:
            if row.number in refused:
                row.form.refuse(refused[row.number])

    @property
    def errors(self) -> bool:
        """Whether a row, or the form as a whole (`whole`), has an error."""
        return bool(self.whole) or any(row.errors for row in self.rows)

    @property
    def mistakes(self) -> list[tuple[str, str]]:
        """Each error with the id of its field: the summary at the top."""
        return [("", self.whole)] * bool(self.whole) + [
            (f"id_{row.invalid[0]}", _("Table %(no)s: %(error)s") % {"no": row.number, "error": error})
            for row in self.rows
            for error in row.errors
        ]
