"""The yaku that one hand can combine, derived from the marks and sets that the rows of a book's yaku need.

Used to check ticks (checklist.py). Hands entered by tiles don't need it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, reduce
from itertools import chain, combinations, product
from operator import or_

from engine.hands.tiles import GREEN
from engine.rulesets.checklist import MarkFacts
from engine.rulesets.riichi.scoring import features as m
from engine.rulesets.riichi.scoring.yaku import YakuRow

FACTS = MarkFacts(
    follows={
        m.TERMINAL: m.OFF_GREEN,
        m.PLAIN_SET: m.INNER,
        m.CHOW: m.SETS | m.INNER,
        m.PONG: m.SETS,
        m.TWINS: m.CHOW,
        m.TWO_TWINS: m.TWINS,
        m.TRIPLETS: m.TWINS,
        m.STRAIGHT: m.CHOW | m.TERMINAL | m.PLAIN_SET,
        m.NEIGHBOURS: m.PONG | m.PLAIN_SET,
        m.THREE_HIDDEN: m.PONG,
        m.FOUR_HIDDEN: m.THREE_HIDDEN,
        m.THREE_KONGS: m.PONG | m.MELD,
        m.FOUR_KONGS: m.THREE_KONGS,
        m.SEAT_PONG: m.PONG | m.HONOUR | m.OFF_GREEN,
        m.ROUND_PONG: m.PONG | m.HONOUR | m.OFF_GREEN,
        m.SAME_ENDS: m.PONG | m.TERMINAL,
        m.EXPOSED: m.MELD | m.PONG,  # no chow is ever called (B1, E4.1)
        m.GATES: m.ONE_SUIT | m.CHOW | m.TERMINAL,
        m.NINE_SIDED: m.GATES,
        m.ORPHANS: m.TERMINAL | m.HONOUR,
        m.PURE_ORPHANS: m.ORPHANS,
        m.PURE_GATES: m.GATES,
        **{mark: m.PONG | m.HONOUR | (0 if tile == GREEN else m.OFF_GREEN) for tile, mark in m.PONG_OF.items()},
        **{mark: m.SETS | m.HONOUR | (0 if tile == GREEN else m.OFF_GREEN) for tile, mark in m.PAIR_OF.items()},
    },
    rules_out={
        m.PAIRS: m.SETS | m.ORPHANS | m.MELD | m.EXPOSED,
        m.ORPHANS: m.SETS | m.INNER | m.MELD | m.EXPOSED,
        m.GATES: m.HONOUR | m.MELD | m.EXPOSED,
        m.FOUR_HIDDEN: m.CHOW | m.EXPOSED,
        m.FOUR_KONGS: m.CHOW,
        m.TWO_TWINS: m.PONG,
        m.SAME_ENDS: m.ONE_SUIT,
        **{m.PAIR_OF[tile]: pong for tile, pong in m.PONG_OF.items()},
    },
    at_least={},
    of_digit={},
)
_SETS_OF_CHOWS = ((m.TWO_TWINS, 4), (m.TRIPLETS, 3), (m.STRAIGHT, 3), (m.TWINS, 2), (m.CHOW, 1))
_SETS_OF_PONGS = ((m.FOUR_HIDDEN, 4), (m.FOUR_KONGS, 4), (m.THREE_HIDDEN, 3), (m.THREE_KONGS, 3), (m.PONG, 1))
closed = cache(FACTS.closed)
_ANY_TILE = m.INNER | m.TERMINAL | m.HONOUR


@dataclass(frozen=True, slots=True)
class KnownFacts:
    """The facts known about a hand apart from its ticks.

    `holds`: the marks that the hand has; `fails`: the marks that it can't have; `one_wind`: whether the seat wind is
    also the round wind.
    """

    holds: int
    fails: int
    one_wind: bool


def possible(rows: Mapping[str, tuple[YakuRow, ...]], ticked: Counter[str], known: KnownFacts, also: int = 0) -> bool:
    """Whether one hand can have all `ticked` items. `rows`: the rows of each item; `also`: other marks of the hand."""
    ways = [tuple(_earning(rows[item], times, known.holds)) for item, times in ticked.items() if times]
    return any(_fits(chain.from_iterable(chosen), known, also) for chosen in product(*ways))


def _earning(rows: tuple[YakuRow, ...], times: int, holds: int) -> Iterator[tuple[YakuRow, ...]]:
    """Yield the combinations of an item's rows that add up to `times` occurrences, or units of a yakuman."""
    for number in range(1, len(rows) + 1):
        for way in combinations(rows, number):
            needs = reduce(or_, (row.needs for row in way), holds)
            whole = all(row in way for row in rows if needs & row.needs == row.needs)
            if whole and times == (sum(row.han for row in way) if way[0].is_yakuman else number):
                yield way


def _fits(chosen: Iterable[YakuRow], known: KnownFacts, also: int) -> bool:
    marks = also | known.holds
    bars = known.fails
    for row in chosen:
        marks |= row.needs
        bars |= row.bars
    marks = closed(marks)
    bars |= FACTS.ruled_out(marks)
    if marks & bars or bars & _ANY_TILE == _ANY_TILE:
        return False
    chows, pongs = chows_needed(marks, bars), pongs_needed(marks, bars, known.one_wind)
    return chows + pongs <= 4


def chows_needed(marks: int, bars: int) -> int:
    """The number of chows that a hand with these `marks` needs; four if `bars` rules out pongs."""
    if marks & m.STRAIGHT and marks & m.TWINS:
        return 5 if marks & (m.TWO_TWINS | m.TRIPLETS) else 4
    if marks & m.SETS and bars & m.PONG:
        return 4
    return next((sets for mark, sets in _SETS_OF_CHOWS if marks & mark), 0)


def pongs_needed(marks: int, bars: int, one_wind: bool) -> int:
    """The number of pongs that a hand with these `marks` needs; four if `bars` rules out chows."""
    if marks & m.SETS and bars & (m.CHOW | m.INNER) or marks & m.THREE_HIDDEN and marks & m.EXPOSED:
        return 4
    winds = bool(marks & m.SEAT_PONG) + bool(marks & m.ROUND_PONG)
    honours = sum(bool(marks & mark) for mark in m.PONG_OF.values()) + (min(winds, 1) if one_wind else winds)
    least = next((sets for mark, sets in _SETS_OF_PONGS if marks & mark), 0)
    return max(least, honours + (3 if marks & (m.NEIGHBOURS | m.SAME_ENDS) else 0))
