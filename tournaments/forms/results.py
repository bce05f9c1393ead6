"""Forms of results: the totals of a table or a round, the reason for a dispute or correction. Parse and never save."""

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
from tournaments.play.results import MOST_POINTS, TypedResult, checked_totals
from tournaments.play.tables import AtTable
from tournaments.write_access import required_reason


class SignedForm(Refusing):
    """What the forms about a result share. Once valid: the number of the result that is `meant`, and the `signer`, an
    entrant's number (None: the referee)."""

    number = entrant = reason = key = forms.CharField(required=False)
    choose_signer = _("Choose who signs.")

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, signed: bool = False, reasoned: bool = False, **more: Any
    ) -> None:
        """`signed`: somebody must be chosen who signs; `reasoned`: it takes a reason."""
        super().__init__(data, **more)
        self.signed, self.reasoned = signed, reasoned

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        self.meant = small_number(data.get("number")) or 0
        self.signer = small_number(data.get("entrant"))
        if self.signed and "entrant" not in self.data:
            self.refuse(RuleViolation("entrant", self.choose_signer))
        if self.reasoned:
            self.attempt(lambda: required_reason(data.get("reason") or ""))
        return data


class SayForm(SignedForm):
    """Who says something about a result, why, or a note."""

    note = forms.CharField(required=False)
    choose_signer = _("Choose your name.")


class ResultForm(SignedForm):
    """Once it is valid: `points` in the order of the winds, what `lies` on the table, and the result that was `seen`
    last."""

    E = S = W = N = pot = after = forms.CharField(required=False)

    def __init__(self, game: AtTable, data: Mapping[str, Any] | None = None, **options: Any) -> None:
        super().__init__(data, **options)
        self.game = game
        self.points: tuple[int, ...] = ()

    @classmethod
    def of(cls, game: AtTable) -> ResultForm:
        """The form with what the table came to so far."""
        known = game.result or game.played
        totals: dict[str, Any] = {}
        if known:
            totals = {seat.wind: known.points[at] for at, seat in enumerate(game.seats)} | {"pot": known.pot}
        return cls(game, initial=totals)

    @property
    def from_match(self) -> bool:
        """Whether the totals are to be read from the match."""
        return self.data.get("from") == "match"

    def clean(self) -> dict[str, Any]:
        self.lies = self.attempt(lambda: self._number("pot", 0)) or 0
        if not self.from_match:
            self.points = self._totals()
        # The sum is checked in the same request, once each total is a number.
        if not self.from_match and not self.errors:
            self.attempt(lambda: checked_totals(self.game, self.points, self.lies))
        self.seen = small_number(self.cleaned_data.get("after"))
        return super().clean()

    def _totals(self) -> tuple[int, ...]:
        """The totals in the order of the winds. A single empty one is computed from the others."""
        winds = [seat.wind for seat in self.game.seats]
        empty = [wind for wind in winds if not (self.cleaned_data.get(wind) or "").strip()]
        left = empty[0] if len(empty) == 1 else None
        totals = {wind: self.attempt(partial(self._number, wind, -MOST_POINTS)) or 0 for wind in winds if wind != left}
        return tuple(totals.get(wind, self.game.total - self.lies - sum(totals.values())) for wind in winds)

    def _number(self, field: str, least: int) -> int:
        text = self.cleaned_data.get(field) or ""
        if field == "pot" and not text.strip():
            return 0
        return whole_number(text, field, least, MOST_POINTS)

    def refuse(self, violation: RuleViolation) -> None:
        """What is wrong with all of them stands at the first."""
        whole = violation.field == "points"
        super().refuse(RuleViolation("E", violation.sentence, **violation.values) if whole else violation)


TAKES, GIVES = "takes", "gives"


