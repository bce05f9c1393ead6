"""Rows of the archive: what each key takes, read strictly and written the same way each time. Knows no tournament."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from typing import Any

from engine.errors import RuleViolation
from engine.hash_chain import moment, plain, stamp
from engine.language import Term
from engine.language import gettext_noop as _
from people.text.cleaning import clean_name

MOST_ROWS = 20_000
# What every database holds in a column of whole numbers.
GREATEST = 2**31 - 1
YEARS = range(1970, 2200)
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}\Z", re.ASCII)
_VALUE = re.compile(r"-?\d{1,5}\.\d{4}\Z", re.ASCII)


@dataclass(frozen=True, slots=True)
class ValueKind:
    """What a key takes: in words; how it is read, ValueError where it does not fit; how it is written."""

    takes: str
    read: Callable[[Any], Any]
    write: Callable[[Any], Any] = lambda value: value
    empty: bool = False  # null is taken too
    usual: Any = None  # what a file from before there was such a key has, where `older` may lack it
    older: bool = False


Columns = Mapping[str, ValueKind]


def or_none(kind: ValueKind) -> ValueKind:
    """The same, or null."""
    return replace(kind, empty=True)


def left_out(kind: ValueKind, usual: Any) -> ValueKind:
    """The same; a file that was written before there was such a key says `usual`."""
    return replace(kind, usual=usual, older=True)


def text(most: int, least: int = 0) -> ValueKind:
    """Text of so many characters."""

    def read(value: Any) -> str:
        if not isinstance(value, str) or not least <= len(value) <= most:
            raise ValueError
        return str(plain(value, ""))

    return ValueKind(_("text that is not too long"), read)


def number(least: int = 0, most: int = GREATEST) -> ValueKind:
    """A whole number."""

    def read(value: Any) -> int:
        if type(value) is not int or not least <= value <= most:
            raise ValueError
        return value

    return ValueKind(_("a whole number in its bounds"), read)


def choice(values: Iterable[str]) -> ValueKind:
    """One of some words."""
    known = tuple(values)

    def read(value: Any) -> str:
        if not isinstance(value, str) or value not in known:
            raise ValueError
        return value

    return ValueKind(", ".join(known), read, str)


def _named(value: Any) -> str:
    try:
        return clean_name(value, "") if isinstance(value, str) else _no()
    except RuleViolation:
        return _no()


def _flag(value: Any) -> bool:
    return value if isinstance(value, bool) else _no()


def _at(value: Any) -> Any:
    found = moment(value)
    return found if found and found.year in YEARS else _no()


def _day(value: Any) -> date:
    if not isinstance(value, str) or not _DAY.match(value) or int(value[:4]) not in YEARS:
        return _no()
    return date.fromisoformat(value)


def _worth(value: Any) -> Decimal:
    return Decimal(value) if isinstance(value, str) and _VALUE.match(value) else _no()


def _no() -> Any:
    raise ValueError


def _of(kind: type) -> Callable[[Any], Any]:
    return lambda value: plain(value, "") if isinstance(value, kind) else _no()


NAME = ValueKind(_("a name"), _named)
FLAG = ValueKind(_("true or false"), _flag)
TIME = ValueKind(_("a time such as 2026-11-20T20:04:05.123456Z"), _at, stamp)
DAY = ValueKind(_("a day such as 2026-11-20"), _day, date.isoformat)
WORTH = ValueKind(_("a number with four decimals, as text"), _worth, lambda value: f"{value:.4f}")
OBJECT = ValueKind(_("an object"), _of(dict), lambda value: plain(value, "archive"))
LIST = ValueKind(_("a list"), _of(list), lambda value: plain(value, "archive"))


def written(row: Any, columns: Columns, **given: Any) -> dict[str, Any]:
    """A row of the database as a row of the file; `given`: what the file says otherwise than the row."""
    values = {key: given[key] if key in given else getattr(row, key) for key in columns}
    return {key: None if values[key] is None else kind.write(values[key]) for key, kind in columns.items()}


def read_row(value: Any, columns: Columns, path: str) -> dict[str, Any]:
    """A row of the file: these keys and no others, each as it must be. Raises `RuleViolation`."""
    if not isinstance(value, dict):
        raise RuleViolation(path, _("%(key)s takes an object."), key=path)
    for key in value:
        if key not in columns:
            raise RuleViolation(path, _("%(key)s does not take the key %(unknown)s."), key=path, unknown=key[:40])
    return {key: _value(value, key, kind, f"{path}.{key}") for key, kind in columns.items()}


def _value(row: Mapping[str, Any], key: str, kind: ValueKind, where: str) -> Any:
    if key not in row and kind.older:
        return kind.usual
    if key not in row:
        raise RuleViolation(where, _("%(key)s is missing."), key=where)
    if row[key] is None and kind.empty:
        return None
    try:
        return kind.read(row[key])
    except (ValueError, RuleViolation):
        raise RuleViolation(where, _("%(key)s takes %(what)s."), key=where, what=Term(kind.takes)) from None


def read_rows(content: Mapping[str, Any], name: str, columns: Columns, most: int = MOST_ROWS) -> list[dict[str, Any]]:
    """A list of such rows, at most so many."""
    rows = content[name]
    if not isinstance(rows, list):
        raise RuleViolation(name, _("%(key)s takes %(what)s."), key=name, what=Term(LIST.takes))
    if len(rows) > most:
        raise RuleViolation(name, _("%(key)s takes at most %(most)s items."), key=name, most=most)
    return [read_row(row, columns, f"{name}[{place}]") for place, row in enumerate(rows)]


def once(rows: Iterable[Mapping[str, Any]], name: str, *keys: str) -> dict[Any, Mapping[str, Any]]:
    """Rows by what tells them apart: the value of the key, of several keys a tuple. Raises `RuleViolation` where two
    are the same."""
    found: dict[Any, Mapping[str, Any]] = {}
    for place, row in enumerate(rows):
        told = tuple(row[key] for key in keys)
        one = told if len(keys) > 1 else told[0]
        if one in found:
            where, said = f"{name}[{place}]", " ".join(map(str, told))
            raise RuleViolation(where, _("%(key)s stands there twice: %(what)s."), key=where, what=said)
        found[one] = row
    return found
