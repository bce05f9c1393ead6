"""Bonus han: bazoro, every kind of dora, ippatsu (docs/rules, B2, B5.10). They are never a yaku."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from engine.cache import Memo
from engine.hands.tile_counts import BITS
from engine.hands.tiles import Tile
from engine.rulesets.honshu.scoring.table import DORA_AFTER
from engine.rulesets.rule_book import Item

CLAUSE = "B2"
ITEMS = ("bazoro", "ippatsu", "uradora", "dora", "pei_dora", "akadora")
Bonus = tuple[tuple[Item, ...], int]  # items, and their han in all


def bonus_items(special: Mapping[str, Any], everything: int, bazoro: int, riichi: bool) -> Bonus | None:
    """What a hand earns beside its yaku; None where an indicator is no tile of the deck (B5.10). `special` is what was
    said of it, `everything` its tiles (packed), Norths set aside among them."""
    if not special:
        return BONUS[(bazoro,)]
    turned = dora(everything, special["dora_indicators"]) if "dora_indicators" in special else 0
    hidden = dora(everything, special["ura_indicators"]) if "ura_indicators" in special else 0
    if turned is None or hidden is None:
        return None
    ippatsu = 1 if riichi and special.get("ippatsu") else 0  # what needs riichi counts only after it (B5.5)
    get = special.get
    return BONUS[bazoro, ippatsu, hidden if riichi else 0, turned, get("norths", 0), get("red", 0)]


def dora(everything: int, turned: Sequence[Tile]) -> int | None:
    """How many tiles these indicators point to; None where one of them is no tile of the deck."""
    tiles = 0
    for indicator in turned:
        after = DORA_AFTER.get(indicator)
        if after is None:
            return None
        tiles += everything >> BITS * after & 63
    return tiles


def _bonus(han: tuple[int, ...]) -> Bonus:
    items = tuple([earned(item, each) for item, each in zip(ITEMS, han, strict=False) if each])
    return items, sum(han)


BONUS = Memo(_bonus, 1 << 12)


@cache
def earned(item: str, han: int) -> Item:
    """A bonus item with its han in all; bazoro comes once, whatever it is worth."""
    return Item(item, han, CLAUSE, 1 if item == "bazoro" else han)
