"""The schedule that each seating method draws from a seed, shared by the pages and `manage.py seat`."""

from collections.abc import Collection, Sequence

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.seating.annealing.anneal import Budget, anneal
from engine.seating.annealing.repair import fewest_repeats, repair_task
from engine.seating.assignment import moved_about
from engine.seating.constraints import NO_TABLES, Fixed, kept_apart, refuse_what_cannot_be
from engine.seating.no_rematch_schedules import even, has_even, longest, no_repeat, refuse_size
from engine.seating.rotation import in_order, rotating, sizes
from engine.seating.schedule import Pair, Round, Schedule, drawn

WAYS = ("fixed", "random", "four")
FEWEST_IN_A_GROUP = 3


def drawn_by_way(
    way: str, players: int, rounds: int, seed: str, apart: frozenset[Pair] = frozenset(), budget: Budget | None = None
) -> Schedule:
    """The schedule for `way`: "fixed" (`best`), "random" (`fewest_repeats`) or "four" (`rotating`).

    Without a budget, the result depends only on the other arguments, on any machine.
    """
    allowed = budget or Budget()
    if way == "random":
        return moved_about(fewest_repeats(players, rounds, seed=seed, budget=allowed, apart=apart))
    if way == "four":
        return rotating(players, rounds, seed=seed, budget=allowed, apart=apart)
    return best(players, rounds, seed, allowed, apart)


def best(
    players: int,
    rounds: int,
    seed: str,
    budget: Budget | None = None,
    apart: frozenset[Pair] = frozenset(),
    fixed: Fixed = NO_TABLES,
) -> Schedule:
    """A schedule without rematches if possible, else a small club's even one, else one found by search.

    `fixed`: round, counted from 0 -> tables of three that it must include. Raises `RuleViolation` for a size that no
    tournament has, or if `apart` or `fixed` is impossible.
    """
    allowed = budget or Budget()
    refuse_size(players, rounds)
    if rounds <= longest(players):
        known = no_repeat(players, rounds)
    elif has_even(players, rounds):
        known = even(players, rounds)
    else:
        refuse_what_cannot_be(players, rounds, apart)
        known = fewest_repeats(players, rounds, seed=seed, budget=allowed, apart=apart)
        if not fixed:
            return moved_about(known)
    return moved_about(kept_apart(known, apart, seed, allowed, fixed) if apart or fixed else drawn(known, seed))


def in_groups(order: Sequence[int], groups: int) -> tuple[tuple[int, ...], ...]:
    """`order`, the strongest first, dealt out back and forth, so that the groups are equally strong.

    Raises `RuleViolation` for fewer than two groups, or if a group would have fewer than three players.
    """
    most = len(order) // FEWEST_IN_A_GROUP
    if not 2 <= groups <= most:
        sentence = _("%(players)s players can form 2 to %(most)s groups: a group needs at least three.")
        raise RuleViolation("groups", sentence, players=len(order), most=most)
    members: list[list[int]] = [[] for _group in range(groups)]
    for at, player in enumerate(order):
        lap, place = divmod(at, groups)
        members[place if lap % 2 == 0 else groups - 1 - place].append(player)
    return tuple(tuple(sorted(group)) for group in members)


def rotating_on(
    played: Sequence[Round],
    present: Collection[int],
    to_come: int,
    *,
    seed: str,
    budget: Budget,
    plan: Sequence[Round] = (),
) -> Schedule:
    """Like `repair`, with tables of four instead of byes: `played` stays, and `to_come` rounds of `present` are new."""
    task = repair_task(played, present, to_come, plan=plan, tables=sizes(len(set(present))))
    return Schedule(task.players, (*played, *in_order(anneal(task, seed, budget))))
