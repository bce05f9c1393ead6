"""The header `Idempotency-Key`: a request sent twice with the same key is carried out once."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.match.settled_entries import ENTRIES
from people.accounts.tokens import derived_id

SHORTEST, LONGEST = 8, 255
# The options of endpoints that need the header.
KEYED: dict[str, Any] = {
    "openapi_extra": {
        "parameters": [
            {
                "in": "header",
                "name": "Idempotency-Key",
                "description": "A new key for each change, the same one when the change is sent again.",
                "required": True,
                "schema": {"type": "string", "minLength": SHORTEST, "maxLength": LONGEST},
            }
        ]
    }
}


def key_of(request: HttpRequest) -> str:
    """Return the key of a change, computed from the token, the path and the header. The request must have a token.

    So the same header with another token, or for another path, gives another key. Raises `RuleViolation` without the
    header.
    """
    text = request.headers.get("Idempotency-Key", "").strip()
    if not SHORTEST <= len(text) <= LONGEST:
        raise RuleViolation(
            "Idempotency-Key",
            _("%(key)s must be a header of 8 to %(most)s characters, a new one for each entry."),
            most=LONGEST,
        )
    return _computed(request, request.path, text)


def key_of_event(request: HttpRequest, event: Mapping[str, Any], text: str) -> str:
    """Return the key that an event of a match has if this token saved it with `text` as its `Idempotency-Key`.

    `request`: a request for the events of the match.
    """
    match, payload = request.path.rpartition("/")[0], event["payload"]
    if event["kind"] in ENTRIES:
        return _computed(request, f"{match}/entries", text)
    if event["kind"] != "correct":
        return _computed(request, f"{match}/{event['kind']}", text)
    if "after" in payload:
        return _computed(request, f"{match}/insertions", text)
    removed = "" if payload["replace"] else "/void"
    return _computed(request, f"{match}/entries/{payload['target']}{removed}", text)


def _computed(request: HttpRequest, path: str, text: str) -> str:
    return derived_id(request.token, "key", f"{path} {text}")  # type: ignore[attr-defined]
