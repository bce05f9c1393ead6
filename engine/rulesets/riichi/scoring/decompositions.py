"""Every legal reading of a hand's tiles: sets, seven pairs, thirteen orphans, four kongs (docs/rules, B1, B5, E4)."""

from collections.abc import Mapping
from itertools import product
from typing import Any

from engine.cache import Memo
from engine.hands.hand import Meld
from engine.hands.readings import Reading, TileSet
from engine.hands.tile_counts import NO_PAIR, ONE, SHIFT, SUIT, packed, pairs
from engine.hands.tiles import BAMBOO, CIRCLES, NORTH, Tile
from engine.rulesets.riichi.scoring import features as m
from engine.rulesets.riichi.scoring.deck import ORPHAN_KINDS, ORPHANS
from engine.rulesets.riichi.scoring.suit_splits import (
    DIGIT,
    FU_BITS,
    LYING,
    PAIRS,
    PONG_BITS,
    SPLITS,
    TILE_MARKS,
    SuitSplit,
    SuitSplits,
)

ONE_MORE = frozenset(ONE[kind] for kind in ORPHAN_KINDS)
_SUITS = tuple((index, shift, SPLITS[index]) for index, shift in enumerate(SHIFT))
_NINE_SIDED = {packed(suited) + 2 * ONE[suited[0]] + 2 * ONE[suited[8]]: suited for suited in (CIRCLES, BAMBOO)}
_GATES = frozenset(gates + ONE[more] for gates, suited in _NINE_SIDED.items() for more in suited)
# The lowest tiles of three consecutive pongs: 1 to 7 of each suit.
_STARTS = sum(1 << 9 * index + first for index in range(3) for first in range(7))
_ENDS = 1 | 1 << 8  # the 1 and the 9 of a suit
_PAIRS = DIGIT * PAIRS
MARKS = PAIRS - 1  # the marks, and the part of the tally that yaku need
MARKS_AND_FU = MARKS | -1 << FU_BITS
_HONOUR_PONGS = sum(m.PONG_OF.values())
_ALL_TILES = m.INNER | m.TERMINAL | m.HONOUR | m.OFF_GREEN

# One reading: its marks with their tally, and its splits (suit_splits.py; none for seven pairs or orphans).
Shape = tuple[int, tuple[SuitSplit, ...]]
# A hand with the right number of tiles: the concealed tiles (packed), the melds, the winning tile, `Win.by`, the marks
# of the win, whether riichi was declared, and `TileHand.special`. A plain tuple is the fastest to make.
Held = tuple[int, tuple[Meld, ...], Tile | None, str, int, bool, Mapping[str, Any]]


def everything_of(held: int, melds: tuple[Meld, ...], special: Mapping[str, Any]) -> int:
    """All tiles of a hand (packed), including Norths set aside."""
    if melds:
        held += LYING[melds][1]
    return held + special["norths"] * ONE[NORTH] if "norths" in special else held


def shapes(
    held: int,
    melds: tuple[Meld, ...],
    won: Tile,
    way: int,
    allow_four: bool,
    splits_won: Memo[int, SuitSplits],
    kept: int = MARKS,
) -> list[Shape]:
    """Every legal reading of the concealed tiles `held` and the melds. `won`: the winning tile.

    `way`: the marks that are independent of the reading; `splits_won`: the splits of the winning tile's suit; `kept`:
    the bits of the tally (packed counts, suit_splits.py) that shapes keep.
    """
    choices = _choices(held, melds, won, splits_won)
    of_sets = way | m.SETS
    if len(choices) == 1 and held in _GATES:
        of_sets |= m.GATES | (m.NINE_SIDED if held - ONE[won] in _NINE_SIDED else 0)
    candidates = []
    for splits in product(*choices):
        marks, tally = of_sets, 0
        for split in splits:
            marks |= split.marks
            tally += split.tally
        if tally & _PAIRS == PAIRS:
            pongs = tally >> PONG_BITS
            if pongs & pongs >> 1 & pongs >> 2 & _STARTS:
                marks |= m.NEIGHBOURS
            if pongs & pongs >> 9 & pongs >> 18 & _ENDS:
                marks |= m.SAME_ENDS
            candidates.append((marks | tally & kept, splits))
    if not melds:
        if not held & NO_PAIR[allow_four]:
            candidates.append((way | m.PAIRS | _tiles(held), ()))
        elif not candidates and held - ORPHANS in ONE_MORE:
            doubled = m.WON_PAIR if held - ORPHANS == ONE[won] else 0
            candidates.append((way | m.ORPHANS | doubled | _tiles(held), ()))
    return candidates


def _choices(held: int, melds: tuple[Meld, ...], won: Tile, splits_won: Memo[int, SuitSplits]) -> list[SuitSplits]:
    """The splits of each suit that is present, and those of the melds."""
    own, choices = won // 9, []
    for index, shift, splits in _SUITS:
        if tiles := held >> shift & SUIT:
            choices.append(splits_won[tiles] if index == own else splits[tiles])
    if melds:
        choices.append((LYING[melds][0],))
    return choices


def reading(shape: Shape, held: int) -> Reading:
    """Convert a shape to the `Reading` that pages show. `held`: the concealed tiles (packed)."""
    marks, splits = shape
    if not splits:
        return Reading("orphans") if marks & m.ORPHANS else Reading("pairs", pairs=pairs(held))
    sets: tuple[TileSet, ...] = ()
    pair = won_in = None
    for split in splits:
        if (place := split.winning_place) is not None:
            won_in = place + len(sets) if place >= 0 else place
        sets += split.sets
        if split.pair is not None:
            pair = split.pair
    return Reading("sets", sets, pair, (), won_in)


def _tiles(held: int) -> int:
    """The marks of the tiles, which are the same in every reading."""
    marks = 0
    for shift in SHIFT:
        if tiles := held & SUIT << shift:
            marks |= TILE_MARKS[tiles]
    return marks


def fourth_kong(melds: tuple[Meld, ...], way: int) -> list[Shape]:
    """The reading of four kongs and one more tile, with only the marks that follow from the kongs (B5.4)."""
    if any(meld.kind != "kong" for meld in melds):
        return []
    on_table = LYING[melds][0]
    marks, tally = on_table[:2]
    return [(way | marks & _HONOUR_PONGS | tally & MARKS | _ALL_TILES | m.MELD, (on_table,))]
