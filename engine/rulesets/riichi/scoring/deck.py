"""The tiles of three-player riichi and their dora order (docs/rules, B1, B2, E1)."""

from collections.abc import Mapping, Sequence

from engine.hands.tile_counts import BITS, EACH, ONE, packed
from engine.hands.tiles import BAMBOO, CHARACTERS, CIRCLES, DRAGONS, HONOURS, KINDS, TILES, WINDS, Tile

ENDS = (CHARACTERS[0], CHARACTERS[8])
PLAYED = frozenset((*CIRCLES, *ENDS, *BAMBOO, *HONOURS))
DECK = tuple(4 if tile in PLAYED else 0 for tile in range(KINDS))
FIVES = (TILES["5p"], TILES["5s"])
ORPHAN_KINDS = (CIRCLES[0], CIRCLES[8], *ENDS, BAMBOO[0], BAMBOO[8], *HONOURS)
ORPHANS = packed(ORPHAN_KINDS)
CYCLES = (CIRCLES, ENDS, BAMBOO, WINDS, DRAGONS)  # white, green, red, white
DORA_AFTER: Mapping[Tile, Tile] = {
    tile: after for cycle in CYCLES for tile, after in zip(cycle, (*cycle[1:], cycle[0]), strict=True)
}
# A hand (packed, at most forty of a kind) plus `ROOM` has a bit of `OVER` set if the deck lacks one of its tiles.
ROOM = sum((11 if tile in PLAYED else 15) * ONE[tile] for tile in range(KINDS))
OVER = 48 * EACH


def dora(everything: int, turned: Sequence[Tile]) -> int | None:
    """The number of dora among `everything` (packed), or None if an indicator isn't in the deck."""
    tiles = 0
    for indicator in turned:
        after = DORA_AFTER.get(indicator)
        if after is None:
            return None
        tiles += everything >> BITS * after & 63
    return tiles
