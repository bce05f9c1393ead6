"""Forms for results, disputes, corrections, penalties, planned starts and seats. They parse and never save."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from people.forms.shared import Choice, Refusing
from people.text.cleaning import whole_number
from tournaments.forms.shared import small_number
from tournaments.pages.tables.table_page import sitters, state_of
from tournaments.pages.tables.table_view import TableSeat
from tournaments.play.penalties import MOST_PENALTY
from tournaments.play.results import MOST_CHIPS, MOST_POINTS, TypedResult, checked_totals
from tournaments.play.tables import AtTable
from tournaments.write_access import required_reason


class SignedForm(Refusing):
    """A form about a result. `signed`: whether a signer is required; `reasoned`: whether a reason is required.

    Validation sets `result_number`, and `signer`, which is an entrant's number or None for the referee.
    """

    number = entrant = reason = key = forms.CharField(required=False)
    choose_signer = _("Choose a name.")

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, signed: bool = False, reasoned: bool = False, **options: Any
    ) -> None:
        super().__init__(data, **options)
        self.signed, self.reasoned = signed, reasoned

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        self.result_number = small_number(data.get("number")) or 0
        self.signer = small_number(data.get("entrant"))
        if self.signed and "entrant" not in self.data:
            self.refuse(RuleViolation("entrant", self.choose_signer))
        if self.reasoned:
            self.attempt(lambda: required_reason(data.get("reason") or ""))
        return data


class SayForm(SignedForm):
    """The form for a dispute, a confirmation, a reason or a note."""

    note = forms.CharField(required=False)
    choose_signer = _("Choose your name.")


class PlannedStartForm(Refusing):
    """The form for the planned start of a round, in minutes from now."""

    starts_in = forms.CharField(required=False, initial="10")


def chip_field(wind: str) -> str:
    """Return the name of the field for the chips of a seat."""
    return f"c{wind}"


class ResultForm(SignedForm):
    """The form for the totals of a table.

    Validation sets `points` in wind order, `pot_points` (left on the table), `chips` in wind order (empty if the
    table plays without chips), and `seen`, the number of the result that the page showed.
    """

    E = S = W = N = pot = after = forms.CharField(required=False)
    cE = cS = cW = cN = forms.CharField(required=False)

    def __init__(self, game: AtTable, data: Mapping[str, Any] | None = None, **options: Any) -> None:
        super().__init__(data, **options)
        self.game = game
        self.points: tuple[int, ...] = ()
        self.chips: tuple[int, ...] = ()

    @classmethod
    def of(cls, game: AtTable) -> ResultForm:
        """Return a form filled in with the result or, if there is none, with the totals of the match."""
        totals = game.result or game.played
        if totals is None:
            return cls(game)
        points = {seat.wind: totals.points[index] for index, seat in enumerate(game.seats)}
        chips = {chip_field(seat.wind): totals.chips[index] for index, seat in enumerate(game.seats)}
        return cls(game, initial={**points, **chips, "pot": totals.pot})

    def chip_places(self, sitters: Sequence[TableSeat]) -> list[tuple[TableSeat, BoundField]]:
        """Return each seat with its field for chips; an empty list if the rule book has no chips."""
        return [(seat, self[chip_field(seat.wind)]) for seat in sitters] if self.game.book.plays_chips else []

    @property
    def from_match(self) -> bool:
        """Whether to read the totals from the match."""
        return self.data.get("from") == "match"

    def clean(self) -> dict[str, Any]:
        self.pot_points = self.attempt(lambda: self._number("pot", 0)) or 0
        if not self.from_match:
            winds = [seat.wind for seat in self.game.seats]
            self.points = self._numbers(winds, self.game.total - self.pot_points, MOST_POINTS)
            if self.game.book.plays_chips:
                fields = list(map(chip_field, winds))
                typed = any((self.cleaned_data.get(name) or "").strip() for name in fields)
                self.chips = self._numbers(fields, 0, MOST_CHIPS) if typed else (0,) * len(winds)
            if not self.errors:
                self.attempt(lambda: checked_totals(self.game, self.points, self.pot_points, self.chips))
        self.seen = small_number(self.cleaned_data.get("after"))
        return super().clean()

    def _numbers(self, fields: Sequence[str], total: int, most: int) -> tuple[int, ...]:
        """Return the numbers in `fields`. A single empty field gets the number that makes the sum `total`."""
        empty = [name for name in fields if not (self.cleaned_data.get(name) or "").strip()]
        left = empty[0] if len(empty) == 1 else None
        numbers = {name: self.attempt(partial(self._number, name, -most, most)) or 0 for name in fields if name != left}
        rest = total - sum(numbers.values())
        return tuple(numbers.get(name, rest) for name in fields)

    def _number(self, field: str, least: int, most: int = MOST_POINTS) -> int:
        text = self.cleaned_data.get(field) or ""
        if field == "pot" and not text.strip():
            return 0
        return whole_number(text, field, least, most)

    def refuse(self, violation: RuleViolation) -> None:
        """Show the violation at its field, or at the first field if it is about all points or chips."""
        if violation.field in ("points", "chips"):
            field = "E" if violation.field == "points" else chip_field("E")
            violation = RuleViolation(field, violation.sentence, **violation.values)
        super().refuse(violation)


TAKES, GIVES = "takes", "gives"


class TournamentPenaltyForm(Refusing):
    """The form for a penalty or bonus: player, effect, points, round, reason. `penalty`: the validated values."""

    way = entrant = points = round = reason = key = forms.CharField(required=False)

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        number = small_number(data.get("entrant"))
        if number is None:
            self.refuse(RuleViolation("entrant", _("Choose a player.")))
        way = data.get("way")
        if way not in (TAKES, GIVES):
            self.refuse(RuleViolation("way", _("Choose whether points are deducted or added.")))
        points = self.attempt(lambda: whole_number(data.get("points") or "", "points", 1, MOST_PENALTY)) or 0
        self.attempt(lambda: required_reason(data.get("reason") or ""))
        self.penalty = {"entrant": number, "points": points if way == GIVES else -points}
        self.penalty["round"] = small_number(data.get("round"))
        return data

    @property
    def ways(self) -> list[Choice]:
        """The choices for the effect. The default is to deduct points."""
        chosen = self["way"].value() if self.is_bound else TAKES
        labels = {TAKES: gettext("Deduct points"), GIVES: gettext("Add points")}
        return [Choice(way, label, way == chosen) for way, label in labels.items()]


class SeatsForm(Refusing):
    """The form for corrected seats of a table (`order`). `keeps`: whether hands stay with the people or the winds."""

    E = S = W = forms.CharField(required=False)
    keeps = forms.ChoiceField(choices=[("persons", ""), ("names", "")], required=False)
    reason = key = forms.CharField(required=False)

    def clean(self) -> dict[str, Any]:
        self.order = {wind: small_number(self.cleaned_data.get(wind)) or 0 for wind in "ESW"}
        return self.cleaned_data


class ExchangeForm(Refusing):
    """The form to exchange the matches of two tables.

    `orders`: the entrant numbers by wind at each table, lower table number first.
    """

    E1 = S1 = W1 = E2 = S2 = W2 = seen = reason = forms.CharField(required=False)

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        self.orders = [{wind: small_number(data.get(f"{wind}{suffix}")) or 0 for wind in "ESW"} for suffix in (1, 2)]
        return data


class TableResultRow:
    """A row of the form for a round, with the fields of one table. `seen`: the number of the table's result."""

    def __init__(self, game: AtTable, data: Mapping[str, Any] | None) -> None:
        self.game, self.number, self.state = game, game.table.number, state_of(game)
        self.sitters = sitters(game)
        self.prefix = f"t{self.number}"
        winds = [seat.wind for seat in game.seats]
        names = [*winds, *map(chip_field, winds), "pot"]
        self.typed = data is not None and any((data.get(f"{self.prefix}-{name}") or "").strip() for name in names)
        self.form = ResultForm(game, data if self.typed else None, prefix=self.prefix)
        self.is_open = self.state != "confirmed"
        self.result = game.result
        self.seen = game.result.number if game.result else 0

    @property
    def places(self) -> list[tuple[TableSeat, BoundField]]:
        return [(seat, self.form[seat.wind]) for seat in self.sitters]

    @property
    def chip_places(self) -> list[tuple[TableSeat, BoundField]]:
        return self.form.chip_places(self.sitters)

    @property
    def errors(self) -> list[str]:
        messages = [str(error) for errors in self.form.errors.values() for error in errors] if self.typed else []
        return list(dict.fromkeys(messages))

    @property
    def invalid(self) -> list[str]:
        """The names of the invalid fields; the first field for an error about the whole row."""
        if not self.errors:
            return []
        names = [self.form[name].html_name for name in self.form.errors if name in self.form.fields]
        return names or [self.places[0][1].html_name]


