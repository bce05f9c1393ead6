"""Places by points, whatever the points were scored in."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar

from engine.match.payments import PaymentLine, transfers
from engine.seats import PerSeat, Points, Seat

Who = TypeVar("Who")


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's place; players with equal points share it, and the next place is skipped (A2.6)."""

    rank: int
    seat: Seat
    points: int


@dataclass(frozen=True, slots=True)
class Share:
    """One part of a player's match result, in tenths of a thousand points, and the rule that it comes from."""

    seat: Seat
    tenths: int
    rule: str
    clause: str


@dataclass(frozen=True, slots=True)
class Final:
    """The result of a match that is not decided by points only: the order of the players, and each player's shares."""

    places: tuple[Seat, Seat, Seat]
    shares: tuple[Share, ...]

    @property
    def tenths(self) -> Points:
        """Each player's result, in tenths of a thousand points; sums to 0."""
        return PerSeat.of(lambda seat: sum(share.tenths for share in self.shares if share.seat is seat))


def rank(points: Points) -> tuple[Standing, ...]:
    """The standings, most points first; players with equal points share a rank and stay in turn order."""
    return tuple(Standing(*each) for each in ranked(points.items()))


def ranked(points: Iterable[tuple[Who, int]]) -> list[tuple[int, Who, int]]:
    """(place, who, points), most points first; equals keep their order and share a place, and the next is skipped."""
    places: list[tuple[int, Who, int]] = []
    for at, (who, mine) in enumerate(sorted(points, key=lambda item: -item[1]), start=1):
        places.append((places[-1][0] if places and places[-1][2] == mine else at, who, mine))
    return places


def who_pays_whom(points: Points) -> tuple[PaymentLine, ...]:
    """The fewest payments that settle a match whose points sum to 0."""
    return transfers(points, "settlement", "A2.6")
