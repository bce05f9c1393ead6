"""Fractions, and their form in JSON."""

import re
from collections.abc import Sequence
from fractions import Fraction

from engine.errors import RuleViolation
from engine.language import gettext_noop as _

NOTHING = Fraction(0)
MOST = 10**9  # a larger number is a typing error
_WRITTEN = re.compile(r"([+\-−]?)(\d{1,10})(?:([/.,])(\d{1,6}))?")

Plain = int | str


def number_to_json(number: Fraction) -> Plain:
    """The number for JSON: an integer such as 3 if it is whole, otherwise text such as "7/2"."""
    return number.numerator if number.denominator == 1 else str(number)


def read_number(value: object, key: str) -> Fraction:
    """Read 3, "7/2" or a typed number such as "3.5" or "−0,5", but no float. Raises `RuleViolation` for `key`."""
    number = _read(value)
    if number is None or abs(number) > MOST:
        raise RuleViolation(key, _("%(key)s must be a number such as 3, 7/2 or 3.5."))
    return number


def _read(value: object) -> Fraction | None:
    if isinstance(value, int | Fraction) and not isinstance(value, bool):
        return Fraction(value)
    match = _WRITTEN.fullmatch(value.strip()) if isinstance(value, str) else None
    if match is None:
        return None
    sign, whole, mark, rest = match.groups()
    if mark == "/":
        number = Fraction(int(whole), int(rest)) if int(rest) else None
    else:
        number = Fraction(f"{whole}.{rest or 0}")
    return -number if number is not None and sign in ("-", "−") else number


def mean(numbers: Sequence[Fraction]) -> Fraction:
    """The average of `numbers`; 0 if there are none."""
    return sum(numbers, NOTHING) / len(numbers) if numbers else NOTHING
