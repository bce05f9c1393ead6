"""The best schedule for a number of players and rounds, whichever way it is come by."""

from engine.seating.annealing.repair import fewest_repeats
from engine.seating.annealing.search_limits import Budget
from engine.seating.assignment.table_numbers import moved_about
from engine.seating.constraints import NOTHING, Fixed, kept_apart, refuse_what_cannot_be
from engine.seating.data.small_groups import CLUBS
from engine.seating.draw import drawn
from engine.seating.known_schedules import even, longest, no_repeat, refuse_size
from engine.seating.schedule import Pair, Schedule


def best(
    players: int,
    rounds: int,
    seed: str,
    budget: Budget | None = None,
    apart: frozenset[Pair] = frozenset(),
    fixed: Fixed = NOTHING,
) -> Schedule:
    """Nobody meets twice where that can be; else a small club's even schedule; else a search. Drawn by `seed`.

    `fixed`: round, counted from 0 -> tables of three that must be in it; winds are the program's. RuleViolation for a
    size that no tournament has, or where `apart` or `fixed` cannot be.
    """
    allowed = budget or Budget()
    refuse_size(players, rounds)
    if rounds <= longest(players):
        known = no_repeat(players, rounds)
    elif (players, rounds) in CLUBS:
        known = even(players, rounds)
    else:
        refuse_what_cannot_be(players, rounds, apart)
        known = fewest_repeats(players, rounds, seed=seed, budget=allowed, apart=apart)
        if not fixed:
            return moved_about(known)
    return moved_about(kept_apart(known, apart, seed, allowed, fixed) if apart or fixed else drawn(known, seed))
