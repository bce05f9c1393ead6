"""What reading a hand needs of a table: its deck, what an indicator points to, who sits where (docs/rules, B1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.packed import EACH, packed
from engine.rulesets.honshu import marks as m
from engine.rulesets.honshu.yaku import Yaku, yaku_of
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


@dataclass(frozen=True, slots=True)
class Table:
    """The table as one winner sits at it; the numbers are marks (marks.py).

    `standing` is what is true of every hand that the winner makes; `seat_pong` and `round_pong` are pongs of the own
    and of the round's wind, `value_pairs` the pairs that a pinfu may not have (B5.7). `keeps`: the dealer who has kept
    the deal eight times.
    """

    house: House
    yaku: Yaku
    standing: int
    seat_pong: int
    round_pong: int
    value_pairs: int
    keeps: bool


def table_of(house: House, seat_wind: Wind, round_wind: Wind, kept: int) -> Table:
    """The table of the player with this wind; `kept` is how often the deal was kept before this hand."""
    own, rounds = OF_WIND[seat_wind], OF_WIND[round_wind]
    norths = (NORTH,) if house["north_yakuhai"] else ()
    dealer, eight = seat_wind is Wind.E, kept >= EIGHT
    return Table(
        house=house,
        yaku=yaku_of(house),
        standing=(m.DEALER if dealer else 0) | (m.EIGHT_DEALS if eight else 0),
        seat_pong=m.PONG_OF[own],
        round_pong=m.PONG_OF[rounds],
        value_pairs=sum(m.PAIR_OF[tile] for tile in {*DRAGONS, own, rounds, *norths}),
        keeps=dealer and eight,
    )
