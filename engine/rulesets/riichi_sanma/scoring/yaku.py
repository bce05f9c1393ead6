"""Yaku and yakuman as rows: the marks that they need and those that rule them out (docs/rules, E6, E7)."""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from engine.hands.tiles import DRAGONS, NORTH, WINDS
from engine.rulesets.riichi.scoring import features as m
from engine.rulesets.riichi.scoring.yaku import Yaku, YakuRow
from engine.rulesets.riichi_sanma.house import RiichiSanmaHouseRules
from engine.rulesets.riichi_sanma.items import CLOSED_ONLY, OPEN_HAN

CLAUSE = "E6"
YAKUMAN_CLAUSE = "E7"
_DRAGONS = [(m.PONG_OF[dragon], m.PAIR_OF[dragon]) for dragon in DRAGONS]
_WINDS = [(m.PONG_OF[wind], m.PAIR_OF[wind]) for wind in WINDS]

# E6, in the order of the rule card, with the han of a concealed hand; `_played` adds the open hands.
_YAKU = (
    YakuRow("riichi", 1, m.RIICHI),
    YakuRow("double_riichi", 2, m.DOUBLE_RIICHI),
    YakuRow("ippatsu", 1, m.IPPATSU),
    YakuRow("menzen_tsumo", 1, m.TSUMO),
    YakuRow("haitei_houtei", 1, m.LAST, m.REPLACEMENT),
    YakuRow("rinshan", 1, m.REPLACEMENT),
    YakuRow("chankan", 1, m.CHANKAN),
    *(YakuRow("yakuhai_dragon", 1, pong) for pong, _pair in _DRAGONS),
    YakuRow("yakuhai_seat", 1, m.SEAT_PONG),
    YakuRow("yakuhai_round", 1, m.ROUND_PONG),
    YakuRow("yakuhai_north", 1, m.PONG_OF[NORTH]),
    *(
        YakuRow("shousangen", 2, sum(pong for pong, _pair in _DRAGONS if pong != third) | pair)
        for third, pair in _DRAGONS
    ),
    YakuRow("iipeikou", 1, m.TWINS),
    YakuRow("ryanpeikou", 3, m.TWO_TWINS),
    YakuRow("ittsu", 2, m.STRAIGHT),
    YakuRow("sanankou", 2, m.THREE_HIDDEN),
    YakuRow("sankantsu", 2, m.THREE_KONGS),
    YakuRow("sanshoku_doukou", 2, m.SAME_ENDS),
    YakuRow("pinfu", 1, m.SETS | m.WON_OPEN_END, m.PONG | m.VALUE_PAIR | m.MELD),
    YakuRow("tanyao", 1, m.INNER, m.TERMINAL | m.HONOUR),
    YakuRow("toitoi", 2, m.SETS, m.CHOW),
    YakuRow("chiitoitsu", 2, m.PAIRS),
    YakuRow("chanta", 2, m.CHOW | m.HONOUR, m.PLAIN_SET),
    YakuRow("junchan", 3, m.CHOW, m.PLAIN_SET | m.HONOUR),
    YakuRow("honroutou", 2, m.TERMINAL | m.HONOUR, m.INNER),
    YakuRow("honitsu", 3, m.ONE_SUIT | m.HONOUR),
    YakuRow("chinitsu", 6, m.ONE_SUIT, m.HONOUR),
)
# E7, in its order; a second row of an item adds the unit of a variant that counts double (E7.1).
_YAKUMAN = (
    YakuRow("tenhou", 1, m.FIRST_DRAW | m.TSUMO | m.DEALER, m.MELD),
    YakuRow("chiihou", 1, m.FIRST_DRAW | m.TSUMO, m.DEALER | m.MELD),
    YakuRow("renhou", 1, m.FIRST_DRAW, m.TSUMO | m.DEALER | m.MELD),
    YakuRow("kokushi", 1, m.ORPHANS),
    YakuRow("suuankou", 1, m.FOUR_HIDDEN),
    YakuRow("daisangen", 1, sum(pong for pong, _pair in _DRAGONS)),
    *(
        YakuRow("shousuushii", 1, sum(pong for pong, _pair in _WINDS if pong != fourth) | pair)
        for fourth, pair in _WINDS
    ),
    YakuRow("daisuushii", 1, sum(pong for pong, _pair in _WINDS)),
    YakuRow("tsuuiisou", 1, m.HONOUR, m.TERMINAL | m.INNER),
    YakuRow("chinroutou", 1, m.TERMINAL, m.HONOUR | m.INNER),
    YakuRow("ryuuiisou", 1, 0, m.OFF_GREEN),
    YakuRow("chuuren", 1, m.GATES),
    YakuRow("suukantsu", 1, m.FOUR_KONGS),
)
_VARIANTS = {
    "kokushi": ("kokushi_13", m.WON_PAIR),
    "suuankou": ("suuankou_tanki", m.WON_PAIR),
    "daisuushii": ("daisuushii", 0),
    "chuuren": ("chuuren_9", m.NINE_SIDED),
}
EXCLUDED = {"double_riichi": frozenset(("riichi",)), "ryanpeikou": frozenset(("iipeikou",))}


def rows_of(house: RiichiSanmaHouseRules) -> tuple[YakuRow, ...]:
    """The yaku and yakuman of a table, in the order of the rule card."""
    yaku = (played for row in _YAKU for played in _played(house, row))
    return (*yaku, *(played for row in _YAKUMAN for played in _yakuman(house, row)))


def _played(house: RiichiSanmaHouseRules, row: YakuRow) -> Iterator[YakuRow]:
    """Yield the rows of a yaku for concealed and for open hands, or nothing if the house rules switch it off."""
    off = {"ippatsu": not house.ippatsu, "yakuhai_north": not house.north_is_value}
    if off.get(row.item):
        return
    if row.item == "pinfu" and not house.pinfu_tsumo:
        row = replace(row, bars=row.bars | m.TSUMO)
    open_han = 0 if row.item in CLOSED_ONLY else OPEN_HAN.get(row.item, row.han)
    if row.item == "tanyao" and not house.kuitan:
        open_han = 0
    if open_han == row.han:
        yield row
        return
    yield replace(row, bars=row.bars | m.EXPOSED)
    if open_han:
        yield replace(row, han=open_han, needs=row.needs | m.EXPOSED)


def _yakuman(house: RiichiSanmaHouseRules, row: YakuRow) -> Iterator[YakuRow]:
    if row.item == "renhou" and house.renhou != "yakuman":
        return
    row = replace(row, is_yakuman=True)
    yield row
    variant, marks = _VARIANTS.get(row.item, ("", 0))
    if variant in house.doubled:
        yield replace(row, needs=row.needs | marks)


@lru_cache(maxsize=64)
def yaku_of(house: RiichiSanmaHouseRules) -> Yaku:
    """The yaku of a table with these house rules."""
    return Yaku(rows_of(house), EXCLUDED, CLAUSE)
