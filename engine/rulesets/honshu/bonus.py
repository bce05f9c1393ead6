"""Bonus han: bazoro, every kind of dora, ippatsu (docs/rules, B2, B5.10). They are never a yaku."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from engine.packed import copies
from engine.rulesets.base import Item
from engine.rulesets.honshu.table import DORA_AFTER
from engine.tiles import Tile

CLAUSE = "B2"


def bonus_items(told: Mapping[str, Any], everything: int, bazoro: int, riichi: bool) -> tuple[Item, ...]:
    """What a hand earns beside its yaku: `told` is what was said of it, `everything` its tiles (packed), Norths set
    aside among them. What needs riichi counts only after it (B5.5)."""
    han = {"bazoro": bazoro}
    if told:
        if riichi:
            han["ippatsu"] = int(told.get("ippatsu", False))
            han["uradora"] = dora(everything, told.get("ura_indicators", ()))
        han["dora"] = dora(everything, told.get("dora_indicators", ()))
        han["pei_dora"] = told.get("norths", 0)
        han["akadora"] = told.get("red", 0)
    return tuple([earned(item, times) for item, times in han.items() if times])


@cache
def earned(item: str, han: int) -> Item:
    """A bonus item with its han in all."""
    return Item(item, han, CLAUSE, han)


def dora(everything: int, turned: Sequence[Tile]) -> int:
    """How many tiles these indicators point to."""
    return sum([copies(everything, DORA_AFTER[indicator]) for indicator in turned])
