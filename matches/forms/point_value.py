"""The form for the value of a point, typed like money."""

from __future__ import annotations

from decimal import Decimal, InvalidOperation
from typing import Any

from django import forms
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from matches.models import Match
from people.text.cleaning import MOST_TYPED, normalized


class ValueForm(forms.Form):
    """An optional value, with a decimal point or comma, and its unit."""

    value = forms.CharField(required=False)
    unit = forms.CharField(required=False)

    @classmethod
    def of(cls, match: Match) -> ValueForm:
        value = match.point_value
        text = "" if value is None else number_format(value.normalize(), use_l10n=True)
        return cls(initial={"value": text, "unit": match.point_unit})

    def clean_value(self) -> Decimal | None:
        typed = self.cleaned_data["value"]
        text = normalized("NFKC", typed).strip()
        if not typed.strip():
            return None
        try:
            if len(typed) > MOST_TYPED or not set(text) <= set("0123456789., ") or len(text) > 12:
                raise InvalidOperation
            return Decimal(text.replace(" ", "").replace(",", "."))
        except InvalidOperation as error:
            message = _("The value of a point must be a number such as 0.10.")
            raise forms.ValidationError(message) from error

    def clean_unit(self) -> Any:
        return self.cleaned_data["unit"].strip()[:40]


def money(match: Match, points: int | Decimal) -> str:
    """Return what `points` are worth, as text; "" if points have no value."""
    worth = match.worth(points)
    if worth is None:
        return ""
    places = 2 if worth == worth.quantize(Decimal("0.01")) else 4
    amount = number_format(worth, decimal_pos=places, use_l10n=True)
    return f"{amount} {match.point_unit}".strip()
