"""Four sets and a pair: every way to read tiles so, and where the winning tile can have come last."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product

from engine.hands.hand import Meld
from engine.hands.readings import IN_PAIR, Groups, Reading, TileSet, cuts
from engine.hands.tiles import KINDS, Tile


@lru_cache(50_000)  # more than there are of the shapes that a suit can have
def _splits(counts: tuple[int, ...], first: int, chows: bool) -> tuple[tuple[Tile | None, Groups], ...]:
    return tuple(cuts(counts, first, chows))


def four_sets(counts: Sequence[int], melds: Sequence[Meld], chow_suits: Sequence[bool]) -> Iterator[Reading]:
    """Readings as four sets and a pair; `counts` of the concealed tiles, `chow_suits` for p, m, s."""
    parts = [
        _splits(tuple(counts[first : min(first + 9, KINDS)]), first, first < 27 and chow_suits[first // 9])
        for first in (0, 9, 18, 27)
        if any(counts[first : first + 9])
    ]
    lying = tuple(TileSet(meld.kind, meld.tile, meld.exposed) for meld in melds)
    for chosen in product(*parts):
        pairs = [pair for pair, _groups_of in chosen if pair is not None]
        groups = tuple(group for _pair, part in chosen for group in part)
        if len(pairs) == 1 and len(groups) + len(lying) == 4:
            yield Reading("sets", (*groups, *lying), pairs[0])


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
            yield reading._replace(won_in=index)
    if reading.pair == tile:
        yield reading._replace(won_in=IN_PAIR)
