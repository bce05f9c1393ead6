"""The schedule that each way of seating draws from a seed: the same for the pages and for `manage.py seat`."""

from collections.abc import Collection, Sequence

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.seating.annealing.anneal import anneal
from engine.seating.annealing.repair import fewest_repeats
from engine.seating.annealing.search_limits import Budget
from engine.seating.annealing.state import AnnealingTask
from engine.seating.assignment.table_numbers import moved_about
from engine.seating.best_schedule import best
from engine.seating.rotation import in_order, rotating, sizes
from engine.seating.schedule import Pair, Round, Schedule

WAYS = ("fixed", "random", "four")
FEWEST_IN_A_GROUP = 3


def drawn_by_way(
    way: str, players: int, rounds: int, seed: str, apart: frozenset[Pair] = frozenset(), budget: Budget | None = None
) -> Schedule:
    """`way`: "fixed" (`best`), "random" (`fewest_repeats`) or "four" (`rotating`).

    Without a budget the answer is a function of the rest, whichever machine asks.
    """
    allowed = budget or Budget()
    if way == "random":
        return moved_about(fewest_repeats(players, rounds, seed=seed, budget=allowed, apart=apart))
    if way == "four":
        return rotating(players, rounds, seed=seed, budget=allowed, apart=apart)
    return best(players, rounds, seed, allowed, apart)


def in_groups(order: Sequence[int], groups: int) -> tuple[tuple[int, ...], ...]:
    """`order`, the strongest first, dealt out to and fro, so that the groups are as strong as each other.

    RuleViolation for fewer than two groups, or where one would have fewer than three.
    """
    most = len(order) // FEWEST_IN_A_GROUP
    if not 2 <= groups <= most:
        sentence = _("%(players)s players make 2 to %(most)s groups: a group takes at least three.")
        raise RuleViolation("groups", sentence, players=len(order), most=most)
    found: list[list[int]] = [[] for _group in range(groups)]
    for at, player in enumerate(order):
        lap, place = divmod(at, groups)
        found[place if lap % 2 == 0 else groups - 1 - place].append(player)
    return tuple(tuple(sorted(each)) for each in found)


def rotating_on(
    played: Sequence[Round],
    present: Collection[int],
    to_come: int,
    *,
    seed: str,
    budget: Budget,
    plan: Sequence[Round] = (),
) -> Schedule:
    """Like `repair`, with tables of four instead of byes: `played` stays, `to_come` rounds of `present` are new."""
    here = tuple(sorted(set(present)))
    players = max(max(here), *(player for one in played for table in one for player in table), 0) + 1
    task = AnnealingTask(
        players,
        present=(here,) * to_come,
        sizes=(sizes(len(here)),) * to_come,
        played=tuple(played),
        start=tuple(plan) if len(plan) == to_come else (),
    )
    return Schedule(players, (*played, *in_order(anneal(task, seed, budget))))
