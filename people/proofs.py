"""Tokens that are worked out, not stored: from a key of the server and what they are for. Knows no links."""

from __future__ import annotations

from base64 import urlsafe_b64encode

from django.conf import settings
from django.utils.crypto import constant_time_compare, salted_hmac


def proof(salt: str, told: str, secret: str | None = None) -> str:
    """22 url-safe characters, 128 bits that nobody can guess; `secret`: a key from before, instead of the present."""
    digest = salted_hmac(salt, told, secret=secret or settings.SECRET_KEY, algorithm="sha256").digest()
    return urlsafe_b64encode(digest[:16]).decode().rstrip("=")


def proves(salt: str, told: str, given: str) -> bool:
    """Whether `given` is the token of `told`, by the present key or by one from before."""
    secrets = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return any(constant_time_compare(proof(salt, told, secret), given) for secret in secrets)
