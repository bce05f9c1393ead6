"""The tiles that a hand was waiting for. Pinfu and the atozuke rule depend on them (docs/rules, B5.7, B5.8)."""

from typing import NamedTuple

from engine.hands.hand import Meld
from engine.hands.tile_counts import ONE, copies, kinds
from engine.hands.tiles import Tile
from engine.rulesets.honshu.scoring.table import HonshuTable
from engine.rulesets.riichi.scoring import features as m
from engine.rulesets.riichi.scoring.decompositions import Shape, shapes
from engine.rulesets.riichi.scoring.suit_splits import SPLITS_WON, SuitSplit, other_ends
from engine.rulesets.riichi.scoring.waits import awaited

NO_PINFU = m.PONG | m.MELD


class WaitingHand(NamedTuple):
    """A winning hand and its table, used to find what the hand was waiting for.

    `held`: the concealed tiles, including the winning one (packed); `everything`: all tiles, including Norths set aside
    (packed); `ready`: whether riichi was declared.
    """

    table: HonshuTable
    melds: tuple[Meld, ...]
    tile: Tile
    held: int
    everything: int
    ready: bool


def won_with(hand: WaitingHand, tile: Tile, way: int) -> list[Shape]:
    """The legal readings that the hand would have had if `tile` had won. `way`: the marks of the win."""
    table, melds, own, held, _everything, _ready = hand
    if tile != own:
        held += ONE[tile] - ONE[own]
    candidates = shapes(held, melds, tile, way, table.allow_four, SPLITS_WON[tile])
    return many_waited(hand, candidates, tile) if table.needs_many_waits else candidates


def many_waited(hand: WaitingHand, candidates: list[Shape], tile: Tile) -> list[Shape]:
    """Add `MANY_WAITS` to the readings that can be pinfu, if more than one kind of tile would have won."""
    no_pinfu = NO_PINFU | hand.table.value_pairs
    for at, (marks, parts) in enumerate(candidates):
        if parts and not marks & no_pinfu and _many_waits(hand, parts, tile):
            candidates[at] = (marks | m.MANY_WAITS, parts)
    return candidates


def _many_waits(hand: WaitingHand, parts: tuple[SuitSplit, ...], tile: Tile) -> bool:
    """Whether more than one kind of tile would have won. An open-ended chow proves it without finding all waits."""
    ends = [other for part in parts for other in other_ends(part, tile)]
    return any(copies(hand.everything, other) < 4 for other in ends) or _awaited(hand).bit_count() > 1


def sure_of_yaku(hand: WaitingHand) -> bool:
    """Whether each tile that the hand was waiting for would give it a yaku on a plain ron (atozuke-nashi, B1, B5.8)."""
    table = hand.table
    if hand.ready or table.keeps:
        return True
    return all(
        any(table.yaku_of[marks].items for marks, _parts in won_with(hand, tile, table.standing))
        for tile in kinds(_awaited(hand))
    )


def _awaited(hand: WaitingHand) -> int:
    return awaited(hand.held, hand.everything, hand.tile, not hand.melds, hand.table.allow_four)
