"""Readings of a hand as four sets and a pair, and facts about them that patterns need."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product

from engine.hands.hand import Meld, TileHand
from engine.hands.readings import Groups, Reading, TileSet, cuts
from engine.hands.tiles import DRAGONS, KINDS, Tile, suit_of


@dataclass(frozen=True)
class Facts:
    """Facts about one reading of a hand; `by_wall`: whether it was won by self-draw."""

    hand: TileHand
    reading: Reading
    by_wall: bool

    @cached_property
    def kinds(self) -> Counter[Tile]:
        """The number of each tile, including melds."""
        return Counter(self.hand.tiles)

    @cached_property
    def suits(self) -> frozenset[int]:
        """The suits present: 0 circles, 1 characters, 2 bamboo, 3 honours."""
        return frozenset(map(suit_of, self.kinds))

    @property
    def has_honours(self) -> bool:
        return 3 in self.suits

    @cached_property
    def pongs(self) -> tuple[TileSet, ...]:
        """Pongs and kongs."""
        return tuple(group for group in self.reading.groups if group.kind != "chow")

    @cached_property
    def chows(self) -> tuple[TileSet, ...]:
        return tuple(group for group in self.reading.groups if group.kind == "chow")

    @cached_property
    def kongs(self) -> tuple[TileSet, ...]:
        return tuple(group for group in self.pongs if group.kind == "kong")

    @cached_property
    def concealed_pongs(self) -> tuple[TileSet, ...]:
        """Pongs and kongs made without another player's tile (A4.7)."""
        won_in = self.reading.won_in
        return tuple(
            group
            for index, group in enumerate(self.reading.groups)
            if group.kind != "chow" and not group.exposed and (self.by_wall or index != won_in)
        )

    def pongs_of(self, tiles: tuple[Tile, ...]) -> int:
        """The number of pongs and kongs of these tiles."""
        return sum(group.tile in tiles for group in self.pongs)

    @cached_property
    def dragons(self) -> int:
        """The number of pongs and kongs of dragons."""
        return self.pongs_of(DRAGONS)

    def has_pong(self, tile: Tile) -> bool:
        return any(group.tile == tile for group in self.pongs)

    @property
    def all_pongs(self) -> bool:
        return self.reading.shape == "sets" and not self.chows


@lru_cache(50_000)  # more than a suit has shapes
def _splits(counts: tuple[int, ...], first: int, chows: bool) -> tuple[tuple[Tile | None, Groups], ...]:
    return tuple(cuts(counts, first, chows))


def four_sets(counts: Sequence[int], melds: Sequence[Meld], chow_suits: Sequence[bool]) -> Iterator[Reading]:
    """Yield the readings as four sets and a pair.

    `counts`: those of the concealed tiles; `chow_suits`: whether circles, characters and bamboo form chows.
    """
    parts = [
        _splits(tuple(counts[first : min(first + 9, KINDS)]), first, first < 27 and chow_suits[first // 9])
        for first in (0, 9, 18, 27)
        if any(counts[first : first + 9])
    ]
    on_table = tuple(TileSet(meld.kind, meld.tile, meld.exposed) for meld in melds)
    for chosen in product(*parts):
        pairs = [pair for pair, _groups_of in chosen if pair is not None]
        groups = tuple(group for _pair, part in chosen for group in part)
        if len(pairs) == 1 and len(groups) + len(on_table) == 4:
            yield Reading("sets", (*groups, *on_table), pairs[0])
