"""What reading a hand needs of a table: its deck, what an indicator points to, who sits where (docs/rules, B1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from engine.packed import EACH, packed
from engine.rulesets.honshu import marks as m
from engine.rulesets.honshu.yaku import Yaku
from engine.seats import Wind
from engine.tiles import BAMBOO, CHARACTERS, CIRCLES, DRAGONS, HONOURS, KINDS, NORTH, OF_WIND, TILES, WINDS, Tile

House = Mapping[str, Any]
ENDS = (CHARACTERS[0], CHARACTERS[8])
PLAYED = frozenset((*CIRCLES, *ENDS, *BAMBOO, *HONOURS))
DECK = tuple(4 if tile in PLAYED else 0 for tile in range(KINDS))
EIGHT = 8  # times that the deal was kept, for paarenchan
FIVES = (TILES["5p"], TILES["5s"])
ORPHAN_KINDS = (CIRCLES[0], CIRCLES[8], *ENDS, BAMBOO[0], BAMBOO[8], *HONOURS)
CYCLES = (CIRCLES, ENDS, BAMBOO, WINDS, DRAGONS)  # white, green, red, white
DORA_AFTER: Mapping[Tile, Tile] = {
    tile: after for cycle in CYCLES for tile, after in zip(cycle, (*cycle[1:], cycle[0]), strict=True)
}

NOT_PLAYED = 63 * packed(Tile(tile) for tile in range(KINDS) if not DECK[tile])
_ELEVEN, _SIXTEEN_UP = 11 * EACH, 48 * EACH  # 4 and 11 stay below 16, 5 and 11 do not


def in_deck(held: int) -> bool:
    """Whether the deck has these tiles; no more than fifty of a kind."""
    return not (held & NOT_PLAYED or (held + _ELEVEN) & _SIXTEEN_UP)


@dataclass(frozen=True)
class Table:
    """The table as one winner sits at it: `kept` is how often the deal was kept before this hand."""

    house: House
    yaku: Yaku
    seat_wind: Wind
    round_wind: Wind
    kept: int

    @property
    def dealer(self) -> bool:
        return self.seat_wind is Wind.E

    @cached_property
    def seat_pong(self) -> int:
        """The mark of a pong of the winner's own wind."""
        return m.PONG_OF[OF_WIND[self.seat_wind]]

    @cached_property
    def round_pong(self) -> int:
        """The mark of a pong of the round's wind."""
        return m.PONG_OF[OF_WIND[self.round_wind]]

    @cached_property
    def value_pairs(self) -> int:
        """The marks of pairs that a pinfu may not have (B5.7)."""
        norths = (NORTH,) if self.house["north_yakuhai"] else ()
        return sum(m.PAIR_OF[tile] for tile in {*DRAGONS, OF_WIND[self.seat_wind], OF_WIND[self.round_wind], *norths})

    @cached_property
    def standing(self) -> int:
        """What is true of every hand that this winner makes."""
        dealer = m.DEALER if self.dealer else 0
        return dealer | (m.EIGHT_DEALS if self.kept >= EIGHT else 0)
