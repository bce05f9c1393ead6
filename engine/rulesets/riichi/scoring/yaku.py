"""Yaku as rows of data: the marks (features.py) that each needs and those that rule it out.

A checklist uses the same rows as the count of the tiles, so only yaku that one hand can have can be ticked together.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import NamedTuple

from engine.cache import Memo
from engine.rulesets.riichi.scoring import features as m
from engine.rulesets.scoring_types import Item

MOST_CACHED = 1 << 14
# Some marks, and the rows that are skipped if a hand has none of them. Each row is (number, index); the number has the
# row's needs in the high half and its bars in the low half. A hand's number has its missing marks in the high half.
Batch = tuple[int, tuple[tuple[int, int], ...]]
BATCH = 6


@dataclass(frozen=True, slots=True)
class YakuRow:
    """One way to earn `item`: with all marks of `needs` and none of `bars`. `han`: its han or yakuman units."""

    item: str
    han: int
    needs: int
    bars: int = 0
    is_yakuman: bool = False


class YakuOfReading(NamedTuple):
    """The yaku of a reading with their total `han`, or its yakuman with the `units` of each (`han` is then None).

    `ids`: the sorted item ids, the last tie-break between readings.
    """

    items: tuple[Item, ...]
    han: int | None
    ids: list[str]
    units: tuple[int, ...] = ()


class Yaku:
    """The yaku of a table. Results are cached, because many hands have the same marks.

    `rows`: its yaku, then its yakuman, in the order of the rule card; `instead`: the items that each item replaces;
    `clause`: the clause that lists the yaku.
    """

    def __init__(self, rows: Sequence[YakuRow], instead: Mapping[str, frozenset[str]], clause: str) -> None:
        self.rows = rows
        self.by_item = {row.item: tuple(way for way in rows if way.item == row.item) for row in rows}
        self.instead = instead
        self.clause = clause
        self._batches = tuple(_batches(rows))
        self._relevant = reduce(or_, (row.needs | row.bars for row in rows))
        self._earned = Memo(self._find, MOST_CACHED)
        self._of_rows = Memo(self._count, MOST_CACHED)

    def earned_by(self, hand: int) -> YakuOfReading:
        """The yaku of a reading with these marks; no other yaku count with a yakuman."""
        return self._earned[hand & self._relevant]

    def _find(self, hand: int) -> YakuOfReading:
        full = hand | (hand ^ self._relevant) << m.BITS
        return self._of_rows[
            tuple(
                [place for some, rows in self._batches if hand & some for against, place in rows if not full & against]
            )
        ]

    def _count(self, places: tuple[int, ...]) -> YakuOfReading:
        rows = [self.rows[place] for place in places]
        if rows and rows[-1].is_yakuman:  # yakuman are the last rows
            return self._yakuman([row for row in rows if row.is_yakuman])
        replaced = {item for row in rows for item in self.instead.get(row.item, ())}
        items: dict[str, Item] = {}
        for row in rows:
            if row.item not in replaced:
                before = items.get(row.item, Item(row.item, 0, self.clause, 0))
                items[row.item] = before._replace(points=before.points + row.han, times=before.times + 1)
        return YakuOfReading(tuple(items.values()), sum([item.points for item in items.values()]), sorted(items))

    def _yakuman(self, rows: Sequence[YakuRow]) -> YakuOfReading:
        units: Counter[str] = Counter()
        for row in rows:
            units[row.item] += row.han
        items = tuple([Item(item, times, self.clause) for item, times in units.items()])
        return YakuOfReading(items, None, sorted(units), tuple(units.values()))


def _batches(rows: Sequence[YakuRow]) -> Iterator[Batch]:
    """Yield batches of rows, each with the highest mark (the rarest) of every row, or -1 if a row needs no mark."""
    for start in range(0, len(rows), BATCH):
        some = tuple(enumerate(rows))[start : start + BATCH]
        highest = reduce(or_, [1 << row.needs.bit_length() >> 1 for _place, row in some])
        yield (
            highest if all(row.needs for _place, row in some) else -1,
            tuple([(row.needs << m.BITS | row.bars, place) for place, row in some]),
        )
