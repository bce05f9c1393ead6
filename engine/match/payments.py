"""Payments between the players and the pot, each with its rule. They always sum to zero."""

from collections.abc import Iterable
from enum import Enum
from typing import NamedTuple

from engine.seats import PerSeat, Points, Seat


class Pot(Enum):
    """The middle of the table, for riichi sticks."""

    TABLE = "table"

    __hash__ = object.__hash__  # as for Seat


Party = Seat | Pot
PARTIES: tuple[Party, ...] = (*Seat, *Pot)


class PaymentLine(NamedTuple):
    """One payment for one reason: `points` (more than 0) go from `payer` to `payee`.

    `rule` is the id of the rule, `clause` its place in the rules. If the points are a multiple, they are `times` ×
    `each`; with `times` 1, `each` may also be the amount before a conversion.
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
    """The change of each player's points by these lines, without the change of the pot."""
    change = _NONE_YET.copy()
    for payer, payee, points, _rule, _clause, _times, _each in lines:
        change[payer] -= points
        change[payee] += points
    return PerSeat(change[P1], change[P2], change[P3])


def between_players(lines: Iterable[PaymentLine]) -> Points:
    """The payments between players, without payments to or from the pot; they sum to zero."""
    return totals([line for line in lines if line.payer is not Pot.TABLE and line.payee is not Pot.TABLE])


def in_pot(lines: Iterable[PaymentLine]) -> int:
    """The change of the points on the table by these lines."""
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
