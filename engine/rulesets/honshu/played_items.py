"""The items that a table plays under its house rules (docs/rules, B1.6, B1.9, B2), worded for its rule card."""

from collections.abc import Iterator
from dataclasses import replace

from engine.language import gettext_noop as _
from engine.rulesets.definitions import Pattern
from engine.rulesets.honshu.house import HonshuHouseRules
from engine.rulesets.honshu.items import ADDED, BONUSES, YAKU, YAKUMANS
from engine.rulesets.honshu.scoring.yaku import yaku_of

# By whether Norths are set aside, and whether flowers are used.
REPLACED = {
    (True, True): _("Drawn as a replacement for a kong, or for a North or flower set aside"),
    (False, True): _("Drawn as a replacement for a kong or a flower"),
    (False, False): _("Drawn as a replacement for a kong"),
}


def bonuses_of(house: HonshuHouseRules) -> tuple[Pattern, ...]:
    """The bonus items of a table."""
    off = {ADDED: not house.bazoro, "pei_dora": not house.sets_aside, "flower": not house.flowers}
    return tuple(item for item in BONUSES if not off.get(item.id))


def played_items(house: HonshuHouseRules) -> Iterator[Pattern]:
    """Yield the yaku, yakuman and bonus items of a table, in the order of the rule card."""
    played = yaku_of(house).by_item
    points = {ADDED: house.bazoro, "ryanpeikou": house.ryanpeikou}
    conditions = {"rinshan": REPLACED.get((house.sets_aside, house.flowers))}
    if not house.sets_aside:
        conditions["yakuhai_north"] = _("Pong or kong of North")
    for item in (*YAKU, *bonuses_of(house), *YAKUMANS):
        if item.id in played or item.kind == "bonus":
            yield replace(
                item, points=points.get(item.id, item.points), condition=conditions.get(item.id) or item.condition
            )
