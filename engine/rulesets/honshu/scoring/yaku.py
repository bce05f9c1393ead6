"""Which yaku a hand has: each says what it needs of features.py and what bars it (docs/rules, B2, B5).

The list to tick uses the same rows (entry/conflicts.py), so that what cannot be counted together cannot be ticked
together. Covers yaku and yakuman; bonus han are in bonus.py. Knows no payments.
"""

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
from engine.rulesets.rule_book import Item

CLAUSE = "B2"
MOST_REMEMBERED = 1 << 14

FROM_ANOTHER = m.EXPOSED  # a set was made with another's tile: the hand is open
_DRAGONS = [(m.PONG_OF[dragon], m.PAIR_OF[dragon]) for dragon in DRAGONS]
_WINDS = [(m.PONG_OF[wind], m.PAIR_OF[wind]) for wind in WINDS]
# Some rows by their places: a hand that has none of these marks has earned none of them. What a row needs stands above
# what bars it, as the marks that a hand lacks stand above those that it has.
Batch = tuple[int, tuple[tuple[int, int], ...]]
BATCH = 6


@dataclass(frozen=True, slots=True)
class YakuRow:
    """One way to earn `item`: all of `needs` hold and none of `bars`; `han` for it, or units of a yakuman."""

    item: str
    han: int
    needs: int
    bars: int = 0

    @property
    def is_yakuman(self) -> bool:
        return self.item in YAKUMAN_IDS


# B2, in the order of the rule card; options and table set the han of some (`rows_of`).
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
    """Yaku and yakuman of a table, in the order of the rule card."""
    return (*(row for each in _YAKU for row in _played(house, each)), *_YAKUMAN)


def _played(house: HonshuHouseRules, row: YakuRow) -> Iterator[YakuRow]:
    """A yaku as the house rules have it; nothing where they switch it off (B4)."""
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
    """Item → what it is counted instead of."""
    shapes = {"toitoi", "chiitoitsu"} if house.honroutou_includes_shape else set()
    fours = house.ryanpeikou > 2  # four identical chows are whichever is worth more (B5.9)
    return {
        "double_riichi": frozenset(("riichi",)),
        "iisou_sanjun": frozenset(("iipeikou",) if fours else ("iipeikou", "ryanpeikou")),
        "ryanpeikou": frozenset(("iipeikou", "iisou_sanjun") if fours else ("iipeikou",)),
        "shousangen": frozenset(("yakuhai_dragon",) if house.shousangen_includes_dragons else ()),
        "honroutou": frozenset(shapes),
    }


class Found(NamedTuple):
    """What a reading is: its yaku with their `han`, or its yakuman with their `units` each (then `han` is None)."""

    items: tuple[Item, ...]
    han: int | None
    units: tuple[int, ...] = ()

    @property
    def ids(self) -> list[str]:
        """Sorted, to decide between readings that come to the same."""
        return sorted(item.id for item in self.items)


class Yaku:
    """The yaku of a table. Hands with the same marks have the same yaku, which are worked out once."""

    def __init__(self, house: HonshuHouseRules) -> None:
        self.rows = rows_of(house)
        self.by_item = {row.item: tuple(each for each in self.rows if each.item == row.item) for row in self.rows}
        self.instead = excluded_by(house)
        self._batches = tuple(_batches(self.rows))
        self._asked = reduce(or_, (row.needs | row.bars for row in self.rows))
        self._earned = Memo(self._earned_by, MOST_REMEMBERED)
        self._of_rows = Memo(self._worked_out, MOST_REMEMBERED)

    def earned_by(self, hand: int) -> Found:
        """The yaku of a reading with these marks; beside a yakuman nothing else is counted (B2)."""
        return self._earned[hand & self._asked]

    def _earned_by(self, hand: int) -> Found:
        """What comes of the rows whose needs hold and whose bars do not: there are fewer such sets than hands."""
        full = hand | (hand ^ self._asked) << m.BITS
        return self._of_rows[
            tuple(
                [place for some, rows in self._batches if hand & some for against, place in rows if not full & against]
            )
        ]

    def _worked_out(self, places: tuple[int, ...]) -> Found:
        """The yaku of these rows."""
        rows = [self.rows[place] for place in places]
        if rows and rows[-1].is_yakuman:  # they stand last
            return _yakuman([row for row in rows if row.is_yakuman])
        gone = {item for row in rows for item in self.instead.get(row.item, ())}
        items: dict[str, Item] = {}
        for row in rows:
            if row.item not in gone:
                before = items.get(row.item)
                items[row.item] = Item(row.item, row.han, CLAUSE) if before is None else _once_more(before, row.han)
        return Found(tuple(items.values()), sum([item.points for item in items.values()]))


def _batches(rows: Sequence[YakuRow]) -> Iterator[Batch]:
    """The rows in their order. Of what one needs its highest mark tells most (features.py); nothing is always there."""
    for start in range(0, len(rows), BATCH):
        some = tuple(enumerate(rows))[start : start + BATCH]
        highest = reduce(or_, [1 << row.needs.bit_length() >> 1 for _place, row in some])
        yield (
            highest if all(row.needs for _place, row in some) else -1,
            tuple([(row.needs << m.BITS | row.bars, place) for place, row in some]),
        )


def _once_more(item: Item, han: int) -> Item:
    return item._replace(points=item.points + han, times=item.times + 1)


def _yakuman(rows: Sequence[YakuRow]) -> Found:
    """Yakuman with all their units."""
    units: dict[str, int] = {}
    for row in rows:
        units[row.item] = units.get(row.item, 0) + row.han
    return Found(tuple([Item(item, each, CLAUSE) for item, each in units.items()]), None, tuple(units.values()))


@lru_cache(maxsize=64)
def yaku_of(house: HonshuHouseRules) -> Yaku:
    """The yaku of a table with these house rules."""
    return Yaku(house)
