"""Every legal way to read a hand's tiles, as marks: four sets, seven pairs, thirteen orphans, four kongs (B1, B5).

Which of them is paid is for tilescore.py. Also which tiles a hand of thirteen waits for.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product

from engine.hand import Meld
from engine.packed import BITS, EACH, ONE, copies, kinds, packed, suit
from engine.readings import Group, Reading
from engine.rulesets.honshu import marks as m
from engine.rulesets.honshu.parts import KONG, TWIN, Part, SuitWaits, cuts, lying, suit_waits, tile_marks
from engine.rulesets.honshu.table import ORPHAN_KINDS, Table
from engine.tiles import BAMBOO, CIRCLES, Tile, parse_tiles, suit_of

_TWO, _SIX = 2 * EACH, 6 * EACH
_ORPHANS = packed(ORPHAN_KINDS)
_ONLY_ORPHANS = 63 * _ORPHANS
_ONE_MORE = frozenset(ONE[kind] for kind in ORPHAN_KINDS)
_GATES = frozenset(
    packed(parse_tiles("1112345678999" + name)) + ONE[extra]
    for name, tiles in (("p", CIRCLES), ("s", BAMBOO))
    for extra in tiles
)
# Three pongs of one suit begin at 1 … 7.
_STARTS = sum(1 << 9 * index + first for index in range(3) for first in range(7))
_ONE_OF = frozenset(m.SUITS)
_IN_SUITS = sum(m.SUITS)
_HONOUR_PONGS = sum(m.PONG_OF.values())
_ALL_TILES = m.INNER | m.TERMINAL | m.HONOUR | m.OFF_GREEN


@dataclass(frozen=True, slots=True)
class Shape:
    """One reading: its marks, and the parts that it was put together from (none of pairs and orphans)."""

    marks: int
    parts: tuple[Part, ...] = ()
    melds: Part | None = None

    def reading(self, held: int) -> Reading:
        """As the page shows it; `held` are the concealed tiles."""
        if self.marks & m.ORPHANS:
            return Reading("orphans")
        if self.marks & m.PAIRS:
            pairs = tuple(tile for tile in kinds(held) for _pair in range(copies(held, tile) // 2))
            return Reading("pairs", pairs=pairs)
        groups: tuple[Group, ...] = ()
        pair = won_in = None
        for part in self.parts:
            if part.won_in is not None:
                won_in = part.won_in + len(groups) if part.won_in >= 0 else part.won_in
            groups += part.groups
            pair = part.pair if part.pair is not None else pair
        return Reading("sets", groups + (self.melds.groups if self.melds else ()), pair, won_in=won_in)


def shapes(table: Table, held: int, melds: tuple[Meld, ...], won: Tile, way: int) -> list[Shape]:
    """Every legal reading of the concealed tiles `held` and the melds, won with `won`; `way` is what else is true."""
    found = [*_four_sets(table, held, melds, won, way)]
    if not melds:
        pairs = _SIX if table.house["chiitoi_allow_four"] else _TWO
        if not held & ~pairs:
            found.append(Shape(_whole(way | m.PAIRS | _tiles(held))))
        elif held - _ORPHANS in _ONE_MORE:
            found.append(Shape(way | m.ORPHANS | _tiles(held)))
    return found


def _four_sets(table: Table, held: int, melds: tuple[Meld, ...], won: Tile, way: int) -> Iterator[Shape]:
    """Four sets and a pair, once for each cut of the suits and each place of the winning tile."""
    of_won = suit_of(won)
    choices = [
        cuts(tiles, index, won if index == of_won else None) for index in range(4) if (tiles := suit(held, index))
    ]
    on_table = lying(melds) if melds else None
    gates = m.GATES if held in _GATES else 0
    for parts in product(*choices):
        if sum(part.pair is not None for part in parts) == 1:
            yield Shape(_joined(table, parts, on_table, way | gates | m.SETS), parts, on_table)


def _joined(table: Table, parts: tuple[Part, ...], melds: Part | None, marks: int) -> int:
    """The marks of the whole hand from those of its parts."""
    tally = pongs = 0
    for part in parts:
        marks |= part.marks
        tally += part.tally
        pongs |= part.pongs
    if melds:
        marks |= melds.marks
        tally += melds.tally
        pongs |= melds.pongs
    if tally:
        marks |= _counted(tally, bool(marks & m.WON_PONG and not marks & m.TSUMO))
    if pongs & pongs >> 1 & pongs >> 2 & _STARTS:
        marks |= m.NEIGHBOURS
    return _whole(_valued(table, marks))


def _valued(table: Table, marks: int) -> int:
    """With what the winner's seat and the round make of winds and dragons."""
    if marks & table.seat_pong:
        marks |= m.SEAT_PONG
    if marks & table.round_pong:
        marks |= m.ROUND_PONG
    return marks | m.VALUE_PAIR if marks & table.value_pairs else marks


def _whole(marks: int) -> int:
    """With whether one suit alone is numbered."""
    return marks | m.ONE_SUIT if marks & _IN_SUITS in _ONE_OF else marks


@cache
def _counted(tally: int, opened: bool) -> int:
    """What comes of the number of hidden pongs (one less, if another's tile finished one), kongs, identical chows."""
    hidden, twins, kongs = tally % TWIN - opened, tally // TWIN % TWIN, tally // KONG
    found = (m.THREE_HIDDEN if hidden >= 3 else 0) | (m.FOUR_HIDDEN if hidden == 4 else 0)
    found |= (m.THREE_KONGS if kongs >= 3 else 0) | (m.FOUR_KONGS if kongs == 4 else 0)
    return found | (m.TWINS if twins else 0) | (m.TWO_TWINS if twins == 2 else 0)


def fourth_kong(melds: tuple[Meld, ...], way: int) -> list[Shape]:
    """Four kongs with one tile beside them: only what the kongs alone decide holds (B5.4)."""
    if any(meld.kind != "kong" for meld in melds):
        return []
    on_table = lying(melds)
    decided = on_table.marks & _HONOUR_PONGS | _counted(on_table.tally, False)
    return [Shape(way | decided | _ALL_TILES | m.MELD, (), on_table)]


def waits(held: int, melds: int, allow_four: bool) -> int:
    """The tiles (a bit each) that complete the concealed tiles `held` and so many melds in any legal form."""
    found = _set_waits([suit_waits(tiles, index) for index in range(4) if (tiles := suit(held, index))])
    if melds:
        return found
    odd = held & EACH
    if odd & odd - 1 == 0 and not held + odd & ~(_SIX if allow_four else _TWO):
        found |= 1 << (odd.bit_length() - 1) // BITS
    if not held & ~_ONLY_ORPHANS:
        found |= sum(1 << kind for kind in ORPHAN_KINDS if held + ONE[kind] - _ORPHANS in _ONE_MORE)
    return found


def _set_waits(suits: list[SuitWaits]) -> int:
    """The tiles that make four sets and a pair: in one suit, while all others are complete."""
    found = 0
    for at, each in enumerate(suits):
        others = [other.pairs for index, other in enumerate(suits) if index != at]
        if each.fills and None not in others and sum(filter(None, others)) + each.pairs_then == 1:
            found |= each.fills
    return found


def _tiles(held: int) -> int:
    """What the tiles say, however they are read."""
    marks = 0
    for index in range(4):
        if tiles := suit(held, index):
            marks |= tile_marks(tiles, index)
    return marks
