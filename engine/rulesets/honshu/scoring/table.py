"""The facts about the table that scoring needs (docs/rules, B1, B2)."""

from engine.cache import Memo
from engine.hands.tiles import NORTH
from engine.rulesets.honshu.house import HonshuHouseRules
from engine.rulesets.honshu.scoring.yaku import yaku_of
from engine.rulesets.riichi.scoring import features as m
from engine.rulesets.riichi.scoring.table import SeatTable
from engine.rulesets.riichi.scoring.yaku import MOST_CACHED, YakuOfReading
from engine.seats import Wind

EIGHT = 8  # deals kept for paarenchan


class HonshuTable(SeatTable):
    """The table as seen from the winner's seat.

    `keeps`: whether the winner is a dealer who has kept the deal eight times; `yaku_of`: the yaku of a reading by its
    marks.
    """

    def __init__(self, house: HonshuHouseRules, seat_wind: Wind, round_wind: Wind, renchan: int) -> None:
        """Set up the table for these winds. `renchan`: the number of times the deal was kept before this hand."""
        super().__init__(seat_wind, round_wind, (NORTH,) if house.north_yakuhai else ())
        eight = renchan >= EIGHT
        self.house = house
        self.bazoro, self.atozuke, self.allow_four = house.bazoro, house.atozuke, house.chiitoi_allow_four
        self.plays_chips = house.plays_chips
        self.needs_many_waits = house.pinfu_wait == "multi"
        self.yaku = yaku_of(house)
        self.keeps = eight and seat_wind is Wind.E
        self.standing |= m.EIGHT_DEALS if eight else 0
        self.yaku_of = Memo(self._yaku_of, MOST_CACHED)

    def _yaku_of(self, marks: int) -> YakuOfReading:
        ron_pong = marks & m.WON_PONG and not marks & m.TSUMO
        return self.yaku.earned_by(self.completed(marks, (marks >> m.BITS) - bool(ron_pong)))
