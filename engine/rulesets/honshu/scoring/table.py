"""The facts about the table that scoring needs: the deck, the dora order, the winner's winds (docs/rules, B1)."""

from collections.abc import Mapping
from functools import cache

from engine.cache import Memo
from engine.hands.tile_counts import EACH, ONE
from engine.hands.tiles import BAMBOO, CHARACTERS, CIRCLES, DRAGONS, HONOURS, KINDS, NORTH, OF_WIND, TILES, WINDS, Tile
from engine.rulesets.honshu.house import HonshuHouseRules
from engine.rulesets.honshu.scoring import features as m
from engine.rulesets.honshu.scoring.yaku import MOST_CACHED, YakuOfReading, yaku_of
from engine.seats import Wind

ENDS = (CHARACTERS[0], CHARACTERS[8])
PLAYED = frozenset((*CIRCLES, *ENDS, *BAMBOO, *HONOURS))
DECK = tuple(4 if tile in PLAYED else 0 for tile in range(KINDS))
EIGHT = 8  # deals kept for paarenchan
FIVES = (TILES["5p"], TILES["5s"])
ORPHAN_KINDS = (CIRCLES[0], CIRCLES[8], *ENDS, BAMBOO[0], BAMBOO[8], *HONOURS)
CYCLES = (CIRCLES, ENDS, BAMBOO, WINDS, DRAGONS)  # white, green, red, white
DORA_AFTER: Mapping[Tile, Tile] = {
    tile: after for cycle in CYCLES for tile, after in zip(cycle, (*cycle[1:], cycle[0]), strict=True)
}

_ONE_OF = frozenset(m.SUITS)
_IN_SUITS = sum(m.SUITS)
# A hand (packed, at most forty of a kind) plus `ROOM` has a bit of `OVER` set if the deck lacks one of its tiles.
ROOM = sum((11 if tile in PLAYED else 15) * ONE[tile] for tile in range(KINDS))
OVER = 48 * EACH


class HonshuTable:
    """The table as seen from the winner's seat.

    `standing`: the marks that any hand of the winner has; `value_pairs`: the pairs that rule out pinfu (B5.7); `keeps`:
    whether the winner is a dealer who has kept the deal eight times; `yaku_of`: the yaku of a reading by its marks.
    """

    def __init__(self, house: HonshuHouseRules, seat_wind: Wind, round_wind: Wind, renchan: int) -> None:
        """Set up the table for these winds. `renchan`: the number of times the deal was kept before this hand."""
        own, rounds = OF_WIND[seat_wind], OF_WIND[round_wind]
        norths = (NORTH,) if house.north_yakuhai else ()
        dealer, eight = seat_wind is Wind.E, renchan >= EIGHT
        self.house = house
        self.bazoro, self.atozuke, self.allow_four = house.bazoro, house.atozuke, house.chiitoi_allow_four
        self.needs_many_waits = house.pinfu_wait == "multi"
        self.yaku = yaku_of(house)
        self.standing = (m.DEALER if dealer else 0) | (m.EIGHT_DEALS if eight else 0)
        self.value_pairs = sum(m.PAIR_OF[tile] for tile in {*DRAGONS, own, rounds, *norths})
        self.keeps = dealer and eight
        self.yaku_of = Memo(self._yaku_of, MOST_CACHED)
        self._seat_pong, self._round_pong = m.PONG_OF[own], m.PONG_OF[rounds]

    def _yaku_of(self, marks: int) -> YakuOfReading:
        ron_pong = marks & m.WON_PONG and not marks & m.TSUMO
        marks |= _counted((marks >> m.BITS) - bool(ron_pong))
        if marks & self._seat_pong:
            marks |= m.SEAT_PONG
        if marks & self._round_pong:
            marks |= m.ROUND_PONG
        if marks & self.value_pairs:
            marks |= m.VALUE_PAIR
        if marks & _IN_SUITS in _ONE_OF:
            marks |= m.ONE_SUIT
        return self.yaku.earned_by(marks)


@cache
def _counted(tally: int) -> int:
    """The marks that follow from a tally. A pong completed by another player's tile must be subtracted first."""
    hidden, twins, kongs = (tally >> 4 * place & 15 for place in range(3))
    marks = (m.THREE_HIDDEN if hidden >= 3 else 0) | (m.FOUR_HIDDEN if hidden == 4 else 0)
    marks |= (m.THREE_KONGS if kongs >= 3 else 0) | (m.FOUR_KONGS if kongs == 4 else 0)
    return marks | (m.TWINS if twins else 0) | (m.TWO_TWINS if twins == 2 else 0)
