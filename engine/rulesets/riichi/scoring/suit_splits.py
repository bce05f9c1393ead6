"""Every way to split one suit into sets and a pair, with its marks (features.py); results are cached by suit.

Only circles and bamboo form chows (docs/rules, B1, E1).
"""

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from engine.cache import Memo
from engine.hands.hand import Meld
from engine.hands.readings import IN_PAIR, TileSet
from engine.hands.tile_counts import BITS, FIRST, ONE, kinds
from engine.hands.tiles import ALL, KINDS, TERMINALS_HONOURS, Tile, suit_of
from engine.rulesets.riichi.scoring import features as m

MOST = 1 << 16  # cached suits; complete hands need about ten thousand
CHOW_SUITS = (True, False, True, False)
SIZES = (9, 9, 9, 7)
# A tally has four-bit digits above the marks: concealed pongs and kongs, pairs of identical chows, kongs, pairs. Above
# them are one bit for each kind of tile with a pong or kong, and then the fu of all pongs and kongs, in twos.
HIDDEN, TWIN, KONG, PAIRS, PONGS = (1 << m.BITS + 4 * place for place in range(5))
PONG_BITS = m.BITS + 16
FU_BITS = PONG_BITS + KINDS
DIGIT = 15
STRAIGHTS = tuple(1 << first | 1 << first + 3 | 1 << first + 6 for first in (0, 18))


class SuitSplit(NamedTuple):
    """Some sets of a hand, and possibly its pair.

    To combine splits, join `marks` with `|` and add `tally` (packed counts). `chow_starts` has a bit for the lowest
    tile of each chow. `winning_place`: the group that the winning tile completed, as in `Reading.won_in`.
    """

    marks: int
    tally: int
    chow_starts: int
    sets: tuple[TileSet, ...]
    pair: Tile | None
    winning_place: int | None


SuitSplits = tuple[SuitSplit, ...]


def _splits(suit: int, held: int) -> SuitSplits:
    """Every way to split `held`, the tiles of one suit: each use of its lowest tile, with the splits of the rest."""
    if not held:
        return (NOTHING,)
    over = held % 63 % 3  # held % 63 is the number of tiles; sets have three, the pair has two
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
    marks, chow_starts = lowest.marks | rest.marks, lowest.chow_starts | rest.chow_starts
    if chow_starts & STRAIGHTS[0] == STRAIGHTS[0] or chow_starts & STRAIGHTS[1] == STRAIGHTS[1]:
        marks |= m.STRAIGHT
    pair = rest.pair if lowest.pair is None else lowest.pair
    return SuitSplit(marks, lowest.tally + rest.tally, chow_starts, lowest.sets + rest.sets, pair, None)


def _splits_won(won: Tile, held: int) -> SuitSplits:
    """The splits of the winning tile's suit, with marks for the best use of this tile (B5.6).

    `winning_place` is a chow if possible (with an open end if there is one), otherwise the pair, otherwise a pong.
    """
    return tuple([_won(split, won) for split in SPLITS[suit_of(won)][held]])


def _won(split: SuitSplit, won: Tile) -> SuitSplit:
    marks, tally, chow_starts, sets, pair, _no_place = split
    in_chows = chow_starts << 2 >> won & 7
    place = IN_PAIR
    if in_chows:
        open_ends = in_chows & OPEN_ENDS[won]
        if open_ends:
            marks |= m.WON_OPEN_END
        place = sets.index(CHOW_AT[won - _BEFORE[open_ends or in_chows]])
    if pair == won:
        marks |= m.WON_PAIR
    elif not in_chows:
        marks |= m.WON_PONG
        place = sets.index(PONG_AT[won])
    return SuitSplit(marks, tally, chow_starts, sets, pair, place)


def _placed(won: Tile, from_player: bool, held: int) -> SuitSplits:
    """The splits of the winning tile's suit, one for each part that the tile could have completed (E4.7, E5).

    A chow counts once with an open end and once without. `from_player`: whether a pong completed by the tile is
    exposed (E4.3).
    """
    return tuple([placed for split in SPLITS[suit_of(won)][held] for placed in _places(split, won, from_player)])


