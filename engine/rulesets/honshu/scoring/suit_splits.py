"""The sets and the pair of one suit, with what is true of them (features.py); each suit is thought about once.

Chows exist in circles and bamboo (docs/rules, B1). Knows nothing of the rest of the hand.
"""

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from engine.cache import Memo
from engine.hands.hand import Meld
from engine.hands.readings import IN_PAIR, TileSet
from engine.hands.tile_counts import BITS, FIRST, ONE, kinds
from engine.hands.tiles import ALL, TERMINALS_HONOURS, Tile, suit_of
from engine.rulesets.honshu.scoring import features as m

MOST = 1 << 16  # suits that are remembered; those of whole hands are some ten thousand
CHOW_SUITS = (True, False, True, False)
SIZES = (9, 9, 9, 7)
# A tally counts, in digits of four bits above the marks: pongs and kongs that are not laid open, pairs of identical
# chows, kongs, pairs; then it has a bit for each tile that is a pong or kong.
HIDDEN, TWIN, KONG, PAIRS, PONGS = (1 << m.BITS + 4 * place for place in range(5))
PONG_BITS = m.BITS + 16
DIGIT = 15
STRAIGHTS = tuple(1 << first | 1 << first + 3 | 1 << first + 6 for first in (0, 18))


class SuitSplit(NamedTuple):
    """Some sets of a hand, and the pair if it is among them.

    `marks` is what is true of them (features.py) and is joined by `|`; `tally` is added. `chow_starts` has a bit for
    each tile that a chow begins with. `winning_place` says where the winning tile is, as in `Reading`.
    """

    marks: int
    tally: int
    chow_starts: int
    sets: tuple[TileSet, ...]
    pair: Tile | None
    winning_place: int | None


SuitSplits = tuple[SuitSplit, ...]


def _splits(suit: int, held: int) -> SuitSplits:
    """All ways to use up `held`, the tiles of one suit, from the lowest of them up."""
    if not held:
        return (NOTHING,)
    over = held % 63 % 3  # 64 leaves 1, so that the places add up: of sets there are three tiles, of the pair two
    if over == 1:
        return ()
    place = ((held & -held).bit_length() - 1) // BITS
    guarded, smaller = held + GUARD, SPLITS[suit]
    splits: SuitSplits = ()
    for used, pairs, lowest in STARTS[suit][place][held >> BITS * place & 63]:
        left = guarded - used
        if left == GUARD:
            splits += (lowest,)
        elif left & GUARD == GUARD and (over or not pairs) and (rests := smaller[left ^ GUARD]):
            splits += tuple([_joined(lowest, rest) for rest in rests])
    return splits


def _joined(lowest: SuitSplit, rest: SuitSplit) -> SuitSplit:
    """The sets at the lowest tile and those above it."""
    marks, chow_starts = lowest.marks | rest.marks, lowest.chow_starts | rest.chow_starts
    if chow_starts & STRAIGHTS[0] == STRAIGHTS[0] or chow_starts & STRAIGHTS[1] == STRAIGHTS[1]:
        marks |= m.STRAIGHT
    pair = rest.pair if lowest.pair is None else lowest.pair
    return SuitSplit(marks, lowest.tally + rest.tally, chow_starts, lowest.sets + rest.sets, pair, None)


def _splits_won(won: Tile, held: int) -> SuitSplits:
    """The same of the suit of the winning tile, with what it made of the hand at the best place that it can have come
    to (B5.6): in a chow if there is one, at an open end first; in the pair; in the pong."""
    return tuple([_won(split, won) for split in _splits(suit_of(won), held)])


def _won(split: SuitSplit, won: Tile) -> SuitSplit:
    in_chows = split.chow_starts << 2 >> won & 7
    wanted = in_chows & OPEN_ENDS[won] or in_chows
    marks, place = split.marks, IN_PAIR
    if wanted:
        marks |= m.WON_OPEN_END if wanted & OPEN_ENDS[won] else 0
        place = split.sets.index(CHOW_AT[won - _BEFORE[wanted]])
    if split.pair == won:
        marks |= m.WON_PAIR
    elif not wanted:
        marks |= m.WON_PONG
        place = split.sets.index(PONG_AT[won])
    return split._replace(marks=marks, winning_place=place)


def has_pair(split: SuitSplit) -> bool:
    """Whether the pair is among these sets."""
    return split.pair is not None


def other_ends(split: SuitSplit, won: Tile) -> Iterator[Tile]:
    """The tiles at the other end of chows that the winning tile finished at an open end."""
    open_ends = split.chow_starts << 2 >> won & OPEN_ENDS[won]
    if open_ends & LOW_END:
        yield Tile(won + 3)
    if open_ends & HIGH_END:
        yield Tile(won - 3)


