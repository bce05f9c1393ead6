"""How many of each tile there are, in one whole number: six bits a kind. Knows no deck and no rules.

To add tiles is `+`, to take them away is `-`, and a suit is a slice of the number, by which what was found out
about that suit can be remembered. No kind may come to 64 or more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.tiles import ALL, KINDS, Tile

BITS = 6
ONE = tuple(1 << BITS * tile for tile in range(KINDS))
FIRST = (0, 9, 18, 27)  # of circles, characters, bamboo, honours
SHIFT = tuple(BITS * first for first in FIRST)
SUIT = (1 << BITS * 9) - 1
EACH = sum(ONE)


def packed(tiles: Iterable[Tile]) -> int:
    """The number of these tiles."""
    return sum(map(ONE.__getitem__, tiles))


def number(held: int) -> int:
    """How many tiles, fewer than 63: 64 leaves 1, so that the places add up."""
    return held % 63


def copies(held: int, tile: Tile) -> int:
    """How many of `tile`."""
    return held >> BITS * tile & 63


def kinds(held: int) -> Iterator[Tile]:
    """Every kind that is there, in the order of the tiles."""
    return (tile for tile in ALL if held & 63 * ONE[tile])


def suit(held: int, index: int) -> int:
    """The tiles of one suit: 0 circles, 1 characters, 2 bamboo, 3 honours."""
    return held >> SHIFT[index] & SUIT
