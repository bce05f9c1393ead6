"""The form for a new token."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _

from people.accounts.tokens import LONGEST_DAYS
from people.forms.accounts import ConfirmPasswordForm
from people.forms.shared import validated
from people.models import Club, Scope
from people.text.cleaning import clean_name, whole_number


class TokenForm(ConfirmPasswordForm):
    """The form for a new token: its name, one of the account's clubs, a scope, a number of days, and the password."""

    name = forms.CharField(required=False)
    club = forms.CharField(required=False)
    scope = forms.CharField(required=False)
    days = forms.CharField(required=False)

    def __init__(self, data: Any = None, *, clubs: list[Club], **options: Any) -> None:
        super().__init__(data, **options)
        self.clubs = clubs

    def clean_name(self) -> str:
        return validated(lambda: clean_name(self.cleaned_data["name"], "name"))

    def clean_club(self) -> Club:
        chosen = next((club for club in self.clubs if club.code == self.cleaned_data["club"]), None)
        if chosen is None:
            raise forms.ValidationError(_("Choose one of your clubs."))
        return chosen

    def clean_scope(self) -> Scope:
        scope = self.cleaned_data["scope"]
        if scope not in Scope.values:
            raise forms.ValidationError(_("Choose what the program may do."))
        return Scope(scope)

    def clean_days(self) -> int:
        return validated(lambda: whole_number(self.cleaned_data["days"], "days", 1, LONGEST_DAYS))
