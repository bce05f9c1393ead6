"""Tokens that are computed, not stored: from a key of the server and a purpose."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Callable

from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac

from people.web.codes import SYMBOLS, in_symbols

SHORT = 6  # symbols of a short proof, 27 bits: whoever asks for one must limit guesses


def proof(salt: str, told: str, secret: str | None = None) -> str:
    """22 url-safe characters, 128 bits that nobody can guess; `secret`: a key from before, instead of the present."""
    digest = salted_hmac(salt, told, secret=secret or settings.SECRET_KEY, algorithm="sha256").digest()
    return urlsafe_b64encode(digest[:16]).decode().rstrip("=")


def short_proof(salt: str, told: str, secret: str | None = None) -> str:
    """The same for codes that people type."""
    digest = salted_hmac(salt, told, secret=secret or settings.SECRET_KEY, algorithm="sha256").digest()
    return in_symbols(int.from_bytes(digest) % len(SYMBOLS) ** SHORT, least=SHORT)


def proves(salt: str, told: str, given: str, made: Callable[[str, str, str], str] = proof) -> bool:
    """Whether `given` is the token of `told`, by the present key or by one from before. `made`: which sort of token."""
    secrets = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return any(constant_time_compare(made(salt, told, secret), given) for secret in secrets)
