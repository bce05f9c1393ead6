"""House rules as a page shows and sends them: every option of a rule book, and a club's own items. Saves nothing."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from itertools import count, groupby
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from engine.errors import RuleViolation
from engine.rulesets.base import RuleBook
from engine.rulesets.declared import Option
from engine.rulesets.own import BONUS, MOST_ITEMS, MOST_POINTS, MOST_TIMES, OwnItem
from matches import names, words
from matches.forms.choice import Choice

OWN_PARTS = ("key", "name", "kind", "points", "most", "note")


class RulesFields:
    """The fields of one rule book. `begun`: the options that they show; `data`: what was sent of them, if anything was.

    `wrong` has the sentence for an option that was refused, by its name.
    """

    def __init__(self, book: type[RuleBook], begun: Mapping[str, Any], data: Any = None) -> None:
        self.book = book
        self.begun = begun
        self.data = data
        self.wrong: dict[str, str] = {}

    def chosen(self) -> dict[str, Any]:
        """The options as sent, or as begun. Raises `RuleViolation`."""
        if self.data is None:
            return dict(self.begun)
        return {option.name: self._typed(option) for option in self.book.options}

    def label_of(self, name: str) -> str:
        """The words for an option; empty where this book has none of that name."""
        return next((_(option.label) for option in self.book.options if option.name == name), "")

    def _typed(self, option: Option) -> Any:
        """The value of one house rule as it was sent."""
        field = f"o.{option.name}"
        if option.takes == "switch":
            return bool(self.data.get(field))
        if option.takes == "list":
            return self._typed_list(option, field)
        if option.takes == "own":
            return list(self._typed_own(option))
        text = str(self.data.get(field) or "").strip()
        if not text:
            return None if option.optional else option.default
        if option.takes == "number":
            return names.whole_number(text, option.name, option.least, option.most)
        return next((value for value in option.choices if str(value) == text), text)

    def _typed_list(self, option: Option, field: str) -> Any:
        ticked = [value for value in QueryDict.getlist(self.data, field) if value]
        if option.whole and set(ticked) == set(option.choices):
            return "all"
        return ticked if ticked or not option.whole else "none"

    # ── what the page shows ──────────────────────────────────────────────────

    @property
    def groups(self) -> list[dict[str, Any]]:
        """Every house rule with what it takes and what is chosen, under their headings."""
        try:
            chosen = self.chosen()
        except RuleViolation:
            chosen = {}
        details = [self._detail(option, chosen) for option in self.book.options]
        parts = groupby(details, key=lambda detail: detail["option"].group)
        return [{"name": words.group_name(self.book, group), "details": list(part)} for group, part in parts]

    def _detail(self, option: Option, chosen: Mapping[str, Any]) -> dict[str, Any]:
        value = chosen.get(option.name, option.default)
        if option.takes == "number" and self.data is not None and not chosen:
            value = self.data.get(f"o.{option.name}", value)
        picked = list(option.choices) if value == "all" else value if isinstance(value, list | tuple) else ()
        return {
            "option": option,
            "label": _(option.label),
            "help": _(option.help) if option.help else "",
            "example": _(option.example) if option.example else "",
            "value": "" if value is None else value,
            "error": self.wrong.get(option.name, ""),
            "choices": [
                Choice(str(key), _(said), key == value or key in picked) for key, said in option.choices.items()
            ],
            "rows": self._own_rows(option, chosen.get(option.name, ())) if option.takes == "own" else [],
        }

    # ── a club's own items ───────────────────────────────────────────────────

    def _sent_rows(self) -> Iterator[dict[str, str]]:
        for number in count():
            if number > MOST_ITEMS or f"own.{number}.name" not in self.data:
                return
            yield {part: str(self.data.get(f"own.{number}.{part}") or "").strip() for part in OWN_PARTS}

    def _typed_own(self, option: Option) -> Iterator[dict[str, Any]]:
        """The items that have a name; each keeps the key that it had, a new one gets one of its name."""
        rows = [row for row in self._sent_rows() if row["name"] or row["note"]]
        taken = {row["key"] for row in rows if row["key"]}
        for row in rows:
            key = row["key"] or _new_key(row["name"], taken)
            taken.add(key)
            item: dict[str, Any] = {"key": key, "name": names.tidy(row["name"]), "kind": row["kind"]}
            if row["kind"] == BONUS:
                for part, most in (("points", MOST_POINTS), ("most", MOST_TIMES)):
                    item[part] = names.whole_number(row[part] or "1", option.name, 1, most)
            yield item | ({"note": names.tidy(row["note"])} if row["note"] else {})

    def _own_rows(self, option: Option, items: Any) -> list[dict[str, Any]]:
        """A row for each item, and an empty one; where items were sent, as they were sent."""
        if self.data is not None:
            rows = list(self._sent_rows())
        else:
            rows = [{part: str(value) for part, value in _plain(item).items()} for item in items]
        if len(rows) < MOST_ITEMS and not (rows and not rows[-1].get("name")):
            rows.append({})
        return [
            {
                "number": number,
                "kinds": [
                    Choice(kind, _(said), row.get("kind", BONUS) == kind) for kind, said in option.choices.items()
                ],
                **{part: row.get(part, "") for part in OWN_PARTS},
            }
            for number, row in enumerate(rows)
        ]


def _plain(item: Any) -> Mapping[str, Any]:
    return item.plain() if isinstance(item, OwnItem) else item


def _new_key(name: str, taken: set[str]) -> str:
    """A key made of the name's plain letters, unlike those that are there."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    stem = re.sub(r"[^a-z0-9]+", "_", plain).strip("_")[:16] or "item"
    return next(key for key in (stem, *(f"{stem}_{n}" for n in range(2, MOST_ITEMS + 3))) if key not in taken)
