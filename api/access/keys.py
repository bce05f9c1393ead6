"""The header `Idempotency-Key`: a request that is sent twice with one key is carried out once."""

from typing import Any

from django.http import HttpRequest

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from people.accounts.tokens import of_token

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
    """Return the key of a change, computed from the token, the path and the header. Needs a request with a token.

    So equal headers of other tokens, or for other paths, are other keys. Raises `RuleViolation` without the header.
    """
    text = request.headers.get("Idempotency-Key", "").strip()
    if not SHORTEST <= len(text) <= LONGEST:
        raise RuleViolation(
            "Idempotency-Key",
            _("%(key)s must be a header of 8 to %(most)s characters, a new one for each entry."),
            most=LONGEST,
        )
    return of_token(request.token, "key", f"{request.path} {text}")  # type: ignore[attr-defined]
