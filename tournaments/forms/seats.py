"""Forms for swapped seats, late arrivals and withdrawals. Parse and never save."""

from collections.abc import Collection
from typing import Any

from django import forms
from django.http import QueryDict

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from people.forms.shared import Refusing
from tournaments.forms.shared import numbers


class SeatChangeReasonForm(Refusing):
    """Why, and what was looked at (`seen`)."""

    reason = forms.CharField(required=False)
    seen = forms.CharField(required=False)


class LaterForm(Refusing):
    """`first`: from which round on; `comes` and `leaves`: numbers of entrants."""

    reason = forms.CharField(required=False)
    seen = forms.CharField(required=False)
    first = forms.IntegerField(required=False, min_value=1, max_value=999)

    def __init__(self, data: QueryDict, first: int, may_come: Collection[int], may_leave: Collection[int]) -> None:
        super().__init__(data)
        self.at = first
        self.comes = tuple(each for each in numbers(data, "comes") if each in may_come)
        self.leaves = tuple(each for each in numbers(data, "leaves") if each in may_leave)

    def clean(self) -> dict[str, Any]:
        if "first" in self.errors:
            self.errors.pop("first")
            self.refuse(RuleViolation("first", _("Please choose one of the rounds to come.")))
        self.at = self.cleaned_data.get("first") or self.at
        return self.cleaned_data
