"""Yaku and yakuman as rows: the marks that they need and those that rule them out (docs/rules, B2, B5).

The checklist uses the same rows (entry/checklist.py), so only yaku that can count together can be ticked together.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, reduce
from operator import or_
from typing import NamedTuple

from engine.cache import Memo
from engine.hands.tiles import DRAGONS, NORTH, WINDS
from engine.rulesets.honshu.house import HonshuHouseRules
from engine.rulesets.honshu.items import YAKUMAN_IDS
from engine.rulesets.honshu.scoring import features as m
from engine.rulesets.scoring_types import Item

CLAUSE = "B2"
MOST_CACHED = 1 << 14

FROM_ANOTHER = m.EXPOSED  # a set was completed with another player's tile
_DRAGONS = [(m.PONG_OF[dragon], m.PAIR_OF[dragon]) for dragon in DRAGONS]
_WINDS = [(m.PONG_OF[wind], m.PAIR_OF[wind]) for wind in WINDS]
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

    @property
    def is_yakuman(self) -> bool:
        return self.item in YAKUMAN_IDS


# B2, in the order of the rule card; house rules change some of them (`rows_of`).
_YAKU = (
    YakuRow("riichi", 1, m.RIICHI, FROM_ANOTHER),
    YakuRow("double_riichi", 2, m.DOUBLE_RIICHI, FROM_ANOTHER),
    YakuRow("haitei_houtei", 1, m.LAST, m.REPLACEMENT),
    YakuRow("rinshan", 1, m.REPLACEMENT),
    YakuRow("chankan", 1, m.CHANKAN),
    YakuRow("menzen_tsumo", 1, m.TSUMO, FROM_ANOTHER),
    *(YakuRow("yakuhai_dragon", 1, pong) for pong, _pair in _DRAGONS),
    YakuRow("yakuhai_seat", 1, m.SEAT_PONG),
    YakuRow("yakuhai_round", 1, m.ROUND_PONG),
    YakuRow("yakuhai_north", 1, m.PONG_OF[NORTH]),
    *(
        YakuRow("shousangen", 4, sum(pong for pong, _pair in _DRAGONS if pong != third) | pair)
        for third, pair in _DRAGONS
    ),
    YakuRow("iipeikou", 1, m.TWINS),
    YakuRow("ryanpeikou", 0, m.TWO_TWINS),
    YakuRow("iisou_sanjun", 2, m.TRIPLETS),
    YakuRow("ittsu", 2, m.STRAIGHT),
    YakuRow("sanankou", 2, m.THREE_HIDDEN),
    YakuRow("sankantsu", 2, m.THREE_KONGS),
    YakuRow("sanrenkou", 3, m.NEIGHBOURS),
    YakuRow("pinfu", 1, m.SETS, m.PONG | m.VALUE_PAIR | m.MELD),
    YakuRow("tanyao", 1, m.INNER, m.TERMINAL | m.HONOUR),
    YakuRow("toitoi", 2, m.SETS, m.CHOW),
    YakuRow("chiitoitsu", 2, m.PAIRS),
    YakuRow("chanta", 2, m.CHOW | m.HONOUR, m.PLAIN_SET),
    YakuRow("junchan", 3, m.CHOW, m.PLAIN_SET | m.HONOUR),
    YakuRow("honroutou", 5, m.TERMINAL | m.HONOUR, m.INNER),
    YakuRow("honitsu", 3, m.ONE_SUIT | m.HONOUR),
    YakuRow("chinitsu", 6, m.ONE_SUIT, m.HONOUR),
)
_YAKUMAN = (
    YakuRow("tenhou", 3, m.FIRST_DRAW | m.DEALER, m.MELD),
    YakuRow("chiihou", 1, m.FIRST_DRAW, m.DEALER | m.MELD),
    YakuRow("paarenchan", 1, m.EIGHT_DEALS | m.DEALER),
    YakuRow("kokushi", 1, m.ORPHANS),
    YakuRow("kokushi", 1, m.ORPHANS | m.PURE_ORPHANS),
    YakuRow("suuankou", 1, m.FOUR_HIDDEN),
    YakuRow("suuankou", 1, m.FOUR_HIDDEN | m.WON_PAIR),
    YakuRow("suukantsu", 1, m.FOUR_KONGS),
    YakuRow("daisangen", 1, sum(pong for pong, _pair in _DRAGONS)),
    YakuRow("suushiihou", 1, sum(pong for pong, _pair in _WINDS)),
    *(
        YakuRow("suushiihou", 1, sum(pong for pong, _pair in _WINDS if pong != fourth) | pair)
        for fourth, pair in _WINDS
    ),
    YakuRow("tsuuiisou", 1, m.HONOUR | m.OFF_GREEN, m.TERMINAL | m.INNER),
    YakuRow("chinroutou", 1, m.TERMINAL, m.HONOUR | m.INNER),
    YakuRow("ryuuiisou", 1, 0, m.OFF_GREEN),
    YakuRow("chuuren", 1, m.GATES),
    YakuRow("chuuren", 2, m.GATES | m.PURE_GATES),
)


def rows_of(house: HonshuHouseRules) -> tuple[YakuRow, ...]:
    """The yaku and yakuman of a table, in the order of the rule card."""
    return (*(played for row in _YAKU for played in _played(house, row)), *_YAKUMAN)


def _played(house: HonshuHouseRules, row: YakuRow) -> Iterator[YakuRow]:
    """Yield the row as changed by the house rules, or nothing if they switch the yaku off (B4)."""
    if row.item == "menzen_tsumo" and not house.menzen_tsumo or row.item == "yakuhai_north" and not house.north_yakuhai:
        return
    if row.item == "ryanpeikou":
        if not house.ryanpeikou:
            return
        row = replace(row, han=house.ryanpeikou)
    if row.item in ("iipeikou", "ryanpeikou") and house.iipeikou_closed_only:
        row = replace(row, bars=FROM_ANOTHER)
    if row.item == "tanyao" and not house.kuitan:
        row = replace(row, bars=row.bars | FROM_ANOTHER)
    if row.item == "pinfu":
        wait = m.MANY_WAITS if house.pinfu_wait == "multi" else m.WON_OPEN_END
        row = replace(row, needs=row.needs | wait, bars=row.bars | (0 if house.pinfu_tsumo else m.TSUMO))
    yield row


def excluded_by(house: HonshuHouseRules) -> dict[str, frozenset[str]]:
    """The items that each item replaces."""
    shapes = {"toitoi", "chiitoitsu"} if house.honroutou_includes_shape else set()
    fours = house.ryanpeikou > 2  # four identical chows count as the more valuable item (B5.9)
    return {
        "double_riichi": frozenset(("riichi",)),
        "iisou_sanjun": frozenset(("iipeikou",) if fours else ("iipeikou", "ryanpeikou")),
        "ryanpeikou": frozenset(("iipeikou", "iisou_sanjun") if fours else ("iipeikou",)),
        "shousangen": frozenset(("yakuhai_dragon",) if house.shousangen_includes_dragons else ()),
        "honroutou": frozenset(shapes),
    }


class YakuOfReading(NamedTuple):
    """The yaku of a reading with their total `han`, or its yakuman with the `units` of each (`han` is then None)."""

    items: tuple[Item, ...]
    han: int | None
    units: tuple[int, ...] = ()

    @property
    def ids(self) -> list[str]:
        """The sorted item ids, the last tie-break between readings."""
        return sorted(item.id for item in self.items)


class Yaku:
    """The yaku of a table with these house rules. Results are cached, because many hands have the same marks."""

    def __init__(self, house: HonshuHouseRules) -> None:
        self.rows = rows_of(house)
        self.by_item = {row.item: tuple(way for way in self.rows if way.item == row.item) for row in self.rows}
        self.instead = excluded_by(house)
        self._batches = tuple(_batches(self.rows))
        self._relevant = reduce(or_, (row.needs | row.bars for row in self.rows))
        self._earned = Memo(self._find, MOST_CACHED)
        self._of_rows = Memo(self._count, MOST_CACHED)

    def earned_by(self, hand: int) -> YakuOfReading:
        """The yaku of a reading with these marks; nothing else counts with a yakuman (B2)."""
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
            return _yakuman([row for row in rows if row.is_yakuman])
        replaced = {item for row in rows for item in self.instead.get(row.item, ())}
        items: dict[str, Item] = {}
        for row in rows:
            if row.item not in replaced:
                before = items.get(row.item, Item(row.item, 0, CLAUSE, 0))
                items[row.item] = before._replace(points=before.points + row.han, times=before.times + 1)
        return YakuOfReading(tuple(items.values()), sum([item.points for item in items.values()]))


def _batches(rows: Sequence[YakuRow]) -> Iterator[Batch]:
    """Yield batches of rows, each with the highest mark of every row (the rarest), or with -1 if a row needs none."""
    for start in range(0, len(rows), BATCH):
        some = tuple(enumerate(rows))[start : start + BATCH]
        highest = reduce(or_, [1 << row.needs.bit_length() >> 1 for _place, row in some])
        yield (
            highest if all(row.needs for _place, row in some) else -1,
            tuple([(row.needs << m.BITS | row.bars, place) for place, row in some]),
        )


def _yakuman(rows: Sequence[YakuRow]) -> YakuOfReading:
    units: Counter[str] = Counter()
    for row in rows:
        units[row.item] += row.han
    items = tuple([Item(item, times, CLAUSE) for item, times in units.items()])
    return YakuOfReading(items, None, tuple(units.values()))


yaku_of = lru_cache(maxsize=64)(Yaku)
