"""The shape of a match file, part by part: which keys, which kinds of values. Judges no content."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from engine import hash_chain
from engine.errors import RuleViolation
from engine.language import Term
from engine.language import gettext_noop as _
from engine.match.ledger import KINDS
from engine.seats import Seat
from people.text.cleaning import LONGEST_NOTE, clean_note

# A correction folds again what follows it: what a match may hold bounds what a file may cost.
MOST_EVENTS = 400
CHAIRS = tuple(Seat.__members__)
Test = Callable[[Any], bool]
_BY = re.compile(r"d[1-9][0-9]{0,5}\Z")
_HASH = re.compile(r"[0-9a-f]{64}\Z")


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_moment(value: Any) -> bool:
    """Whether it is a time at which a match may have been played: of 1970 to 2199."""
    at = hash_chain.moment(value)
    return at is not None and 1970 <= at.year < 2200


def _is_object(value: Any) -> bool:
    return isinstance(value, dict)


def _is_list(value: Any) -> bool:
    return isinstance(value, list)


def _is_hash(value: Any) -> bool:
    return isinstance(value, str) and _HASH.match(value) is not None


# Each key with what its value must be, in words and as a test.
_TEXT = (_("text"), _is_text)
_NUMBER = (_("a whole number"), _is_number)
_OBJECT = (_("an object"), _is_object)
_LIST = (_("a list"), _is_list)
_HASHED = (_("64 hexadecimal digits"), _is_hash)
TOP: Mapping[str, tuple[str, Test]] = {
    "format": ("scorekeeper-match", lambda value: value == hash_chain.FORMAT),
    "version": ("1", lambda value: _is_number(value) and value == hash_chain.VERSION),
    "system": _TEXT,
    "rules_version": _NUMBER,
    "options": _OBJECT,
    "players": _OBJECT,
    "events": _LIST,
    "ledger": _LIST,
    "standings": _LIST,
    "notes": _OBJECT,
}
EVENT: Mapping[str, tuple[str, Test]] = {
    "seq": _NUMBER,
    "key": (_("22 letters, digits, - and _"), hash_chain.is_key),
    "kind": (", ".join(KINDS), lambda value: value in KINDS),
    "payload": _OBJECT,
    "at": (
        _("a time such as 2026-11-20T20:04:05.123456Z"),
        _is_moment,
    ),
    "by": (
        _("a device: d1, d2 and so on"),
        lambda value: isinstance(value, str) and _BY.match(value) is not None,
    ),
    "previous_hash": _HASHED,
    "hash": _HASHED,
}
_ROW: Mapping[str, tuple[str, Test]] = dict.fromkeys(("hand", "seq", *CHAIRS), _NUMBER)
_STANDING: Mapping[str, tuple[str, Test]] = {
    "rank": _NUMBER,
    "player": (_("one of P1, P2, P3"), lambda value: value in CHAIRS),
    "points": _NUMBER,
}
_PLAYERS: Mapping[str, tuple[str, Test]] = dict.fromkeys(CHAIRS, _TEXT)


def top(content: Any) -> None:
    """The file's own keys, the players' and how long its lists may be."""
    _shaped(content, "", TOP, optional=("notes",))
    _shaped(content["players"], "players", _PLAYERS)
    for name in ("events", "ledger", "standings"):
        if len(content[name]) > MOST_EVENTS:
            raise RuleViolation(name, _("%(key)s takes at most %(most)s items."), key=name, most=MOST_EVENTS)


def event(value: Any, place: int) -> dict[str, Any]:
    """One event of the file; its payload plain JSON with sorted keys."""
    path = f"events[{place}]"
    _shaped(value, path, EVENT)
    return {**value, "payload": hash_chain.plain(value["payload"], f"{path}.payload")}


def ledger_row(value: Any, place: int) -> dict[str, int]:
    """One row of the ledger."""
    return _shaped(value, f"ledger[{place}]", _ROW)


def standing(value: Any, place: int) -> dict[str, Any]:
    """One row of the standings."""
    return _shaped(value, f"standings[{place}]", _STANDING)


def notes(value: Mapping[str, Any], events: int) -> dict[int, str]:
    """Free text by the seq of its event."""
    numbers = {str(seq): seq for seq in range(1, events + 1)}
    for seq, text in value.items():
        if seq not in numbers or not isinstance(text, str) or not clean_note(text, "notes"):
            raise RuleViolation(
                "notes",
                _("notes takes text of at most %(most)s characters by the seq of an event."),
                most=LONGEST_NOTE,
            )
    return {numbers[seq]: clean_note(text, "notes") for seq, text in value.items()}


def _shaped(
    value: Any, path: str, keys: Mapping[str, tuple[str, Test]], optional: tuple[str, ...] = ()
) -> dict[str, Any]:
    """`value`, if it is an object with these keys and no others, each as it must be."""
    name = path or "file"
    if not isinstance(value, dict):
        raise RuleViolation(name, _("%(key)s takes an object."), key=name)
    for key in value:
        if key not in keys:
            raise RuleViolation(name, _("%(key)s does not take the key %(unknown)s."), key=name, unknown=key)
    for key, (takes, holds) in keys.items():
        where = f"{path}.{key}" if path else key
        if key not in value and key not in optional:
            raise RuleViolation(where, _("%(key)s is missing."), key=where)
        if key in value and not holds(value[key]):
            raise RuleViolation(where, _("%(key)s takes %(what)s."), key=where, what=Term(takes))
    return value
