"""Every reading of a hand's tiles (docs/rules, A4.1), with its marks (features.py). Results are cached by suit."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from engine.hands.hand import Meld, TileHand
from engine.hands.readings import Groups, Reading, TileSet, cuts, winning_places
from engine.hands.tile_counts import NO_PAIR, SHIFT, SUIT, copies, pairs
from engine.hands.tiles import ALL, KINDS, NORTH, Tile
from engine.rulesets.korean_japanese.scoring import features as m
from engine.rulesets.korean_japanese.scoring.table import KoreanJapaneseTable

MOST_SUITS = 1 << 15  # more than real hands need; a limit against hostile files

# A reading, its marks, and the counts of its sets.
Shape = tuple[Reading, int, int]


@dataclass(frozen=True, slots=True)
class SuitDecomposition:
    """The sets of one suit, and possibly the pair."""

    pair: tuple[Tile, ...]
    groups: Groups
    marks: int
    counts: int


@lru_cache(MOST_SUITS)
def splits(held: int, first: int, chows: bool) -> tuple[SuitDecomposition, ...]:
    """Every way to split one suit into sets and perhaps a pair. `held`: its tiles (packed); `first`: its first kind."""
    counts = [copies(held, place) for place in ALL[: min(9, KINDS - first)]]
    return tuple([_part(groups, () if pair is None else (pair,)) for pair, groups in cuts(counts, first, chows)])


def _part(groups: Groups, pair: tuple[Tile, ...] = ()) -> SuitDecomposition:
    return SuitDecomposition(pair, groups, *m.of_part(groups, pair))


def shapes(table: KoreanJapaneseTable, hand: TileHand) -> list[Shape]:
    """Every legal reading of the tiles."""
    house, held = table.house, hand.packed
    candidates = _four_sets(held, hand.melds)
    if house.north_tile:
        pongs = [TileSet("pong", NORTH, exposed) for exposed in (False, True)]  # North wins as a pair or kong (A12.4)
        candidates = [shape for shape in candidates if not any(pong in shape[0].groups for pong in pongs)]
    if not hand.melds:
        if "seven_pairs" not in house.items_off and not held & NO_PAIR[house.seven_pairs_allow_four]:
            tiles = pairs(held)
            marks, counts = m.of_part((), tiles)
            candidates.append((Reading("pairs", pairs=tiles), m.PAIRS | marks, counts))
        if held in table.orphans:
            candidates.append((Reading("orphans"), m.ORPHANS, 0))
    return candidates


def _four_sets(held: int, melds: Sequence[Meld]) -> list[Shape]:
    """The readings as four sets and a pair; only circles and characters form chows (A4.2)."""
    candidates: list[Shape] = []
    melded = _part(tuple([TileSet(meld.kind, meld.tile, meld.exposed) for meld in melds])) if melds else _NOTHING
    for circles, characters, bamboo, honours in product(
        splits(held & SUIT, 0, True),
        splits(held >> SHIFT[1] & SUIT, 9, True),
        splits(held >> SHIFT[2] & SUIT, 18, False),
        splits(held >> SHIFT[3], 27, False),
    ):
        pair = circles.pair + characters.pair + bamboo.pair + honours.pair
        if len(pair) == 1:
            groups = circles.groups + characters.groups + bamboo.groups + honours.groups + melded.groups
            marks = m.SETS | circles.marks | characters.marks | bamboo.marks | honours.marks | melded.marks
            counts = circles.counts + characters.counts + bamboo.counts + honours.counts + melded.counts
            candidates.append((Reading("sets", groups, pair[0]), marks, counts))
    return candidates


_NOTHING = _part(())


def won_with(candidates: Iterable[Shape], tile: Tile) -> Iterator[Shape]:
    """Yield each shape once for every set or pair that another player's tile could have completed (A4.7)."""
    for reading, marks, counts in candidates:
        if reading.shape != "sets":
            yield reading, marks, counts
        groups, pair = reading.groups, reading.pair
        for place in winning_places(reading, tile):
            opened = m.ONE_HIDDEN if place >= 0 and groups[place].kind == "pong" else 0
            yield Reading("sets", groups, pair, (), place), marks, counts - opened
