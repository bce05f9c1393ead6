"""From tiles to the best score: may the hand be declared, and which reading of it is paid (docs/rules, B1, B2, B5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from engine.entries import Win
from engine.hand import TileHand
from engine.packed import ONE, copies, packed
from engine.rulesets.base import Item, Limit, Score
from engine.rulesets.honshu import marks as m
from engine.rulesets.honshu import paying
from engine.rulesets.honshu.bonus import bonus_items
from engine.rulesets.honshu.shapes import Shape, fourth_kong, shapes, waits
from engine.rulesets.honshu.table import NOT_PLAYED, Table, in_deck
from engine.rulesets.honshu.yaku import Found
from engine.tiles import ALL, NORTH, Tile

RON = ("ron", "chankan", "rob_north")
MAY_BE_LAST = ("tsumo", "ron")
NO_PINFU = m.PONG | m.VALUE_PAIR | m.MELD


@dataclass(frozen=True)
class Asked:
    """A hand with what every step asks of it: its concealed tiles and all of them, packed; what is true of it."""

    table: Table
    win: Win
    hand: TileHand
    held: int
    all: int
    way: int

    @cached_property
    def waits(self) -> tuple[Tile, ...]:
        """The tiles that would have completed the other thirteen; not those that the winner has all of (B5.7)."""
        assert self.hand.tile is not None
        won = ONE[self.hand.tile]
        found = waits(self.held - won, len(self.hand.melds), self.table.house["chiitoi_allow_four"])
        return tuple(tile for tile in ALL if found >> tile & 1 and copies(self.all - won, tile) < 4)

    def read(self, tile: Tile, way: int) -> list[Shape]:
        """The legal readings if the hand is won with `tile` in this way."""
        assert self.hand.tile is not None
        held = self.held - ONE[self.hand.tile] + ONE[tile]
        found = shapes(self.table, held, self.hand.melds, tile, way)
        if self.table.house["pinfu_wait"] != "multi":
            return found
        return [
            replace(shape, marks=shape.marks | m.MANY_WAITS)
            if shape.marks & m.SETS and not shape.marks & NO_PINFU and len(self.waits) > 1
            else shape
            for shape in found
        ]


def asked(table: Table, win: Win, hand: TileHand) -> Asked:
    """`hand` made ready to be read."""
    held = packed(hand.concealed)
    everything = held + packed(hand.tiles[len(hand.concealed) :]) if hand.melds else held
    everything += hand.special.get("norths", 0) * ONE[NORTH]
    return Asked(table, win, hand, held, everything, table.standing | _said(win, hand) | _how_won(win, hand))


def _said(win: Win, hand: TileHand) -> int:
    """The marks of what was said of the hand (B5.5, B5.6)."""
    told = hand.special
    marks = 0
    if win.declared_ready:
        marks |= m.DOUBLE_RIICHI if told.get("riichi") == "double" else m.RIICHI
    if told.get("kokushi_pure") and not told.get("norths"):
        marks |= m.PURE_ORPHANS
    if told.get("chuuren_pure"):
        marks |= m.PURE_GATES
    return marks


def _how_won(win: Win, hand: TileHand) -> int:
    """The marks of how the winning tile came (B5.5)."""
    marks = m.LAST if hand.last_tile and win.by in MAY_BE_LAST else 0
    if win.by == "chankan":
        marks |= m.CHANKAN
    elif win.by == "tsumo":
        marks |= m.TSUMO | (m.REPLACEMENT if hand.replacement else 0)
        if hand.special.get("first_draw") and not hand.special.get("norths"):
            marks |= m.FIRST_DRAW
    return marks


def refusal(hand: Asked) -> str | None:
    """Why the hand may not be declared, before its tiles are read: an id of docs/formats.md."""
    win, seen = hand.win, hand.hand
    melds = seen.melds
    fourth = win.by == "fourth_kong"
    if melds and any(meld.kind == "chow" for meld in melds):
        return "exposed_chow"
    if len(seen.concealed) != (13 if fourth else 14) - 3 * len(melds):
        return "wrong_tile_count"
    if not in_deck(hand.all) or _indicators_missing(seen):
        return "tile_not_in_deck"
    if not _winning_tile_there(hand, fourth):
        return "winning_tile_missing"
    if win.declared_ready and seen.exposed:
        return "declared_ready_needs_concealed"
    return None


def _indicators_missing(hand: TileHand) -> bool:
    """Whether an indicator is turned that the deck lacks (B5.10)."""
    turned = (*hand.special.get("dora_indicators", ()), *hand.special.get("ura_indicators", ()))
    return any(ONE[tile] & NOT_PLAYED for tile in turned)


def _winning_tile_there(hand: Asked, fourth: bool) -> bool:
    """Whether the winning tile is in the hand; of the fourth kong it is one of the kongs', or left out (B5.4)."""
    tile = hand.hand.tile
    if fourth:
        return tile is None or any(meld.tile == tile for meld in hand.hand.melds)
    return tile in hand.hand.concealed


