"""From tiles to the best score: may the hand be declared, and which reading of it is paid (docs/rules, B1, B2, B5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from engine.entries import Win
from engine.hand import TileHand
from engine.packed import ONE, copies, kinds, packed
from engine.rulesets.honshu import marks as m
from engine.rulesets.honshu import paying
from engine.rulesets.honshu.bonus import bonus_items
from engine.rulesets.honshu.parts import tiles_lying
from engine.rulesets.honshu.shapes import Shape, fourth_kong, shapes
from engine.rulesets.honshu.table import NOT_PLAYED, Table, in_deck
from engine.rulesets.honshu.waiting import awaited
from engine.rulesets.honshu.yaku import Found
from engine.rulesets.values import Item, Limit, Score
from engine.tiles import NORTH, Tile

RON = frozenset(("ron", "chankan", "rob_north"))
MAY_BE_LAST = ("tsumo", "ron")
NO_PINFU = m.PONG | m.VALUE_PAIR | m.MELD


class Hand(NamedTuple):
    """A hand at its table, its tiles packed: the concealed ones, and all of them with the Norths set aside."""

    table: Table
    win: Win
    tiles: TileHand
    held: int
    everything: int


class Ways(NamedTuple):
    """The readings that may be declared with their yaku, the best first, and the bonus items that all of them earn."""

    found: list[tuple[Shape, Found]]
    bonus: tuple[Item, ...]
    extra: int


def best(table: Table, win: Win, tiles: TileHand) -> Score:
    """The score that is paid, or the refusal."""
    hand, ways = _ways(table, win, tiles)
    if isinstance(ways, str) or hand is None:
        return refused(win, str(ways))
    return _score(hand, *ways.found[0], ways)


def every(table: Table, win: Win, tiles: TileHand) -> tuple[Score, ...]:
    """The score of every reading that may be declared, the one that is paid first; or the refusal alone."""
    hand, ways = _ways(table, win, tiles)
    if isinstance(ways, str) or hand is None:
        return (refused(win, str(ways)),)
    return tuple(_score(hand, shape, yaku, ways) for shape, yaku in ways.found)


def refused(win: Win, reason: str) -> Score:
    """A hand that may not be declared; `reason`: an id of docs/formats.md."""
    return Score(win.winner, legal=False, reason=reason)


def _ways(table: Table, win: Win, tiles: TileHand) -> tuple[Hand | None, Ways | str]:
    """The readings that may be declared, or why there is none: the first reason of docs/formats.md that applies."""
    reason = misshapen(win, tiles)
    if reason:
        return None, reason
    held = packed(tiles.concealed)
    everything = held + tiles.special.get("norths", 0) * ONE[NORTH]
    if tiles.melds:
        everything += tiles_lying(tiles.melds)
    hand = Hand(table, win, tiles, held, everything)
    return hand, _impossible(hand) or _read(hand)


def misshapen(win: Win, tiles: TileHand) -> str | None:
    """What is wrong with the hand before a tile is looked at."""
    if tiles.melds and any(meld.kind == "chow" for meld in tiles.melds):
        return "exposed_chow"
    if len(tiles.concealed) != (13 if win.by == "fourth_kong" else 14) - 3 * len(tiles.melds):
        return "wrong_tile_count"
    return None


def _impossible(hand: Hand) -> str | None:
    """What is wrong with it before its tiles are read."""
    tiles = hand.tiles
    if not in_deck(hand.everything) or not _turned_in_deck(tiles.special):
        return "tile_not_in_deck"
    if hand.win.by != "fourth_kong":
        there = tiles.tile in tiles.concealed
    else:  # the tile is one of the kongs', or left out (B5.4)
        there = tiles.tile is None or any(meld.tile == tiles.tile for meld in tiles.melds)
    if not there:
        return "winning_tile_missing"
    return "declared_ready_needs_concealed" if hand.win.declared_ready and tiles.exposed else None


def _turned_in_deck(told: Mapping[str, Any]) -> bool:
    """Whether the deck has the indicators (B5.10)."""
    for key in ("dora_indicators", "ura_indicators"):
        for tile in told.get(key, ()):
            if ONE[tile] & NOT_PLAYED:
                return False
    return True


def _read(hand: Hand) -> Ways | str:
    """The readings that may be declared, or why there is none."""
    table, win = hand.table, hand.win
    found = _legal(hand)
    reason = _barred(hand, found)
    if reason:
        return reason
    yaku_of = table.yaku.found
    counted = [(shape, yaku) for shape in found if (yaku := yaku_of(shape.marks)).items]
    if not counted:
        return "no_yaku"
    if win.by in RON and not table.house["atozuke"] and not _sure_of_yaku(hand):
        return "no_yaku_before_winning_tile"
    bonus = bonus_items(hand.tiles.special, hand.everything, table.house["bazoro"], win.declared_ready)
    extra = sum([item.points for item in bonus])
    enough = [each for each in counted if each[1].han is None or each[1].han + extra >= paying.FIRST_ROW]
    if not enough:
        return "below_table"
    if len(enough) > 1:
        enough.sort(key=lambda each: _order(table, each[1], extra))
    return Ways(enough, bonus, extra)


def _legal(hand: Hand) -> list[Shape]:
    """The legal readings; a concealed kong may only be robbed for thirteen orphans (B1)."""
    tiles, way = hand.tiles, _way(hand)
    if hand.win.by == "fourth_kong":
        return fourth_kong(tiles.melds, way)
    assert tiles.tile is not None
    found = _won_with(hand, tiles.tile, way)
    if tiles.special.get("concealed_kong"):
        return [shape for shape in found if shape.marks & m.ORPHANS]
    return found


def _way(hand: Hand) -> int:
    """The marks of who won, what was said, how the winning tile came (B5.5, B5.6)."""
    win, told = hand.win, hand.tiles.special
    marks = hand.table.standing
    if win.declared_ready:
        marks |= m.DOUBLE_RIICHI if told.get("riichi") == "double" else m.RIICHI
    if told.get("kokushi_pure") and not told.get("norths"):
        marks |= m.PURE_ORPHANS
    if told.get("chuuren_pure"):
        marks |= m.PURE_GATES
    if hand.tiles.last_tile and win.by in MAY_BE_LAST:
        marks |= m.LAST
    if win.by == "chankan":
        return marks | m.CHANKAN
    if win.by != "tsumo":
        return marks
    if told.get("first_draw") and not told.get("norths"):
        marks |= m.FIRST_DRAW
    return marks | m.TSUMO | (m.REPLACEMENT if hand.tiles.replacement else 0)


def _won_with(hand: Hand, tile: Tile, way: int) -> list[Shape]:
    """The legal readings if the hand is won with `tile` in this way."""
    won, melds = hand.tiles.tile, hand.tiles.melds
    assert won is not None
    held = hand.held if tile == won else hand.held - ONE[won] + ONE[tile]
    found = shapes(hand.table, held, melds, tile, way)
    if hand.table.house["pinfu_wait"] != "multi":
        return found
    for at, shape in enumerate(found):
        if shape.marks & m.SETS and not shape.marks & NO_PINFU and _many_waits(hand, shape, tile):
            found[at] = shape._replace(marks=shape.marks | m.MANY_WAITS)
    return found


def _many_waits(hand: Hand, shape: Shape, tile: Tile) -> bool:
    """Whether more than one kind would have won; an open end with both its kinds says so at once."""
    ends = shape.parts[shape.of_won].other_ends(tile)
    return any(copies(hand.everything, other) < 4 for other in ends) or _awaited(hand).bit_count() > 1


def _awaited(hand: Hand) -> int:
    """The tiles (packed) that the other thirteen waited for."""
    assert hand.tiles.tile is not None
    won = ONE[hand.tiles.tile]
    four = hand.table.house["chiitoi_allow_four"]
    return awaited(hand.held - won, hand.everything - won, len(hand.tiles.melds), four)


def _barred(hand: Hand, found: Sequence[Shape]) -> str | None:
    """Why these readings are none, or the tile may not be taken from another player."""
    if not found:
        return "not_a_legal_hand"
    by = hand.win.by
    if by in RON and hand.tiles.special.get("furiten"):
        return "furiten"
    if by == "rob_north" and not hand.table.house["rob_north_any"] and not found[0].marks & m.ORPHANS:
        return "north_robbed_only_by_kokushi"
    return None


def _sure_of_yaku(hand: Hand) -> bool:
    """Whether every tile that the hand waited for brings a yaku, as a plain ron (atozuke-nashi, B1, B5.8)."""
    table = hand.table
    if hand.win.declared_ready or table.keeps:
        return True
    return all(
        any(table.yaku.found(shape.marks).items for shape in _won_with(hand, tile, table.standing))
        for tile in kinds(_awaited(hand))
    )


def _order(table: Table, yaku: Found, extra: int) -> tuple[int, bool, int, list[str]]:
    """What decides between readings, the weightiest first: income, a yakuman, more han, the names (B5.2)."""
    if yaku.han is None:
        return -paying.YAKUMAN * paying.units_paid(table.house, yaku.units), False, 0, yaku.ids
    return -paying.tier_of(table.house, yaku.han + extra).base, True, -yaku.han, yaku.ids


def _score(hand: Hand, shape: Shape, yaku: Found, ways: Ways) -> Score:
    winner, reading = hand.win.winner, shape.reading(hand.tiles.concealed, hand.tiles.tile)
    if yaku.han is None:
        paid = paying.units_paid(hand.table.house, yaku.units)
        limit = Limit("yakuman", tuple(item.id for item in yaku.items), paid)
        return Score(winner, items=yaku.items, limit=limit, reading=reading)
    return Score(
        winner,
        items=yaku.items,
        points=yaku.han + ways.extra,
        bonus_items=ways.bonus,
        reading=reading,
    )