def _places(split: SuitSplit, won: Tile, from_player: bool) -> Iterator[SuitSplit]:
    marks, tally, chow_starts, sets, pair, _no_place = split
    if in_chows := chow_starts << 2 >> won & 7:
        open_ends = in_chows & OPEN_ENDS[won]
        for ends, mark in ((open_ends, m.WON_OPEN_END), (in_chows ^ open_ends, 0)):
            if not ends:
                continue
            place = sets.index(CHOW_AT[won - _BEFORE[ends]])
            yield SuitSplit(marks | mark, tally, chow_starts, sets, pair, place)
    if pair == won:
        yield SuitSplit(marks | m.WON_PAIR, tally, chow_starts, sets, pair, IN_PAIR)
    if tally & PONGS << won:
        exposed = HIDDEN + (FU_OF_PONG[won] // 2 << FU_BITS) if from_player else 0
        yield SuitSplit(marks | m.WON_PONG, tally - exposed, chow_starts, sets, pair, sets.index(PONG_AT[won]))


def has_pair(split: SuitSplit) -> bool:
    """Whether the split includes the pair."""
    return split.pair is not None


def other_ends(split: SuitSplit, won: Tile) -> Iterator[Tile]:
    """Yield the tile at the other end of each open-ended chow that the winning tile could have completed."""
    open_ends = split.chow_starts << 2 >> won & OPEN_ENDS[won]
    if open_ends & LOW_END:
        yield Tile(won + 3)
    if open_ends & HIGH_END:
        yield Tile(won - 3)


# The splits by suit, and by winning tile.
SPLITS = tuple(Memo(partial(_splits, suit), MOST) for suit in range(4))
SPLITS_WON = tuple(Memo(partial(_splits_won, won), MOST // 4) for won in ALL)
# By winning tile: each place of it, if it was drawn (False) or came from another player (True).
PLACED = {given: tuple(Memo(partial(_placed, won, given), MOST // 4) for won in ALL) for given in (False, True)}
NOTHING = SuitSplit(0, 0, 0, (), None, None)

# ── single sets ──────────────────────────────────────────────────────────────

PONG_AT = tuple(TileSet("pong", tile) for tile in ALL)
CHOW_AT = tuple(TileSet("chow", tile) for tile in ALL)
# The places of a tile in a chow, as bits; 7 in 789 and 3 in 123 don't complete an open end.
HIGH_END, LOW_END = 1, 4
# How far the winning tile is from the lowest tile of the chow shown as completed, by the bits of its possible places.
_BEFORE = (0, 2, 1, 2, 0, 0, 0, 0)
OPEN_ENDS = tuple((LOW_END if tile % 9 != 6 else 0) | (HIGH_END if tile % 9 != 2 else 0) for tile in ALL)
# The fu of a concealed pong, in twos (E5); an exposed one has half, a kong four times as many.
FU_OF_PONG = tuple(4 if tile in TERMINALS_HONOURS else 2 for tile in ALL)
PLAIN = tuple(0 if tile in TERMINALS_HONOURS else m.PLAIN_SET for tile in ALL)
OF_TILE = tuple(m.of_tile(tile) for tile in ALL)
PAIR_MARKS = tuple(OF_TILE[tile] | PLAIN[tile] | m.PAIR_OF.get(tile, 0) for tile in ALL)
PONG_MARKS = tuple(OF_TILE[tile] | PLAIN[tile] | m.PONG_OF.get(tile, 0) | m.PONG for tile in ALL)
GUARD = sum(32 * ONE[place] for place in range(9))  # a bit in each place, cleared if too many tiles are removed there
# A use of every copy of the lowest tile: the tiles used up, the number of pairs, and the sets.
Start = tuple[int, int, SuitSplit]


def _starts(suit: int, place: int, copies: int) -> Iterator[Start]:
    """Yield each way to use all `copies` of the lowest tile: a pong, a pair or neither, with the rest in chows."""
    tile = ALL[FIRST[suit] + place]
    for taken in (3, 2, 0):
        chows = copies - taken
        if chows == 0 or chows > 0 and CHOW_SUITS[suit] and place < 7:
            used = taken * ONE[place] + chows * (ONE[place] | ONE[place + 1] | ONE[place + 2])
            yield used, int(taken == 2), _start(tile, taken, chows)


def _start(tile: Tile, taken: int, chows: int) -> SuitSplit:
    """The split with this number of `chows` that start with `tile`, and `taken` more copies of it as a pong or pair."""
    marks = tally = 0
    if chows:
        marks |= m.CHOW | (0 if tile % 9 in (0, 6) else m.PLAIN_SET) | (m.TRIPLETS if chows > 2 else 0)
        for chow_tile in ALL[tile : tile + 3]:
            marks |= OF_TILE[chow_tile]
        tally += chows // 2 * TWIN
    if taken == 3:
        marks |= PONG_MARKS[tile]
        tally += HIDDEN + (PONGS << tile) + (FU_OF_PONG[tile] << FU_BITS)
    if taken == 2:
        marks |= PAIR_MARKS[tile]
        tally += PAIRS
    sets = (CHOW_AT[tile],) * chows + (PONG_AT[tile],) * (taken == 3)
    return SuitSplit(marks, tally, 1 << tile if chows else 0, sets, tile if taken == 2 else None, None)


# By suit, place and number of copies.
STARTS = tuple(
    tuple(tuple(tuple(_starts(suit, place, copies)) for copies in range(5)) for place in range(SIZES[suit]))
    for suit in range(4)
)


def _melds(melds: tuple[Meld, ...]) -> tuple[SuitSplit, int]:
    marks = m.MELD
    tally = tiles = 0
    for meld in melds:
        kong = meld.kind == "kong"
        marks |= PONG_MARKS[meld.tile] | (m.EXPOSED if meld.exposed else 0)
        tally += (PONGS << meld.tile) + (0 if meld.exposed else HIDDEN) + (KONG if kong else 0)
        tally += FU_OF_PONG[meld.tile] * (4 if kong else 1) // (2 if meld.exposed else 1) << FU_BITS
        tiles += (4 if kong else 3) * ONE[meld.tile]
    sets = tuple([TileSet(meld.kind, meld.tile, meld.exposed) for meld in melds])
    return SuitSplit(marks, tally, 0, sets, None, None), tiles


# The melds on the table, and their tiles (packed).
LYING = Memo(_melds, MOST)


def _tile_marks(held: int) -> int:
    marks = 0
    for tile in kinds(held):
        marks |= OF_TILE[tile]
    return marks


# The marks that the tiles of one suit have in every reading, by the unshifted tiles.
TILE_MARKS = Memo(_tile_marks, MOST)
