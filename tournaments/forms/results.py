"""Forms of results: the totals of a table, the reason for a dispute or correction. Parse and never save."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from django import forms
from django.utils.translation import gettext

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from people.forms.shared import Choice, Refusing
from people.text.cleaning import whole_number
from tournaments.forms.shared import small_number
from tournaments.play.penalties import MOST_PENALTY
from tournaments.play.results import MOST_POINTS, checked_totals
from tournaments.play.tables import AtTable
from tournaments.write_access import required_reason


class ResultForm(Refusing):
    """Once it is valid: `points` in the order of the winds, what `lies` on the table, the `signer` (an entrant's
    number; None: the referee), the result that was `seen` last, the one that is `meant`."""

    E = forms.CharField(required=False)
    S = forms.CharField(required=False)
    W = forms.CharField(required=False)
    N = forms.CharField(required=False)
    pot = forms.CharField(required=False)
    entrant = forms.CharField(required=False)
    after = forms.CharField(required=False)
    number = forms.CharField(required=False)
    reason = forms.CharField(required=False)
    key = forms.CharField(required=False)

    def __init__(
        self,
        here: AtTable,
        data: Mapping[str, Any] | None = None,
        *,
        signed: bool = False,
        reasoned: bool = False,
        **more: Any,
    ) -> None:
        """`signed`: somebody must be chosen who signs; `reasoned`: it takes a reason."""
        super().__init__(data, **more)
        self.here, self.signed, self.reasoned = here, signed, reasoned
        self.points: tuple[int, ...] = ()

    @classmethod
    def of(cls, here: AtTable) -> ResultForm:
        """The form with what the table came to so far."""
        known = here.result or here.played
        told: dict[str, Any] = {}
        if known:
            told = {seat.wind: known.points[at] for at, seat in enumerate(here.seats)} | {"pot": known.pot}
        return cls(here, initial=told)

    @property
    def from_match(self) -> bool:
        """Whether the totals are to be read from the match."""
        return self.data.get("from") == "match"

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        self.lies = self.attempt(lambda: self._number("pot", 0)) or 0
        if not self.from_match:
            self.points = self._totals()
        # All that is wrong is said at once: what they come to as well, once each of them is a number.
        if not self.from_match and not self.errors:
            self.attempt(lambda: checked_totals(self.here, self.points, self.lies))
        self.seen = small_number(data.get("after"))
        self.meant = small_number(data.get("number")) or 0
        self.signer = small_number(data.get("entrant"))
        if self.signed and "entrant" not in self.data:
            self.refuse(RuleViolation("entrant", _("Who signs it: please choose somebody.")))
        if self.reasoned:
            self.attempt(lambda: required_reason(data.get("reason") or ""))
        return data

    def _totals(self) -> tuple[int, ...]:
        """The totals in the order of the winds. One that is left empty is worked out from the others."""
        winds = [seat.wind for seat in self.here.seats]
        empty = [wind for wind in winds if not (self.cleaned_data.get(wind) or "").strip()]
        left = empty[0] if len(empty) == 1 else None
        told = {wind: self.attempt(partial(self._number, wind, -MOST_POINTS)) or 0 for wind in winds if wind != left}
        return tuple(told.get(wind, self.here.total - self.lies - sum(told.values())) for wind in winds)

    def _number(self, field: str, least: int) -> int:
        text = self.cleaned_data.get(field) or ""
        if field == "pot" and not text.strip():
            return 0
        return whole_number(text, field, least, MOST_POINTS)

    def refuse(self, violation: RuleViolation) -> None:
        """What is wrong with all of them stands at the first."""
        whole = violation.field == "points"
        super().refuse(RuleViolation("E", violation.sentence, **violation.values) if whole else violation)


class SayForm(Refusing):
    """Which result is `meant`, who says so (`signer`, None: the referee), and a reason."""

    number = forms.CharField(required=False)
    entrant = forms.CharField(required=False)
    reason = forms.CharField(required=False)
    note = forms.CharField(required=False)
    key = forms.CharField(required=False)

    def __init__(self, data: Mapping[str, Any] | None = None, *, signed: bool = False, **more: Any) -> None:
        """`signed`: somebody must be chosen who says so."""
        super().__init__(data, **more)
        self.signed = signed

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        self.meant = small_number(data.get("number")) or 0
        self.signer = small_number(data.get("entrant"))
        if self.signed and "entrant" not in self.data:
            self.refuse(RuleViolation("entrant", _("Who says so: please choose somebody.")))
        if self.signed:
            self.attempt(lambda: required_reason(data.get("reason") or ""))
        return data


TAKES, GIVES = "takes", "gives"


class TournamentPenaltyForm(Refusing):
    """Who, whether it takes away or gives, how many points, in which round, why."""

    way = forms.CharField(required=False)
    entrant = forms.CharField(required=False)
    points = forms.CharField(required=False)
    round = forms.CharField(required=False)
    reason = forms.CharField(required=False)
    key = forms.CharField(required=False)

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        number = small_number(data.get("entrant"))
        if number is None:
            self.refuse(RuleViolation("entrant", _("Please choose who it is about.")))
        way = data.get("way")
        if way not in (TAKES, GIVES):
            self.refuse(RuleViolation("way", _("Please choose whether it takes away or gives.")))
        many = self.attempt(lambda: whole_number(data.get("points") or "", "points", 1, MOST_PENALTY)) or 0
        self.attempt(lambda: required_reason(data.get("reason") or ""))
        self.told = {
            "entrant": number,
            "points": many if way == GIVES else -many,
            "round": small_number(data.get("round")),
        }
        return data

    @property
    def ways(self) -> list[Choice]:
        """Whether it takes away or gives; it takes away unless somebody says otherwise."""
        chosen = self["way"].value() if self.is_bound else TAKES
        said = ((TAKES, gettext("Takes away")), (GIVES, gettext("Gives")))
        return [Choice(way, label, way == chosen) for way, label in said]


class SeatsForm(Refusing):
    """Who sits on each wind, whose the hands stay, why."""

    E = forms.CharField(required=False)
    S = forms.CharField(required=False)
    W = forms.CharField(required=False)
    keeps = forms.ChoiceField(choices=[("persons", ""), ("names", "")], required=False)
    reason = forms.CharField(required=False)
    key = forms.CharField(required=False)

    def clean(self) -> dict[str, Any]:
        self.order = {wind: small_number(self.cleaned_data.get(wind)) or 0 for wind in "ESW"}
        return self.cleaned_data


class ExchangeForm(Refusing):
    """Who sat on each wind of two tables (`orders`, the lower number first), what was `seen`, why."""

    E1 = forms.CharField(required=False)
    S1 = forms.CharField(required=False)
    W1 = forms.CharField(required=False)
    E2 = forms.CharField(required=False)
    S2 = forms.CharField(required=False)
    W2 = forms.CharField(required=False)
    seen = forms.CharField(required=False)
    reason = forms.CharField(required=False)

    def clean(self) -> dict[str, Any]:
        told = self.cleaned_data
        self.orders = [{wind: small_number(told.get(f"{wind}{at}")) or 0 for wind in "ESW"} for at in (1, 2)]
        return told
