"""The measures of a season and their uncertainty, computed from sums without the database.

The uncertainty is the half-width of a 95 % interval by the normal approximation: 1.96 · s / √n for a mean, where s is
the sample's standard deviation (n − 1), and 1.96 · √(p (1 − p) / n) for a rate (NIST/SEMATECH e-Handbook of Statistical
Methods, 1.3.5.2 and 7.2.4.1). A sample without any spread has no half-width.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from math import sqrt
from typing import NamedTuple

Z = 1.96
FEW_GAMES, FEW_FOR_RATES = 10, 30  # numbers from fewer matches are grey


class Measure(NamedTuple):
    """A value and the half-width of its 95 % interval. `half` is None if the sample has no spread."""

    value: float
    half: float | None


@dataclass(frozen=True, slots=True)
class Sums:
    """A player's totals.

    `matches`: the number of matches finished. `halves`: the sum of twice the place in each match; `squares`: the sum of
    the squares of these numbers. `chips`: the total change in chips, None if no table had chips.
    """

    matches: int = 0
    hands: int = 0
    points: int = 0
    won: int = 0
    dealt_in: int = 0
    drawn: int = 0
    received: int = 0
    best: int = 0
    firsts: int = 0
    seconds: int = 0
    thirds: int = 0
    halves: int = 0
    squares: int = 0
    chips: int | None = None

    def __add__(self, other: Sums) -> Sums:
        names = [each.name for each in fields(self) if each.name not in ("best", "chips")]
        both: dict[str, int] = {name: getattr(self, name) + getattr(other, name) for name in names}
        chips = [each.chips for each in (self, other) if each.chips is not None]
        return Sums(**both, best=max(self.best, other.best), chips=sum(chips) if chips else None)

    @property
    def average_place(self) -> Measure | None:
        """The average place, from 1 to 3, with shared places averaged."""
        n = self.matches
        if not n:
            return None
        spread = self.squares - self.halves**2 / n
        half = Z * sqrt(spread / (n - 1) / n) / 2 if n > 1 and spread > 1e-9 else None
        return Measure(self.halves / n / 2, half)

    @property
    def win_rate(self) -> Measure | None:
        """Hands won, as a share of hands played."""
        return rate(self.won, self.hands)

    @property
    def deal_in_rate(self) -> Measure | None:
        """Hands that another player won on this player's tile, as a share of hands played."""
        return rate(self.dealt_in, self.hands)

    @property
    def drawn_rate(self) -> Measure | None:
        """Hands that nobody won, as a share of hands played."""
        return rate(self.drawn, self.hands)

    @property
    def average_win(self) -> float | None:
        """The average number of points received for a hand won, including sticks and carried-over points."""
        return self.received / self.won if self.won else None

    @property
    def placements(self) -> tuple[Measure | None, Measure | None, Measure | None]:
        """The shares of first, second and third places; a shared place counts as the better one."""
        return tuple(rate(times, self.matches) for times in (self.firsts, self.seconds, self.thirds))  # type: ignore[return-value]


def rate(times: int, of: int) -> Measure | None:
    """Return the share `times` / `of`, from 0 to 1; None if `of` is 0."""
    if not of:
        return None
    share = times / of
    return Measure(share, Z * sqrt(share * (1 - share) / of) if 0 < share < 1 else None)
