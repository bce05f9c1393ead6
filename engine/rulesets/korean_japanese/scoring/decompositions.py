"""Every way to read a hand's tiles (docs/rules, A4.1), each with its marks (features.py). Knows no points.

How a suit can be split is remembered: only some ten thousand suits exist.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import compress, product

from engine.hands.hand import Meld, TileHand
from engine.hands.readings import Groups, Reading, TileSet, cuts, winning_places
from engine.hands.tiles import ALL, NORTH, Tile, unpacked
from engine.rulesets.korean_japanese.scoring import features as m
from engine.rulesets.korean_japanese.scoring.table import KoreanJapaneseTable

MOST_SUITS = 1 << 15  # remembered: more than players meet, and a bound on what a hostile file can fill

# One way to read the tiles, its marks, and what is counted of its sets.
Shape = tuple[Reading, int, int]


@dataclass(frozen=True, slots=True)
class SuitDecomposition:
    """Sets of one suit, and the pair if it is of that suit."""

    pair: tuple[Tile, ...]
    groups: Groups
    marks: int
    counts: int


@lru_cache(MOST_SUITS)
def splits(held: bytes, first: int, chows: bool) -> tuple[SuitDecomposition, ...]:
    """All ways to use up one suit, of which so many tiles are `held` from its lowest, `first`, on."""
    return tuple([_part(groups, () if pair is None else (pair,)) for pair, groups in cuts(held, first, chows)])


def _part(groups: Groups, pair: tuple[Tile, ...] = ()) -> SuitDecomposition:
    return SuitDecomposition(pair, groups, *m.of_part(groups, pair))


def shapes(table: KoreanJapaneseTable, hand: TileHand) -> list[Shape]:
    """Every legal way to read the tiles, fourteen where a set laid down counts as three."""
    house, held = table.house, unpacked(hand.packed)
    candidates = _four_sets(held, hand.melds)
    if house.north_tile:
        candidates = [shape for shape in candidates if not _has_pong_of_north(shape[0])]
    if not hand.melds:
        if "seven_pairs" not in house.items_off and _are_pairs(held, house.seven_pairs_allow_four):
            candidates.append(_seven_pairs(held))
        if table.orphan_kinds and _are_orphans(held, table.orphan_kinds):
            candidates.append((Reading("orphans"), m.ORPHANS, 0))
    return candidates


def _has_pong_of_north(reading: Reading) -> bool:
    """North goes out as a pair or a kong alone (A12.4)."""
    return any(group.kind == "pong" and group.tile == NORTH for group in reading.groups)


def _four_sets(held: bytes, melds: Sequence[Meld]) -> list[Shape]:
    """Four sets and a pair. Bamboo has no middle, so that it forms no chows (A4.2)."""
    candidates: list[Shape] = []
    lying = _part(tuple([TileSet(meld.kind, meld.tile, meld.exposed) for meld in melds])) if melds else _NOTHING
    for circles, characters, bamboo, honours in product(
        splits(held[:9], 0, True),
        splits(held[9:18], 9, True),
        splits(held[18:27], 18, False),
        splits(held[27:], 27, False),
    ):
        pair = circles.pair + characters.pair + bamboo.pair + honours.pair
        if len(pair) == 1:
            groups = circles.groups + characters.groups + bamboo.groups + honours.groups + lying.groups
            marks = m.SETS | circles.marks | characters.marks | bamboo.marks | honours.marks | lying.marks
            counts = circles.counts + characters.counts + bamboo.counts + honours.counts + lying.counts
            candidates.append((Reading("sets", groups, pair[0]), marks, counts))
    return candidates


_NOTHING = _part(())


def _are_pairs(held: bytes, allow_four: bool) -> bool:
    """Whether the tiles are seven pairs; four equal ones are two of them only where that is allowed."""
    twos, fours = held.count(2), held.count(4) if allow_four else 0
    return twos + 2 * fours == 7 and twos + fours + held.count(0) == len(held)


def _seven_pairs(held: bytes) -> Shape:
    pairs = tuple([tile for tile in compress(ALL, held) for _pair in range(held[tile] // 2)])
    marks, counts = m.of_part((), pairs)
    return Reading("pairs", pairs=pairs), m.PAIRS | marks, counts


def _are_orphans(held: bytes, kinds: Sequence[Tile]) -> bool:
    """Whether the tiles are one of each of `kinds`, and the rest copies of one of them."""
    for kind in kinds:
        if not held[kind]:
            return False
    copies = [held[kind] for kind in kinds]
    return sum(held) == sum(copies) == 14 and copies.count(1) == len(kinds) - 1


def won_with(candidates: Iterable[Shape], tile: Tile) -> Iterator[Shape]:
    """Each shape once for every place in which another player's tile can have come last (A4.7)."""
    for reading, marks, counts in candidates:
        if reading.shape != "sets":
            yield reading, marks, counts
        for place in winning_places(reading, tile):
            opened = m.ONE_HIDDEN if place >= 0 and reading.groups[place].kind == "pong" else 0
            yield Reading("sets", reading.groups, reading.pair, won_in=place), marks, counts - opened
