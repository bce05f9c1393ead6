"""Who pays whom and why: lines of money, each with its rule. Always sums to zero, the pot included."""

from collections.abc import Iterable
from enum import Enum
from typing import NamedTuple

from engine.seats import PerSeat, Points, Seat


class Pot(Enum):
    """The middle of the table, where riichi sticks lie."""

    TABLE = "table"

    __hash__ = object.__hash__  # as that of Seat


Party = Seat | Pot
PARTIES: tuple[Party, ...] = (*Seat, *Pot)


class PaymentLine(NamedTuple):
    """One reason for one payment: `points` (more than 0) go from `payer` to `payee`.

    `rule` is the id of what is paid, `clause` where it stands. Where points are a multiple,
    `times` × `each` says so; `each` alone may also be what was counted before a conversion.
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
    """What the lines change for each player; what goes to or from the pot is nobody's."""
    change = _NONE_YET.copy()
    for payer, payee, points, _rule, _clause, _times, _each in lines:
        change[payer] -= points
        change[payee] += points
    return PerSeat(change[P1], change[P2], change[P3])


def between_players(lines: Iterable[PaymentLine]) -> Points:
    """What players pay each other: sums to zero, whatever goes to or comes from the pot."""
    return totals([line for line in lines if line.payer is not Pot.TABLE and line.payee is not Pot.TABLE])


def in_pot(lines: Iterable[PaymentLine]) -> int:
    """How much more (or less) lies on the table after these lines."""
    return sum((line.payee is Pot.TABLE) * line.points - (line.payer is Pot.TABLE) * line.points for line in lines)


def transfers(changes: Points, rule: str, clause: str) -> tuple[PaymentLine, ...]:
    """The fewest payments that bring about `changes` (which sum to 0), the largest debt first."""
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
