"""The form for a house-rule profile: its name, a note, every rule. Never saves."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from django import forms

from engine.errors import RuleViolation
from engine.rulesets.rule_book import RuleBook
from matches.forms.option_fields import OptionsForm, RulesFields
from matches.house_rule_profiles import ProfileContent
from people.text import cleaning


class HouseForm(OptionsForm):
    """`options` are the rules that differ from the book's, once the form was looked at.

    `begun`: what the fields show before anything is sent. `after`: the version that the page was made from, 0 for a
    new profile.
    """

    name = forms.CharField(required=False)
    note = forms.CharField(required=False)
    key = forms.CharField(required=False)
    after = forms.CharField(required=False)

    def __init__(self, data: Any = None, *, book: type[RuleBook], begun: Mapping[str, Any], **options: Any) -> None:
        super().__init__(data, **options)
        self.book, self.begun = book, begun

    @cached_property
    def rules(self) -> RulesFields:
        more = self.data.get("action") == "more"
        return RulesFields(self.book, self.begun, self.data if self.is_bound else None, more=more)

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        self.attempt(lambda: cleaning.clean_name(data.get("name") or "", "name"))
        self.attempt(lambda: cleaning.clean_note(data.get("note") or "", "note"))
        self.take_rules()
        return data

    def clean_after(self) -> int:
        """The version that the page was made from; 0, which never is the latest, where it does not say."""
        try:
            return cleaning.whole_number(self.cleaned_data["after"], "after", 0, 10**6)
        except RuleViolation:
            return 0

    @property
    def content(self) -> ProfileContent:
        """What the profile is to say, once the form is valid."""
        return {"name": self.cleaned_data["name"], "note": self.cleaned_data["note"], "options": self.options}
