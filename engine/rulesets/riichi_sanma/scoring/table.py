"""The count of a reading at one table: its yaku, its fu and their value, as seen from the winner's seat (E5–E8)."""

from typing import NamedTuple

from engine.cache import Memo
from engine.hands.tiles import NORTH
from engine.rulesets.riichi import features as m
from engine.rulesets.riichi.table import SeatTable
from engine.rulesets.riichi.yaku import MOST_CACHED, YakuOfReading
from engine.rulesets.riichi_sanma.house import RiichiSanmaHouseRules
from engine.rulesets.riichi_sanma.scoring.yaku import yaku_of
from engine.rulesets.scoring_types import Item
from engine.seats import Wind

FU_CLAUSE = "E5"
SEVEN_PAIRS_FU = 25
TALLY_BITS = 16  # four digits above the marks (suit_splits.py)
MARKS_AND_TALLY = (1 << m.BITS + TALLY_BITS) - 1


class Count(NamedTuple):
    """The yaku of a reading and its `fu`, rounded up, with the items before rounding; both empty for a yakuman."""

    yaku: YakuOfReading
    fu: int | None
    fu_items: tuple[Item, ...]

    @property
    def exact_fu(self) -> int:
        """The fu before rounding."""
        return sum([item.points for item in self.fu_items])


class RiichiSanmaTable(SeatTable):
    """The table as seen from the winner's seat. `counts`: the count of a reading by its key (see `key`)."""

    def __init__(self, house: RiichiSanmaHouseRules, seat_wind: Wind, round_wind: Wind) -> None:
        super().__init__(seat_wind, round_wind, (NORTH,) if house.north_is_value else ())
        self.house = house
        self.atozuke, self.allow_four = house.atozuke, house.chiitoi_allow_four
        self.yaku = yaku_of(house)
        self.counts = Memo(self._count, MOST_CACHED)
        double = m.PAIR_OF[self.own] if self.own == self.round else 0
        pairs = [1 << bit for bit in range(self.value_pairs.bit_length()) if self.value_pairs >> bit & 1]
        self._pair_fu = {pair: house.double_wind_fu if pair == double else 2 for pair in pairs}

    @staticmethod
    def key(marks: int, fu_of_sets: int) -> int:
        """The key of a reading in `counts`. `marks`: its marks and tally; `fu_of_sets`: the fu of pongs and kongs."""
        return fu_of_sets << m.BITS + TALLY_BITS | marks & MARKS_AND_TALLY

    def _count(self, key: int) -> Count:
        marks = self.completed(key & MARKS_AND_TALLY, key >> m.BITS & (1 << TALLY_BITS) - 1)
        yaku = self.yaku.earned_by(marks)
        if yaku.han is None or marks & m.ORPHANS:
            return Count(yaku, None, ())
        if marks & m.PAIRS:
            return Count(yaku, SEVEN_PAIRS_FU, (Item("chiitoitsu", SEVEN_PAIRS_FU, FU_CLAUSE),))
        pinfu = any(item.id == "pinfu" for item in yaku.items)
        items = tuple(
            [Item(item, fu, FU_CLAUSE) for item, fu in self._fu(marks, key >> m.BITS + TALLY_BITS, pinfu) if fu]
        )
        return Count(yaku, -(-sum([item.points for item in items]) // 10) * 10, items)

    def _fu(self, marks: int, of_sets: int, pinfu: bool) -> tuple[tuple[str, int], ...]:
        """The fu items of four sets and a pair (E5), some of them 0."""
        drawn = marks & m.TSUMO and not pinfu and (self.house.rinshan_fu or not marks & m.REPLACEMENT)
        closed_ron = not marks & (m.TSUMO | m.EXPOSED)
        narrow = marks & m.WON_PAIR or not marks & (m.WON_PAIR | m.WON_PONG | m.WON_OPEN_END)
        return (
            ("base", 20),
            ("closed_ron", 10 if closed_ron else 0),
            ("tsumo", 2 if drawn else 0),
            ("sets", of_sets),
            ("pair", self._pair_fu.get(marks & self.value_pairs, 0)),
            ("wait", 2 if narrow else 0),
        )
