"""Random codes and keys, and tokens that are computed instead of stored.

URLs contain codes of 22 characters (128 bits) instead of numbers, which could be guessed:
https://…/m/Kq0TQn8vVb1w3d5ZxY2u7A/
"""

import secrets
from base64 import urlsafe_b64encode
from collections.abc import Callable

from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac

# For codes that people type: capital letters and digits that do not look alike (no B or O), and no vowels, so that
# codes do not spell words.
SYMBOLS = "CDFHJKMPRTVWXY23456789"
SHORT = 6  # symbols of a short token, 27 bits: callers must limit guesses


def new_code() -> str:
    """Return a new code: 22 URL-safe characters. It never begins with a hyphen, which would look like an option."""
    code = secrets.token_urlsafe(16)
    while code.startswith("-"):  # one in 64
        code = secrets.token_urlsafe(16)
    return code


def new_key() -> str:
    """Return a new idempotency key: 22 URL-safe characters."""
    return secrets.token_urlsafe(16)


def in_symbols(number: int, least: int = 1) -> str:
    """Write a number in `SYMBOLS`, with at least `least` digits."""
    text = ""
    while number or len(text) < least:
        number, digit = divmod(number, len(SYMBOLS))
        text = SYMBOLS[digit] + text
    return text


def from_symbols(text: str) -> int:
    """Return the number that `in_symbols` wrote as `text`. Raises `ValueError` for other characters."""
    number = 0
    for symbol in text:
        number = number * len(SYMBOLS) + SYMBOLS.index(symbol)
    return number


# ── tokens, computed from the server's key and a purpose ─────────────────────


def computed_token(salt: str, value: str, secret: str | None = None) -> str:
    """Return a token of 22 URL-safe characters (128 bits). `secret`: an earlier key, instead of the current one."""
    digest = salted_hmac(salt, value, secret=secret or settings.SECRET_KEY, algorithm="sha256").digest()
    return urlsafe_b64encode(digest[:16]).decode().rstrip("=")


def short_token(salt: str, value: str, secret: str | None = None) -> str:
    """Return a token of six symbols, for codes that people type."""
    digest = salted_hmac(salt, value, secret=secret or settings.SECRET_KEY, algorithm="sha256").digest()
    return in_symbols(int.from_bytes(digest) % len(SYMBOLS) ** SHORT, least=SHORT)


def is_token(salt: str, value: str, token: str, compute: Callable[[str, str, str], str] = computed_token) -> bool:
    """Return whether `token` is the token of `value`, computed with the server's current key or an earlier one."""
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return any(constant_time_compare(compute(salt, value, key), token) for key in keys)
