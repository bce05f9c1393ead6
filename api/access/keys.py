"""The header `Idempotency-Key`: a request that is sent twice with one key is carried out once."""

from hashlib import sha256

from django.http import HttpRequest

from engine.errors import RuleViolation
from engine.hash_chain import is_key
from engine.language import gettext_noop as _
from people.web.codes import computed_token

LONGEST = 255


def key_of(request: HttpRequest) -> str:
    """Return the key of an entry, from the header.

    A key of 22 letters, digits, - and _ is stored as it is; from any other text, such a key is computed. Raises
    `RuleViolation` without the header.
    """
    text = request.headers.get("Idempotency-Key", "").strip()
    if not 8 <= len(text) <= LONGEST:
        raise RuleViolation(
            "Idempotency-Key",
            _("%(key)s must be a header of 8 to %(most)s characters, a new one for each entry."),
            most=LONGEST,
        )
    return text if is_key(text) else computed_token("api.key", sha256(text.encode()).hexdigest(), "api")
