"""The draw in the open: what is published before, and what follows from the seed after."""

from hashlib import sha256
from random import Random

from engine.seating.schedule import Schedule


def promise(seed: str) -> str:
    """The SHA-256 of the seed in UTF-8, in hex: published before the draw, so that nobody can choose the seed after."""
    return sha256(seed.encode()).hexdigest()


def places(players: int, seed: str) -> tuple[int, ...]:
    """Who takes which place of the schedule: the permutation that `seed` gives, the same on every machine.

    Fisher and Yates from the last place down: place i changes with place ⌊(i + 1) · r⌋, r from `random.Random(seed)`,
    whose `random()` Python promises to keep.
    """
    chance = Random(seed)  # nosec B311: repeated by its seed
    order = list(range(players))
    for at in range(players - 1, 0, -1):
        other = int((at + 1) * chance.random())
        order[at], order[other] = order[other], order[at]
    return tuple(order)


def drawn(schedule: Schedule, seed: str) -> Schedule:
    """The schedule with its players drawn by `seed`."""
    return schedule.drawn(places(schedule.players, seed))
