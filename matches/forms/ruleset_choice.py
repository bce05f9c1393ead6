"""Fields to choose a rule book with a preset or a profile of house rules. Never saves."""

from collections.abc import Sequence
from functools import cached_property

from django import forms
from django.utils.translation import gettext as _

from engine.rulesets import BOOKS
from engine.rulesets.rule_book import RuleBook
from matches import wording
from matches.forms.choice import Chip
from matches.forms.option_fields import RulesFields
from matches.models import HouseRulesVersion

USUAL = "club"


class ChoosesRules(forms.Form):
    """`house_rules` is the profile if one was chosen, `rules` the details, `book` the rule book.

    A preset or profile fills the details; where the page still shows those of another one (no script),
    what was chosen counts and the details do not. `profiles`: the newest versions that may be chosen.
    """

    system = forms.CharField(required=False)
    preset = forms.CharField(required=False)
    shown_preset = forms.CharField(required=False)
    profiles: Sequence[HouseRulesVersion] = ()

    def _asked(self, field: str) -> str:
        return str((self.data if self.is_bound else self.initial).get(field) or "")

    @cached_property
    def house_rules(self) -> HouseRulesVersion | None:
        """The profile that was chosen, of the rule book that was chosen."""
        asked, system = self._asked("preset"), self._asked("system")
        found = (version for version in self.profiles if version.rules.code == asked)
        return next((version for version in found if system in ("", version.rules.system)), None)

    @cached_property
    def book(self) -> type[RuleBook]:
        """The rule book that was chosen; at first that of the profile, or the first one."""
        if self.house_rules:
            return BOOKS[self.house_rules.rules.system]
        return BOOKS.get(self._asked("system")) or next(iter(BOOKS.values()))

    @cached_property
    def chosen_preset(self) -> str:
        """The key of a preset or the code of a profile."""
        if self.house_rules:
            return self.house_rules.rules.code
        keys, chosen = [preset.key for preset in self.book.presets], self._asked("preset")
        return chosen if chosen in keys else USUAL if USUAL in keys else keys[0]

    @cached_property
    def rules(self) -> RulesFields:
        """The details: as sent, where they are those of what was chosen."""
        preset = next((p for p in self.book.presets if p.key == self.chosen_preset), None)
        begun = self.house_rules.options if self.house_rules else preset.options if preset else {}
        sent = self.is_bound and self.data.get("shown_preset") == self.shown
        return RulesFields(self.book, begun, self.data if sent else None, more=self._asked("action") == "more")

    @property
    def shown(self) -> str:
        """Which rule book and preset or profile the details are of."""
        return f"{self.book.key}/{self.chosen_preset}"

    @property
    def systems(self) -> list[Chip]:
        """The rule books."""
        return [Chip(key, _(book.title), book is self.book) for key, book in BOOKS.items()]

    @property
    def origin(self) -> str:
        """How far the rule book rests on the description."""
        return wording.origin(self.book)

    @property
    def presets(self) -> list[tuple[Chip, str]]:
        """The presets of the rule book, then the profiles that this phone knows; each with a word about it."""
        own = [version for version in self.profiles if version.rules.system == self.book.key]
        return [
            *((Chip(p.key, _(p.label), p.key == self.chosen_preset), _(p.help)) for p in self.book.presets),
            *((Chip(v.rules.code, v.name, v.rules.code == self.chosen_preset), wording.version_words(v)) for v in own),
        ]
