"""Payments for wins (docs/rules, B3, B4, B5.1)."""

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from engine.match.payments import PaymentLine
from engine.rulesets.riichi.payments import FULL, LOSS, SPLIT, honba_line, on_self_draw
from engine.seats import Seat

FIRST_ROW = 3
YAKUMAN = 8000

TSUMO_MODES = {"text": LOSS, "split_half": SPLIT, "thirds": FULL}


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
        return (line, *honba_line(source, winner, honba, rates.honba_ron, "B4.2"))
    lines: list[PaymentLine] = []
    for payer, due in on_self_draw(TSUMO_MODES[rates.tsumo_mode], base, winner, dealer).items():
        lines += (
            PaymentLine(payer, winner, due, row.name, "B3"),
            *honba_line(payer, winner, honba, rates.honba_tsumo_each, "B4.2"),
        )
    return tuple(lines)
