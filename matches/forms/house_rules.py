"""The form for a house-rule profile: its name, a note, every rule. Never saves."""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from django import forms

from engine.errors import RuleViolation
from engine.rulesets.rule_book import RuleBook
from matches import wording
from matches.forms.option_fields import NOBODY, RulesFields, mistakes_of
from matches.house_rule_profiles import ProfileContent
from people.text import cleaning
from people.web.codes import new_key


class HouseForm(forms.Form):
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
        self._try(lambda: cleaning.clean_name(data.get("name") or "", "name"))
        self._try(lambda: cleaning.clean_note(data.get("note") or "", "note"))
        table = self.rules.table()
        if table:
            self.options = table.changed
        for refusal in self.rules.refused:
            self.add_error(None, refusal.labelled)
        return data

    def clean_after(self) -> int:
        """The version that the page was made from; 0, which never is the latest, where it does not say."""
        try:
            return cleaning.whole_number(self.cleaned_data["after"], "after", 0, 10**6)
        except RuleViolation:
            return 0

    def _try(self, step: Any) -> None:
        try:
            step()
        except RuleViolation as violation:
            self.refuse(violation)

    def refuse(self, violation: RuleViolation) -> None:
        """Show a refusal at its field, or at the top."""
        field = violation.field if violation.field in self.fields else None
        self.add_error(field, wording.sentence(violation, NOBODY))

    @property
    def mistakes(self) -> list[tuple[str, str]]:
        """Each error with the id of the field that it is about: the summary at the top."""
        return mistakes_of(self, self.rules)

    @property
    def content(self) -> ProfileContent:
        """What the profile is to say, once the form is valid."""
        return {"name": self.cleaned_data["name"], "note": self.cleaned_data["note"], "options": self.options}

    @cached_property
    def hidden_key(self) -> str:
        return self.data.get("key") or new_key()
