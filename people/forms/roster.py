"""Roster forms: a list of names, or one player. They never save."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from engine.errors import RuleViolation
from engine.language import gettext_noop
from people.actions.roster import PlayerDetails
from people.clubs.roster import TypedPlayer
from people.forms.shared import Choice, Refusing, sentence, validated
from people.models import NameDisplay, Player
from people.text.cleaning import alike, clean_name, tidy, whole_number
from people.text.lists import labelled

MOST_LINES, MOST_NUMBER = 300, 99_999
# "12 Ann", "#12. Ann", "12; Ann" and "Ann 12", "Ann, 12", "Ann (12)"
_BEFORE = re.compile(r"#?(\d{1,5})(?:[.):;,]\s*|\s+)(?=\S)(.*)")
_AFTER = re.compile(r"(.*\S)(?:\s*[;,(]\s*|\s+)#?(\d{1,5})\)?")


def read_line(text: str) -> tuple[str, str]:
    """Return the (name, number) of one line; the number is "" if the line has none."""
    line = tidy(text.replace("\t", " "))
    if match := _BEFORE.fullmatch(line):
        return match[2], match[1]
    if match := _AFTER.fullmatch(line):
        return match[1].rstrip(" ;,("), match[2]
    return line, ""


@dataclass(frozen=True, slots=True)
class RosterLine:
    """One line of the list. `why`: the reason if no player is added. `refused`: whether the line must be corrected."""

    name: str
    number: int | None
    why: str = ""
    refused: bool = False

    @property
    def new(self) -> bool:
        return not self.why


class NamesForm(Refusing):
    """A list of names, one per line.

    `known`: the players on the roster, by normalised name. `numbers`: the player numbers already taken. After
    validation, `lines` holds the preview and `typed` the new players.
    """

    names = forms.CharField(required=False, strip=False)

    def __init__(
        self, data: Any = None, *, known: Mapping[str, Player], numbers: Iterable[int], **options: Any
    ) -> None:
        super().__init__(data, **options)
        self.known, self.numbers = known, set(numbers)

    def clean(self) -> dict[str, Any]:
        self.attempt(self._read)
        return self.cleaned_data

    def _read(self) -> None:
        texts = [line for line in (self.cleaned_data.get("names") or "").splitlines() if tidy(line)]
        if not texts:
            raise RuleViolation("names", gettext_noop("Enter a name."))
        if len(texts) > MOST_LINES:
            raise RuleViolation("names", gettext_noop("A list can have at most %(most)s lines."), most=MOST_LINES)
        self.lines = list(self._lines(texts))
        if wrong := [line for line in self.lines if line.refused]:
            self.add_error("names", labelled(wrong[0].name[:60], wrong[0].why))

    def _lines(self, texts: Iterable[str]) -> Iterator[RosterLine]:
        seen: set[str] = set()
        for text in texts:
            name, number = read_line(text)
            yield self._line(name, number, seen)
            seen.add(alike(name))

    def _line(self, name: str, number: str, seen: set[str]) -> RosterLine:
        try:
            clean = clean_name(name, "names")
            digits = whole_number(number, "names", 1, MOST_NUMBER) if number else None
        except RuleViolation as violation:
            return RosterLine(tidy(name), None, sentence(violation), refused=True)
        if alike(clean) in self.known:
            return RosterLine(clean, digits, _("is already on the roster"))
        if alike(clean) in seen:
            return RosterLine(clean, digits, _("appears twice in the list"))
        if digits is not None and digits in self.numbers:
            return RosterLine(
                clean, digits, _("The number %(number)s is already taken.") % {"number": digits}, refused=True
            )
        if digits is not None:
            self.numbers.add(digits)
        return RosterLine(clean, digits)

    @property
    def typed(self) -> list[TypedPlayer]:
        return [TypedPlayer(line.name, line.number) for line in self.lines if line.new]


class RosterPlayerForm(Refusing):
    """One roster entry. After validation, `details` holds its new content."""

    name = forms.CharField(required=False)
    number = forms.CharField(required=False)
    nickname = forms.CharField(required=False)
    shown = forms.CharField(required=False)

    @classmethod
    def of(cls, player: Player) -> RosterPlayerForm:
        number = "" if player.number is None else str(player.number)
        return cls(initial={"name": player.name, "number": number, "nickname": player.nickname, "shown": player.shown})

    def clean_number(self) -> int | None:
        text = self.cleaned_data["number"]
        return validated(lambda: whole_number(text, "number", 1, MOST_NUMBER)) if text.strip() else None

    def clean_shown(self) -> NameDisplay:
        shown = self.cleaned_data["shown"]
        return NameDisplay(shown) if shown in NameDisplay.values else NameDisplay.FULL

    @property
    def details(self) -> PlayerDetails:
        return PlayerDetails(**self.cleaned_data)

    @property
    def choices(self) -> list[Choice]:
        selected = str(self["shown"].value() or NameDisplay.FULL)
        return [Choice(value, str(label), value == selected) for value, label in NameDisplay.choices]
