"""Yaku and yakuman as rows: the marks that they need and those that rule them out (docs/rules, B2, B5).

The checklist uses the same rows (entry/checklist.py), so only yaku that can count together can be ticked together.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from engine.hands.tiles import DRAGONS, NORTH, WINDS
from engine.rulesets.honshu.house import HonshuHouseRules
from engine.rulesets.riichi.scoring import features as m
from engine.rulesets.riichi.scoring.yaku import Yaku, YakuRow

CLAUSE = "B2"

FROM_ANOTHER = m.EXPOSED  # a set was completed with another player's tile
_DRAGONS = [(m.PONG_OF[dragon], m.PAIR_OF[dragon]) for dragon in DRAGONS]
_WINDS = [(m.PONG_OF[wind], m.PAIR_OF[wind]) for wind in WINDS]
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
_YAKUMAN = tuple(
    replace(row, is_yakuman=True)
    for row in (
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


@lru_cache(maxsize=64)
def yaku_of(house: HonshuHouseRules) -> Yaku:
    """The yaku of a table with these house rules."""
    return Yaku(rows_of(house), excluded_by(house), CLAUSE)
