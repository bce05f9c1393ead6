"""Every way to cut the tiles of one suit into sets and a pair, as one number each: a plan. Knows no yaku.

Tiles are packed (engine/packed.py), six bits a place. In a plan the same six bits say how many chows begin at that
place (`CHOW` each), whether a pong stands there (`PONG`), and whether the pair (`PAIR`). So a plan moves along the
suit by a shift, and what was found for 234 444 is known for 567 777.
"""

from __future__ import annotations

from functools import lru_cache

from engine.packed import BITS

CHOW, PONG, PAIR = 1, 8, 16
ONE_CHOW = 1 | 1 << BITS | 1 << 2 * BITS  # a tile of each of its three places
FIELD = 63
MOST = 1 << 16  # suits that are remembered; those of whole hands are some ten thousand


@lru_cache(maxsize=MOST)
def plans(held: int, pair: bool) -> tuple[int, ...]:
    """All plans that use up `held`, tiles of a suit with chows; with a pair or without one."""
    if not held:
        return () if pair else (0,)
    if not held & FIELD:
        shift = ((held & -held).bit_length() - 1) // BITS * BITS
        return tuple(plan << shift for plan in plans(held >> shift, pair))
    found: list[int] = []
    if held & FIELD >= 3:
        found += (plan + PONG for plan in plans(held - 3, pair))
    if pair and held & FIELD >= 2:
        found += (plan + PAIR for plan in plans(held - 2, False))
    if held >> BITS & FIELD and held >> 2 * BITS & FIELD:
        found += (plan + CHOW for plan in plans(held - ONE_CHOW, pair))
    return tuple(dict.fromkeys(found)) if len(found) > 1 else tuple(found)


@lru_cache(maxsize=MOST)
def pong_plans(held: int) -> tuple[int, ...]:
    """The same for tiles that form no chows: each place has a pong, the pair or nothing."""
    plan = place = 0
    while held >> place:
        times = held >> place & FIELD
        if times not in (0, 2, 3):
            return ()
        plan += {0: 0, 2: PAIR, 3: PONG}[times] << place
        place += BITS
    return (plan,)
