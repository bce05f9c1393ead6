"""Seating methods, which turn entrant numbers into rounds. Pure functions of their input and seed; no database."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine import seating
from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.seating import Budget, Pair
from tournaments.draw.seat_plans import Seats, Tables
from tournaments.models import Seating

SEARCH = Budget(60_000)  # steps, not seconds (about half a second): every machine finds the same answer
FEWEST_IN_GROUPS = 6  # two groups of three
FINALISTS, LARGEST_FINAL = 3, 4
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True, slots=True)
class DrawTask:
    """The input for drawing a stage by `method` (a `Seating`).

    `order`: the players, best first; `groups`: the number of groups, or 0 for none.
    """

    method: str
    people: tuple[int, ...]
    rounds: int
    seed: str
    order: tuple[int, ...] = ()
    kept_apart: frozenset[Pair] = frozenset()
    groups: int = 0

    @property
    def saved(self) -> dict[str, Any]:
        """The input that anyone who has the seed can use to repeat the draw."""
        return {"people": list(self.people), "apart": sorted(map(list, self.kept_apart)), "rounds": self.rounds}


@dataclass(frozen=True, slots=True)
class Drawn:
    """Drawn rounds, with the values of `Stage.plan` and of each `Round.reasons`."""

    rounds: tuple[Seats, ...]
    plan: dict[str, Any]
    reasons: tuple[dict[str, Any], ...] = ()


def order_by_lot(people: Sequence[int], seeding: Mapping[int, int], seed: str) -> tuple[int, ...]:
    """Return the order before the first match: seeded players first, the rest shuffled by `seed`."""
    lot = [people[at] for at in seating.places(len(people), seed)]
    return tuple(sorted(lot, key=lambda number: (number not in seeding, seeding.get(number, 0))))


def draw_rounds(task: DrawTask) -> Drawn:
    """Draw a whole stage, or its first round if it is Swiss. Raises `RuleViolation` if that is impossible."""
    refuse_impossible(task.method, len(task.people), task.rounds)
    if task.method == Seating.SWISS:
        first = SwissTask(task.people, task.order, (), task.rounds, task.seed, kept_apart=task.kept_apart)
        return draw_next_swiss(first)
    if task.method == Seating.GROUPS:
        return _draw_groups(task, seating.in_groups(task.order, task.groups))
    if task.method == Seating.FINAL and len(task.people) > LARGEST_FINAL:
        return _draw_groups(task, in_finals(task.order))
    rounds = _schedule(task, task.people, task.seed, task.method if task.method in seating.WAYS else "fixed")
    return Drawn(tuple(rounds), {"field": list(task.people)})


def _schedule(task: DrawTask, people: Sequence[int], seed: str, method: str = "fixed") -> list[Seats]:
    """Draw the rounds for the `people` of a stage or of one group."""
    apart = _indexed(task.kept_apart, people)
    schedule = seating.drawn_by_way(method, len(people), task.rounds, seed, apart)
    return [_numbered(tables, people) for tables in schedule.rounds]


def refuse_impossible(method: str, players: int, rounds: int) -> None:
    """Raise `RuleViolation` (`players`, `rounds`) if the method can't seat that many players for that many rounds."""
    if players < 3:
        raise RuleViolation("players", _("A round needs at least three players."))
    if method in seating.WAYS:
        seating.refuse_size(players, rounds)
    if method == Seating.SWISS:
        seating.refuse_swiss(players, rounds)
    elif method == Seating.FOUR:
        seating.table_sizes(players)
    elif method == Seating.GROUPS and players < FEWEST_IN_GROUPS:
        raise RuleViolation("players", _("Groups need at least 6 players: two groups of three."))
    elif method == Seating.FINAL and players != LARGEST_FINAL and players % FINALISTS:
        sentence = _(
            "%(players)s players can’t be divided into finals. One final table takes 3 or 4 players, A and B "
            "finals take 6 (places 1–3 and 4–6), A to C finals take 9, and so on."
        )
        raise RuleViolation("players", sentence, players=players)


