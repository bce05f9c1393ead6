"""Fields for the options of a rule book and for a club's own items. They never save."""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import count, groupby
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _

from engine.errors import RuleViolation
from engine.language import Term, gettext_noop
from engine.rulesets.custom_items import BONUS, MOST_ITEMS, MOST_POINTS, MOST_TIMES, OwnItem, read_items
from engine.rulesets.definitions import Option
from engine.rulesets.rule_book import RuleBook
from engine.seats import PerSeat
from matches import wording
from matches.house_rule_profiles import ProfileContent
from people.forms.shared import Refusing
from people.text import cleaning
from people.text.lists import labelled

# Letters that fit on a chip on a phone: a whole name, one word, one word in smaller text.
LONG_NAME, LONG_WORD, LONGEST_WORD = 18, 8, 11


@dataclass(frozen=True, slots=True)
class Chip:
    """A button (“chip”) or switch in a form.

    `known`: the points that it stands for, if any; `alone`: whether no second number is asked with it.
    """

    value: str
    label: str
    on: bool
    known: int | str | None = 0
    alone: bool = False

    @property
    def size(self) -> str:
        """CSS classes that keep each word of a name on one line: "long" for smaller text, "word" for a wider chip."""
        word = max(map(len, self.label.replace("-", " ").split()), default=0)
        if word > LONGEST_WORD:
            return "long word"
        return "long" if word > LONG_WORD or len(self.label) > LONG_NAME else ""


NOBODY = PerSeat("P1", "P2", "P3")
LONG_CHOICE, WIDE_LETTER = 24, 1.6  # Latin letters that fit in a select on a phone; the room that one CJK letter takes
OWN_PARTS = ("key", "name", "kind", "points", "most", "note")


