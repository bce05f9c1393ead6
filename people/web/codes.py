"""Random codes and keys, and tokens that are computed instead of stored.

An address contains a code instead of a number, which could be guessed.

https://…/m/Kq0TQn8vVb1w3d5ZxY2u7A/        22 characters, 128 bits
"""

import secrets
from base64 import urlsafe_b64encode
from collections.abc import Callable

from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac

# Codes that people type: capital letters and digits of which no two look alike (no B beside 8, no O beside 0), and no
# vowels, so that they spell no words.
SYMBOLS = "CDFHJKMPRTVWXY23456789"
SHORT = 6  # symbols of a short token, 27 bits: callers must limit guesses


def new_code() -> str:
    """A fresh code: 22 url-safe characters, never beginning with a dash, so that commands take it as it stands."""
    code = secrets.token_urlsafe(16)
    while code.startswith("-"):  # one in 64
        code = secrets.token_urlsafe(16)
    return code


def new_key() -> str:
    """A fresh idempotency key: 22 url-safe characters."""
    return secrets.token_urlsafe(16)


def in_symbols(number: int, least: int = 1) -> str:
    """A number as at least so many symbols."""
    text = ""
    while number or len(text) < least:
        number, digit = divmod(number, len(SYMBOLS))
        text = SYMBOLS[digit] + text
    return text


def from_symbols(text: str) -> int:
    """The number that `in_symbols` wrote so. Raises ValueError for another character."""
    number = 0
    for symbol in text:
        number = number * len(SYMBOLS) + SYMBOLS.index(symbol)
    return number


# ── tokens, from a key of the server and a purpose ───────────────────────────


def computed_token(salt: str, value: str, secret: str | None = None) -> str:
    """Return 22 URL-safe characters (128 bits); `secret` is an earlier key to use instead of the current one."""
    digest = salted_hmac(salt, value, secret=secret or settings.SECRET_KEY, algorithm="sha256").digest()
    return urlsafe_b64encode(digest[:16]).decode().rstrip("=")


def short_token(salt: str, value: str, secret: str | None = None) -> str:
    """Return a short token for codes that people type."""
    digest = salted_hmac(salt, value, secret=secret or settings.SECRET_KEY, algorithm="sha256").digest()
    return in_symbols(int.from_bytes(digest) % len(SYMBOLS) ** SHORT, least=SHORT)


def is_token(salt: str, value: str, token: str, compute: Callable[[str, str, str], str] = computed_token) -> bool:
    """Return whether `token` is what `compute` returns for `value` with a key of the server, current or earlier."""
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return any(constant_time_compare(compute(salt, value, key), token) for key in keys)