def in_finals(order: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Split `order` into finals of three: the first three play the A final. Four players share one final."""
    size = LARGEST_FINAL if len(order) == LARGEST_FINAL else FINALISTS
    return tuple(tuple(order[at : at + size]) for at in range(0, len(order), size))


def _draw_groups(task: DrawTask, groups: Sequence[Sequence[int]]) -> Drawn:
    schedules = [_schedule(task, group, group_seed(task.seed, at)) for at, group in enumerate(groups)]
    rounds = tuple(_joined(parts) for parts in zip(*schedules, strict=True))
    return Drawn(rounds, {"field": list(task.people), "groups": [list(group) for group in groups]})


def group_seed(seed: str, at: int) -> str:
    """Return the seed of group `at` (from 0): the stage's seed and the group's letter."""
    return f"{seed} {group_name(at)}"


def group_name(at: int) -> str:
    """Return the letter of group `at` (from 0), or its number after Z."""
    return LETTERS[at] if at < len(LETTERS) else str(at + 1)


def read_prescribed(text: str, people: Sequence[int]) -> Drawn:
    """Parse an imported seating of entrant numbers. Raises `RuleViolation` for the first error."""
    schedule = seating.prescribed(text, [str(number) for number in people])
    return Drawn(tuple(_numbered(tables, people) for tables in schedule.rounds), {"field": list(people)})


# ── Swiss: a round at a time ─────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class SwissTask:
    """The input for drawing the next of `rounds` Swiss rounds.

    `people`: everyone in the stage, in its saved order; `order`: the players of this round, best first; `plan`: the
    upcoming rounds as planned by the previous draw; `rematches`: whether to allow unavoidable rematches.
    """

    people: tuple[int, ...]
    order: tuple[int, ...]
    played: tuple[Seats, ...]
    rounds: int
    seed: str
    plan: tuple[Tables, ...] = ()
    kept_apart: frozenset[Pair] = frozenset()
    rematches: bool = False


def draw_next_swiss(task: SwissTask) -> Drawn:
    """Draw a Swiss round. Raises `RuleViolation` if a rematch, or a table of players to keep apart, is unavoidable."""
    if task.rematches:
        return _draw_with_rematches(task)
    index = {number: at for at, number in enumerate(task.people)}
    ranking = [index[number] for number in task.order]
    played = _rounds_indexed([seats.tables for seats in task.played], index)
    # Round 1 uses the bare seed, so that its plan is the schedule that the seed draws.
    seed = f"{task.seed} {len(task.played) + 1}" if task.played else task.seed
    kept_apart, plan = _indexed(task.kept_apart, task.people), _valid_plan(task, index)
    pairing = seating.swiss(ranking, played, task.rounds, seed=seed, plan=plan, apart=kept_apart, budget=SEARCH)
    tables = seating.moved_about(seating.Schedule(len(task.people), (*played, pairing.round))).rounds[-1]
    whys = (seating.why(pairing, table, ranking, played) for table in tables)
    reasons = [[[reason.sentence, reason.values] for reason in why] for why in whys]
    saved = {"how": reasons[0][:1], "tables": {str(at): each[1:] for at, each in enumerate(reasons, start=1)}}
    following = [[[task.people[at] for at in table] for table in tables] for tables in pairing.plan]
    seats = _numbered(tables, task.people, task.order)
    return Drawn((seats,), {"field": list(task.people), "rounds": following}, (saved,))


def _valid_plan(task: SwissTask, index: Mapping[int, int]) -> tuple[seating.Round, ...]:
    """Return the saved plan; () if seat changes, arrivals, withdrawals or new pairs to keep apart make it invalid."""
    playing = frozenset(task.order)
    whole = all(frozenset().union(*tables) <= playing and len(tables) == len(playing) // 3 for tables in task.plan)
    meetings = seating.meetings([*(seats.tables for seats in task.played), *task.plan])
    new = all(meetings[pair] == 1 and pair not in task.kept_apart for pair in seating.meetings(task.plan))
    return _rounds_indexed(task.plan, index) if whole and new else ()


def _draw_with_rematches(task: SwissTask) -> Drawn:
    drawn = redraw_rounds(Redraw(Seating.RANDOM, task.order, task.played, 1, task.seed, kept_apart=task.kept_apart))
    if together := task.kept_apart & seating.meetings([drawn.rounds[0].tables]).keys():
        one, other = min(together)
        text = _("No seating was found that keeps players %(one)s and %(other)s apart.")
        raise RuleViolation("apart", text, one=one, other=other)
    why = _("Not everyone could be given new opponents, so this round has the fewest rematches that could be found.")
    reasons = {"how": [[why, {}]], "tables": {}}
    return Drawn(drawn.rounds, {"field": list(task.people), "rounds": []}, (reasons,))


# ── upcoming rounds, after arrivals and withdrawals ──────────────────────────


@dataclass(frozen=True, slots=True)
class Redraw:
    """The input for redrawing the upcoming rounds after arrivals and withdrawals.

    `to_come`: the number of these rounds; `plan`: their old seats, which are kept if possible; `missed`: pairs of a
    player and the number of rounds that were over before that player arrived; `groups`: the players of each group, ()
    without groups.
    """

    method: str
    present: tuple[int, ...]
    played: tuple[Seats, ...]
    to_come: int
    seed: str
    plan: tuple[Seats, ...] = ()
    missed: tuple[tuple[int, int], ...] = ()
    kept_apart: frozenset[Pair] = frozenset()
    groups: tuple[tuple[int, ...], ...] = ()


def redraw_rounds(task: Redraw) -> Drawn:
    """Draw the upcoming rounds. Raises `RuleViolation` if too few players are left."""
    parts = [_redraw_part(task, frozenset(group)) for group in task.groups] or [_redraw_part(task, None)]
    rounds = tuple(_joined(part[at] for part in parts) for at in range(task.to_come))
    why = _("Redrawn after someone arrived or left, with the fewest rematches that could be found.")
    if task.plan:
        rounds = tuple(_with_table_numbers_of(now, seats) for seats, now in zip(rounds, task.plan, strict=True))
    return Drawn(rounds, {}, ({"how": [[why, {}]], "tables": {}},) * task.to_come)


def _with_table_numbers_of(now: Seats, seats: Seats) -> Seats:
    """Return `seats`, renumbered so that unchanged tables have the same numbers as in `now`."""
    numbers = {frozenset(table): at for at, table in enumerate(now.tables[: len(seats.tables)])}
    same = {numbers[frozenset(table)]: table for table in seats.tables if frozenset(table) in numbers}
    rest = iter([table for table in seats.tables if frozenset(table) not in numbers])
    return Seats(tuple(same[at] if at in same else next(rest) for at in range(len(seats.tables))), seats.byes)


def _redraw_part(task: Redraw, members: Collection[int] | None) -> list[Seats]:
    """Draw the upcoming rounds of the group with these `members`, or of everyone if None."""
    present = [number for number in task.present if members is None or number in members]
    played = [_tables_of(seats, members) for seats in task.played]
    plan = [_tables_of(seats, members) for seats in task.plan]
    everybody = sorted({*present, *(number for tables in (*played, *plan) for table in tables for number in table)})
    index = {number: at for at, number in enumerate(everybody)}
    before, after = _rounds_indexed(played, index), _rounds_indexed(plan, index)
    playing = [index[number] for number in present]
    if len(playing) < 3:
        raise RuleViolation("players", _("A round needs at least three players."))
    if task.method == Seating.FOUR:
        schedule = seating.rotating_on(before, playing, task.to_come, seed=task.seed, budget=SEARCH, plan=after)
    else:
        schedule = seating.repair(
            before,
            playing,
            task.to_come,
            seed=task.seed,
            budget=SEARCH,
            missed={index[number]: rounds for number, rounds in task.missed if number in index},
            plan=after,
            apart=_indexed(task.kept_apart, everybody),
        )
    return [_numbered(tables, everybody, present) for tables in schedule.rounds[len(before) :]]


def _tables_of(seats: Seats, members: Collection[int] | None) -> Tables:
    """Return the tables where most players are `members`; all tables if `members` is None."""
    if members is None:
        return seats.tables
    return tuple(table for table in seats.tables if 2 * sum(number in members for number in table) > len(table))


# ── entrant numbers ↔ the engine's indexes ───────────────────────────────────


def _indexed(kept_apart: frozenset[Pair], people: Sequence[int]) -> frozenset[Pair]:
    """Return the pairs as indexes into `people`; pairs with an absent player are dropped."""
    index = {number: at for at, number in enumerate(people)}
    pairs = ((index[one], index[other]) for one, other in kept_apart if one in index and other in index)
    return frozenset((min(pair), max(pair)) for pair in pairs)


def _rounds_indexed(rounds: Sequence[Tables], index: Mapping[int, int]) -> tuple[seating.Round, ...]:
    return tuple(tuple(tuple(index[number] for number in table) for table in tables) for tables in rounds)


def _numbered(indexed: seating.Round, people: Sequence[int], playing: Sequence[int] = ()) -> Seats:
    """Return a round with entrant numbers; everyone in `playing` (default: `people`) without a seat has a bye."""
    tables = tuple(tuple(people[at] for at in table) for table in indexed)
    return Seats(tables, tuple(sorted(set(playing or people).difference(*tables))))


def _joined(parts: Iterable[Seats]) -> Seats:
    rounds = list(parts)
    tables = tuple(table for seats in rounds for table in seats.tables)
    return Seats(tables, tuple(sorted(number for seats in rounds for number in seats.byes)))