class TournamentPenaltyForm(Refusing):
    """Who, whether it takes away or gives, how many points, in which round, why."""

    way = entrant = points = round = reason = key = forms.CharField(required=False)

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        number = small_number(data.get("entrant"))
        if number is None:
            self.refuse(RuleViolation("entrant", _("Choose a player.")))
        way = data.get("way")
        if way not in (TAKES, GIVES):
            self.refuse(RuleViolation("way", _("Choose whether points are deducted or added.")))
        many = self.attempt(lambda: whole_number(data.get("points") or "", "points", 1, MOST_PENALTY)) or 0
        self.attempt(lambda: required_reason(data.get("reason") or ""))
        self.penalty = {
            "entrant": number,
            "points": many if way == GIVES else -many,
            "round": small_number(data.get("round")),
        }
        return data

    @property
    def ways(self) -> list[Choice]:
        """Whether it takes away or gives; it takes away unless somebody says otherwise."""
        chosen = self["way"].value() if self.is_bound else TAKES
        said = ((TAKES, gettext("Deduct points")), (GIVES, gettext("Add points")))
        return [Choice(way, label, way == chosen) for way, label in said]


class SeatsForm(Refusing):
    """Who sits on each wind, whose the hands stay, why."""

    E = S = W = forms.CharField(required=False)
    keeps = forms.ChoiceField(choices=[("persons", ""), ("names", "")], required=False)
    reason = key = forms.CharField(required=False)

    def clean(self) -> dict[str, Any]:
        self.order = {wind: small_number(self.cleaned_data.get(wind)) or 0 for wind in "ESW"}
        return self.cleaned_data


class ExchangeForm(Refusing):
    """Who sat on each wind of two tables (`orders`, the lower number first), what was `seen`, why."""

    E1 = S1 = W1 = E2 = S2 = W2 = seen = reason = forms.CharField(required=False)

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        self.orders = [{wind: small_number(data.get(f"{wind}{at}")) or 0 for wind in "ESW"} for at in (1, 2)]
        return data


# ── a whole round ──────────────────────────────────────────────────────────────


class TableResultRow:
    """One table: its `state`, who sits there, and the fields for its totals unless it is confirmed."""

    def __init__(self, game: AtTable, data: Mapping[str, Any] | None) -> None:
        self.game, self.number, self.state = game, game.table.number, state_of(game)
        self.sitters = sitters(game)
        self.prefix = f"t{self.number}"
        names = [*(seat.wind for seat in game.seats), "pot"]
        self.typed = data is not None and any((data.get(f"{self.prefix}-{name}") or "").strip() for name in names)
        self.form = ResultForm(game, data if self.typed else None, prefix=self.prefix)
        self.is_open = self.state != "confirmed"
        self.result = game.result

    @property
    def places(self) -> list[tuple[TableSeat, BoundField]]:
        return [(each, self.form[each.wind]) for each in self.sitters]

    @property
    def seen(self) -> int:
        """The number of the last result, 0 for none."""
        return self.result.number if self.result else 0

    @property
    def errors(self) -> list[str]:
        """The errors of the row, each sentence once."""
        said = [str(error) for errors in self.form.errors.values() for error in errors] if self.typed else []
        return list(dict.fromkeys(said))

    @property
    def invalid(self) -> list[str]:
        """The names of the invalid fields; the first one if the sum or the table is wrong."""
        if not self.errors:
            return []
        wrong = [self.form[name].html_name for name in self.form.errors if name in self.form.fields]
        return wrong or [self.places[0][1].html_name]


class RoundResultsForm:
    """The rows of a round. Once sent: `results` are those of the rows that are typed and right, by table."""

    def __init__(self, tables: Sequence[AtTable], data: Mapping[str, Any] | None = None) -> None:
        self.rows = [TableResultRow(game, data) for game in tables]
        self.results: dict[int, TypedResult] = {}
        for row in self.rows:
            if row.typed and row.form.is_valid():
                self.results[row.number] = TypedResult(row.form.points, row.form.lies, row.form.seen or 0)
        self.whole = (
            gettext("Enter the result of at least one table.") if data is not None and not self._any_typed else ""
        )

    @property
    def _any_typed(self) -> bool:
        return any(row.typed for row in self.rows)

    def leave_out(self, tables: Collection[int]) -> None:
        """These tables are saved: their rows show what they came to, not what was typed."""
        for row in self.rows:
            if row.number in tables:
                row.typed = False
                row.form = ResultForm(row.game, prefix=row.prefix)

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
            (f"id_{row.invalid[0]}", gettext("Table %(no)s: %(error)s") % {"no": row.number, "error": error})
            for row in self.rows
            for error in row.errors
        ]
