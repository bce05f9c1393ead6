"""The items that a table plays under its house rules (docs/rules, E3, E6, E7), worded for its rule card."""

from collections.abc import Iterator
from dataclasses import replace

from engine.language import gettext_noop as _
from engine.rulesets.definitions import Pattern
from engine.rulesets.riichi_sanma.house import VARIANTS, RiichiSanmaHouseRules
from engine.rulesets.riichi_sanma.items import BONUSES, RENHOU, YAKU, YAKUMANS
from engine.rulesets.riichi_sanma.scoring.yaku import yaku_of

# The conditions of yakuman that can count double (E7.1).
DOUBLED = {
    "kokushi": _(
        "One of each 1, 9, wind and dragon, plus a second copy of one of them; double if you were waiting for all "
        "thirteen"
    ),
    "suuankou": _("None of them completed by another player’s tile; double if the winning tile completes the pair"),
    "daisuushii": _("Four wind pongs; counts double"),
    "chuuren": _(
        "1112345678999 of one suit and one more tile of that suit; double if you were waiting for all nine numbers"
    ),
}
# The conditions at tables where no North is set aside (E3).
WITHOUT_ASIDE = {"rinshan": _("Drawn as a replacement for a kong"), "yakuhai_north": _("Pong or kong of North")}


def known_items(house: RiichiSanmaHouseRules) -> tuple[Pattern, ...]:
    """All items, with renhou as a yaku or as a yakuman."""
    yakuman = house.renhou == "yakuman"
    items = ((item, item.kind == "limit") for item in (*YAKU, *BONUSES, *YAKUMANS))
    return tuple(item for item, is_yakuman in items if item.id != RENHOU or is_yakuman == yakuman)


def played_items(house: RiichiSanmaHouseRules) -> Iterator[Pattern]:
    """Yield the yaku, dora and yakuman of a table, in the order of the rule card."""
    rows = {(row.is_yakuman, row.item) for row in yaku_of(house).rows}
    if house.renhou == "mangan":
        rows.add((False, RENHOU))
    for item in YAKU:
        if (False, item.id) in rows:
            yield item if house.sets_aside else replace(item, condition=WITHOUT_ASIDE.get(item.id, item.condition))
    off = {"uradora": not house.uradora, "pei_dora": not house.sets_aside, "akadora": not house.red_fives}
    yield from (item for item in BONUSES if not off.get(item.id))
    doubled = {VARIANTS[variant] for variant in house.doubled}
    for item in YAKUMANS:
        if item.id in doubled:
            yield replace(item, condition=DOUBLED[item.id])
        elif (True, item.id) in rows:
            yield replace(item, most=1)
