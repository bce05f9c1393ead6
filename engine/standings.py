"""Places from points: the one ranking. Knows nothing of where the points come from."""

from __future__ import annotations

from dataclasses import dataclass

from engine.payments import Line, transfers
from engine.seats import Points, Seat


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's place; equal points share it, and the next place is skipped (A2.6)."""

    rank: int
    seat: Seat
    points: int


def rank(points: Points) -> tuple[Standing, ...]:
    """Most points first; among equals in turn order, with the same rank."""
    ordered = sorted(points.items(), key=lambda item: -item[1])
    return tuple(Standing(1 + sum(other > mine for other in points), seat, mine) for seat, mine in ordered)


def who_pays_whom(points: Points) -> tuple[Line, ...]:
    """The fewest payments that settle a match which sums to 0."""
    return transfers(points, "settlement", "A2.6")
