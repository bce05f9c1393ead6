"""Simulated annealing over rounds that have not been played, within a budget. The only clock used is the budget's."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import accumulate
from math import exp
from random import Random

from engine.seating.annealing.state import SCALE, AnnealingState, AnnealingTask, initial_state, uneven_by
from engine.seating.schedule import Round

NEAR = 3  # the number of rounds, up to the first one with uneven winds, in which to try swaps
HOT, WARM, COLD = 0.9, 0.18, 0.12
FINE = 0.005  # cold enough for `AnnealingTask.prefer`
STEPS_PER_REPORT = 256


@dataclass(frozen=True, slots=True)
class Budget:
    """The limits of a search: a number of `steps` and, with a `clock`, a number of `seconds`.

    `clock`: a function that returns increasing seconds. Without a clock, the same seed gives the same result on every
    machine. `keep_going` is called with the share done, 0 to 1, and returns whether to continue; if not, the search
    ends with the best result so far.
    """

    steps: int = 300_000
    keep_going: Callable[[float], bool] = lambda _done: True
    clock: Callable[[], float] | None = None
    seconds: float = 10.0

    def split(self, *weights: int) -> tuple[Budget, ...]:
        """Return budgets for consecutive parts of the work, in proportion to `weights`.

        `keep_going` receives the share of the whole; once it has stopped one part, it is not called again and the other
        parts stop too.
        """
        total, stopped = sum(weights), False

        def part(begin: float, width: float) -> Callable[[float], bool]:
            def keep_going(share: float) -> bool:
                nonlocal stopped
                stopped = stopped or not self.keep_going(begin + width * share)
                return not stopped

            return keep_going

        before, parts = 0, []
        for weight in weights:
            steps, seconds = self.steps * weight // total, self.seconds * weight / total
            parts.append(Budget(steps, part(before / total, weight / total), self.clock, seconds))
            before += weight
        return tuple(parts)

    def going(self) -> Iterator[float]:
        """Yield the share done, once per step, until the budget is spent or `keep_going` returns False."""
        begun = self.clock() if self.clock else 0.0
        share = 0.0
        for step in range(self.steps):
            if step % STEPS_PER_REPORT == 0:
                share = step / self.steps
                if self.clock:
                    share = max(share, (self.clock() - begun) / self.seconds)
                if share >= 1 or not self.keep_going(share):
                    return
            yield share


def anneal(task: AnnealingTask, seed: str, budget: Budget) -> tuple[Round, ...]:
    """Seat the free rounds of `task` as well as the budget allows. A search that is stopped returns its best so far."""
    chance = Random(seed)  # nosec B311: repeated by its seed
    state = initial_state(task, chance)
    warm, hot, last = budget.split(1 if task.start else 0, 2, 1 if any(state.fours) else 0)
    cool(state, chance, warm, WARM)
    cool(state, chance, hot, HOT)
    cool(state, chance, last, COLD, FINE)  # the cost of tables of four is too small for a higher temperature
    return best_rounds(state, task)


def best_rounds(state: AnnealingState, task: AnnealingTask) -> tuple[Round, ...]:
    """The rounds with the best seats so far."""
    rounds = []
    for players, sizes in zip(state.best, task.sizes, strict=True):
        ends = accumulate(sizes)
        rounds.append(tuple(tuple(players[end - size : end]) for size, end in zip(sizes, ends, strict=True)))
    return tuple(rounds)


def cool(
    state: AnnealingState, chance: Random, budget: Budget, hot: float, cold: float = COLD, within: bool = False
) -> None:
    """Anneal from `hot` to `cold`, keeping the best seats. `within`: swap only seats at the same table."""
    least = _restore_best(state)
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
        if not sure and not state.prefer and not state.is_costly(number, one) and random() < 0.8:
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
    """Pick a round and one of its seats. The third value is False if the seat was picked at random.

    Half the time, if any player's winds are uneven, the seat is that of such a player, in the first uneven round or
    shortly before it.
    """
    if state.winds and random() < 0.5:
        astray = [player for player, over in enumerate(state.uneven) if over]
        if astray:
            player = astray[int(random() * len(astray))]
            before, turns = state.winds[player], state.turns[player]
            uneven = next((at for at in range(len(turns)) if uneven_by(before, turns[: at + 1])), 0)  # the first round
            number = max(0, uneven - int(random() * NEAR))
            if player in state.seats[number]:
                return number, state.seats[number].index(player), True
    number = int(random() * len(state.seats))
    return number, int(random() * len(state.seats[number])), False


def _restore_best(state: AnnealingState) -> int:
    for number, wanted in enumerate(state.best):
        mine = state.seats[number]
        for at, player in enumerate(wanted):
            if mine[at] != player:
                state.swap(number, at, mine.index(player))
    return state.cost
