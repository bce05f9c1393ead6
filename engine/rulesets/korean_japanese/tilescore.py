"""From tiles to the best score: legality, every reading, what each would collect (docs/rules, A4–A7, A11)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from engine.entries import Win
from engine.hand import TileHand
from engine.patterns import Facts
from engine.readings import Group, Reading, four_sets, orphans, placed, seven_pairs
from engine.rulesets.base import Item, Limit, Score
from engine.rulesets.korean_japanese import counting, limits, paying
from engine.rulesets.korean_japanese.table import Table
from engine.tiles import NORTH, Tile, count

House = Mapping[str, Any]
CHOW_SUITS = (True, True, False)  # circles and characters; bamboo has no middle (A4.2)


def refusal(table: Table, deck: tuple[int, ...], win: Win, hand: TileHand) -> str | None:
    """Why the hand may not be declared, before its tiles are read: an id of docs/formats.md."""
    if any(meld.kind == "chow" for meld in hand.melds):
        return "exposed_chow"
    if len(hand.concealed) != 14 - 3 * len(hand.melds):
        return "wrong_tile_count"
    if any(number > copies for number, copies in zip(count(hand.tiles), deck, strict=True)):
        return "tile_not_in_deck"
    if hand.tile not in hand.concealed:
        return "winning_tile_missing"
    if win.by != "wall" and sacred(table, hand):
        return "sacred_discard"
    if win.declared_ready and hand.exposed:
        return "declared_ready_needs_concealed"
    if win.all_declared and table.house["three_ready"] == "draw":
        return "three_declared_ready_draw"
    return None


def sacred(table: Table, hand: TileHand) -> bool:
    """Whether an earlier own discard forbids this win (A4.8, A17.2, A17.11)."""
    if table.house["sacred_discard_scope"] == "kind":
        return hand.tile in hand.discards
    rest = list(hand.concealed)
    assert hand.tile is not None
    rest.remove(hand.tile)
    return any(
        next(readings(table, replace(hand, concealed=(*rest, tile), tile=tile)), None) is not None
        for tile in hand.discards
    )


def readings(table: Table, hand: TileHand) -> Iterator[Reading]:
    """Every legal way to read the tiles (A4.1)."""
    house, held = table.house, count(hand.concealed)
    for reading in four_sets(held, hand.melds, CHOW_SUITS):
        if not (house["north_tile"] and any(g.kind == "pong" and g.tile == NORTH for g in reading.groups)):
            yield reading
    if not hand.melds:
        if "seven_pairs" not in house["items_off"]:
            yield from seven_pairs(held, house["seven_pairs_allow_four"])
        if table.orphan_kinds:
            yield from orphans(held, table.orphan_kinds)


def scores(table: Table, win: Win, hand: TileHand, goulash: int, winning: int) -> list[Score]:
    """Every reading scored, the one that is paid first; empty where the tiles are no hand.

    Sorted by what the winner collects, goulash included; at equal income the limit first, then more
    hand-points, then the alphabetically first list of patterns.
    """
    found: list[Score] = []
    for reading in _read(table, win, hand):
        for each in placed(reading, hand.tile) if win.by != "wall" and hand.tile is not None else (reading,):
            found += _candidates(table, win, Facts(hand, each, win.by == "wall"), winning)
    if len(found) < 2:
        return found
    enough = [score for score in found if score.legal]
    return sorted(enough or found, key=lambda score: _order(table.house, win, score, goulash))


def _read(table: Table, win: Win, hand: TileHand) -> Iterator[Reading]:
    """The readings; a concealed kong may only be robbed for thirteen orphans (A17.2)."""
    for reading in readings(table, hand):
        if reading.shape == "orphans" or not hand.special.get("concealed_kong"):
            yield reading


def _candidates(table: Table, win: Win, facts: Facts, winning: int) -> Iterator[Score]:
    """The reading as a limit hand, and as a count where that is open (A11)."""
    reached, counted = limits.reached(facts, table), _counted(table, win, facts, winning)
    if reached:
        kind = reached[0].group
        names = tuple(limit.id for limit in reached)
        value = table.limit_values[kind]
        yield Score(win.winner, limit=Limit(kind, names, value), reading=facts.reading, counted=counted)
    if not reached or table.house["limit_choose_higher"]:
        yield counted


def _counted(table: Table, win: Win, facts: Facts, winning: int) -> Score:
    """The reading counted: hand-points against the minimum, bonus-points, what each owes."""
    items, norths = counting.items(facts, table)
    bonus = (*counting.bonus_items(facts, table, win), *norths)
    points, bonus_points = sum(i.points for i in items), winning + sum(i.points for i in bonus)
    if win.all_declared and table.house["three_ready"] == "hand_points_only":
        bonus, bonus_points = (), 0
    enough = points >= table.house["min_hand_points"]
    return Score(
        win.winner,
        items=items,
        points=points,
        bonus_items=bonus,
        bonus_points=bonus_points,
        owed=paying.owed(table.house, win, bonus_points, winning),
        legal=enough,
        reason=None if enough else "minimum_not_reached",
        reading=facts.reading,
    )


def _order(house: House, win: Win, score: Score, goulash: int) -> tuple[int, bool, int, list[str], int, int]:
    """What decides between readings, the weightiest first; last what a claim compares of a limit hand too."""
    income = sum(line.points for line in paying.pay(house, win, score, goulash))
    counted = score.counted or score
    decided = (-income, score.limit is None, -(score.points or 0), pattern_ids(score))
    return (*decided, -(counted.points or 0), -(counted.bonus_points or 0))


def pattern_ids(score: Score) -> list[str]:
    """The ids of a score's patterns, sorted; a limit as `limit:<id>`."""
    if score.limit:
        return sorted(f"limit:{name}" for name in score.limit.names)
    return sorted(item.id for item in score.items)


def so_far(table: Table, hand: TileHand) -> tuple[Item, ...]:
    """What the sets that are there already earn, whatever the rest becomes."""
    triples = (Group("pong", Tile(tile)) for tile, held in enumerate(count(hand.concealed)) if held >= 3)
    groups = (*triples, *(Group(meld.kind, meld.tile, meld.exposed) for meld in hand.melds))
    return counting.set_items(Facts(hand, Reading("sets", groups), False), table)
