"""The start of a match: three names, who sits where, and the house rules. Draws seats only when asked."""

from __future__ import annotations

import random
from itertools import groupby
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _

from engine.errors import RuleViolation
from engine.rulesets import BOOKS
from engine.rulesets.base import RuleBook
from engine.rulesets.declared import Option
from engine.seats import PerSeat, Seat
from matches import names, words
from matches.forms.choice import Choice
from matches.forms.entry import new_key

CHAIRS = tuple(Seat.__members__)


class StartForm(forms.Form):
    """`players`, `options` and `title` are what the match is started with.

    The preset fills the details; where the page still shows another preset's details (no script),
    the preset that was chosen counts and the details do not.
    """

    P1 = forms.CharField(required=False)
    P2 = forms.CharField(required=False)
    P3 = forms.CharField(required=False)
    title = forms.CharField(required=False)
    seats = forms.CharField(required=False)
    preset = forms.CharField(required=False)
    shown_preset = forms.CharField(required=False)
    key = forms.CharField(required=False)

    def __init__(self, data: Any = None, **options: Any) -> None:
        super().__init__(data, **options)
        self.book: type[RuleBook] = BOOKS["korean_japanese"]
        self.wrong_options: dict[str, str] = {}

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        typed = PerSeat.read({chair: data.get(chair, "") for chair in CHAIRS}, "")
        self._try(lambda: self._take_names(typed))
        if data.get("title"):
            self._try(lambda: names.clean_name(data["title"], "title"))
        self._try(self._take_options)
        return data

    def _take_names(self, typed: PerSeat[str]) -> None:
        players = names.clean_names(typed)
        if self.cleaned_data.get("seats") == "draw":
            order = list(players)
            random.SystemRandom().shuffle(order)
            players = PerSeat(*order)
        self.players = players

    def _take_options(self) -> None:
        self.options = self.book(self._chosen()).changed

    def _try(self, step: Any) -> None:
        try:
            step()
        except RuleViolation as violation:
            nobody = PerSeat("P1", "P2", "P3")
            text = words.sentence(violation, nobody)
            label = next((o.label for o in self.book.options if o.name == violation.field), None)
            if label:
                self.wrong_options[violation.field] = text
            field = violation.field if violation.field in self.fields else None
            self.add_error(field, f"{_(label)}: {text}" if label else text)

    @property
    def mistakes(self) -> list[tuple[str, str]]:
        """Each error with the id of the field that it is about, "" for none: the summary at the top."""
        rule = next((f"o.{name}" for name in self.wrong_options), "")
        found = self.errors.items()
        return [(f"id_{name}" if name in self.fields else rule, str(text)) for name, texts in found for text in texts]

    # ── house rules ──────────────────────────────────────────────────────────

    @property
    def chosen_preset(self) -> str:
        keys = [preset.key for preset in self.book.presets]
        chosen = self.data.get("preset") if self.is_bound else self.initial.get("preset")
        return chosen if chosen in keys else "club" if "club" in keys else keys[0]

    def _preset_options(self) -> dict[str, Any]:
        return dict(next(p for p in self.book.presets if p.key == self.chosen_preset).options)

    def _chosen(self) -> dict[str, Any]:
        if self.is_bound and self.data.get("shown_preset") == self.chosen_preset:
            return {option.name: self._typed(option) for option in self.book.options}
        return {**self._preset_options(), **self.initial.get("options", {})}

    def _typed(self, option: Option) -> Any:
        """The value of one house rule as the details of the page send it."""
        field = f"o.{option.name}"
        if option.takes == "switch":
            return bool(self.data.get(field))
        if option.takes == "list":
            return self._typed_list(option, field)
        text = str(self.data.get(field) or "").strip()
        if not text:
            return None if option.optional else option.default
        if option.takes == "number":
            return names.whole_number(text, option.name, option.least, option.most)
        return next((value for value in option.choices if str(value) == text), text)

    def _typed_list(self, option: Option, field: str) -> Any:
        ticked = [value for value in QueryDict.getlist(self.data, field) if value]  # type: ignore[arg-type]
        if option.whole and set(ticked) == set(option.choices):
            return "all"
        return ticked if ticked or not option.whole else "none"

    @property
    def presets(self) -> list[tuple[Choice, str]]:
        return [(Choice(p.key, _(p.label), p.key == self.chosen_preset), _(p.help)) for p in self.book.presets]

    @property
    def details(self) -> list[dict[str, Any]]:
        """Every house rule with what it takes and what is chosen, in groups, for the template."""
        try:
            chosen = self._chosen()
        except RuleViolation:
            chosen = {}
        return [self._detail(option, chosen) for option in self.book.options]

    @property
    def groups(self) -> list[dict[str, Any]]:
        """`details` under their headings."""
        parts = groupby(self.details, key=lambda detail: detail["option"].group)
        return [{"name": words.group_name(group), "details": list(details)} for group, details in parts]

    def _detail(self, option: Option, chosen: dict[str, Any]) -> dict[str, Any]:
        value = chosen.get(option.name, option.default)
        if option.takes == "number" and self.is_bound and not chosen:
            value = self.data.get(f"o.{option.name}", value)
        picked = list(option.choices) if value == "all" else value if isinstance(value, list | tuple) else ()
        return {
            "option": option,
            "label": _(option.label),
            "help": _(option.help) if option.help else "",
            "value": "" if value is None else value,
            "error": self.wrong_options.get(option.name, ""),
            "choices": [
                Choice(str(key), _(text), key == value or key in picked) for key, text in option.choices.items()
            ],
        }

    @property
    def hidden_key(self) -> str:
        return self.data.get("key") or new_key()
