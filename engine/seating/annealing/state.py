"""The seats of rounds that are still to be played, what they cost, and what a change of two seats does to that.

The cost of a meeting is the number of meetings the two had before, of a bye likewise: repeats are few and, where they
must be, even. Winds cost only where `Task.winds` says what they were before. Knows nothing of chance but first seats.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random

from engine.seating.schedule import Pair, Round, meetings

APART = 40  # what two who are kept apart cost, in earlier meetings
BYE = 60  # what a bye weighs against a meeting: more than people who are kept apart
FOUR = 250  # what a place at a table of four costs, for each earlier one
WIND = 250  # what it costs that somebody's winds are one further apart than 1, after one round
AWAY = -1  # the wind of a bye
SCALE = 1000  # of a repeated meeting against the points of `Task.prefer`


@dataclass(frozen=True, slots=True)
class AnnealingTask:
    """What is fixed. `sizes[r]` lists the tables of free round r, `present[r]` who plays then; the rest sit out."""

    players: int
    present: tuple[tuple[int, ...], ...]
    sizes: tuple[tuple[int, ...], ...]
    played: tuple[Round, ...] = ()
    byes: tuple[int, ...] = ()  # so far, for each player
    apart: frozenset[Pair] = frozenset()
    start: tuple[Round, ...] = ()  # seats to begin with, if there are any
    prefer: tuple[tuple[int, ...], ...] = ()  # what it costs besides that two meet, symmetric
    winds: tuple[tuple[int, ...], ...] = ()  # how often each player sat East, South, West so far, where winds cost
    wind: int = WIND


@dataclass(slots=True)
class AnnealingState:
    """Seats of the free rounds, and the counts that follow from them."""

    met: list[list[int]]
    byes: list[int]
    seats: list[list[int]]  # for each round: players table after table, then those who sit out
    tables: list[list[range]]  # for each round and seat: the seats of its table; empty for a bye
    prefer: Sequence[Sequence[int]]
    fours: list[int]
    winds: Sequence[Sequence[int]]
    turns: list[list[int]]  # for each player the wind of each free round
    uneven: list[int]  # for each player what `uneven_by` says
    wind: int = WIND
    cost: int = 0
    floor: int = 0
    best: list[list[int]] = field(default_factory=list)

    def leave(self, number: int, at: int) -> int:
        """What the player at this seat is worth to the cost; they are counted out."""
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
        """The same for a player who is counted in."""
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
        """Two of a round change places; the change of the cost. At the same table only winds change."""
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
        """Note the wind of who sits here now; the change of the cost."""
        player, table = self.seats[number][at], self.tables[number][at]
        self.turns[player][number] = at - table.start if table else AWAY
        before, now = self.uneven[player], uneven_by(self.winds[player], self.turns[player])
        self.uneven[player] = now
        return self.wind * (now - before)

    def troubled(self, number: int, at: int) -> bool:
        """Whether this seat costs anything: a repeat at its table, or a second bye."""
        mine, table = self.seats[number], self.tables[number][at]
        player = mine[at]
        if self.uneven[player]:
            return True
        if not table:
            return self.byes[player] > 1
        if len(table) == 4 and self.fours[player] > 1:
            return True
        return any(self.met[player][mine[seat]] > 1 for seat in table if seat != at)


def begun(task: AnnealingTask, chance: Random) -> AnnealingState:
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
        start = task.start[number] if task.start else ()
        state.seats.append(_first_seats(present, sizes, start, chance))
        state.tables.append(_ranges(sizes, len(present)))
        _count(state, number)
    state.best = [list(mine) for mine in state.seats]
    state.floor = _floor(state, task)
    return state


def _count(state: AnnealingState, number: int) -> None:
    """Count in everybody of a new round: each meeting once, at the second of the two."""
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
    """Seats to begin with: the tables of `start` that are still whole, everybody else by lot."""
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


def _ranges(sizes: Sequence[int], present: int) -> list[range]:
    """For each seat of a round the seats of its table; after the tables those who sit out."""
    ranges: list[range] = []
    for size in sizes:
        ranges += [range(len(ranges), len(ranges) + size)] * size
    return ranges + [range(0)] * (present - len(ranges))


def _floor(state: AnnealingState, task: AnnealingTask) -> int:
    """What no seating goes below: everything shared as evenly as can be. After played rounds a looser bound."""
    players = task.players
    floor = FOUR * _shared(sum(state.fours), players)
    if task.played or task.apart or task.byes:
        return floor
    met = sum(map(sum, state.met)) // 2
    return floor + SCALE * (_shared(met, players * (players - 1) // 2) + BYE * _shared(sum(state.byes), players))


def _shared(total: int, among: int) -> int:
    """The cost of `total` things that are shared evenly, each costing as many as its owner had before."""
    each, over = divmod(total, max(1, among))
    return among * each * (each - 1) // 2 + over * each


def uneven_by(before: Sequence[int], turns: Sequence[int]) -> int:
    """How far a player's counts of winds exceed a gap of 1, summed over the rounds to come."""
    counts, over = list(before), 0
    for wind in turns:
        if wind != AWAY:
            counts[wind] += 1
            gap = max(counts) - min(counts)
            if gap > 1:
                over += gap - 1
    return over
