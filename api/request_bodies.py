"""The JSON bodies of requests. Their type, size and nesting are checked before anything else uses them."""

import json
from collections import Counter
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, UnreadablePostError
from django.utils.translation import gettext as _
from ninja.parser import Parser

from api.problems import problem
from engine.match.fields import LONGEST_ECHO

LARGEST = 256 * 1024  # bytes; the file of a match with 400 entries is smaller
DEEPEST = 32  # levels of nested objects and lists
LONGEST_NUMBER = 15  # digits of a number


class RefusedBody(ValueError):
    """A body that is refused. `detail`: a sentence with the reason."""

    def __init__(self, detail: str, status: int = 400) -> None:
        super().__init__(detail)
        self.detail, self.status = detail, status


class JsonBodyParser(Parser):
    """A parser that passes the JSON read by `json_body_only` to the endpoints."""

    def parse_body(self, request: HttpRequest) -> Any:
        return request.json_body  # type: ignore[attr-defined]


def json_body_only(run: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap an endpoint: requests whose body isn't small, valid JSON get a problem as the response."""

    @wraps(run)
    def checked(request: HttpRequest, *parts: Any, **named: Any) -> Any:
        try:
            request.json_body = _body(request)  # type: ignore[attr-defined]
        except RefusedBody as refused:
            return problem(refused.status, refused.detail)
        return run(request, *parts, **named)

    return checked


def _body(request: HttpRequest) -> Any:
    if request.method == "GET":
        return None
    try:
        if int(request.META.get("CONTENT_LENGTH") or 0) > LARGEST or len(request.body) > LARGEST:
            raise _too_large()
    except RequestDataTooBig as error:
        raise _too_large() from error
    except (UnreadablePostError, ValueError) as error:
        raise error if isinstance(error, RefusedBody) else RefusedBody(_("The request is incomplete.")) from error
    if not request.body:
        return None
    if request.content_type != "application/json":
        raise RefusedBody(_("Send JSON, with the header Content-Type: application/json."), 415)
    try:
        content = _JSON.decode(request.body.decode())
    except RefusedBody:
        raise
    except (ValueError, RecursionError) as error:
        detail = _("Send JSON in UTF-8, without NaN, and with numbers of at most %(most)s digits.")
        raise RefusedBody(detail % {"most": LONGEST_NUMBER}) from error
    _check(content)
    return content


def _too_large() -> RefusedBody:
    return RefusedBody(_("A request can have at most %(most)s bytes.") % {"most": LARGEST}, 413)


def _refuse(text: str) -> None:
    raise ValueError(text)


def _whole(text: str) -> int:
    if len(text) > LONGEST_NUMBER:
        raise ValueError(text[:LONGEST_NUMBER])
    return int(text)


def _decimal(text: str) -> float:
    number = float(text)
    if abs(number) >= 10**LONGEST_NUMBER:
        raise ValueError(text[:LONGEST_NUMBER])
    return number


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) == len(pairs):
        return values
    twice = Counter(name for name, _value in pairs).most_common(1)[0][0][:LONGEST_ECHO]
    if not _storable(twice):
        raise RefusedBody(_("A name appears twice in the same object."))
    raise RefusedBody(_("%(key)s appears twice in the same object.") % {"key": twice})


_JSON = json.JSONDecoder(parse_constant=_refuse, parse_int=_whole, parse_float=_decimal, object_pairs_hook=_object)


def _check(content: Any) -> None:
    """Raise `RefusedBody` for deeper nesting than allowed, and for characters that databases can't store."""
    level = [content]
    for _depth in range(DEEPEST):
        below: list[Any] = []
        for value in level:
            if isinstance(value, dict):
                below += [*value.keys(), *value.values()]
            elif isinstance(value, list):
                below += value
            elif isinstance(value, str) and not _storable(value):
                raise RefusedBody(_("Text can’t have the character U+0000 or half a surrogate pair."))
        level = below
    if level:
        detail = _("At most %(most)s objects and lists can be inside each other.")
        raise RefusedBody(detail % {"most": DEEPEST})


def _storable(text: str) -> bool:
    return text.isascii() and "\0" not in text or not any(sign == "\0" or "\ud800" <= sign <= "\udfff" for sign in text)
