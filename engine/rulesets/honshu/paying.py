"""Who pays for a win, a draw, a stick (docs/rules, B3, B4, B5.1). Knows no yaku."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from engine.payments import Line, Pot
from engine.rulesets.base import Score
from engine.seats import Seat

House = Mapping[str, Any]
FIRST_ROW = 3
YAKUMAN = 8000


@dataclass(frozen=True, slots=True)
class Tier:
    """A row of the table: from so many han on, what the base is, what the row is called."""

    least: int
    base: int
    name: str


# B3: a ron is 4 bases to a ko and 6 to the oya, a self-draw 1 from a ko and 2 from or to the oya.
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


def tier_of(house: House, han: int) -> Tier:
    """The row of a count of `FIRST_ROW` han or more."""
    for row in TIERS if house["kazoe_yakuman"] else TIERS[1:]:
        if han >= row.least:
            return row
    raise AssertionError("a hand below the table is not paid")


def units_paid(house: House, units: Iterable[int]) -> int:
    """How many yakuman are paid (B5.2)."""
    counted = sum(units) if house["yakuman_stack"] else max(units)
    return min(counted, int(house["yakuman_cap"]))


def base_of(house: House, score: Score) -> tuple[int, str]:
    """(base, what it is called) of a legal hand."""
    if score.limit:
        return YAKUMAN * score.limit.value, "yakuman"
    row = tier_of(house, score.points or 0)
    return row.base, row.name


def pay(house: House, score: Score, dealer: Seat, source: Seat | None, honba: int) -> list[Line]:
    """The lines of one win; `source`: whose tile it was, None for a self-draw."""
    winner = score.winner
    base, name = base_of(house, score)
    if source is not None:
        lines = [Line(source, winner, base * (6 if winner is dealer else 4), name, "B3")]
        if honba and house["honba_ron"]:
            lines.append(_honba(source, winner, honba, house["honba_ron"]))
        return lines
    from_ko, from_oya, to_oya = shares(house["tsumo_mode"], base)
    lines = []
    for payer in winner.others:
        due = to_oya if winner is dealer else from_oya if payer is dealer else from_ko
        lines.append(Line(payer, winner, due, name, "B3"))
        if honba and house["honba_tsumo_each"]:
            lines.append(_honba(payer, winner, honba, house["honba_tsumo_each"]))
    return lines


# Times the base, by parts of it: from a ko, from the oya, to the oya.
_SHARES: Mapping[str, tuple[tuple[int, int], ...]] = {
    "text": ((1, 1), (2, 1), (2, 1)),
    "split_half": ((3, 2), (5, 2), (3, 1)),
    "thirds": ((4, 3), (8, 3), (3, 1)),
}


@cache
def shares(mode: str, base: int) -> tuple[int, ...]:
    """What a ko pays for a self-draw, the oya, and each to the oya, rounded up to 100 (B3, B5.1)."""
    return tuple(-(-base * times // (100 * parts)) * 100 for times, parts in _SHARES[mode])


def _honba(payer: Seat, winner: Seat, honba: int, each: int) -> Line:
    return Line(payer, winner, honba * each, "honba", "B4.2", honba, each)


def deposits(house: House, players: Iterable[Seat]) -> tuple[Line, ...]:
    """The sticks that these players put down (B4.3)."""
    stick = house["riichi_stick"]
    return tuple(Line(player, Pot.TABLE, stick, "riichi_stick", "B4.3") for player in players if stick)


def collected(winner: Seat, sticks: int) -> tuple[Line, ...]:
    """The points in sticks on the table, for the first winner."""
    return (Line(Pot.TABLE, winner, sticks, "riichi_sticks", "B4.3"),) if sticks else ()


def pay_tenpai(house: House, tenpai: frozenset[Seat]) -> Iterator[Line]:
    """The pool of a drawn hand: whoever is not tenpai to whoever is (B4.4)."""
    half = house["noten_pool"] // 2
    if half and len(tenpai) in (1, 2):
        for payer in Seat:
            for payee in Seat:
                if payee in tenpai and payer not in tenpai:
                    yield Line(payer, payee, half, "noten", "B4.4")
