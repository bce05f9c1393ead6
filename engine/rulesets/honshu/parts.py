"""The sets and the pair of one suit, with what is true of them (marks.py); each suit is thought about once.

Chows exist in circles and bamboo (docs/rules, B1). Knows nothing of the rest of the hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from engine.hand import Meld
from engine.packed import BITS, FIRST, ONE, SHIFT, kinds, number
from engine.readings import IN_PAIR, Group
from engine.rulesets.honshu import marks as m
from engine.rulesets.honshu.plans import CHOW, FIELD, MOST, PAIR, PONG, plans, pong_plans
from engine.tiles import ALL, TERMINALS_HONOURS, Tile

CHOW_SUITS = (True, False, True, False)
TWIN, KONG = 1 << 4, 1 << 8  # in `Part.tally`, beside the hidden pongs
LOWEST = (0, 18)  # tiles of the suits that have chows
STRAIGHTS = tuple(1 << first | 1 << first + 3 | 1 << first + 6 for first in LOWEST)


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """Some sets, and the pair if it is among them.

    `tally` counts pongs and kongs that are not laid open, and in its higher digits pairs of identical chows (`TWIN`)
    and kongs (`KONG`). `pongs` and `chows` have a bit for each tile that is a pong, or that a chow begins with.
    """

    groups: tuple[Group, ...]
    pair: Tile | None
    marks: int
    tally: int
    pongs: int
    chows: int = 0

    def won_as(self, won: Tile) -> int:
        """What the winning tile made of the hand, at the best place that it can have come to (B5.6)."""
        in_chows = self.chows << 2 >> won & 7
        found = m.WON_OPEN_END if in_chows & OPEN_ENDS[won] else 0
        if self.pair == won:
            return found | m.WON_PAIR
        return found if in_chows or not self.pongs >> won & 1 else m.WON_PONG

    def other_ends(self, won: Tile) -> Iterator[Tile]:
        """The tiles at the other end of chows that the winning tile finished at an open end."""
        open_ends = self.chows << 2 >> won & OPEN_ENDS[won]
        if open_ends & LOW_END:
            yield Tile(won + 3)
        if open_ends & HIGH_END:
            yield Tile(won - 3)

    def place(self, won: Tile) -> int | None:
        """Where that is, as in `Reading`: in a chow if there is one, at an open end first; in the pair; in the pong."""
        in_chows = self.chows << 2 >> won & 7
        wanted = in_chows & OPEN_ENDS[won] or in_chows
        for bit, chow in ((LOW_END, won), (HIGH_END, won - 2), (MIDDLE, won - 1)):
            if wanted & bit:
                return self.groups.index(CHOW_AT[Tile(chow)])
        if self.pair == won:
            return IN_PAIR
        return self.groups.index(PONG_AT[won]) if self.pongs >> won & 1 else None


@lru_cache(maxsize=MOST)
def cuts(held: int, suit: int) -> tuple[Part, ...]:
    """All ways to use up `held`, the tiles of one suit."""
    first = FIRST[suit]
    if not CHOW_SUITS[suit]:
        return tuple(_part(plan, first) for plan in pong_plans(held))
    return tuple(_part(plan, first) for plan in plans(held, number(held) % 3 == 2))


def _part(plan: int, first: int) -> Part:
    """The sets of a plan; `first` is the lowest tile of its suit."""
    chows: list[int] = []
    groups: list[Group] = []
    pair = None
    marks = pongs = 0
    while plan:
        field = plan & FIELD
        if field:
            low = ALL[first]
            if begins := field & CHOWS:
                chows += [first] * begins
                groups += [CHOW_AT[low]] * begins
                marks |= CHOW_MARKS[low]
            if field & PONG:
                groups.append(PONG_AT[first])
                marks |= PONG_MARKS[first]
                pongs |= 1 << first
            if field & PAIR:
                pair = low
                marks |= PAIR_MARKS[first]
        plan >>= BITS
        first += 1
    tally = pongs.bit_count()
    if not chows:
        return Part(tuple(groups), pair, marks, tally, pongs)
    return _with_chows(tuple(groups), pair, marks, tally, pongs, chows)


def _with_chows(
    groups: tuple[Group, ...], pair: Tile | None, marks: int, tally: int, pongs: int, chows: Sequence[int]
) -> Part:
    """A part with chows: straights and identical ones."""
    begins = 0
    for chow in chows:
        begins |= 1 << chow
    if any(begins & straight == straight for straight in STRAIGHTS):
        marks |= m.STRAIGHT
    if len(chows) > 1:
        times = [chows.count(chow) for chow in set(chows)]
        tally += TWIN * sum(each // 2 for each in times)
        marks |= m.TRIPLETS if max(times) > 2 else 0
    return Part(groups, pair, marks, tally, pongs, begins)


CHOWS = 7 * CHOW
CHOW_AT = {tile: Group("chow", tile) for low in LOWEST for tile in ALL[low : low + 7]}
PONG_AT = tuple(Group("pong", tile) for tile in ALL)
# Where a tile stands in a chow, and where a chow that it finishes was open at both ends: not 7 of 789, not 3 of 123.
HIGH_END, MIDDLE, LOW_END = 1, 2, 4
OPEN_ENDS = tuple((LOW_END if tile % 9 != 6 else 0) | (HIGH_END if tile % 9 != 2 else 0) for tile in ALL)
PLAIN = tuple(0 if tile in TERMINALS_HONOURS else m.PLAIN_SET for tile in ALL)
PAIR_MARKS = tuple(m.of_tile(tile) | PLAIN[tile] | m.PAIR_OF.get(tile, 0) for tile in ALL)
PONG_MARKS = tuple(m.of_tile(tile) | PLAIN[tile] | m.PONG_OF.get(tile, 0) | m.PONG for tile in ALL)
CHOW_MARKS = {
    chow: m.CHOW
    | m.of_tile(Tile(chow))
    | m.of_tile(Tile(chow + 1))
    | m.of_tile(Tile(chow + 2))
    | (0 if chow % 9 in (0, 6) else m.PLAIN_SET)
    for chow in CHOW_AT
}


@lru_cache(maxsize=MOST)
def lying(melds: tuple[Meld, ...]) -> Part:
    """What lies on the table."""
    marks = m.MELD
    tally = pongs = 0
    for meld in melds:
        marks |= PONG_MARKS[meld.tile] | (m.EXPOSED if meld.exposed else 0)
        tally += (not meld.exposed) + (KONG if meld.kind == "kong" else 0)
        pongs |= 1 << meld.tile
    return Part(tuple(Group(meld.kind, meld.tile, meld.exposed) for meld in melds), None, marks, tally, pongs)


@lru_cache(maxsize=MOST)
def tiles_lying(melds: tuple[Meld, ...]) -> int:
    """The tiles on the table, packed."""
    return sum((4 if meld.kind == "kong" else 3) * ONE[meld.tile] for meld in melds)


@lru_cache(maxsize=MOST)
def tile_marks(held: int, suit: int) -> int:
    """What the tiles of one suit say, however they are read."""
    marks = 0
    for tile in kinds(held << SHIFT[suit]):
        marks |= m.of_tile(tile)
    return marks
