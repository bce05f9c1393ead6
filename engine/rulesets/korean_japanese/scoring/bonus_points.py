"""The bonus-points of a hand entered by tiles (docs/rules, A7, A12)."""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from engine.hands.hand import TileHand
from engine.hands.readings import Reading
from engine.hands.tiles import BAMBOO, CHARACTERS, CIRCLES, DRAGONS, FIVE_BAMBOO, NORTH, Tile
from engine.match.entries import Win
from engine.match.fields import NONE
from engine.rulesets.korean_japanese.house import KoreanJapaneseHouseRules
from engine.rulesets.korean_japanese.items import BONUS_BY_ID
from engine.rulesets.korean_japanese.played_items import own_bonuses
from engine.rulesets.scoring_types import Item

MOST_WAYS = 512
Earned = Iterator[tuple[str, int]]


class Bonus:
    """The bonus items under these house rules, without the points for winning."""

    def __init__(self, house: KoreanJapaneseHouseRules, winds: tuple[Tile, ...]) -> None:
        """Prepare the dora. `winds`: the winds in play, in dora order, without a North that is an extra tile."""
        self.house, self.dora = house, _dora(winds, house.north_tile)
        self._more = house.dead_wall_dora or house.revealed_dora or house.red_dora or house.north_tile
        self._of_way: Callable[..., tuple[tuple[Item, ...], int]] = lru_cache(MOST_WAYS)(self._count_way)

    def items(
        self, win: Win, hand: TileHand, reading: Reading, norths: tuple[Item, ...]
    ) -> tuple[tuple[Item, ...], int]:
        """The items in the order of the rule card (custom items and `norths` last), and their total points."""
        special, house = hand.special, self.house
        turned = house.dead_wall_dora and special.get("dora_indicator") == "flower"
        facts = (win.by, hand.last_tile, hand.replacement, not hand.exposed, win.declared_ready)
        items, points = self._of_way(*facts, self._matching(hand), hand.flowers, turned)
        if not (self._more or norths or special.get("own")):
            return items, points
        items += self._items(_of_tiles(house, self.dora, hand, reading))
        own = own_bonuses(house) if special.get("own") else {}
        for item, points in special.get("own", NONE).items():
            items += (Item(item, points, own[item].clause, points // own[item].points),)
        items += norths
        return items, sum(item.points for item in items)

    def _matching(self, hand: TileHand) -> int:
        """The points for copies of the winning tile (A7)."""
        counted = self.house.matching_bonus
        assert hand.tile is not None
        if counted == "players":
            return int(hand.special.get("matching_players", 0))
        if counted == "off":
            return 0
        held = hand.tiles.count(hand.tile)
        return held - 1 if counted == "tiles" else held

    def _count_way(self, *facts: Any) -> tuple[tuple[Item, ...], int]:
        items = self._items(_of_way(self.house, facts))
        return items, sum(item.points for item in items)

    def _items(self, earned: Earned) -> tuple[Item, ...]:
        off = self.house.items_off
        return tuple(
            Item(item, points, BONUS_BY_ID[item].clause) for item, points in earned if points and item not in off
        )


def _of_way(house: KoreanJapaneseHouseRules, facts: tuple[Any, ...]) -> Earned:
    """Yield (bonus item, points), in the order of the rule card.

    `matching`: points for copies of the winning tile; `turned`: whether the indicator on the dead wall is a flower.
    """
    by, last_tile, replacement, concealed, ready, matching, flowers, turned = facts
    wall, discard = by == "wall", by == "discard"
    yield "wall", int(wall)
    yield "last_tile", int(last_tile and (wall or (house.last_tile_on_discard and discard)))
    yield "replacement", int(replacement and wall)
    yield "rob_kong", int(by == "rob_kong")
    yield "concealed", 2 * concealed
    yield "concealed_wall", 2 * (concealed and wall)
    yield "declared_ready", 2 * ready
    yield "declared_ready_wall", 2 * (ready and wall)
    yield "matching", matching
    # Each flower is worth 2 if the indicator is a flower (A12.1).
    yield "flower", flowers * (2 if turned else 1)
    yield "all_flowers", (2 if turned else 4) * (flowers == (3 if turned else 4))


def _dora(winds: tuple[Tile, ...], north: bool) -> Mapping[Tile, Tile]:
    """A map from each indicator to its dora, the next tile of its cycle (A12.1)."""
    white, green, red = DRAGONS
    ends = BAMBOO[0], BAMBOO[8]
    cycles = (CIRCLES, CHARACTERS, ends, (green, red, white), (*winds, NORTH) if north else winds)
    after = {tile: cycle[(at + 1) % len(cycle)] for cycle in cycles for at, tile in enumerate(cycle)}
    return {**after, FIVE_BAMBOO: BAMBOO[8]}


def _of_tiles(house: KoreanJapaneseHouseRules, dora: Mapping[Tile, Tile], hand: TileHand, reading: Reading) -> Earned:
    """Yield (bonus item, points) for dora, red fives and North."""
    special = hand.special
    dead, revealed = special.get("dora_indicator"), special.get("revealed_indicator")
    if house.dead_wall_dora and isinstance(dead, int):
        yield "dora_tile", hand.tiles.count(dora[Tile(dead)])
    if house.revealed_dora and isinstance(revealed, int):
        yield from _revealed(hand, reading, dora[Tile(revealed)])
    if house.red_dora:
        yield "red_dora", (0, 1, 6)[special.get("red_fives", 0)]
    if house.north_tile:
        yield "north_win", 2 * (hand.tile == NORTH)


def _revealed(hand: TileHand, reading: Reading, dora: Tile) -> Earned:
    """Yield (bonus item, points): 1 for each revealed dora, and more for a pair, pong or kong of them (A12.2)."""
    kinds = [group.kind for group in reading.groups if group.kind != "chow" and group.tile == dora]
    yield "revealed_dora_tile", hand.tiles.count(dora)
    yield "revealed_dora_eye", (reading.pair == dora) + reading.pairs.count(dora)
    yield "revealed_dora_pong", 2 * ("pong" in kinds)
    yield "revealed_dora_kong", 6 * ("kong" in kinds)
