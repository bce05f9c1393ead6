"""Readings of a hand's tiles as sets, pairs or orphans, and every way to divide one suit into sets.

The caller decides which suits form chows. The module does not depend on patterns or points.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.hands.tiles import ALL, Tile

IN_PAIR = -1


class TileSet(NamedTuple):
    """One set in a reading: a chow (`tile` is its lowest tile), a pong or a kong."""

    kind: str
    tile: Tile
    exposed: bool = False


class Reading(NamedTuple):
    """One way to read a hand's tiles: as four sets and a pair, as seven pairs, or as thirteen orphans.

    `shape`: "sets", "pairs" or "orphans". `won_in`: the index of the set that the winning tile completed, `IN_PAIR`, or
    None if it does not matter.
    """

    shape: str
    groups: tuple[TileSet, ...] = ()
    pair: Tile | None = None
    pairs: tuple[Tile, ...] = ()
    won_in: int | None = None


Groups = tuple[TileSet, ...]
_PONGS = tuple(TileSet("pong", tile) for tile in ALL)
_CHOWS = tuple(TileSet("chow", tile) for tile in ALL)


def cuts(counts: Sequence[int], first: int, chows: bool) -> Iterator[tuple[Tile | None, Groups]]:
    """Yield each way to divide the tiles of one suit into sets and perhaps a pair, as (pair or None, sets).

    `counts`: the number of copies of each tile; `first`: the lowest tile of the suit; `chows`: whether the suit forms
    chows.
    """
    if sum(counts) % 3 == 0:
        for groups in _sets([*counts, 0, 0], 0, first, chows):
            yield None, groups
        return
    # The numbers of a pong or a chow sum to a multiple of three; the remainder is twice the pair's number.
    over = 2 * sum([index * held for index, held in enumerate(counts)]) % 3
    for index in range(over, len(counts), 3):
        if counts[index] >= 2:
            rest = [*counts, 0, 0]
            rest[index] -= 2
            for groups in _sets(rest, 0, first, chows):
                yield ALL[first + index], groups


def _sets(held: list[int], start: int, first: int, chows: bool, lower: Groups = ()) -> Iterator[Groups]:
    """Yield each way to divide one suit into pongs and, if `chows`, chows.

    The search works from the lowest tile up: a tile that is in no pong must begin a chow. `lower`: the sets found so
    far. `held` is modified; it must end with two zeros, so that no chow begins at 8 or 9.
    """
    for index in range(start, len(held) - 2):
        left = held[index]
        if left >= 3:
            rest = [*held[:index], left - 3, *held[index + 1 :]]
            yield from _sets(rest, index, first, chows, (*lower, _PONGS[first + index]))
        if left:
            if not chows or left > held[index + 1] or left > held[index + 2]:
                return
            held[index + 1] -= left
            held[index + 2] -= left
            lower += (_CHOWS[first + index],) * left
    yield lower


def winning_places(reading: Reading, tile: Tile) -> Iterator[int]:
    """Yield each part of the reading that `tile` could have completed (A4.7): the index of a set, or `IN_PAIR`.

    Of equal sets, only the first is yielded.
    """
    groups = reading.groups
    for index, group in enumerate(groups):
        holds = group.tile == tile or group.kind == "chow" and group.tile < tile <= group.tile + 2
        if holds and not group.exposed and group.kind != "kong" and group not in groups[:index]:
            yield index
    if reading.pair == tile:
        yield IN_PAIR
