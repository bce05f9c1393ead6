"""Forms for the filters of a season or of ratings: the game, the days, the minimum number of matches. Never save."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _

from engine.rulesets import BOOKS
from people.forms.shared import validated
from people.text.cleaning import whole_number

MOST_MATCHES = 999


def _games() -> list[tuple[str, str]]:
    return [("", ""), *((key, key) for key in BOOKS)]


class RatingsForm(forms.Form):
    """The filter of ratings: `game`, the key of a rule book. Optional."""

    game = forms.ChoiceField(required=False, choices=_games)


class SeasonForm(forms.Form):
    """The filters of a season: `system`, `from`, `to` and `least`. All are optional."""

    system = forms.ChoiceField(required=False, choices=_games)
    least = forms.CharField(required=False)

    def __init__(self, data: Any) -> None:
        super().__init__(data)
        for name in ("from", "to"):
            self.fields[name] = forms.DateField(required=False, input_formats=["%Y-%m-%d"])
            self.fields[name].error_messages["invalid"] = _("Enter a date such as 2026-11-21.")

    def clean_least(self) -> int:
        text = self.cleaned_data["least"]
        return validated(lambda: whole_number(text, "least", 0, MOST_MATCHES)) if text.strip() else 0

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or {}
        first, last = data.get("from"), data.get("to")
        if first and last and first > last:
            self.add_error("to", _("The last day can’t be before the first day."))
        return data
