"""The schedule that each seating method draws from a seed, shared by the pages and `manage.py seat`."""

from collections import Counter
from collections.abc import Collection, Sequence
from itertools import islice

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.seating.annealing.anneal import Budget, anneal
from engine.seating.annealing.repair import fewest_repeats, repair_task
from engine.seating.annealing.state import AnnealingTask
from engine.seating.assignment import balanced, moved_about
from engine.seating.constraints import NO_TABLES, Fixed, kept_apart, refuse_impossible_pairs
from engine.seating.no_rematch_schedules import even, has_even, known, longest, no_repeat, refuse_size
from engine.seating.schedule import Pairs, Round, Rounds, Schedule, Table, drawn

WAYS = ("fixed", "random", "four")
FEWEST_IN_A_GROUP = 3


def drawn_by_way(
    way: str, players: int, rounds: int, seed: str, apart: Pairs = frozenset(), budget: Budget | None = None
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
    apart: Pairs = frozenset(),
    fixed: Fixed = NO_TABLES,
) -> Schedule:
    """A schedule without rematches if possible, otherwise an even one for a small club, otherwise one found by search.

    `fixed`: tables of three that must be included, keyed by round from 0. Raises `RuleViolation` for a size outside the
    limits, or if `apart` or `fixed` is impossible.
    """
    allowed = budget or Budget()
    refuse_size(players, rounds)
    if rounds <= longest(players):
        known = no_repeat(players, rounds)
    elif has_even(players, rounds):
        known = even(players, rounds)
    else:
        refuse_impossible_pairs(players, rounds, apart)
        known = fewest_repeats(players, rounds, seed=seed, budget=allowed, apart=apart)
        if not fixed:
            return moved_about(known)
    return moved_about(kept_apart(known, apart, seed, allowed, fixed) if apart or fixed else drawn(known, seed))


def in_groups(order: Sequence[int], groups: int) -> tuple[tuple[int, ...], ...]:
    """The players in `order`, strongest first, dealt out back and forth into equally strong groups.

    Raises `RuleViolation` for fewer than two groups, or if a group would have fewer than three players.
    """
    most = len(order) // FEWEST_IN_A_GROUP
    if not 2 <= groups <= most:
        sentence = _(
            "Choose at least two groups, with at least three players in each. %(players)s players can form "
            "%(most)s at most."
        )
        raise RuleViolation("groups", sentence, players=len(order), most=most)
    members: list[list[int]] = [[] for _group in range(groups)]
    for at, player in enumerate(order):
        lap, place = divmod(at, groups)
        members[place if lap % 2 == 0 else groups - 1 - place].append(player)
    return tuple(tuple(sorted(group)) for group in members)


def table_sizes(players: int) -> tuple[int, ...]:
    """The sizes of the tables: threes, with a four for each player left over. Raises `RuleViolation` for 1, 2 and 5."""
    fours = players % 3
    threes = players // 3 - fours
    if players < 3 or threes < 0:
        raise RuleViolation(
            "players",
            _("Tables of three and four aren’t possible with this number of players (%(players)s)."),
            players=players,
        )
    return (3,) * threes + (4,) * fours


def rotating(players: int, rounds: int, *, seed: str, budget: Budget, apart: Pairs = frozenset()) -> Schedule:
    """A schedule in which everybody plays every round, with the fewest repeats found.

    Seats at tables of four are shared evenly, and so is the last seat, whose player sits out the first hand. Raises
    `RuleViolation` for 1, 2 and 5 players.
    """
    lengths = table_sizes(players)
    refuse_size(players, rounds)
    rare = known("tables_of_four").get(str(players), ())  # rounds without a repeat, rarely found by search
    if rounds <= len(rare) and not apart:
        rows = [iter([int(digit, 16) for digit in digits]) for digits in rare[:rounds]]
        cut = tuple(tuple(tuple(islice(row, length)) for length in lengths) for row in rows)
        return drawn(Schedule(players, in_order(cut)), seed)
    task = AnnealingTask(players, (tuple(range(players)),) * rounds, (lengths,) * rounds, apart=apart)
    return Schedule(players, in_order(anneal(task, seed, budget)))


def rotating_on(
    played: Rounds, present: Collection[int], to_come: int, *, seed: str, budget: Budget, plan: Rounds = ()
) -> Schedule:
    """A schedule like that of `repair`, but with tables of four instead of byes.

    `played` stays unchanged, followed by `to_come` new rounds for `present`.
    """
    task = repair_task(played, present, to_come, plan=plan, tables=table_sizes(len(set(present))))
    return Schedule(task.players, (*played, *in_order(anneal(task, seed, budget))))


def in_order(rounds: Rounds) -> tuple[Round, ...]:
    """The rounds with balanced winds: tables of three, then of four, whose last player sits out the first hand."""
    threes = balanced(tuple(table for table in tables if len(table) == 3) for tables in rounds)
    fours = [[table for table in tables if len(table) == 4] for tables in rounds]
    last = iter(_first_out([table for tables in fours for table in tables]))
    waiting = [[next(last) for _table in tables] for tables in fours]
    begin = balanced(
        tuple(tuple(player for player in table if player != out) for table, out in zip(tables, outs, strict=True))
        for tables, outs in zip(fours, waiting, strict=True)
    )
    return tuple(
        (*three, *((*table, out) for table, out in zip(four, outs, strict=True)))
        for three, four, outs in zip(threes, begin, waiting, strict=True)
    )


def _first_out(tables: Sequence[Table]) -> list[int]:
    """The player who sits out the first hand at each table of four, chosen as evenly as possible.

    While one player has too many such hands, a chain of swaps between tables passes one on to a player with few.
    """
    chosen = [table[0] for table in tables]
    while chain := _chain(tables, chosen):
        for at, player in chain:
            chosen[at] = player
    return chosen


def _chain(tables: Sequence[Table], chosen: Sequence[int]) -> list[tuple[int, int]]:
    """(table, new player) pairs that bring the counts closer together; empty if there are none."""
    times = Counter(chosen)
    for first in sorted(times, key=lambda player: -times[player]):
        reached: dict[int, list[tuple[int, int]]] = {first: []}
        queue = [first]
        for player in queue:
            for at, table in enumerate(tables):
                for other in table if chosen[at] == player else ():
                    if other not in reached:
                        reached[other] = [*reached[player], (at, other)]
                        queue.append(other)
                        if times[other] <= times[first] - 2:
                            return reached[other]
    return []