def _room(text: str) -> float:
    """Return the width of a text in Latin letters."""
    return sum(WIDE_LETTER if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


@dataclass(frozen=True, slots=True)
class Refusal:
    """The reason why an option is invalid. `place`: the id of its field; `labelled`: the text with the label."""

    name: str
    place: str
    text: str
    labelled: str


@dataclass(frozen=True, slots=True)
class OwnItemRow:
    """The fields of a club's own item. `new`: whether it was added with the button."""

    number: int
    item: Mapping[str, str]
    kinds: list[Chip]
    error: str
    new: bool


@dataclass(frozen=True, slots=True)
class OptionField:
    """One house rule with its value and choices. `rows`: the club's own items, for the rule that lists them."""

    option: Option
    label: str
    help: str
    example: str
    value: Any
    error: str
    choices: list[Chip]
    rows: list[OwnItemRow]

    @property
    def long(self) -> bool:
        """Whether the labels are so long that a select on a phone would cut them off."""
        return any(_room(choice.label) > LONG_CHOICE for choice in self.choices)


class RulesFields:
    """The fields of one rule book's options.

    `data`: the submitted options, None if there are none yet; `more`: whether to add an empty row for another of the
    club's own items. Each option is read separately, so an invalid one leaves the others as submitted.
    """

    def __init__(
        self, book: type[RuleBook], initial_options: Mapping[str, Any], data: Any = None, *, more: bool = False
    ) -> None:
        self.book = book
        self.initial_options = initial_options
        self.data = data
        self.more = more
        self.refused: list[Refusal] = []

    @cached_property
    def chosen(self) -> dict[str, Any]:
        """The options as submitted, or the initial ones. Invalid options are left out and listed in `refused`."""
        if self.data is None:
            return dict(self.initial_options)
        options: dict[str, Any] = {}
        for option in self.book.options:
            try:
                options[option.name] = option.read(self._typed(option))
            except RuleViolation as violation:
                if option.takes != "own":  # each row has its own refusal
                    self._refuse(option.name, f"o.{option.name}", wording.sentence(violation, NOBODY))
        return options

    def table(self) -> RuleBook | None:
        """Return the rule book with these options; None if one is invalid."""
        chosen = self.chosen
        try:
            return None if self.refused else self.book(chosen)
        except RuleViolation as violation:
            labels = {option.name: Term(option.label) for option in self.book.options}
            values = {key: labels.get(str(value), value) for key, value in violation.values.items()}
            labelled = RuleViolation(violation.field, violation.sentence, **values)
            self._refuse(violation.field, f"o.{violation.field}", wording.sentence(labelled, NOBODY))
            return None

    def _refuse(self, name: str, place: str, text: str) -> None:
        label = next((_(option.label) for option in self.book.options if option.name == name), name)
        self.refused.append(Refusal(name, place, text, labelled(label, text)))

    def _typed(self, option: Option) -> Any:
        field = f"o.{option.name}"
        if option.takes == "switch":
            return bool(self.data.get(field))
        if option.takes == "list":
            return self._typed_list(option, field)
        if option.takes == "own":
            return list(self._typed_own(option))
        if option.takes == "places":
            sent = self._sent(field)
            return [cleaning.whole_number(n, option.name, option.least, option.most) for n in sent] or option.default
        text = str(self.data.get(field) or "").strip()
        if not text:
            return None if option.optional else option.default
        if option.takes == "number":
            return cleaning.whole_number(text, option.name, option.least, option.most)
        return next((value for value in option.choices if str(value) == text), text)

    def _sent(self, field: str) -> list[str]:
        return [value for value in QueryDict.getlist(self.data, field) if value]

    def _typed_list(self, option: Option, field: str) -> Any:
        ticked = self._sent(field)
        if option.whole and set(ticked) == set(option.choices):
            return "all"
        return ticked if ticked or not option.whole else "none"

    @property
    def groups(self) -> list[tuple[str, list[OptionField]]]:
        fields = [self._field(option) for option in wording.in_groups(self.book.options)]
        groups = groupby(fields, key=lambda field: field.option.group)
        return [(wording.group_name(self.book, group), list(part)) for group, part in groups]

    def _field(self, option: Option) -> OptionField:
        value = self.chosen.get(option.name, option.default)
        refusal = next((refusal for refusal in self.refused if refusal.name == option.name), None)
        if refusal and option.takes == "number":
            value = self.data.get(f"o.{option.name}", value)
        if refusal and option.takes == "places":
            value = (*self._sent(f"o.{option.name}"), "", "", "")[:3]
        whole = option.takes == "list" and value == "all"
        picked = option.choices if whole else value if isinstance(value, list | tuple) else ()
        choices = [Chip(str(key), _(label), key == value or key in picked) for key, label in option.choices.items()]
        return OptionField(
            option,
            _(option.label),
            _(option.help) if option.help else "",
            _(option.example) if option.example else "",
            "" if value is None else value,
            refusal.text if refusal else "",
            choices,
            self._own_rows(option, self.initial_options.get(option.name, ())) if option.takes == "own" else [],
        )

    def _sent_rows(self) -> Iterator[dict[str, str]]:
        for number in count():
            if number > MOST_ITEMS or f"own.{number}.name" not in self.data:
                return
            yield {part: str(self.data.get(f"own.{number}.{part}") or "").strip() for part in OWN_PARTS}

    def _typed_own(self, option: Option) -> Iterator[OwnItem]:
        """Yield the items that aren't empty. Each keeps its key; a new one gets a key made from its name."""
        rows = list(self._sent_rows())
        keys = {row["key"] for row in rows if row["key"]}
        items: list[OwnItem] = []
        for number, row in enumerate(rows):
            if not (row["name"] or row["note"]):
                continue
            key = row["key"] or _new_key(row["name"], keys)
            keys.add(key)
            try:
                items.append(_item(option, row, key))
                read_items(items, option.name, option.choices)
            except RuleViolation as violation:
                text = wording.sentence(violation, NOBODY)
                named = labelled(row["name"][:40] or _("An item without a name"), text)
                self._refuse(option.name, f"own.{number}.name", named)
        yield from items

    def _own_rows(self, option: Option, items: Any) -> list[OwnItemRow]:
        """Return a row for each submitted or initial item, plus an empty one if it is needed and there is room."""
        if self.data is not None:
            rows: list[Mapping[str, str]] = list(self._sent_rows())
        else:
            rows = [{part: str(value) for part, value in _plain(item).items()} for item in items]
        if len(rows) < MOST_ITEMS and (self.more or not rows or rows[-1].get("name")):
            rows.append({})
        errors = {refusal.place: refusal.text for refusal in reversed(self.refused)}
        return [
            OwnItemRow(
                number,
                row,
                [Chip(kind, _(label), row.get("kind", BONUS) == kind) for kind, label in option.choices.items()],
                errors.get(f"own.{number}.name", ""),
                self.more and number == len(rows) - 1,
            )
            for number, row in enumerate(rows)
        ]


def _item(option: Option, row: Mapping[str, str], key: str) -> OwnItem:
    fields: dict[str, Any] = {"key": key, "name": cleaning.tidy(row["name"]), "kind": row["kind"]}
    if row["kind"] == BONUS:
        for part, label, most in (("points", _("Value"), MOST_POINTS), ("most", _("Maximum per hand"), MOST_TIMES)):
            fields[part] = _number(option, row[part] or "1", label, most)
    item = fields | ({"note": cleaning.tidy(row["note"])} if row["note"] else {})
    return read_items([item], option.name, option.choices)[0]


def _number(option: Option, text: str, label: str, most: int) -> int:
    try:
        return cleaning.whole_number(text, option.name, 1, most)
    except RuleViolation as violation:
        sentence = gettext_noop("%(label)s must be a whole number from 1 to %(most)s.")
        raise RuleViolation(option.name, sentence, label=label, most=most) from violation


def _plain(item: Any) -> Mapping[str, Any]:
    return item.plain() if isinstance(item, OwnItem) else item


def _new_key(name: str, keys: set[str]) -> str:
    plain = cleaning.normalized("NFKD", name).encode("ascii", "ignore").decode().lower()
    stem = re.sub(r"[^a-z0-9]+", "_", plain).strip("_")[:16] or "item"
    return next(key for key in (stem, *(f"{stem}_{n}" for n in range(2, MOST_ITEMS + 3))) if key not in keys)


class OptionsForm(Refusing):
    """Base of forms with the options of a rule book."""

    options: dict[str, Any]

    @property
    def rules(self) -> RulesFields:
        raise NotImplementedError

    def take_rules(self) -> None:
        """Set `options` to those that differ from the rule book's defaults."""
        if table := self.rules.table():
            self.options = table.changed
        for refusal in self.rules.refused:
            self.add_error(None, refusal.labelled)

    def sentence(self, violation: RuleViolation) -> str:
        return wording.sentence(violation, NOBODY)

    @property
    def mistakes(self) -> list[tuple[str, str]]:
        """The errors with the ids of their fields ("" for none), for the summary at the top."""
        places = {refusal.labelled: refusal.place for refusal in self.rules.refused}
        return [(place or places.get(text, ""), text) for place, text in super().mistakes]


class HouseForm(OptionsForm):
    """The form of a house-rule profile.

    `options`: the options that differ from the defaults, set by validation; `initial_options`: those at first; `after`:
    the number of the version that the page was made from, 0 for a new profile.
    """

    name = forms.CharField(required=False)
    note = forms.CharField(required=False)
    key = forms.CharField(required=False)
    after = forms.CharField(required=False)

    def __init__(
        self, data: Any = None, *, book: type[RuleBook], initial_options: Mapping[str, Any], **options: Any
    ) -> None:
        super().__init__(data, **options)
        self.book, self.initial_options = book, initial_options

    @cached_property
    def rules(self) -> RulesFields:
        more = self.data.get("action") == "more"
        return RulesFields(self.book, self.initial_options, self.data if self.is_bound else None, more=more)

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        self.attempt(lambda: cleaning.clean_name(data.get("name") or "", "name"))
        self.attempt(lambda: cleaning.clean_note(data.get("note") or "", "note"))
        self.take_rules()
        return data

    def clean_after(self) -> int:
        """Return the version the page was based on or, if that is invalid, 0, which is never the latest version."""
        return cleaning.read_digits(self.cleaned_data["after"], 6) or 0

    @property
    def content(self) -> ProfileContent:
        return {"name": self.cleaned_data["name"], "note": self.cleaned_data["note"], "options": self.options}
