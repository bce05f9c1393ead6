"""The tiles that a hand was waiting for (docs/rules, B5.7, B5.8, E4.6)."""

from dataclasses import dataclass
from functools import partial

from engine.cache import Memo
from engine.hands.tile_counts import EACH, NO_PAIR, ONE, SHIFT, SUIT, copies
from engine.hands.tiles import Tile
from engine.rulesets.riichi.scoring.deck import ORPHAN_KINDS, ORPHANS
from engine.rulesets.riichi.scoring.decompositions import ONE_MORE
from engine.rulesets.riichi.scoring.suit_splits import MOST, SIZES, SPLITS, has_pair

_ONLY_ORPHANS = 63 * ORPHANS


def awaited(held: int, everything: int, tile: Tile, concealed: bool, allow_four: bool) -> int:
    """The tiles (packed, each once) that a hand waited for before `tile` won, except any held four times (B5.7).

    `held`: the concealed tiles, including `tile`; `everything`: all tiles, including Norths set aside (both packed).
    """
    won = ONE[tile]
    return _completing(held - won, concealed, allow_four) & ~(everything - won >> 2)


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
