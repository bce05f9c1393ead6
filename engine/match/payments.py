"""Payments between the players and the pot, each with its rule, and the places at the end. Payments sum to zero."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple, TypeVar

from engine.seats import PerSeat, Points, Seat

Who = TypeVar("Who")


class Pot(Enum):
    """The pot in the middle of the table, which holds riichi sticks."""

    TABLE = "table"

    __hash__ = object.__hash__  # as for Seat


Party = Seat | Pot
PARTIES: tuple[Party, ...] = (*Seat, *Pot)


class PaymentLine(NamedTuple):
    """One payment for one reason: `points` (more than 0) go from `payer` to `payee`.

    `rule` is the id of the rule, `clause` its number in the rules. If the points are a multiple, they are `times` ×
    `each`; if `times` is 1, `each` may instead be the amount before a conversion.
    """

    payer: Party
    payee: Party
    points: int
    rule: str
    clause: str
    times: int = 1
    each: int | None = None


P1, P2, P3 = Seat
_NONE_YET = dict.fromkeys(PARTIES, 0)


def totals(lines: Iterable[PaymentLine]) -> Points:
    """The change in each player's points from these payments, without the change in the pot."""
    change = _NONE_YET.copy()
    for payer, payee, points, _rule, _clause, _times, _each in lines:
        change[payer] -= points
        change[payee] += points
    return PerSeat(change[P1], change[P2], change[P3])


def between_players(lines: Iterable[PaymentLine]) -> Points:
    """The change in each player's points from the payments between players; the changes sum to zero."""
    return totals([line for line in lines if line.payer is not Pot.TABLE and line.payee is not Pot.TABLE])


def in_pot(lines: Iterable[PaymentLine]) -> int:
    """The change in the pot from these payments."""
    return sum((line.payee is Pot.TABLE) * line.points - (line.payer is Pot.TABLE) * line.points for line in lines)


def transfers(changes: Points, rule: str, clause: str) -> tuple[PaymentLine, ...]:
    """The fewest payments that result in `changes` (which sum to 0), the largest debt first."""
    owed = {seat: points for seat, points in changes.items() if points > 0}
    lines = []
    for payer, debt in sorted(changes.items(), key=lambda item: item[1]):
        while debt < 0:
            payee = max(owed, key=lambda seat: owed[seat])
            paid = min(-debt, owed[payee])
            lines.append(PaymentLine(payer, payee, paid, rule, clause))
            owed[payee] -= paid
            debt += paid
    return tuple(lines)


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
    """The result of a match that is not decided by points alone: the order of the players, and each player's shares."""

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
    """Return (place, who, points), most points first. Equal points share a place, and the next place is skipped."""
    places: list[tuple[int, Who, int]] = []
    for at, (who, mine) in enumerate(sorted(points, key=lambda item: -item[1]), start=1):
        places.append((places[-1][0] if places and places[-1][2] == mine else at, who, mine))
    return places


def who_pays_whom(points: Points) -> tuple[PaymentLine, ...]:
    """The fewest payments that settle a match whose points sum to 0."""
    return transfers(points, "settlement", "A2.6")
