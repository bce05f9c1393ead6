"""One chip, switch or option of a select, as templates show it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Choice:
    """One chip or switch: what it sends, what it says, whether it is on."""

    value: str
    label: str
    on: bool
    known: int | str | None = 0
