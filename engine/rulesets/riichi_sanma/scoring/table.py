"""The count of a reading at one table: its yaku, its fu and their value, as seen from the winner's seat (E5–E8)."""

from typing import NamedTuple

from engine.cache import Memo
from engine.hands.tiles import NORTH
from engine.rulesets.riichi.payments import units_paid
from engine.rulesets.riichi.scoring import features as m
from engine.rulesets.riichi.scoring.decompositions import MARKS
from engine.rulesets.riichi.scoring.suit_splits import FU_BITS
from engine.rulesets.riichi.scoring.table import SeatTable
from engine.rulesets.riichi.scoring.yaku import MOST_CACHED, YakuOfReading
from engine.rulesets.riichi_sanma import payments
from engine.rulesets.riichi_sanma.house import RiichiSanmaHouseRules
from engine.rulesets.riichi_sanma.scoring.yaku import yaku_of
from engine.rulesets.scoring_types import Item
from engine.seats import Wind

FU_CLAUSE = "E5"
FU_ITEMS = ("base", "closed_ron", "tsumo", "sets", "pair", "wait")
SEVEN_PAIRS_FU = 25


class ReadingCount(NamedTuple):
    """The yaku and the fu of a reading. A yakuman has no fu.

    `fu`: rounded up to tens; `exact_fu`: before rounding; `fu_items`: the parts of `exact_fu`.
    """

    yaku: YakuOfReading
    fu: int | None = None
    fu_items: tuple[Item, ...] = ()
    exact_fu: int = 0


def _fu_of(parts: tuple[int, ...]) -> tuple[int, tuple[Item, ...], int]:
    items = tuple([Item(item, fu, FU_CLAUSE) for item, fu in zip(FU_ITEMS, parts, strict=True) if fu])
    exact = sum(parts)
    return -(-exact // 10) * 10, items, exact


# The fu of a hand (as in `ReadingCount`) by those of each item.
FU = Memo(_fu_of, MOST_CACHED)


class RiichiSanmaTable(SeatTable):
    """The table as seen from the winner's seat.

    `counts`: the count of a reading by its marks, with the tally and the fu of its sets (`MARKS_AND_FU`); `values`: the
    value of a hand by han and fu; `yakuman`: the value of a hand with yakuman by the units of each.
    """

    def __init__(self, house: RiichiSanmaHouseRules, seat_wind: Wind, round_wind: Wind) -> None:
        super().__init__(seat_wind, round_wind, (NORTH,) if house.north_is_value else ())
        self.house = house
        self.atozuke, self.allow_four = house.atozuke, house.chiitoi_allow_four
        self.uradora, self.plays_chips = house.uradora, house.plays_chips
        self.yaku = yaku_of(house)
        self.counts = Memo(self._count, MOST_CACHED)
        self.values, self.yakuman = Memo(self._value, MOST_CACHED), Memo(self._yakuman, MOST_CACHED)
        double = m.PAIR_OF[self.own] if self.own == self.round else 0
        pairs = [1 << bit for bit in range(self.value_pairs.bit_length()) if self.value_pairs >> bit & 1]
        self._pair_fu = {pair: house.double_wind_fu if pair == double else 2 for pair in pairs}

    def _count(self, key: int) -> ReadingCount:
        marks = self.completed(key & MARKS, (key & MARKS) >> m.BITS)
        yaku = self.yaku.earned_by(marks)
        if yaku.han is None or marks & m.ORPHANS:
            return ReadingCount(yaku)
        if marks & m.PAIRS:
            return ReadingCount(yaku, SEVEN_PAIRS_FU, (Item("chiitoitsu", SEVEN_PAIRS_FU, FU_CLAUSE),), SEVEN_PAIRS_FU)
        return ReadingCount(yaku, *FU[self._fu(marks, 2 * (key >> FU_BITS), "pinfu" in yaku.ids)])

    def _value(self, han_and_fu: tuple[int, int]) -> payments.Value:
        return payments.value_of(self.house.kiriage, self.house.kazoe_yakuman, *han_and_fu)

    def _yakuman(self, units: tuple[int, ...]) -> payments.Value:
        return payments.Value(payments.YAKUMAN * units_paid(self.house, units), "yakuman")

    def _fu(self, marks: int, of_sets: int, pinfu: bool) -> tuple[int, ...]:
        """The fu of four sets and a pair (E5) by item, in the order of `FU_ITEMS`."""
        drawn = marks & m.TSUMO and not pinfu and (self.house.rinshan_fu or not marks & m.REPLACEMENT)
        closed_ron = not marks & (m.TSUMO | m.EXPOSED)
        narrow = marks & m.WON_PAIR or not marks & (m.WON_PAIR | m.WON_PONG | m.WON_OPEN_END)
        pair = self._pair_fu.get(marks & self.value_pairs, 0)
        return 20, 10 if closed_ron else 0, 2 if drawn else 0, of_sets, pair, 2 if narrow else 0
