"""Bonus han, which are never a yaku: bazoro, dora of every kind, ippatsu (docs/rules, B2, B5.10)."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from engine.cache import Memo
from engine.hands.tile_counts import BITS
from engine.hands.tiles import Tile
from engine.rulesets.honshu.items import ADDED
from engine.rulesets.honshu.scoring.table import DORA_AFTER
from engine.rulesets.scoring_types import Item

CLAUSE = "B2"
ITEMS = ("bazoro", "ippatsu", "uradora", "dora", "pei_dora", "akadora")
Bonus = tuple[tuple[Item, ...], int]  # the items and their total han


def bonus_items(special: Mapping[str, Any], everything: int, bazoro: int, riichi: bool) -> Bonus | None:
    """The bonus of a hand, or None if an indicator isn't in the deck (B5.10).

    `everything`: all its tiles (packed), including Norths set aside.
    """
    if not special:
        return BONUS[(bazoro,)]
    turned = dora(everything, special["dora_indicators"]) if "dora_indicators" in special else 0
    hidden = dora(everything, special["ura_indicators"]) if "ura_indicators" in special else 0
    if turned is None or hidden is None:
        return None
    ippatsu = 1 if riichi and special.get("ippatsu") else 0  # without riichi it's ignored, like uradora (B5.5)
    get = special.get
    return BONUS[bazoro, ippatsu, hidden if riichi else 0, turned, get("norths", 0), get("red", 0)]


def dora(everything: int, turned: Sequence[Tile]) -> int | None:
    """The number of dora tiles, or None if an indicator isn't in the deck."""
    tiles = 0
    for indicator in turned:
        after = DORA_AFTER.get(indicator)
        if after is None:
            return None
        tiles += everything >> BITS * after & 63
    return tiles


def _bonus(han: tuple[int, ...]) -> Bonus:
    items = tuple([earned(item, points) for item, points in zip(ITEMS, han, strict=False) if points])
    return items, sum(han)


BONUS = Memo(_bonus, 1 << 12)


@cache
def earned(item: str, han: int) -> Item:
    """A bonus item worth `han` in total; bazoro counts once, whatever it is worth."""
    return Item(item, han, CLAUSE, 1 if item == ADDED else han)
