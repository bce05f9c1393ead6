"""Forms to create a club and change its settings. They never save."""

from typing import Any

from django import forms

from people.forms.shared import Refusing
from people.text.cleaning import clean_name


class ClubForm(Refusing):
    """`name` and `public`, once the form was looked at."""

    name = forms.CharField(required=False)
    public = forms.BooleanField(required=False)
    key = forms.CharField(required=False)

    def clean(self) -> dict[str, Any]:
        self.attempt(lambda: clean_name(self.cleaned_data.get("name") or "", "name"))
        return self.cleaned_data
