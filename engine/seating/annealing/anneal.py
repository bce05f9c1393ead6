"""Simulated annealing over rounds that are still to be played: two players of one round change places."""

from collections.abc import Callable, Sequence
from itertools import accumulate
from math import exp
from random import Random

from engine.seating.annealing.search_limits import Budget
from engine.seating.annealing.state import SCALE, AnnealingState, AnnealingTask, begun, uneven_by
from engine.seating.schedule import Round

NEAR = 3  # rounds up to the one in which winds come apart: where it may be mended
HOT, WARM, COLD = 0.9, 0.18, 0.12
FINE = 0.005  # cold enough for `Task.prefer`


def anneal(task: AnnealingTask, seed: str, budget: Budget) -> tuple[Round, ...]:
    """The free rounds of `task`, as good as the budget allows; the best so far when it is stopped."""
    chance = Random(seed)  # nosec B311: repeated by its seed
    state = begun(task, chance)
    warm, hot, last = budget.split(1 if task.start else 0, 2, 1 if any(state.fours) else 0)
    cool(state, chance, warm, WARM)
    cool(state, chance, hot, HOT)
    cool(state, chance, last, COLD, FINE)  # tables of four weigh too little for more heat
    return found(state, task)


def found(state: AnnealingState, task: AnnealingTask) -> tuple[Round, ...]:
    return tuple(_tables(mine, sizes) for mine, sizes in zip(state.best, task.sizes, strict=True))


def cool(
    state: AnnealingState, chance: Random, budget: Budget, hot: float, cold: float = COLD, within: bool = False
) -> None:
    """From `hot` to `cold`, keeping the best. `within`: only seats of the same table are changed."""
    least = _back_to_best(state)
    if least <= state.floor or not state.seats:
        return
    random, cold = chance.random, FINE if state.prefer else cold
    for share in budget.going():
        number, one, sure = _picked(state, random)
        mine, tables = state.seats[number], state.tables[number]
        two = int(random() * len(mine))
        if within and tables[one]:
            two = tables[one].start + two % len(tables[one])
        if one == two or (tables[one] == tables[two]) > bool(state.winds and tables[one]) or within > bool(tables[one]):
            continue
        if not sure and not state.prefer and not state.troubled(number, one) and random() < 0.8:
            continue
        heat = SCALE * hot * (cold / hot) ** share
        change = state.swap(number, one, two)
        if change > 0 and random() >= exp(-change / heat):
            state.swap(number, one, two)
        elif state.cost < least:
            least = state.cost
            state.best = [list(each) for each in state.seats]
            if least <= state.floor:
                return


def _picked(state: AnnealingState, random: Callable[[], float]) -> tuple[int, int, bool]:
    """A round and a seat in it, by lot: every other time of somebody whose winds come apart about then (then True)."""
    if state.winds and random() < 0.5:
        astray = [player for player, over in enumerate(state.uneven) if over]
        if astray:
            player = astray[int(random() * len(astray))]
            number = max(0, _apart(state.winds[player], state.turns[player]) - int(random() * NEAR))
            if player in state.seats[number]:
                return number, state.seats[number].index(player), True
    number = int(random() * len(state.seats))
    return number, int(random() * len(state.seats[number])), False


def _apart(before: Sequence[int], turns: Sequence[int]) -> int:
    """The first round after which a player's counts of winds are more than 1 apart."""
    return next((at for at in range(len(turns)) if uneven_by(before, turns[: at + 1])), 0)


def _back_to_best(state: AnnealingState) -> int:
    """Seats as they were at the best; what they cost."""
    for number, wanted in enumerate(state.best):
        mine = state.seats[number]
        for at, player in enumerate(wanted):
            if mine[at] != player:
                state.swap(number, at, mine.index(player))
    return state.cost


def _tables(mine: list[int], sizes: Sequence[int]) -> Round:
    ends = list(accumulate(sizes))
    return tuple(tuple(mine[end - size : end]) for size, end in zip(sizes, ends, strict=True))
