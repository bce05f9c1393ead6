"""The tiles that a hand was waiting for. Pinfu and the atozuke rule depend on them (docs/rules, B5.7, B5.8)."""

from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from engine.cache import Memo
from engine.hands.hand import Meld
from engine.hands.tile_counts import EACH, NO_PAIR, ONE, SHIFT, SUIT, copies, kinds
from engine.hands.tiles import Tile
from engine.rulesets.honshu.scoring import features as m
from engine.rulesets.honshu.scoring.decompositions import ONE_MORE, ORPHANS, Shape, shapes
from engine.rulesets.honshu.scoring.suit_splits import MOST, SIZES, SPLITS, SuitSplit, has_pair, other_ends
from engine.rulesets.honshu.scoring.table import ORPHAN_KINDS, HonshuTable

_ONLY_ORPHANS = 63 * ORPHANS
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
    candidates = shapes(held, melds, tile, way, table.allow_four)
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
    return any(copies(hand.everything, other) < 4 for other in ends) or awaited(hand).bit_count() > 1


def sure_of_yaku(hand: WaitingHand) -> bool:
    """Whether each tile that the hand was waiting for would give it a yaku on a plain ron (atozuke-nashi, B1, B5.8)."""
    table = hand.table
    if hand.ready or table.keeps:
        return True
    return all(
        any(table.yaku_of[marks].items for marks, _parts in won_with(hand, tile, table.standing))
        for tile in kinds(awaited(hand))
    )


def awaited(hand: WaitingHand) -> int:
    """The tiles (packed, each once) that the other thirteen tiles waited for, except tiles held four times (B5.7)."""
    won = ONE[hand.tile]
    return _completing(hand.held - won, not hand.melds, hand.table.allow_four) & ~(hand.everything - won >> 2)


@dataclass(frozen=True, slots=True)
class SuitWaits:
    """The waits of one suit.

    `pairs`: the number of pairs if the suit is complete, otherwise None; `fills`: the tiles (packed, each once) that
    complete it; `pairs_then`: the number of pairs after that.
    """

    pairs: int | None
    fills: int
    pairs_then: int


def _completing(held: int, concealed: bool, allow_four: bool) -> int:
    """The tiles that complete `held` in any legal form, whether or not a copy is left."""
    tiles = _set_waits([WAITS[index][suited] for index, shift in _SUITS if (suited := held >> shift & SUIT)])
    if not concealed:
        return tiles
    odd = held & EACH
    if odd & odd - 1 == 0 and not held + odd & NO_PAIR[allow_four]:
        tiles |= odd
    if not held & ~_ONLY_ORPHANS:
        tiles |= sum(ONE[kind] for kind in ORPHAN_KINDS if held + ONE[kind] - ORPHANS in ONE_MORE)
    return tiles


def _set_waits(suits: list[SuitWaits]) -> int:
    """The tiles that complete four sets and a pair. A suit has such tiles only if all other suits are complete."""
    tiles = 0
    for at, suit in enumerate(suits):
        others = [other.pairs for index, other in enumerate(suits) if index != at]
        if suit.fills and None not in others and sum(filter(None, others)) + suit.pairs_then == 1:
            tiles |= suit.fills
    return tiles


def _waits(suit: int, held: int) -> SuitWaits:
    splits_of = SPLITS[suit]
    room = (place for place in range(SIZES[suit]) if copies(held, Tile(place)) < 4)
    completed = {place: splits for place in room if (splits := splits_of[held + ONE[place]])}
    now = splits_of[held]
    return SuitWaits(
        int(has_pair(now[0])) if now else None,
        sum(ONE[place] for place in completed) << SHIFT[suit],
        int(any(has_pair(splits[0]) for splits in completed.values())),
    )


WAITS = tuple(Memo(partial(_waits, suit), MOST) for suit in range(4))
_SUITS = tuple(enumerate(SHIFT))
