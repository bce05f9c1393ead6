"""Payments that the riichi rule books share: self-draws, honba, riichi sticks, noten (docs/rules, B3, B4, E9, E11).

`clause`: the clause of the book that a payment line names.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from engine.match.payments import PaymentLine, Pot
from engine.rulesets.riichi.house import RiichiHouseRules
from engine.seats import Seat

Fraction = tuple[int, int]

# Ways to pay a self-draw, as multiples of the base: from a ko, from the oya, to the oya.
LOSS: tuple[Fraction, ...] = ((1, 1), (2, 1), (2, 1))
SPLIT: tuple[Fraction, ...] = ((3, 2), (5, 2), (3, 1))
FULL: tuple[Fraction, ...] = ((4, 3), (8, 3), (3, 1))


def shares(fractions: tuple[Fraction, ...], base: int) -> tuple[int, ...]:
    """The payments on a self-draw, each rounded up to 100.

    In order: by a non-dealer to a non-dealer, by the dealer to a non-dealer, and by a non-dealer to the dealer.
    """
    return tuple(-(-base * times // (100 * parts)) * 100 for times, parts in fractions)


def on_self_draw(fractions: tuple[Fraction, ...], base: int, winner: Seat, dealer: Seat) -> Mapping[Seat, int]:
    """The payment of each opponent for a self-draw, without honba."""
    from_ko, from_oya, to_oya = shares(fractions, base)
    return {payer: to_oya if winner is dealer else from_oya if payer is dealer else from_ko for payer in winner.others}


def units_paid(house: RiichiHouseRules, units: Iterable[int]) -> int:
    """The number of yakuman that are paid for a hand with these `units` (B5.2, E7.2)."""
    counted = sum(units) if house.yakuman_stack else max(units)
    return min(counted, house.yakuman_cap)


def honba_line(payer: Seat, winner: Seat, honba: int, rate: int, clause: str) -> tuple[PaymentLine, ...]:
    """The payment for `honba` counters at `rate` points each, or none."""
    return (PaymentLine(payer, winner, honba * rate, "honba", clause, honba, rate),) if honba and rate else ()


@lru_cache(maxsize=1 << 8)
def deposits(stick: int, players: frozenset[Seat], clause: str) -> tuple[PaymentLine, ...]:
    """The payments for the sticks that these players put down, each worth `stick`."""
    payers = [player for player in Seat if stick and player in players]
    return tuple([PaymentLine(payer, Pot.TABLE, stick, "riichi_stick", clause) for payer in payers])


@lru_cache(maxsize=1 << 8)
def collected(winner: Seat, sticks: int, clause: str) -> tuple[PaymentLine, ...]:
    """The payment for the sticks on the table, worth `sticks` points in total, which go to the winner."""
    return (PaymentLine(Pot.TABLE, winner, sticks, "riichi_sticks", clause),) if sticks else ()


def pay_tenpai(pool: int, tenpai: frozenset[Seat], clause: str) -> Iterator[PaymentLine]:
    """Yield the payments in a drawn hand, `pool` in total, from players who aren't tenpai to those who are."""
    half = pool // 2
    if half and len(tenpai) in (1, 2):
        for payer in Seat:
            for payee in Seat:
                if payee in tenpai and payer not in tenpai:
                    yield PaymentLine(payer, payee, half, "noten", clause)