def scores(table: Table, win: Win, hand: TileHand) -> Sequence[Score] | str:
    """Every reading that may be declared, the one that is paid first; or why none may."""
    ready = asked(table, win, hand)
    reason = refusal(ready)
    if reason:
        return reason
    found = _read(ready)
    reason = _barred(ready, found)
    if reason:
        return reason
    counted = [(shape, yaku) for shape in found if (yaku := table.yaku.found(shape.marks)).items]
    if not counted:
        return "no_yaku"
    if win.by in RON and not table.house["atozuke"] and not _sure_of_yaku(ready):
        return "no_yaku_before_winning_tile"
    bonus = bonus_items(hand, table.house["bazoro"], win.declared_ready)
    extra = sum(item.points for item in bonus)
    enough = [each for each in counted if each[1].han is None or each[1].han + extra >= paying.FIRST_ROW]
    if not enough:
        return "below_table"
    if len(enough) > 1:
        enough.sort(key=lambda each: _order(table, each[1], extra))
    return [_score(ready, shape, yaku, bonus, extra) for shape, yaku in enough]


def _read(ready: Asked) -> list[Shape]:
    """The legal readings; a concealed kong may only be robbed for thirteen orphans (B1)."""
    if ready.win.by == "fourth_kong":
        return fourth_kong(ready.hand.melds, ready.way)
    assert ready.hand.tile is not None
    found = ready.read(ready.hand.tile, ready.way)
    if ready.hand.special.get("concealed_kong"):
        return [shape for shape in found if shape.marks & m.ORPHANS]
    return found


def _barred(ready: Asked, found: Sequence[Shape]) -> str | None:
    """Why these readings are none, or the tile may not be taken from another player."""
    by = ready.win.by
    if not found:
        return "not_a_legal_hand"
    if by in RON and ready.hand.special.get("furiten"):
        return "furiten"
    if by == "rob_north" and not ready.table.house["rob_north_any"] and not found[0].marks & m.ORPHANS:
        return "north_robbed_only_by_kokushi"
    return None


def _sure_of_yaku(ready: Asked) -> bool:
    """Whether every tile that the hand waited for brings a yaku, as a plain ron (atozuke-nashi, B1, B5.8)."""
    sure = ready.table.standing
    if ready.win.declared_ready or sure & m.EIGHT_DEALS and sure & m.DEALER:
        return True
    found = ready.table.yaku.found
    return all(any(found(shape.marks).items for shape in ready.read(tile, sure)) for tile in ready.waits)


def _order(table: Table, yaku: Found, extra: int) -> tuple[int, bool, int, list[str]]:
    """What decides between readings, the weightiest first: income, a yakuman, more han, the names (B5.2)."""
    if yaku.han is None:
        return -paying.YAKUMAN * paying.units_paid(table.house, yaku.units), False, 0, yaku.ids
    return -paying.tier_of(table.house, yaku.han + extra).base, True, -yaku.han, yaku.ids


def _score(ready: Asked, shape: Shape, yaku: Found, bonus: tuple[Item, ...], extra: int) -> Score:
    winner, reading = ready.win.winner, shape.reading(ready.held)
    if yaku.han is None:
        paid = paying.units_paid(ready.table.house, yaku.units)
        limit = Limit("yakuman", tuple(item.id for item in yaku.items), paid)
        return Score(winner, items=yaku.items, limit=limit, reading=reading)
    return Score(
        winner,
        items=yaku.items,
        points=yaku.han + extra,
        bonus_items=bonus,
        bonus_points=extra,
        reading=reading,
    )
