"""Every legal way to read a hand's tiles, as marks: four sets, seven pairs, thirteen orphans, four kongs (B1, B5).

Which of them is paid is for tilescore.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import product
from typing import NamedTuple

from engine.hand import Meld
from engine.packed import EACH, ONE, packed, suit
from engine.readings import Group, Reading
from engine.rulesets.honshu import marks as m
from engine.rulesets.honshu.parts import KONG, TWIN, Part, cuts, lying, tile_marks
from engine.rulesets.honshu.table import ORPHAN_KINDS, Table
from engine.tiles import BAMBOO, CIRCLES, Tile

ORPHANS = packed(ORPHAN_KINDS)
ONE_MORE = frozenset(ONE[kind] for kind in ORPHAN_KINDS)
# What seven pairs may not have in the six bits of a tile: anything but two, or two and four.
NO_PAIR = {False: ~(2 * EACH), True: ~(6 * EACH)}
_GATES = frozenset(
    packed(suited) + 2 * ONE[suited[0]] + 2 * ONE[suited[8]] + ONE[more]
    for suited in (CIRCLES, BAMBOO)
    for more in suited
)
# Three pongs of one suit begin at 1 … 7.
_STARTS = sum(1 << 9 * index + first for index in range(3) for first in range(7))
_ONE_OF = frozenset(m.SUITS)
_IN_SUITS = sum(m.SUITS)
_HONOUR_PONGS = sum(m.PONG_OF.values())
_ALL_TILES = m.INNER | m.TERMINAL | m.HONOUR | m.OFF_GREEN


class Shape(NamedTuple):
    """One reading: its marks, the parts that it was put together from (none of pairs and orphans), and which of them
    holds the winning tile (-1: none)."""

    marks: int
    parts: tuple[Part, ...] = ()
    of_won: int = -1

    def reading(self, concealed: Sequence[Tile], won: Tile | None) -> Reading:
        """As the page shows it."""
        if not self.parts:
            if self.marks & m.ORPHANS:
                return Reading("orphans")
            return Reading("pairs", pairs=tuple(sorted(concealed)[::2]))
        groups: tuple[Group, ...] = ()
        pair = won_in = None
        for at, part in enumerate(self.parts):
            if at == self.of_won and won is not None:
                won_in = part.place(won)
                if won_in is not None and won_in >= 0:
                    won_in += len(groups)
            groups += part.groups
            if part.pair is not None:
                pair = part.pair
        return Reading("sets", groups, pair, (), won_in)


def shapes(table: Table, held: int, melds: tuple[Meld, ...], won: Tile, way: int) -> list[Shape]:
    """Every legal reading of the concealed tiles `held` and the melds, won with `won`; `way` is what else is true."""
    found = _four_sets(table, held, melds, won, way)
    if not melds:
        if not held & NO_PAIR[table.house["chiitoi_allow_four"]]:
            found.append(Shape(_one_suit(way | m.PAIRS | _tiles(held))))
        elif held - ORPHANS in ONE_MORE:
            found.append(Shape(way | m.ORPHANS | _tiles(held)))
    return found


def _four_sets(table: Table, held: int, melds: tuple[Meld, ...], won: Tile, way: int) -> list[Shape]:
    """Four sets and a pair, once for each cut of the suits."""
    choices = [cuts(tiles, index) for index in range(4) if (tiles := suit(held, index))]
    if melds:
        choices.append((lying(melds),))
    way |= m.SETS | (m.GATES if held in _GATES else 0)
    of_won = sum([suit(held, index) > 0 for index in range(won // 9)])
    return [
        Shape(_joined(table, parts, way | parts[of_won].won_as(won)), parts, of_won)
        for parts in product(*choices)
        if sum([part.pair is not None for part in parts]) == 1
    ]


def _joined(table: Table, parts: tuple[Part, ...], marks: int) -> int:
    """The marks of the whole hand from those of its parts."""
    tally = pongs = 0
    for part in parts:
        marks |= part.marks
        tally += part.tally
        pongs |= part.pongs
    if tally:
        marks |= _counted(tally, bool(marks & m.WON_PONG and not marks & m.TSUMO))
    if pongs & pongs >> 1 & pongs >> 2 & _STARTS:
        marks |= m.NEIGHBOURS
    return _one_suit(_valued(table, marks) if marks & m.HONOUR else marks)


def _valued(table: Table, marks: int) -> int:
    """With what the winner's seat and the round make of winds and dragons."""
    if marks & table.seat_pong:
        marks |= m.SEAT_PONG
    if marks & table.round_pong:
        marks |= m.ROUND_PONG
    return marks | m.VALUE_PAIR if marks & table.value_pairs else marks


def _one_suit(marks: int) -> int:
    """With whether one suit alone is numbered."""
    return marks | m.ONE_SUIT if marks & _IN_SUITS in _ONE_OF else marks


@cache
def _counted(tally: int, opened: bool) -> int:
    """What comes of the number of hidden pongs (one less, if another's tile finished one), kongs, identical chows."""
    hidden, twins, kongs = tally % TWIN - opened, tally // TWIN % TWIN, tally // KONG
    found = (m.THREE_HIDDEN if hidden >= 3 else 0) | (m.FOUR_HIDDEN if hidden == 4 else 0)
    found |= (m.THREE_KONGS if kongs >= 3 else 0) | (m.FOUR_KONGS if kongs == 4 else 0)
    return found | (m.TWINS if twins else 0) | (m.TWO_TWINS if twins == 2 else 0)


def _tiles(held: int) -> int:
    """What the tiles say, however they are read."""
    marks = 0
    for index in range(4):
        if tiles := suit(held, index):
            marks |= tile_marks(tiles, index)
    return marks


def fourth_kong(melds: tuple[Meld, ...], way: int) -> list[Shape]:
    """Four kongs with one tile beside them: only what the kongs alone decide holds (B5.4)."""
    if any(meld.kind != "kong" for meld in melds):
        return []
    on_table = lying(melds)
    decided = on_table.marks & _HONOUR_PONGS | _counted(on_table.tally, False)
    return [Shape(way | decided | _ALL_TILES | m.MELD, (on_table,))]
