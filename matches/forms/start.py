"""The start of a match: three names, who sits where, and the house rules. Draws seats only when asked."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cached_property
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from engine.errors import RuleViolation
from engine.rulesets import AT_TABLE
from engine.rulesets.base import RuleBook
from engine.seats import PerSeat, Seat
from matches import names, words
from matches.forms.choice import Choice
from matches.forms.entry import new_key
from matches.forms.rules import NOBODY, RulesFields, mistakes_of
from matches.models import HouseRulesVersion

CHAIRS = tuple(Seat.__members__)
USUAL = "club"


class StartForm(forms.Form):
    """`players`, `options` and `title` are what the match is started with, `house_rules` the profile if one was chosen.

    A preset or profile fills the details; where the page still shows those of another one (no script),
    what was chosen counts and the details do not.
    """

    P1 = forms.CharField(required=False)
    P2 = forms.CharField(required=False)
    P3 = forms.CharField(required=False)
    title = forms.CharField(required=False)
    seats = forms.CharField(required=False)
    system = forms.CharField(required=False)
    preset = forms.CharField(required=False)
    shown_preset = forms.CharField(required=False)
    key = forms.CharField(required=False)

    def __init__(self, data: Any = None, *, profiles: Sequence[HouseRulesVersion] = (), **options: Any) -> None:
        """`profiles`: the newest versions that this phone may choose."""
        super().__init__(data, **options)
        self.profiles = profiles

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        typed = PerSeat.read({chair: data.get(chair, "") for chair in CHAIRS}, "")
        nameless = [chair for chair in CHAIRS if not names.tidy(data.get(chair) or "")]
        for chair in nameless:
            self.add_error(chair, _("Please give a name."))
        if not nameless:
            self._try(lambda: self._take_names(typed))
        if data.get("title"):
            self._try(lambda: names.clean_name(data["title"], "title"))
        table = self.rules.table()
        if table:
            self.options = table.changed
        for refusal in self.rules.refused:
            self.add_error(None, refusal.labelled)
        return data

    def _take_names(self, typed: PerSeat[str]) -> None:
        players = names.clean_names(typed)
        if self.cleaned_data.get("seats") == "draw":
            order = list(players)
            random.SystemRandom().shuffle(order)
            players = PerSeat(*order)
        self.players = players

    def _try(self, step: Any) -> None:
        try:
            step()
        except RuleViolation as violation:
            field = violation.field if violation.field in self.fields else None
            self.add_error(field, words.sentence(violation, NOBODY))

    @property
    def mistakes(self) -> list[tuple[str, str]]:
        """Each error with the id of the field that it is about, "" for none: the summary at the top."""
        return mistakes_of(self, self.rules)

    # ── house rules ──────────────────────────────────────────────────────────

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
            return AT_TABLE[self.house_rules.rules.system]
        return AT_TABLE.get(self._asked("system")) or next(iter(AT_TABLE.values()))

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
    def systems(self) -> list[Choice]:
        """The rule books."""
        return [Choice(key, _(book.title), book is self.book) for key, book in AT_TABLE.items()]

    @property
    def presets(self) -> list[tuple[Choice, str]]:
        """The presets of the rule book, then the profiles that this phone knows; each with a word about it."""
        own = [version for version in self.profiles if version.rules.system == self.book.key]
        return [
            *((Choice(p.key, _(p.label), p.key == self.chosen_preset), _(p.help)) for p in self.book.presets),
            *((Choice(v.rules.code, v.name, v.rules.code == self.chosen_preset), words.version_words(v)) for v in own),
        ]

    @property
    def hidden_key(self) -> str:
        return self.data.get("key") or new_key()
