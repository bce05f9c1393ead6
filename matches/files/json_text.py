"""JSON files of ours: written the same way each time, and read strictly. Knows none of their formats."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NoReturn

from engine import hash_chain
from engine.errors import RuleViolation
from engine.language import gettext_noop as _

MOST_SHOWN = 80  # characters of a key that an error repeats


def dump(content: Mapping[str, Any]) -> bytes:
    """The file's bytes: UTF-8, a key a line, of a list an item a line, a newline at the end."""
    lines = ",\n".join(f"{text(key)}: {_value(value)}" for key, value in content.items())
    return f"{{\n{lines}\n}}\n".encode()


def _value(value: Any) -> str:
    if isinstance(value, list) and value:
        return "[\n" + ",\n".join(map(text, value)) + "\n]"
    return text(value)


def text(value: Any) -> str:
    """One value on one line."""
    return json.dumps(value, ensure_ascii=False)


def parsed(data: bytes) -> Any:
    """What the file says: whole numbers alone, no key twice in an object. Raises `RuleViolation`."""
    try:
        return json.loads(
            data.decode("utf-8-sig"),
            object_pairs_hook=_object,
            parse_float=_no_number,
            parse_constant=_no_number,
            parse_int=_whole,
        )
    except RecursionError:
        raise RuleViolation("file", _("The file is nested too deeply.")) from None
    except ValueError:  # not UTF-8, not JSON
        raise RuleViolation("file", _("This file is not one of ours: it cannot be read as JSON.")) from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    content: dict[str, Any] = {}
    for key, value in pairs:
        if key in content:
            raise RuleViolation(key[:MOST_SHOWN], _("%(key)s stands twice in one object."), key=key[:MOST_SHOWN])
        content[key] = value
    return content


def _no_number(text: str) -> NoReturn:
    raise RuleViolation("file", _("The file takes whole numbers alone, not %(text)s."), text=text)


def _whole(text: str) -> int:
    if len(text) > 17 or abs(int(text)) > hash_chain.GREATEST:
        raise RuleViolation("file", _("A number in the file is too large."))
    return int(text)
