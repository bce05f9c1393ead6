"""Every way to read a hand's tiles: four sets and a pair, seven pairs, thirteen orphans.

Knows which suits form chows, because it is told; knows no patterns and no points. The splits of a
suit are remembered: only some ten thousand suits exist.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import product

from engine.hand import Meld
from engine.tiles import KINDS, Counts, Tile

IN_PAIR = -1


@dataclass(frozen=True, slots=True)
class Group:
    """A set of a reading: chow (by its lowest tile), pong or kong."""

    kind: str
    tile: Tile
    exposed: bool = False

    def holds(self, tile: Tile) -> bool:
        """Whether `tile` is one of its tiles."""
        return self.tile == tile or (self.kind == "chow" and self.tile < tile <= self.tile + 2)


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read the tiles.

    `shape`: "sets" (four groups and a pair), "pairs" (seven of them) or "orphans". `won_in`: the
    index of the group that the winning tile completed, `IN_PAIR`, or None where it does not matter.
    """

    shape: str
    groups: tuple[Group, ...] = ()
    pair: Tile | None = None
    pairs: tuple[Tile, ...] = ()
    won_in: int | None = None


Split = tuple[Tile | None, tuple[Group, ...]]


@cache
def splits(counts: Counts, first: int, chows: bool) -> tuple[Split, ...]:
    """All (pair, groups) that use up one suit; `first` is its lowest tile, the pair may be None."""
    if sum(counts) % 3 == 0:
        return tuple((None, groups) for groups in _groups(counts, first, chows))
    found: list[Split] = []
    for index, held in enumerate(counts):
        if held >= 2:
            rest = (*counts[:index], held - 2, *counts[index + 1 :])
            pair = Tile(first + index)
            found += ((pair, groups) for groups in _groups(rest, first, chows))
    return tuple(found)


def _groups(counts: Counts, first: int, chows: bool, run: Tile | None = None) -> Iterator[tuple[Group, ...]]:
    """All ways to cut one suit into pongs and, where they are played, chows; each of them once.

    `run`: the chow that was cut off last. No pong of the same tile follows it, since that pong came first.
    """
    index = next((i for i, held in enumerate(counts) if held), None)
    if index is None:
        yield ()
        return
    tile = Tile(first + index)
    if counts[index] >= 3 and tile != run:
        rest = (*counts[:index], counts[index] - 3, *counts[index + 1 :])
        for groups in _groups(rest, first, chows):
            yield (Group("pong", tile), *groups)
    if chows and index <= 6 and counts[index + 1] and counts[index + 2]:
        taken = [held - 1 for held in counts[index : index + 3]]
        rest = (*counts[:index], *taken, *counts[index + 3 :])
        for groups in _groups(rest, first, chows, tile):
            yield (Group("chow", tile), *groups)


def four_sets(counts: Sequence[int], melds: Sequence[Meld], chow_suits: Sequence[bool]) -> Iterator[Reading]:
    """Readings as four sets and a pair; `counts` of the concealed tiles, `chow_suits` for p, m, s."""
    parts = [
        splits(tuple(counts[first : min(first + 9, KINDS)]), first, first < 27 and chow_suits[first // 9])
        for first in (0, 9, 18, 27)
        if any(counts[first : first + 9])
    ]
    lying = tuple(Group(meld.kind, meld.tile, meld.exposed) for meld in melds)
    for chosen in product(*parts):
        pairs = [pair for pair, _groups_of in chosen if pair is not None]
        groups = tuple(group for _pair, part in chosen for group in part)
        if len(pairs) == 1 and len(groups) + len(lying) == 4:
            yield Reading("sets", (*groups, *lying), pairs[0])


def seven_pairs(counts: Sequence[int], allow_four: bool) -> Iterator[Reading]:
    """The reading as seven pairs; four equal tiles are two of them only where that is allowed."""
    pairs = tuple(Tile(tile) for tile, held in enumerate(counts) for _pair in range(held // 2))
    even = all(held in ((0, 2, 4) if allow_four else (0, 2)) for held in counts)
    if even and len(pairs) == 7:
        yield Reading("pairs", pairs=pairs)


def orphans(counts: Sequence[int], kinds: Sequence[Tile]) -> Iterator[Reading]:
    """The reading as orphans: one of each of `kinds`, the rest copies of one of them."""
    if sum(counts) != 14 or sum(counts[kind] for kind in kinds) != 14:
        return
    more = [counts[kind] - 1 for kind in kinds]
    if min(more) == 0 and sum(extra > 0 for extra in more) == 1:
        yield Reading("orphans")


def placed(reading: Reading, tile: Tile) -> Iterator[Reading]:
    """The reading once for each place in which the winning tile can have come last."""
    if reading.shape != "sets":
        yield reading
        return
    seen = set()
    for index, group in enumerate(reading.groups):
        hidden = not group.exposed and group.kind != "kong"
        if hidden and group.holds(tile) and group not in seen:
            seen.add(group)
            yield replace(reading, won_in=index)
    if reading.pair == tile:
        yield replace(reading, won_in=IN_PAIR)
