"""Winds of rounds to come that go on from those of rounds played."""

from dataclasses import replace
from random import Random

from engine.seating.annealing.anneal import WARM, cool, found
from engine.seating.annealing.search_limits import Budget
from engine.seating.annealing.state import WIND, AnnealingTask, begun
from engine.seating.assignment.winds import balanced
from engine.seating.schedule import Round


def turned(task: AnnealingTask, seed: str, budget: Budget) -> tuple[Round, ...]:
    """The rounds of `task.start` with winds that go on from `task.winds`, at most 1 apart after every round where that
    is found. Who sits together changes only where no turning of seats at their tables is enough."""
    chance = Random(seed)  # nosec B311: repeated by its seed
    starts = (task, replace(task, start=balanced(task.start)))
    state = min((begun(each, chance) for each in starts), key=lambda each: each.cost)
    state.floor = WIND * _kept_from(task)
    seats, tables = budget.split(1, 3)
    cool(state, chance, seats, WARM, within=True)
    cool(state, chance, tables, WARM)
    return found(state, task)


def _kept_from(task: AnnealingTask) -> int:
    """How many winds must come apart whatever is done: more players who need a wind now than tables that have it.

    Whoever has played 1 (or 2) of three games needs both winds left (the one) in the next two rounds (the next).
    """
    most = 0
    for soon in (1, 2)[: len(task.sizes)]:
        needs = [0, 0, 0]
        for player in task.present[0]:
            left = [wind for wind, count in enumerate(task.winds[player]) if count == min(task.winds[player])]
            for wind in left if len(left) == soon else ():
                needs[wind] += 1
        places = sum(map(len, task.sizes[:soon]))
        free = sum(len(here) - sum(sizes) for here, sizes in zip(task.present[:soon], task.sizes[:soon], strict=True))
        most = max(most, sum(max(0, need - places) for need in needs) - free)
    return most
