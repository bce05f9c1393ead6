"""Payments for wins, drawn hands and riichi sticks (docs/rules, B3, B4, B5.1)."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from engine.match.payments import PaymentLine, Pot
from engine.rulesets.honshu.house import HonshuHouseRules
from engine.seats import Seat

FIRST_ROW = 3
YAKUMAN = 8000

# Multiples of the base as fractions: from a ko, from the oya, to the oya.
_SHARES: Mapping[str, tuple[tuple[int, int], ...]] = {
    "text": ((1, 1), (2, 1), (2, 1)),
    "split_half": ((3, 2), (5, 2), (3, 1)),
    "thirds": ((4, 3), (8, 3), (3, 1)),
}


@dataclass(frozen=True, slots=True)
class Tier:
    """A row of the payment table, with its minimum han, its base and its name."""

    least: int
    base: int
    name: str


# B3: a ron pays 4 bases to a ko and 6 to the oya; on a self-draw, a ko pays 1, or 2 to the oya, and the oya pays 2.
TIERS = (
    Tier(16, YAKUMAN, "yakuman"),
    Tier(13, 6000, "sanbaiman"),
    Tier(10, 4000, "baiman"),
    Tier(8, 3000, "haneman"),
    Tier(6, 2000, "mangan"),
    Tier(5, 1000, "han"),
    Tier(4, 500, "han"),
    Tier(FIRST_ROW, 250, "han"),
)


@lru_cache(maxsize=1 << 10)
def tier_of(kazoe: bool, han: int) -> Tier:
    """The row for `han`, which must be at least `FIRST_ROW`; `kazoe`: whether 16 han or more count as a yakuman."""
    for row in TIERS if kazoe else TIERS[1:]:
        if han >= row.least:
            return row
    raise AssertionError("a hand below the table is not paid")


def units_paid(house: HonshuHouseRules, units: Iterable[int]) -> int:
    """The number of yakuman that are paid for a hand with these `units` (B5.2)."""
    counted = sum(units) if house.yakuman_stack else max(units)
    return min(counted, int(house.yakuman_cap))


class Rates(NamedTuple):
    """The house rules that payments depend on."""

    kazoe: bool
    tsumo_mode: str
    honba_ron: int
    honba_tsumo_each: int


@lru_cache(maxsize=1 << 12)
def pay(
    rates: Rates, han: int | None, yakuman: int, winner: Seat, dealer: Seat, source: Seat | None, honba: int
) -> tuple[PaymentLine, ...]:
    """The payments for a win with `han`, or with `yakuman` units if `han` is None. `source` is None for a self-draw."""
    row = TIERS[0] if han is None else tier_of(rates.kazoe, han)
    base = row.base if han is not None else YAKUMAN * yakuman
    if source is not None:
        line = PaymentLine(source, winner, base * (6 if winner is dealer else 4), row.name, "B3")
        return (line, *_honba(source, winner, honba, rates.honba_ron))
    from_ko, from_oya, to_oya = shares(rates.tsumo_mode, base)
    lines: list[PaymentLine] = []
    for payer in winner.others:
        due = to_oya if winner is dealer else from_oya if payer is dealer else from_ko
        lines += (
            PaymentLine(payer, winner, due, row.name, "B3"),
            *_honba(payer, winner, honba, rates.honba_tsumo_each),
        )
    return tuple(lines)


def shares(mode: str, base: int) -> tuple[int, ...]:
    """The payments on a self-draw: ko to ko, oya to ko and ko to oya, rounded up to 100 (B3, B5.1)."""
    return tuple(-(-base * times // (100 * parts)) * 100 for times, parts in _SHARES[mode])


def _honba(payer: Seat, winner: Seat, honba: int, rate: int) -> tuple[PaymentLine, ...]:
    return (PaymentLine(payer, winner, honba * rate, "honba", "B4.2", honba, rate),) if honba and rate else ()


@lru_cache(maxsize=1 << 8)
def deposits(stick: int, players: frozenset[Seat]) -> tuple[PaymentLine, ...]:
    """The payments for the sticks that these players put down, each worth `stick` (B4.3)."""
    payers = [player for player in Seat if stick and player in players]
    return tuple([PaymentLine(payer, Pot.TABLE, stick, "riichi_stick", "B4.3") for payer in payers])


@lru_cache(maxsize=1 << 8)
def collected(winner: Seat, sticks: int) -> tuple[PaymentLine, ...]:
    """The payment for the sticks on the table, worth `sticks` points in total, which go to the winner (B4.3)."""
    return (PaymentLine(Pot.TABLE, winner, sticks, "riichi_sticks", "B4.3"),) if sticks else ()


def pay_tenpai(house: HonshuHouseRules, tenpai: frozenset[Seat]) -> Iterator[PaymentLine]:
    """The payments in a drawn hand, from players who aren't tenpai to those who are (B4.4)."""
    half = house.noten_pool // 2
    if half and len(tenpai) in (1, 2):
        for payer in Seat:
            for payee in Seat:
                if payee in tenpai and payer not in tenpai:
                    yield PaymentLine(payer, payee, half, "noten", "B4.4")
