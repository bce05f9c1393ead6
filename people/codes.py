"""Codes and keys, drawn. A code is what an address says instead of a number that could be guessed.

https://…/m/Kq0TQn8vVb1w3d5ZxY2u7A/        22 characters, 128 bits
"""

import secrets


def new_code() -> str:
    """A fresh code: 22 url-safe characters, never beginning with a dash, so that commands take it as it stands."""
    code = secrets.token_urlsafe(16)
    while code.startswith("-"):  # one in 64
        code = secrets.token_urlsafe(16)
    return code


def new_key() -> str:
    """A fresh idempotency key: 22 url-safe characters."""
    return secrets.token_urlsafe(16)
