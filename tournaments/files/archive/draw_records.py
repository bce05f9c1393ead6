"""The records of a draw in an archive: its plan, the reasons of pairings, the seats before and after a change.

They are read strictly, because pages build sentences from them.
"""

import re
from collections.abc import Callable
from typing import Any

from engine.hash_chain import plain
from engine.language import gettext_noop as _
from matches.files.schema import ValueKind

LONGEST, LONGEST_MARK = 600, 64
# Sentences are filled in by names alone: a width in a placeholder could ask for any amount of memory.
_SENTENCE = re.compile(r"(?:[^%]|%%|%\([a-z_]{1,20}\)s)*")
_NAMES = re.compile(r"(?<!%)(?:%%)*%\(([a-z_]{1,20})\)s")


def _ints(value: Any, depth: int = 0) -> bool:
    """Whether it is lists of whole numbers, at most four deep."""
    if isinstance(value, list):
        return depth < 4 and all(_ints(each, depth + 1) for each in value)
    return depth > 0 and type(value) is int and abs(value) < 10**6


def _list_of(value: Any, holds: Callable[[Any], bool]) -> bool:
    return isinstance(value, list) and all(map(holds, value))


def _numbers(value: Any) -> bool:
    return _list_of(value, lambda each: type(each) is int and abs(each) < 10**6)


def _texts(value: Any) -> bool:
    return isinstance(value, dict) and all(isinstance(each, str) and len(each) <= LONGEST for each in value.values())


def _reason(value: Any) -> bool:
    """A sentence with what it is filled in with."""
    if not (isinstance(value, list) and len(value) == 2 and isinstance(value[0], str) and isinstance(value[1], dict)):
        return False
    sentence, values = value
    filled = all(type(each) is int or (isinstance(each, str) and len(each) <= LONGEST) for each in values.values())
    fits = len(sentence) <= LONGEST and _SENTENCE.fullmatch(sentence) is not None
    return filled and fits and set(_NAMES.findall(sentence)) <= set(values)


def _marks(value: Any) -> bool:
    """One short text for each round."""
    return _list_of(value, lambda each: isinstance(each, str) and len(each) <= LONGEST_MARK)


def _drawn(value: Any) -> bool:
    """What draws it again besides the seed: exactly who took part, who was kept apart, how many rounds."""
    if not (isinstance(value, dict) and set(value) == {"people", "apart", "rounds"}):
        return False
    pairs = _list_of(value["apart"], lambda each: _numbers(each) and len(each) == 2)
    return pairs and _numbers(value["people"]) and _numbers([value["rounds"]])


_PLAN: dict[str, Callable[[Any], bool]] = {
    "field": _numbers,
    "rounds": _ints,
    "groups": lambda value: _list_of(value, _numbers),
    "again": lambda value: _list_of(value, _texts),
    "marks": _marks,
    "drawn": _drawn,
}
_REASONS: dict[str, Callable[[Any], bool]] = {
    "how": lambda value: _list_of(value, _reason),
    "tables": lambda value: isinstance(value, dict) and all(_list_of(each, _reason) for each in value.values()),
}
_SEATS: dict[str, Callable[[Any], bool]] = {"tables": lambda value: _list_of(value, _numbers), "byes": _numbers}


def _kind(takes: str, keys: dict[str, Callable[[Any], bool]]) -> ValueKind:
    """Nothing (an empty list or object), or an object with some of these keys."""

    def read(value: Any) -> Any:
        if value not in ([], {}) and not (
            isinstance(value, dict) and all(key in keys and keys[key](each) for key, each in value.items())
        ):
            raise ValueError
        return plain(value, "")

    return ValueKind(takes, read, lambda value: plain(value, "archive"))


PLAN = _kind(_("the plan of a draw"), _PLAN)
REASONS = _kind(_("the reasons of a round"), _REASONS)
SEATS = _kind(_("the seats of a round"), _SEATS)
