"""The header `Idempotency-Key`: a request that is sent twice with one key is carried out once."""

from django.http import HttpRequest

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from people.web.codes import computed_token

LONGEST = 255


def key_of(request: HttpRequest) -> str:
    """Return the key of a change, computed from the token, the path and the header. Needs a request with a token.

    So equal headers of other tokens, or for other paths, are other keys. Raises `RuleViolation` without the header.
    """
    text = request.headers.get("Idempotency-Key", "").strip()
    if not 8 <= len(text) <= LONGEST:
        raise RuleViolation(
            "Idempotency-Key",
            _("%(key)s must be a header of 8 to %(most)s characters, a new one for each entry."),
            most=LONGEST,
        )
    return computed_token("api.key", f"{request.token.pk} {request.path} {text}")  # type: ignore[attr-defined]
