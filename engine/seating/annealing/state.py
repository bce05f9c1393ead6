"""The seats of rounds that have not been played, their cost, and the change in cost when two seats are swapped.

A meeting costs the number of earlier meetings of the two players, and a bye costs the number of the player's earlier
byes. This keeps repeats rare and evenly spread. Winds cost only if `AnnealingTask.winds` gives earlier counts. Only the
initial seats are random.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from random import Random

from engine.seating.schedule import Pairs, Round, meetings

APART = 40  # earlier meetings that are added for two players to be kept apart
BYE = 60  # the weight of a bye relative to a meeting: more than that of players kept apart
FOUR = 250  # the cost of a seat at a table of four, for each earlier one of the same player
WIND = 250  # the cost of each unit of uneven winds (`uneven_by`)
AWAY = -1  # the wind of a bye
SCALE = 1000  # the weight of a repeated meeting, in the points of `AnnealingTask.prefer`


@dataclass(frozen=True, slots=True)
class AnnealingTask:
    """The fixed part of a search: for each free round, its table sizes and the players present (some may sit out)."""

    players: int
    present: tuple[tuple[int, ...], ...]
    sizes: tuple[tuple[int, ...], ...]
    played: tuple[Round, ...] = ()
    byes: tuple[int, ...] = ()  # so far, for each player
    apart: Pairs = frozenset()
    start: tuple[Round, ...] = ()  # the initial seats, if any
    prefer: tuple[tuple[int, ...], ...] = ()  # the extra cost of a meeting of two players, symmetric
    winds: tuple[tuple[int, ...], ...] = ()  # each player's East, South and West counts so far, if winds cost
    wind: int = WIND


@dataclass(slots=True)
class AnnealingState:
    """The seats of the free rounds, and the counts that depend on them."""

    met: list[list[int]]
    byes: list[int]
    seats: list[list[int]]  # for each round: players table after table, then those who sit out
    tables: list[list[range]]  # for each round and seat: the seats of its table; empty for a bye
    prefer: Sequence[Sequence[int]]
    fours: list[int]
    winds: Sequence[Sequence[int]]
    turns: list[list[int]]  # for each player the wind of each free round
    uneven: list[int]  # for each player the result of `uneven_by`
    wind: int = WIND
    cost: int = 0
    floor: int = 0
    best: list[list[int]] = field(default_factory=list)

    def leave(self, number: int, at: int) -> int:
        """Remove the player in this seat from the counts; return the cost that this saves."""
        mine = self.seats[number]
        player, table = mine[at], self.tables[number][at]
        if not table:
            self.byes[player] -= 1
            return BYE * SCALE * self.byes[player]
        met, prefer, cost = self.met, self.prefer, 0
        if len(table) == 4:
            self.fours[player] -= 1
            cost = FOUR * self.fours[player]
        for seat in table:
            if seat != at:
                other = mine[seat]
                now = met[player][other] - 1
                met[player][other] = met[other][player] = now
                cost += SCALE * now
                if prefer:
                    cost += prefer[player][other]
        return cost

    def join(self, number: int, at: int) -> int:
        """Add the player in this seat to the counts; return the cost that this adds."""
        mine = self.seats[number]
        player, table = mine[at], self.tables[number][at]
        if not table:
            self.byes[player] += 1
            return BYE * SCALE * (self.byes[player] - 1)
        met, prefer, cost = self.met, self.prefer, 0
        if len(table) == 4:
            cost = FOUR * self.fours[player]
            self.fours[player] += 1
        for seat in table:
            if seat != at:
                other = mine[seat]
                now = met[player][other]
                met[player][other] = met[other][player] = now + 1
                cost += SCALE * now
                if prefer:
                    cost += prefer[player][other]
        return cost

    def swap(self, number: int, one: int, two: int) -> int:
        """Swap two players of a round; return the change in cost. At the same table, only winds change."""
        mine, tables = self.seats[number], self.tables[number]
        if tables[one] == tables[two]:
            mine[one], mine[two], change = mine[two], mine[one], 0
        else:
            change = -self.leave(number, one) - self.leave(number, two)
            mine[one], mine[two] = mine[two], mine[one]
            change += self.join(number, one) + self.join(number, two)
        if self.winds:
            change += self.turn(number, one) + self.turn(number, two)
        self.cost += change
        return change

    def turn(self, number: int, at: int) -> int:
        """Record the wind of the player in this seat; return the change in cost."""
        player, table = self.seats[number][at], self.tables[number][at]
        self.turns[player][number] = at - table.start if table else AWAY
        before, now = self.uneven[player], uneven_by(self.winds[player], self.turns[player])
        self.uneven[player] = now
        return self.wind * (now - before)

    def is_costly(self, number: int, at: int) -> bool:
        """Whether this seat adds to the cost: uneven winds, a repeated meeting, or a repeated bye or table of four."""
        mine, table = self.seats[number], self.tables[number][at]
        player = mine[at]
        if self.uneven[player]:
            return True
        if not table:
            return self.byes[player] > 1
        if len(table) == 4 and self.fours[player] > 1:
            return True
        return any(self.met[player][mine[seat]] > 1 for seat in table if seat != at)


def initial_state(task: AnnealingTask, chance: Random) -> AnnealingState:
    """The state before annealing, with its cost: the seats of `task.start`, and everyone else seated at random."""
    met = [[0] * task.players for _ in range(task.players)]
    for (a, b), times in meetings(task.played).items():
        met[a][b] = met[b][a] = times
    for a, b in task.apart:
        met[a][b] = met[b][a] = met[a][b] + APART
    nothing = [0] * task.players
    turns = [[AWAY] * len(task.sizes) for _ in nothing]
    byes, fours, uneven = list(task.byes or nothing), list(nothing), list(nothing)
    state = AnnealingState(met, byes, [], [], task.prefer, fours, task.winds, turns, uneven, task.wind)
    for number, (present, sizes) in enumerate(zip(task.present, task.sizes, strict=True)):
        state.seats.append(_first_seats(present, sizes, task.start[number] if task.start else (), chance))
        ends = accumulate(sizes)
        tables = [table for size, end in zip(sizes, ends, strict=True) for table in [range(end - size, end)] * size]
        state.tables.append(tables + [range(0)] * (len(present) - len(tables)))
        _count(state, number)
    state.best = [list(mine) for mine in state.seats]
    state.floor = _floor(state, task)
    return state


def _count(state: AnnealingState, number: int) -> None:
    """Add the players of a new round to the counts; each meeting is counted once, for the second of its two players."""
    mine, met = state.seats[number], state.met
    for at, table in enumerate(state.tables[number]):
        player = mine[at]
        if not table:
            state.cost += BYE * SCALE * state.byes[player]
            state.byes[player] += 1
        if len(table) == 4:
            state.cost += FOUR * state.fours[player]
            state.fours[player] += 1
        if state.winds:
            state.cost += state.turn(number, at)
        for other in (mine[seat] for seat in table if seat < at):
            state.cost += SCALE * met[player][other] + (state.prefer[player][other] if state.prefer else 0)
            met[player][other] = met[other][player] = met[player][other] + 1


def _first_seats(present: Sequence[int], sizes: Sequence[int], start: Round, chance: Random) -> list[int]:
    """The initial seats: the tables of `start` that are still complete, and everyone else at random."""
    players = set(present)
    whole = [table for table in start if players.issuperset(table)]
    tables: list[tuple[int, ...]] = []
    for size in sizes:
        table = next((each for each in whole if len(each) == size), ())
        if table:
            whole.remove(table)
        tables.append(table)
    loose = sorted(players.difference(*tables))
    chance.shuffle(loose)
    seats: list[int] = []
    for size, table in zip(sizes, tables, strict=True):
        seats += table or [loose.pop() for _ in range(size)]
    return seats + loose


def _floor(state: AnnealingState, task: AnnealingTask) -> int:
    """A lower bound for the cost: everything shared as evenly as possible; looser if rounds have been played."""
    players = task.players
    floor = FOUR * _shared(sum(state.fours), players)
    if task.played or task.apart or task.byes:
        return floor
    met = sum(map(sum, state.met)) // 2
    return floor + SCALE * (_shared(met, players * (players - 1) // 2) + BYE * _shared(sum(state.byes), players))


def _shared(total: int, among: int) -> int:
    """The cost of `total` meetings or byes, shared evenly: each costs the number that its pair or player had before."""
    each, over = divmod(total, max(1, among))
    return among * each * (each - 1) // 2 + over * each


def uneven_by(before: Sequence[int], turns: Sequence[int]) -> int:
    """The unevenness of a player's winds: the gap between their counts beyond 1, summed over the coming rounds."""
    counts, over = list(before), 0
    for wind in turns:
        if wind != AWAY:
            counts[wind] += 1
            gap = max(counts) - min(counts)
            if gap > 1:
                over += gap - 1
    return over
