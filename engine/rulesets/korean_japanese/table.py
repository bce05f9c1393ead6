"""What the counting of tiles needs of a table: its house rules, winds in play, deck and own winds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from engine.rulesets.declared import Pattern
from engine.seats import Wind
from engine.tiles import (
    CHARACTERS,
    CIRCLES,
    DRAGONS,
    FIVE_BAMBOO,
    GREEN,
    KINDS,
    NORTH,
    OF_WIND,
    RED,
    TILES,
    WHITE,
    Tile,
    next_in,
)

OWN_DRAGON = (GREEN, RED, WHITE)  # by position from the dealer: East, South, West
BAMBOO_ENDS = (TILES["1s"], TILES["9s"])


def deck_of(house: Mapping[str, Any], winds: tuple[Tile, ...]) -> tuple[int, ...]:
    """How many of each tile there are (A1, A12), without flowers."""
    copies = [0] * KINDS
    for tile in (*CIRCLES, *CHARACTERS, *winds, *DRAGONS):
        copies[tile] = 4
    if not house["no_bamboo"]:
        copies[BAMBOO_ENDS[0]] = copies[BAMBOO_ENDS[1]] = 4
    if house["five_bamboo_pair"]:
        copies[FIVE_BAMBOO] = 2
    if house["north_tile"]:
        copies[NORTH] = 4
    return tuple(copies)


@dataclass(frozen=True)
class Table:
    """The table as one winner sits at it: `place` counts from the dealer."""

    house: Mapping[str, Any]
    limits: tuple[Pattern, ...]
    limit_values: Mapping[str, int]
    winds_in_play: tuple[Wind, ...]
    seat_wind: Wind
    round_wind: Wind
    place: int
    dragons = DRAGONS

    @cached_property
    def winds(self) -> tuple[Tile, ...]:
        """The winds that make wind pongs: three; North as a piece of its own is none of them."""
        return tuple(OF_WIND[wind] for wind in self.winds_in_play)

    @property
    def own_dragon(self) -> Tile:
        return OWN_DRAGON[self.place]

    @cached_property
    def orphan_kinds(self) -> tuple[Tile, ...]:
        """Every 1, 9, wind and dragon in play; none where bamboo is not played (A11)."""
        if self.house["no_bamboo"] or not any(limit.id == "thirteen_orphans" for limit in self.limits):
            return ()
        ends = (CIRCLES[0], CIRCLES[8], CHARACTERS[0], CHARACTERS[8], *BAMBOO_ENDS)
        north = (NORTH,) if self.house["north_tile"] else ()
        return (*ends, *self.winds, *north, *DRAGONS)

    def dora_after(self, indicator: Tile) -> Tile:
        """The tile that a turned one makes dora (A12.1)."""
        if indicator in CIRCLES or indicator in CHARACTERS:
            return next_in(CIRCLES if indicator in CIRCLES else CHARACTERS, indicator)
        if indicator == FIVE_BAMBOO:
            return BAMBOO_ENDS[1]
        if indicator in BAMBOO_ENDS:
            return next_in(BAMBOO_ENDS, indicator)
        if indicator in DRAGONS:
            return next_in((GREEN, RED, WHITE), indicator)
        north = (NORTH,) if self.house["north_tile"] else ()
        return next_in((*self.winds, *north), indicator)
