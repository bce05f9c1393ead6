"""What a hand is with this winning tile or another, and which tiles complete it in any legal form (docs/rules, B5.7,
B5.8): for pinfu, and for a yaku before the winning tile."""

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
    """A hand at its table: what lies open or face down, the winning tile, the concealed tiles with it (packed), all of
    the hand's tiles with the Norths set aside (packed), and whether its owner had declared riichi."""

    table: HonshuTable
    melds: tuple[Meld, ...]
    tile: Tile
    held: int
    everything: int
    ready: bool


def won_with(hand: WaitingHand, tile: Tile, way: int) -> list[Shape]:
    """The legal readings if the hand is won with `tile` in this way."""
    table, melds, own, held, _everything, _ready = hand
    if tile != own:
        held += ONE[tile] - ONE[own]
    candidates = shapes(held, melds, tile, way, table.allow_four)
    return many_waited(hand, candidates, tile) if table.needs_many_waits else candidates


def many_waited(hand: WaitingHand, candidates: list[Shape], tile: Tile) -> list[Shape]:
    """The same readings, those marked that may be a pinfu where more than one kind would have won."""
    no_pinfu = NO_PINFU | hand.table.value_pairs
    for at, (marks, parts) in enumerate(candidates):
        if parts and not marks & no_pinfu and _many_waits(hand, parts, tile):
            candidates[at] = (marks | m.MANY_WAITS, parts)
    return candidates


def _many_waits(hand: WaitingHand, parts: tuple[SuitSplit, ...], tile: Tile) -> bool:
    """Whether more than one kind would have won; an open end with both its kinds says so at once."""
    ends = [other for part in parts for other in other_ends(part, tile)]
    return any(copies(hand.everything, other) < 4 for other in ends) or awaited(hand).bit_count() > 1


def sure_of_yaku(hand: WaitingHand) -> bool:
    """Whether every tile that the hand waited for brings a yaku, as a plain ron (atozuke-nashi, B1, B5.8)."""
    table = hand.table
    if hand.ready or table.keeps:
        return True
    return all(
        any(table.yaku_of[marks].items for marks, _parts in won_with(hand, tile, table.standing))
        for tile in kinds(awaited(hand))
    )


def awaited(hand: WaitingHand) -> int:
    """The tiles (packed, each once) that the other thirteen waited for. What their owner has four of can come no more
    (B5.7)."""
    won = ONE[hand.tile]
    return _completing(hand.held - won, not hand.melds, hand.table.allow_four) & ~(hand.everything - won >> 2)


@dataclass(frozen=True, slots=True)
class SuitWaits:
    """What a suit lacks: `pairs` in it if it is complete as it is (else None); the tiles (packed, each once) of which
    one more completes it, and the pairs in it then."""

    pairs: int | None
    fills: int
    pairs_then: int


def _completing(held: int, concealed: bool, allow_four: bool) -> int:
    """The tiles that complete `held`, one tile too few, in any legal form, whether they can come or not."""
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
    """The tiles that make four sets and a pair: in one suit, while all others are complete."""
    tiles = 0
    for at, each in enumerate(suits):
        others = [other.pairs for index, other in enumerate(suits) if index != at]
        if each.fills and None not in others and sum(filter(None, others)) + each.pairs_then == 1:
            tiles |= each.fills
    return tiles


def _waits(suit: int, held: int) -> SuitWaits:
    """What the tiles of one suit wait for."""
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
