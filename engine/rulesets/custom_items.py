"""Custom bonus items and limit hands of a table. Players tick them; they are never read from tiles."""

import re
import unicodedata
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.match.fields import known_keys, whole_number

PREFIX = "own:"
BONUS = "bonus"
MOST_ITEMS, MOST_NAME, MOST_NOTE, MOST_POINTS, MOST_TIMES = 20, 40, 200, 99, 9
# Control characters, surrogates, private use, direction changes; joiners between letters are allowed.
_ODD, _JOINERS = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"), "\u200c\u200d"
_KEY = re.compile(r"[a-z0-9_]{1,20}\Z")


@dataclass(frozen=True, slots=True)
class OwnItem:
    """A custom item: a bonus worth `points`, up to `most` times in a hand, or a limit hand of the given `kind`.

    Entries refer to it as `own:<key>`, so it can be renamed.
    """

    key: str
    name: str
    kind: str
    points: int = 0
    most: int = 1
    note: str = ""

    @property
    def id(self) -> str:
        """The id used in entries."""
        return PREFIX + self.key

    def plain(self) -> dict[str, object]:
        """Return the item in match-file format."""
        values: dict[str, object] = {"key": self.key, "name": self.name, "kind": self.kind}
        if self.kind == BONUS:
            values |= {"points": self.points, "most": self.most}
        return values | ({"note": self.note} if self.note else {})


def read_items(value: object, field: str, kinds: Collection[str]) -> tuple[OwnItem, ...]:
    """Read a list of custom items of the allowed `kinds`. Raises `RuleViolation` for `field`."""
    if not isinstance(value, list | tuple) or len(value) > MOST_ITEMS:
        raise RuleViolation(field, _("%(key)s must be a list of at most %(most)s items."), key=field, most=MOST_ITEMS)
    try:
        items = tuple(item if isinstance(item, OwnItem) else _read(item, field, kinds) for item in value)
    except RuleViolation as violation:
        raise RuleViolation(field, violation.sentence, **violation.values) from violation
    for part in ("key", "name"):
        twice = [text for text, times in Counter(getattr(item, part).casefold() for item in items).items() if times > 1]
        if twice:
            same_key = _("Two custom items have the key %(name)s. Keys must be different.")
            same_name = _("Two custom items are called %(name)s. Rename one of them.")
            raise RuleViolation(field, same_key if part == "key" else same_name, name=twice[0])
    return items


def _read(given: Any, field: str, kinds: Collection[str]) -> OwnItem:
    if not isinstance(given, dict):
        raise RuleViolation(field, _("%(key)s must be a list of objects."), key=field)
    known_keys(given, frozenset({"key", "name", "kind", "points", "most", "note"}))
    key, kind = given.get("key"), given.get("kind")
    if not isinstance(key, str) or not _KEY.match(key):
        raise RuleViolation(field, _("key must consist of 1 to 20 lower-case letters, digits or underscores."))
    name, note = _text(given, "name", MOST_NAME, field), _text(given, "note", MOST_NOTE, field)
    if not any(unicodedata.category(letter)[0] in "LN" or unicodedata.category(letter) == "So" for letter in name):
        raise RuleViolation(field, _("The name of a custom item needs at least one letter, digit or emoji."))
    if not isinstance(kind, str) or kind not in kinds:
        raise RuleViolation(field, _("%(key)s must be one of: %(allowed)s."), key="kind", allowed=tuple(kinds))
    if kind != BONUS:
        if "points" in given or "most" in given:
            raise RuleViolation(
                field,
                _("%(name)s: a limit hand pays a fixed amount, so it can’t have points or a maximum per hand."),
                name=name,
            )
        return OwnItem(key, name, kind, note=note)
    return OwnItem(key, name, kind, _number(given, "points", MOST_POINTS), _number(given, "most", MOST_TIMES), note)


def _text(given: dict[str, Any], part: str, most: int, field: str) -> str:
    text = given.get(part, "")
    if not isinstance(text, str) or len(text) > most:
        raise RuleViolation(field, _("%(part)s must be text of at most %(most)s characters."), part=part, most=most)
    if any(unicodedata.category(letter) in _ODD and letter not in _JOINERS for letter in text):
        raise RuleViolation(field, _("%(part)s contains a character that can’t be shown."), part=part)
    return text.strip()


def _number(given: dict[str, Any], part: str, most: int) -> int:
    return whole_number(given, part, 1, most) if part in given else 1