class RoundResultsForm:
    """The form with the results of a round.

    `results`: the valid results by table number; `whole`: an error about all tables; `total`: the required sum of each
    result.
    """

    def __init__(self, tables: Sequence[AtTable], data: Mapping[str, Any] | None = None) -> None:
        self.rows = [TableResultRow(game, data) for game in tables]
        self.total = tables[0].total if tables else 0
        self.results: dict[int, TypedResult] = {}
        for row in self.rows:
            if row.typed and row.form.is_valid():
                self.results[row.number] = TypedResult(
                    row.form.points, row.form.pot_points, row.form.seen or 0, row.form.chips
                )
        is_empty = data is not None and not any(row.typed for row in self.rows)
        self.whole = gettext("Enter the result of at least one table.") if is_empty else ""

    def leave_out(self, tables: Collection[int]) -> None:
        """Clear the rows of these tables, whose results are saved."""
        for row in self.rows:
            if row.number in tables:
                row.typed = False
                row.form = ResultForm(row.game, prefix=row.prefix)

    def refuse(self, refused: Mapping[int, RuleViolation]) -> None:
        for row in self.rows:
            if row.number in refused:
                row.form.refuse(refused[row.number])

    @property
    def errors(self) -> bool:
        return bool(self.whole) or any(row.errors for row in self.rows)

    @property
    def mistakes(self) -> list[tuple[str, str]]:
        """The error summary: (id of the field, message)."""
        return [("", self.whole)] * bool(self.whole) + [
            (f"id_{row.invalid[0]}", gettext("Table %(no)s: %(error)s") % {"no": row.number, "error": error})
            for row in self.rows
            for error in row.errors
        ]
