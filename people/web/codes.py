"""Random codes and keys. An address contains a code instead of a number, which could be guessed.

https://…/m/Kq0TQn8vVb1w3d5ZxY2u7A/        22 characters, 128 bits
"""

import secrets

# Codes that people type: capital letters and digits of which no two look alike (no B beside 8, no O beside 0), and no
# vowels, so that they spell no words.
SYMBOLS = "CDFHJKMPRTVWXY23456789"


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
