"""Every way to cut one suit into sets and a pair, with what is true of it; each suit is thought about once.

Chows exist in circles and bamboo (docs/rules, B1). Knows nothing of the rest of the hand, and no yaku.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, reduce
from operator import or_

from engine.hand import Meld
from engine.packed import FIRST, ONE, SHIFT, copies, kinds
from engine.readings import IN_PAIR, Group, splits
from engine.rulesets.honshu import marks
from engine.tiles import KINDS, TERMINALS_HONOURS, Tile

CHOW_SUITS = (True, False, True, False)
SIZES = (9, 9, 9, 7)
TWIN, KONG = 1 << 4, 1 << 8  # in `Part.tally`, beside the hidden pongs
STEPS = (0, 3, 6)


@dataclass(frozen=True, slots=True)
class Part:
    """Some sets, and the pair if it is among them. `won_in` is where the winning tile stands: as in `Reading`.

    `marks` are those of marks.py; `tally` counts pongs and kongs that are not laid open, and in its higher digits
    pairs of identical chows (`TWIN`) and kongs (`KONG`); `pongs` has a bit for each numbered tile that is a pong.
    """

    groups: tuple[Group, ...]
    pair: Tile | None
    marks: int
    tally: int
    pongs: int
    won_in: int | None = None


@cache
def cuts(held: int, suit: int, won: Tile | None = None) -> tuple[Part, ...]:
    """All ways to use up `held`, the tiles of one suit, once for each place in which `won` can have come last."""
    first, size = FIRST[suit], SIZES[suit]
    counts = tuple(copies(held, Tile(place)) for place in range(size))
    found = []
    for pair, groups in splits(counts, first, CHOW_SUITS[suit]):
        whole = part(groups, pair)
        if won is None:
            found.append(whole)
            continue
        places: dict[int, int] = {}
        for at, mark in _places(groups, pair, won):
            places.setdefault(mark, at)
        found += (Part(groups, pair, whole.marks | mark, whole.tally, whole.pongs, at) for mark, at in places.items())
    return tuple(found)


def _places(groups: tuple[Group, ...], pair: Tile | None, won: Tile) -> Iterator[tuple[int, int]]:
    """(place, what it makes of the hand) for each place that the winning tile fits."""
    for at, group in enumerate(groups):
        if group.holds(won):
            yield at, _won_as(group, won)
    if pair == won:
        yield IN_PAIR, marks.WON_PAIR


def _won_as(group: Group, won: Tile) -> int:
    """A pong that it finished, a chow at its open end, or a chow between or at the edge."""
    if group.kind != "chow":
        return marks.WON_PONG
    low_end = won == group.tile and group.tile % 9 != 6
    high_end = won == group.tile + 2 and group.tile % 9 != 0
    return marks.WON_OPEN_END if low_end or high_end else 0


def part(groups: tuple[Group, ...], pair: Tile | None = None) -> Part:
    """What is true of these sets and this pair."""
    pongs = [group for group in groups if group.kind != "chow"]
    chows = Counter(group.tile for group in groups if group.kind == "chow")
    said = [marks.of_tile(tile) for group in groups for tile in group_tiles(group)]
    said += (_of_set(group) for group in groups)
    said += (marks.PONG_OF[group.tile] for group in pongs if group.tile >= 27)
    if pair is not None:
        said += (marks.of_tile(pair), marks.PAIR_OF.get(pair, 0), 0 if pair in TERMINALS_HONOURS else marks.PLAIN_SET)
    tally = sum(not group.exposed for group in pongs) + KONG * sum(group.kind == "kong" for group in pongs)
    tally += TWIN * sum(times // 2 for times in chows.values())
    return Part(
        groups,
        pair,
        reduce(or_, said, 0) | _of_chows(chows),
        tally,
        sum(1 << group.tile for group in pongs if group.tile < 27),
    )


def group_tiles(group: Group) -> tuple[Tile, ...]:
    """The kinds of tiles in a set."""
    return tuple(Tile(group.tile + step) for step in range(3)) if group.kind == "chow" else (group.tile,)


def _of_set(group: Group) -> int:
    plain = not any(tile in TERMINALS_HONOURS for tile in group_tiles(group))
    return (marks.CHOW if group.kind == "chow" else marks.PONG) | (marks.PLAIN_SET if plain else 0)


def _of_chows(chows: Counter[Tile]) -> int:
    """Straights and identical chows, which stand in one suit."""
    straight = any({Tile(9 * suit + step) for step in STEPS} <= set(chows) for suit in (0, 2))
    three = max(chows.values(), default=0) >= 3
    return (marks.STRAIGHT if straight else 0) | (marks.TRIPLETS if three else 0)


@cache
def lying(melds: tuple[Meld, ...]) -> Part:
    """What lies on the table."""
    found = part(tuple(Group(meld.kind, meld.tile, meld.exposed) for meld in melds))
    exposed = marks.EXPOSED if any(meld.exposed for meld in melds) else 0
    return Part(found.groups, None, found.marks | marks.MELD | exposed, found.tally, found.pongs)


@cache
def tile_marks(held: int, suit: int) -> int:
    """What the tiles of one suit say, however they are read."""
    return reduce(or_, (marks.of_tile(tile) for tile in kinds(held << SHIFT[suit])), 0)


@dataclass(frozen=True, slots=True)
class SuitWaits:
    """What a suit lacks: `pairs` in it if it is complete as it is (else None); the tiles (a bit each) of which one
    more completes it, and the pairs in it then."""

    pairs: int | None
    fills: int
    pairs_then: int


@cache
def suit_waits(held: int, suit: int) -> SuitWaits:
    """What the tiles of one suit wait for."""
    first, size = FIRST[suit], SIZES[suit]
    room = (place for place in range(size) if copies(held, Tile(place)) < 4)
    found = {first + place: cut for place in room if (cut := cuts(held + ONE[place], suit))}
    now = cuts(held, suit)
    return SuitWaits(
        int(now[0].pair is not None) if now else None,
        sum(1 << tile for tile in found),
        int(any(cut[0].pair is not None for cut in found.values())),
    )


assert FIRST[-1] + SIZES[-1] == KINDS
