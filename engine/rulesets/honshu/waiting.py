"""Which tiles complete a hand of thirteen in any legal form (docs/rules, B5.7): for pinfu and for atozuke-nashi."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from engine.packed import EACH, ONE, SHIFT, copies, suit
from engine.rulesets.honshu.parts import cuts
from engine.rulesets.honshu.plans import MOST
from engine.rulesets.honshu.shapes import NO_PAIR, ONE_MORE, ORPHANS
from engine.rulesets.honshu.table import ORPHAN_KINDS
from engine.tiles import Tile

_ONLY_ORPHANS = 63 * ORPHANS
SIZES = (9, 9, 9, 7)


@dataclass(frozen=True, slots=True)
class SuitWaits:
    """What a suit lacks: `pairs` in it if it is complete as it is (else None); the tiles (packed, each once) of which
    one more completes it, and the pairs in it then."""

    pairs: int | None
    fills: int
    pairs_then: int


def awaited(held: int, everything: int, melds: int, allow_four: bool) -> int:
    """The tiles (packed, each once) that complete a hand: `held` are its concealed tiles, one too few, `everything` all
    that its owner has. What he has four of can come no more (B5.7)."""
    return completing(held, melds, allow_four) & ~(everything >> 2)


@lru_cache(maxsize=1 << 12)
def completing(held: int, melds: int, allow_four: bool) -> int:
    """The same in any legal form, whether a tile can come or not."""
    found = _set_waits([suit_waits(tiles, index) for index in range(4) if (tiles := suit(held, index))])
    if melds:
        return found
    odd = held & EACH
    if odd & odd - 1 == 0 and not held + odd & NO_PAIR[allow_four]:
        found |= odd
    if not held & ~_ONLY_ORPHANS:
        found |= sum(ONE[kind] for kind in ORPHAN_KINDS if held + ONE[kind] - ORPHANS in ONE_MORE)
    return found


def _set_waits(suits: list[SuitWaits]) -> int:
    """The tiles that make four sets and a pair: in one suit, while all others are complete."""
    found = 0
    for at, each in enumerate(suits):
        others = [other.pairs for index, other in enumerate(suits) if index != at]
        if each.fills and None not in others and sum(filter(None, others)) + each.pairs_then == 1:
            found |= each.fills
    return found


@lru_cache(maxsize=MOST)
def suit_waits(held: int, suit: int) -> SuitWaits:
    """What the tiles of one suit wait for."""
    room = (place for place in range(SIZES[suit]) if copies(held, Tile(place)) < 4)
    found = {place: cut for place in room if (cut := cuts(held + ONE[place], suit))}
    now = cuts(held, suit)
    return SuitWaits(
        int(now[0].pair is not None) if now else None,
        sum(ONE[place] for place in found) << SHIFT[suit],
        int(any(cut[0].pair is not None for cut in found.values())),
    )