# By suit, and by winning tile: all ways to split the tiles of that suit.
SPLITS = tuple(Memo(partial(_splits, suit), MOST) for suit in range(4))
SPLITS_WON = tuple(Memo(partial(_splits_won, won), MOST // 4) for won in ALL)
NOTHING = SuitSplit(0, 0, 0, (), None, None)

# ── what single sets say ─────────────────────────────────────────────────────

PONG_AT = tuple(TileSet("pong", tile) for tile in ALL)
CHOW_AT = tuple(TileSet("chow", tile) for tile in ALL)
# Where a tile stands in a chow, and where a chow that it finishes was open at both ends: not 7 of 789, not 3 of 123.
HIGH_END, LOW_END = 1, 4
# By the places that a tile takes in chows: how far before it the chow begins that it is shown to have finished.
_BEFORE = (0, 2, 1, 2, 0, 0, 0, 0)
OPEN_ENDS = tuple((LOW_END if tile % 9 != 6 else 0) | (HIGH_END if tile % 9 != 2 else 0) for tile in ALL)
PLAIN = tuple(0 if tile in TERMINALS_HONOURS else m.PLAIN_SET for tile in ALL)
OF_TILE = tuple(m.of_tile(tile) for tile in ALL)
PAIR_MARKS = tuple(OF_TILE[tile] | PLAIN[tile] | m.PAIR_OF.get(tile, 0) for tile in ALL)
PONG_MARKS = tuple(OF_TILE[tile] | PLAIN[tile] | m.PONG_OF.get(tile, 0) | m.PONG for tile in ALL)
GUARD = sum(32 * ONE[place] for place in range(9))  # a bit in each place that is lost where too much is taken from it
# What can be done with some copies of the lowest tile: the tiles that it uses up, the pairs among them, the sets.
Start = tuple[int, int, SuitSplit]


def _starts(suit: int, place: int, copies: int) -> Iterator[Start]:
    """A pong or the pair, chows of all copies that are left: that is each way once."""
    tile = ALL[FIRST[suit] + place]
    for taken in (3, 2, 0):
        chows = copies - taken
        if chows == 0 or chows > 0 and CHOW_SUITS[suit] and place < 7:
            used = taken * ONE[place] + chows * (ONE[place] | ONE[place + 1] | ONE[place + 2])
            yield used, int(taken == 2), _start(tile, taken, chows)


def _start(tile: Tile, taken: int, chows: int) -> SuitSplit:
    """Chows from `tile` on, and `taken` more of it: a pong or a pair."""
    marks = tally = 0
    if chows:
        marks |= m.CHOW | (0 if tile % 9 in (0, 6) else m.PLAIN_SET) | (m.TRIPLETS if chows > 2 else 0)
        for each in ALL[tile : tile + 3]:
            marks |= OF_TILE[each]
        tally += chows // 2 * TWIN
    if taken == 3:
        marks |= PONG_MARKS[tile]
        tally += HIDDEN + (PONGS << tile)
    if taken == 2:
        marks |= PAIR_MARKS[tile]
        tally += PAIRS
    sets = (CHOW_AT[tile],) * chows + (PONG_AT[tile],) * (taken == 3)
    return SuitSplit(marks, tally, 1 << tile if chows else 0, sets, tile if taken == 2 else None, None)


# By suit, place, and copies of the lowest tile.
STARTS = tuple(
    tuple(tuple(tuple(_starts(suit, place, copies)) for copies in range(5)) for place in range(SIZES[suit]))
    for suit in range(4)
)


# ── beside the concealed tiles ───────────────────────────────────────────────


def _lying(melds: tuple[Meld, ...]) -> tuple[SuitSplit, int]:
    marks = m.MELD
    tally = tiles = 0
    for meld in melds:
        kong = meld.kind == "kong"
        marks |= PONG_MARKS[meld.tile] | (m.EXPOSED if meld.exposed else 0)
        tally += (PONGS << meld.tile) + (0 if meld.exposed else HIDDEN) + (KONG if kong else 0)
        tiles += (4 if kong else 3) * ONE[meld.tile]
    sets = tuple([TileSet(meld.kind, meld.tile, meld.exposed) for meld in melds])
    return SuitSplit(marks, tally, 0, sets, None, None), tiles


# What lies on the table, and its tiles (packed).
LYING = Memo(_lying, MOST)


def _tile_marks(held: int) -> int:
    """What tiles say, however they are read."""
    marks = 0
    for tile in kinds(held):
        marks |= OF_TILE[tile]
    return marks


# By the tiles of one suit, in their place.
TILE_MARKS = Memo(_tile_marks, MOST)
