"""The schema of our JSON files: match files, house rules, archives. Each key takes one kind of value.

Files are read strictly and always written the same way. Each format declares its keys next to its reader.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from decimal import Decimal
from typing import Any, NoReturn

from engine.errors import RuleViolation
from engine.hash_chain import GREATEST as GREATEST_IN_JSON
from engine.hash_chain import moment, plain, stamp
from engine.language import Term
from engine.language import gettext_noop as _
from people.text.cleaning import clean_name

MOST_SHOWN = 80  # characters of a key that an error quotes
MOST_ROWS = 20_000
GREATEST = 2**31 - 1  # the largest integer that every database can store
YEARS = range(1970, 2200)
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}\Z", re.ASCII)
_VALUE = re.compile(r"-?\d{1,5}\.\d{4}\Z", re.ASCII)


def dump_json(content: Mapping[str, Any]) -> bytes:
    """Return the bytes of a file: UTF-8, one key per line, one list item per line, a newline at the end."""
    lines = ",\n".join(f"{json_line(key)}: {_dump_value(value)}" for key, value in content.items())
    return f"{{\n{lines}\n}}\n".encode()


def _dump_value(value: Any) -> str:
    if isinstance(value, list) and value:
        return "[\n" + ",\n".join(map(json_line, value)) + "\n]"
    return json_line(value)


def json_line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def parse_json(data: bytes, parse_float: Callable[[str], Any] | None = None) -> Any:
    """Return the content of a file. Only whole numbers and unique keys are allowed. Raises `RuleViolation`.

    `parse_float`: reads other numbers, for the files of other programs.
    """
    try:
        return json.loads(
            data.decode("utf-8-sig"),
            object_pairs_hook=_unique_keys,
            parse_float=parse_float or _no_number,
            parse_constant=_no_number,
            parse_int=_whole_number,
        )
    except RecursionError:
        raise RuleViolation("file", _("The file is nested too deeply.")) from None
    except ValueError:  # not UTF-8, not JSON
        raise RuleViolation("file", _("This file isn’t from Scorekeeper: it can’t be read as JSON.")) from None


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    content: dict[str, Any] = {}
    for key, value in pairs:
        if key in content:
            raise RuleViolation(key[:MOST_SHOWN], _("%(key)s appears twice in the same object."), key=key[:MOST_SHOWN])
        content[key] = value
    return content


def _no_number(text: str) -> NoReturn:
    raise RuleViolation("file", _("Numbers in the file must be whole numbers, not %(text)s."), text=text)


def _whole_number(text: str) -> int:
    if len(text) > 17 or abs(int(text)) > GREATEST_IN_JSON:
        raise RuleViolation("file", _("A number in the file is too large."))
    return int(text)


@dataclass(frozen=True, slots=True)
class ValueKind:
    """The kind of value that a key takes.

    `takes`: its description; `read`: returns a valid value, and raises `ValueError` or `RuleViolation` for others;
    `write`: returns the value for the file; `nullable`: null is valid; `optional`: a missing key has the value
    `default`. If `limits` (the least and the most) is set, `takes` is a whole sentence that names both limits.
    """

    takes: str
    read: Callable[[Any], Any]
    write: Callable[[Any], Any] = lambda value: value
    nullable: bool = False
    optional: bool = False
    default: Any = None
    limits: tuple[int, int] | None = None

    def refusal(self, where: str) -> RuleViolation:
        """Return the error for a wrong value at the path `where`."""
        if self.limits:
            least, most = self.limits
            return RuleViolation(where, self.takes, key=where, least=least, most=most)
        return RuleViolation(where, _("%(key)s must be %(what)s."), key=where, what=Term(self.takes))


Columns = Mapping[str, ValueKind]


def or_none(kind: ValueKind) -> ValueKind:
    return replace(kind, nullable=True)


def optional(kind: ValueKind, default: Any) -> ValueKind:
    """Return a copy of `kind` for a key that older files lack. The value of a missing key is `default`."""
    return replace(kind, optional=True, default=default)


def checked(takes: str, holds: Callable[[Any], bool]) -> ValueKind:
    """Return the kind of values for which `holds` is true; `takes` describes the values, which are not converted."""
    return ValueKind(takes, lambda value: value if holds(value) else _invalid())


def text(most: int, least: int = 0) -> ValueKind:
    """Return the kind for text of `least` to `most` characters."""

    def read(value: Any) -> str:
        if not isinstance(value, str) or not least <= len(value) <= most:
            raise ValueError
        return str(plain(value, ""))

    takes = _("%(key)s must be text of %(least)s to %(most)s characters.")
    return ValueKind(takes, read, limits=(least, most))


def number(least: int = 0, most: int = GREATEST) -> ValueKind:
    takes = _("%(key)s must be a whole number from %(least)s to %(most)s.")
    kind = checked(takes, lambda value: type(value) is int and least <= value <= most)
    return replace(kind, limits=(least, most))


def choice(values: Iterable[str]) -> ValueKind:
    known = tuple(values)
    return replace(checked(", ".join(known), lambda value: isinstance(value, str) and value in known), write=str)


def _time(value: Any) -> datetime:
    at = moment(value)
    return at if at and at.year in YEARS else _invalid()


def _day(value: Any) -> date:
    if not isinstance(value, str) or not _DAY.match(value) or int(value[:4]) not in YEARS:
        return _invalid()
    return date.fromisoformat(value)


def _invalid() -> Any:
    raise ValueError


def _plain(kind: type) -> Callable[[Any], Any]:
    return lambda value: plain(value, "") if isinstance(value, kind) else _invalid()


NAME = ValueKind(_("a name"), lambda value: clean_name(value, "") if isinstance(value, str) else _invalid())
FLAG = checked(_("true or false"), lambda value: isinstance(value, bool))
TIME = ValueKind(_("a time such as 2026-11-20T20:04:05.123456Z"), _time, stamp)
DAY = ValueKind(_("a date such as 2026-11-20"), _day, date.isoformat)
DECIMAL = ValueKind(
    _("a number with four decimal places, written as text"),
    lambda value: Decimal(value) if isinstance(value, str) and _VALUE.match(value) else _invalid(),
    lambda value: f"{value:.4f}",
)
OBJECT = ValueKind(_("an object"), _plain(dict), lambda value: plain(value, "archive"))
LIST = ValueKind(_("a list"), _plain(list), lambda value: plain(value, "archive"))

# Raw values: not converted and not sorted.
ANY_TEXT = checked(_("text"), lambda value: isinstance(value, str))
WHOLE_NUMBER = checked(_("a whole number"), lambda value: type(value) is int)
RAW_OBJECT = checked(_("an object"), lambda value: isinstance(value, dict))
RAW_LIST = checked(_("a list"), lambda value: isinstance(value, list))
TIME_TEXT = checked(TIME.takes, lambda value: _time(value) is not None)


def write_row(row: Any, columns: Columns, **given: Any) -> dict[str, Any]:
    """Return a row of the database as a row of the file. `given`: values to use instead of those of the database."""
    values = {key: given[key] if key in given else getattr(row, key) for key in columns}
    return {key: None if values[key] is None else kind.write(values[key]) for key, kind in columns.items()}


def read_row(value: Any, columns: Columns, path: str) -> dict[str, Any]:
    """Return an object of the file as a row with the keys of `columns`.

    Unknown keys are refused, and so are missing ones that aren't optional. `path`: the name of the object in errors, ""
    for the file itself. Raises `RuleViolation`.
    """
    name = path or "file"
    if not isinstance(value, dict):
        raise RuleViolation(name, _("%(key)s must be an object."), key=name)
    for key in value:
        if key not in columns:
            raise RuleViolation(name, _("%(key)s can’t contain the key %(unknown)s."), key=name, unknown=key[:40])
    return {key: _read_value(value, key, kind, f"{path}.{key}" if path else key) for key, kind in columns.items()}


def _read_value(row: Mapping[str, Any], key: str, kind: ValueKind, where: str) -> Any:
    if key not in row and kind.optional:
        return kind.default
    if key not in row:
        raise RuleViolation(where, _("%(key)s is missing."), key=where)
    if row[key] is None and kind.nullable:
        return None
    try:
        return kind.read(row[key])
    except (ValueError, RuleViolation):
        raise kind.refusal(where) from None


def read_rows(content: Mapping[str, Any], name: str, columns: Columns, most: int = MOST_ROWS) -> list[dict[str, Any]]:
    """Return the rows in the list `name` of the file, at most `most`. Raises `RuleViolation`."""
    rows = content[name]
    if not isinstance(rows, list):
        raise RuleViolation(name, _("%(key)s must be %(what)s."), key=name, what=Term(LIST.takes))
    if len(rows) > most:
        raise RuleViolation(name, _("%(key)s can have at most %(most)s items."), key=name, most=most)
    return [read_row(row, columns, f"{name}[{place}]") for place, row in enumerate(rows)]


def unique(rows: Iterable[Mapping[str, Any]], name: str, *keys: str) -> dict[Any, Mapping[str, Any]]:
    """Return the rows by the value of `keys` (a tuple for several keys). Raises `RuleViolation` for repeated values."""
    by_value: dict[Any, Mapping[str, Any]] = {}
    for place, row in enumerate(rows):
        values = tuple(row[key] for key in keys)
        value = values if len(keys) > 1 else values[0]
        if value in by_value:
            where, what = f"{name}[{place}]", " ".join(map(str, values))
            raise RuleViolation(where, _("%(key)s repeats an earlier row: %(what)s."), key=where, what=what)
        by_value[value] = row
    return by_value
