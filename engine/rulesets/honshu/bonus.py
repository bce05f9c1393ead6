"""Bonus han: bazoro, every kind of dora, ippatsu (docs/rules, B2, B5.10). They are never a yaku."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from engine.hand import TileHand
from engine.rulesets.base import Item
from engine.rulesets.honshu.table import DORA_AFTER
from engine.tiles import NORTH, Tile

CLAUSE = "B2"


def bonus_items(hand: TileHand, bazoro: int, riichi: bool) -> tuple[Item, ...]:
    """What the hand earns beside its yaku; what needs riichi counts only after it (B5.5)."""
    return tuple(earned(item, han) for item, han in _bonus(hand, bazoro, riichi) if han)


@cache
def earned(item: str, han: int) -> Item:
    """A bonus item with its han in all."""
    return Item(item, han, CLAUSE, han)


def _bonus(hand: TileHand, bazoro: int, riichi: bool) -> Iterator[tuple[str, int]]:
    told: Mapping[str, Any] = hand.special
    yield "bazoro", bazoro
    norths = told.get("norths", 0)
    if riichi:
        yield "ippatsu", int(told.get("ippatsu", False))
    if turned := told.get("dora_indicators"):
        yield "dora", dora(hand.tiles, norths, turned)
    if riichi and (turned := told.get("ura_indicators")):
        yield "uradora", dora(hand.tiles, norths, turned)
    yield "pei_dora", norths
    yield "akadora", told.get("red", 0)


def dora(tiles: Sequence[Tile], norths: int, turned: Sequence[Tile]) -> int:
    """How many tiles these indicators point to, the Norths set aside among them."""
    found = 0
    for indicator in turned:
        after = DORA_AFTER[indicator]
        found += tiles.count(after) + (norths if after == NORTH else 0)
    return found
