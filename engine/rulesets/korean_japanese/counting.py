"""What the tiles of one reading earn: hand-points (docs/rules, A6) and bonus-points (A7, A12)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.entries import Win
from engine.hand import TileHand
from engine.patterns import Facts
from engine.readings import Reading
from engine.rulesets.base import Item
from engine.rulesets.declared import pattern_index
from engine.rulesets.korean_japanese.items import BONUSES, PATTERNS
from engine.rulesets.korean_japanese.limits import NINE_BAMBOO, ONE_BAMBOO
from engine.rulesets.korean_japanese.table import Table
from engine.rulesets.korean_japanese.ticks import own_bonuses
from engine.tiles import NORTH, OF_WIND, Tile

BY_ID = pattern_index(PATTERNS)
BONUS_BY_ID = pattern_index(BONUSES)
Earned = Iterator[tuple[str, int]]


def set_items(facts: Facts, table: Table) -> tuple[Item, ...]:
    """What the sets alone earn, without anything that needs the whole hand."""
    earned = (*_winds_and_dragons(facts, table), *_sets(facts, table))
    off = table.house["items_off"]
    return tuple(
        Item(item, BY_ID[item].points * times, BY_ID[item].clause, times)
        for item, times in earned
        if times and item not in off
    )


def items(facts: Facts, table: Table) -> tuple[tuple[Item, ...], tuple[Item, ...]]:
    """(hand-points, points for North where they are bonus-points) of a reading."""
    off = table.house["items_off"]
    earned = [
        Item(item, BY_ID[item].points * times, BY_ID[item].clause, times)
        for item, times in _patterns(facts, table)
        if times and item not in off
    ]
    if table.house["north_points_class"] == "hand":
        return tuple(earned), ()
    norths = tuple(item for item in earned if item.id in ("north_pair", "north_kong"))
    return tuple(item for item in earned if item not in norths), norths


def _patterns(facts: Facts, table: Table) -> Earned:
    """(pattern, how often) in the order of the rule card."""
    if facts.reading.shape != "orphans":
        yield from _winds_and_dragons(facts, table)
        yield from _sets(facts, table)
        yield from _whole_hand(facts, table)
    yield "concealed", int(facts.concealed)
    yield "concealed_wall", int(facts.concealed and facts.by_wall)


def _winds_and_dragons(facts: Facts, table: Table) -> Earned:
    yield "dragon_pong", facts.dragons
    yield "two_dragons", int(facts.dragons >= 2)
    yield "seat_dragon", int(table.house["seat_dragons"] and facts.has_pong(table.own_dragon))
    yield "wind_pong", facts.pongs_of(table.winds)
    yield "seat_wind", int(facts.has_pong(OF_WIND[table.seat_wind]))
    yield "round_wind", int(facts.has_pong(OF_WIND[table.round_wind]))
    if table.house["north_tile"]:
        reading = facts.reading
        yield "north_pair", (reading.pair == NORTH) + reading.pairs.count(NORTH)
        yield "north_kong", int(facts.has_pong(NORTH))


def _sets(facts: Facts, table: Table) -> Earned:
    norths = table.house["north_tile"] and sum(kong.tile == NORTH for kong in facts.kongs)
    yield "kong", len(facts.kongs) - norths
    yield "three_kongs", int(len(facts.kongs) >= 3)
    bamboo = facts.pongs_of((ONE_BAMBOO, NINE_BAMBOO))
    yield "bamboo_terminal_pong", bamboo
    yield "both_bamboo", int(bamboo == 2)
    once = table.house["identical_chows"] == "once"
    yield "identical_chows", min(facts.identical_chows, 1) if once else facts.identical_chows
    yield "straight", int(facts.straight)
    yield "three_concealed_pongs", int(len(facts.concealed_pongs) >= 3)


def _whole_hand(facts: Facts, table: Table) -> Earned:
    yield "all_pongs", int(facts.all_pongs)
    yield "all_terminals_honours", int(facts.all_pongs and facts.all_terminals_honours)
    pure = facts.one_suit in (0, 1)
    yield "pure", int(pure)
    yield "pure_no_honours", int(pure and not facts.has_honours)
    yield "seven_pairs", int(facts.reading.shape == "pairs")
    withheld = pure and table.house["pure_excludes_no_honours"]
    yield "no_honours", int(not facts.has_honours and not withheld)
    numbered_pair = facts.reading.pair is not None and not facts.pair_is_honour
    yield "all_chows", int(len(facts.chows) == 4 and numbered_pair)


def bonus_items(facts: Facts, table: Table, win: Win) -> tuple[Item, ...]:
    """The bonus items of a reading, without the points for winning."""
    off = table.house["items_off"]
    read = tuple(
        Item(item, points, BONUS_BY_ID[item].clause)
        for item, points in _bonus(facts, table, win)
        if points and item not in off
    )
    ticked: Mapping[str, int] = facts.hand.special.get("own", {})
    if not ticked:
        return read
    own = own_bonuses(table.house)
    return (*read, *(Item(item, n, own[item].clause, n // own[item].points) for item, n in ticked.items()))


def _bonus(facts: Facts, table: Table, win: Win) -> Earned:
    """(bonus item, points) in the order of the rule card."""
    hand, house = facts.hand, table.house
    yield from _how_won(facts, hand, win, house["last_tile_on_discard"])
    yield "matching", _matching(facts, table)
    yield from _flowers(hand, table)
    yield from _dora(facts, table)
    if house["north_tile"]:
        yield "north_win", 2 * (hand.tile == NORTH)


def _how_won(facts: Facts, hand: TileHand, win: Win, last_on_discard: bool) -> Earned:
    wall = win.by == "wall"
    yield "wall", int(wall)
    yield "last_tile", int(hand.last_tile and (wall or (last_on_discard and win.by == "discard")))
    yield "replacement", int(hand.replacement and wall)
    yield "rob_kong", int(win.by == "rob_kong")
    yield "concealed", 2 * facts.concealed
    yield "concealed_wall", 2 * (facts.concealed and wall)
    yield "declared_ready", 2 * win.declared_ready
    yield "declared_ready_wall", 2 * (win.declared_ready and wall)


def _matching(facts: Facts, table: Table) -> int:
    """Tiles like the winning one (A7, D-05)."""
    assert facts.hand.tile is not None
    held = facts.kinds[facts.hand.tile]
    players: int = facts.hand.special.get("matching_players", 0)
    bonus = {"tiles": held - 1, "tiles_incl": held, "players": players, "off": 0}
    return bonus[table.house["matching_bonus"]]


def _flowers(hand: TileHand, table: Table) -> Earned:
    """Flowers; each worth 2 where a flower was turned on the dead wall (A12.1)."""
    turned = table.house["dead_wall_dora"] and hand.special.get("dora_indicator") == "flower"
    yield "flower", hand.flowers * (2 if turned else 1)
    full = 3 if turned else 4
    yield "all_flowers", (2 if turned else 4) * (hand.flowers == full)


def _dora(facts: Facts, table: Table) -> Earned:
    special, house = facts.hand.special, table.house
    dead, revealed = special.get("dora_indicator"), special.get("revealed_indicator")
    if house["dead_wall_dora"] and isinstance(dead, int):
        yield "dora_tile", facts.kinds[table.dora_after(Tile(dead))]
    if house["revealed_dora"] and isinstance(revealed, int):
        yield from _revealed(facts, table.dora_after(Tile(revealed)))
    if house["red_dora"]:
        yield "red_dora", (0, 1, 6)[special.get("red_fives", 0)]


def _revealed(facts: Facts, dora: Tile) -> Earned:
    """1 for each, more where it is the eye, a pong or a kong (A12.2)."""
    reading: Reading = facts.reading
    sets = {group.tile: group.kind for group in facts.pongs}
    yield "revealed_dora_tile", facts.kinds[dora]
    yield "revealed_dora_eye", (reading.pair == dora) + reading.pairs.count(dora)
    yield "revealed_dora_pong", 2 * (sets.get(dora) == "pong")
    yield "revealed_dora_kong", 6 * (sets.get(dora) == "kong")
