"""The facts about a hand that depend on the winner's seat, the round and the whole reading (docs/rules, B2, E6)."""

from collections.abc import Iterable
from functools import cache

from engine.hands.tiles import DRAGONS, OF_WIND, Tile
from engine.rulesets.riichi.scoring import features as m
from engine.seats import Wind

_ONE_OF = frozenset(m.SUITS)
_IN_SUITS = sum(m.SUITS)


class SeatTable:
    """The table as seen from the winner's seat.

    `standing`: the marks that any hand of the winner has; `value_pairs`: the pairs that rule out pinfu (B5.7, E5).
    """

    def __init__(self, seat_wind: Wind, round_wind: Wind, value_tiles: Iterable[Tile] = ()) -> None:
        """Set up the table for these winds. `value_tiles`: the value tiles besides dragons, seat and round wind."""
        self.own, self.round = OF_WIND[seat_wind], OF_WIND[round_wind]
        self.standing = m.DEALER if seat_wind is Wind.E else 0
        self.value_pairs = sum(m.PAIR_OF[tile] for tile in {*DRAGONS, self.own, self.round, *value_tiles})
        self._seat_pong, self._round_pong = m.PONG_OF[self.own], m.PONG_OF[self.round]

    def completed(self, marks: int, tally: int) -> int:
        """`marks` with those that follow from the tally of the reading (suit_splits.py), the seat and the round."""
        marks |= _counted(tally)
        if marks & self._seat_pong:
            marks |= m.SEAT_PONG
        if marks & self._round_pong:
            marks |= m.ROUND_PONG
        if marks & self.value_pairs:
            marks |= m.VALUE_PAIR
        if marks & _IN_SUITS in _ONE_OF:
            marks |= m.ONE_SUIT
        return marks


@cache
def _counted(tally: int) -> int:
    """The marks that follow from a tally, in which a pong completed by another player's tile is not concealed."""
    hidden, twins, kongs = (tally >> 4 * place & 15 for place in range(3))
    marks = (m.THREE_HIDDEN if hidden >= 3 else 0) | (m.FOUR_HIDDEN if hidden == 4 else 0)
    marks |= (m.THREE_KONGS if kongs >= 3 else 0) | (m.FOUR_KONGS if kongs == 4 else 0)
    return marks | (m.TWINS if twins else 0) | (m.TWO_TWINS if twins == 2 else 0)
