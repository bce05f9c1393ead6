"""Tokens that are computed, not stored: from a key of the server and a purpose."""

from base64 import urlsafe_b64encode
from collections.abc import Callable

from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac

from people.web.codes import SYMBOLS, in_symbols

SHORT = 6  # symbols of a short proof, 27 bits: callers must limit guesses


def proof(salt: str, told: str, secret: str | None = None) -> str:
    """Return 22 URL-safe characters (128 bits); `secret` is an earlier key to use instead of the current one."""
    digest = salted_hmac(salt, told, secret=secret or settings.SECRET_KEY, algorithm="sha256").digest()
    return urlsafe_b64encode(digest[:16]).decode().rstrip("=")


def short_proof(salt: str, told: str, secret: str | None = None) -> str:
    """Return a short token for codes that people type."""
    digest = salted_hmac(salt, told, secret=secret or settings.SECRET_KEY, algorithm="sha256").digest()
    return in_symbols(int.from_bytes(digest) % len(SYMBOLS) ** SHORT, least=SHORT)


def proves(salt: str, told: str, given: str, made: Callable[[str, str, str], str] = proof) -> bool:
    """Return whether `given` is the token of `told`, with the current key or an earlier one; `made` computes tokens."""
    secrets = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return any(constant_time_compare(made(salt, told, secret), given) for secret in secrets)
