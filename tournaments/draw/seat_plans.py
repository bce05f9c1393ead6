"""The seats of rounds as plain numbers of entrants, and the quality of a plan. Writes nothing, draws nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from json import dumps
from typing import Any, NamedTuple

from engine import seating
from engine.seating import Pair
from tournaments.models import Apart, Entrant, Round, Stage, Table
from tournaments.snapshot import Day

Tables = tuple[tuple[int, ...], ...]  # entrants' numbers, East, South, West (North), by the table's number


class Seats(NamedTuple):
    """The tables and byes of one round."""

    tables: Tables
    byes: tuple[int, ...] = ()

    @property
    def saved(self) -> dict[str, Any]:
        """The form in which changes of seats are saved (`RoundChange.before`, `after`)."""
        return {"tables": [list(table) for table in self.tables], "byes": list(self.byes)}

    @property
    def mark(self) -> str:
        """A short hash of the seats."""
        return sha256(dumps(self.saved).encode()).hexdigest()[:16]

    @property
    def everybody(self) -> frozenset[int]:
        """All players of the round, with or without a bye."""
        return frozenset(self.byes).union(*self.tables)

    def swapped(self, one: int, other: int) -> Seats:
        """The seats with these two players swapped."""
        swap = {one: other, other: one}
        tables = tuple(tuple(swap.get(number, number) for number in table) for table in self.tables)
        return Seats(tables, tuple(sorted(swap.get(number, number) for number in self.byes)))


@dataclass(frozen=True, slots=True)
class PlanQuality:
    """The quality of some rounds, counted from the seats; `apart`: how many pairs of the seated players are to be kept
    apart, `together`: those of them who meet."""

    repeats: int
    least_meetings: int
    most_meetings: int
    wind_spread: int
    least_byes: int
    most_byes: int
    table_repeats: int
    apart: int
    together: tuple[Pair, ...]


def seats_of(day: Day, row: Round) -> Seats:
    """The present seats of a round."""
    return Seats(
        tuple(tuple(seat.entrant.number for seat in day.seats[table.pk]) for table in day.tables[row.pk]),
        tuple(sorted(entrant.number for entrant in day.byes[row.pk])),
    )


def plan_of(stage: Stage) -> dict[str, Any]:
    """The plan that the draw saved: "field", "rounds" (Swiss rounds to come), "groups", "again" (earlier draws)."""
    return stage.plan if isinstance(stage.plan, dict) else {}


def rounds_of(day: Day, stage: Stage) -> list[Round]:
    """The drawn rounds of a stage, in order."""
    return [row for row in day.rounds if row.stage_id == stage.pk]


def present(day: Day, number: int) -> tuple[int, ...]:
    """The numbers of entrants who play in round `number`."""
    return tuple(
        entrant.number
        for entrant in day.entered
        if entrant.from_round <= number and (entrant.left_after is None or entrant.left_after >= number)
    )


def kept_apart(day: Day, people: Iterable[Entrant] | None = None) -> frozenset[Pair]:
    """Pairs (numbers) that should not meet: named by hand, or in one team or club. One query.

    Of these `people` alone; None: of everybody who is entered, and all pairs that were named.
    """
    tournament = day.tournament
    among = list(day.entered if people is None else people)
    numbers = {entrant.pk: entrant.number for entrant in (day.entrants if people is None else among)}
    named = set()
    for one, other in Apart.objects.filter(tournament=tournament).values_list("one", "other"):
        if one in numbers and other in numbers:
            low, high = sorted((numbers[one], numbers[other]))
            named.add((low, high))
    groups: dict[tuple[str, object], list[int]] = {}
    for entrant in among:
        if tournament.apart_teams and entrant.team_id:
            groups.setdefault(("team", entrant.team_id), []).append(entrant.number)
        if tournament.apart_clubs and entrant.club_name:
            groups.setdefault(("club", entrant.club_name.casefold()), []).append(entrant.number)
    return frozenset(named) | seating.separated(groups.values())


def quality(rounds: Sequence[Seats], apart: frozenset[Pair] = frozenset()) -> PlanQuality:
    """Count the quality of rounds from their seats."""
    everybody = sorted(frozenset().union(*(seats.everybody for seats in rounds)))
    index = {number: at for at, number in enumerate(everybody)}
    tables = tuple(tuple(tuple(index[number] for number in table) for table in seats.tables) for seats in rounds)
    counted = seating.quality(seating.Schedule(len(everybody), tables))
    byes = Counter(number for seats in rounds for number in seats.byes)
    meetings = seating.meetings(seats.tables for seats in rounds)
    return PlanQuality(
        counted.repeats,
        counted.least_meetings,
        counted.most_meetings,
        counted.wind_spread,
        min((byes[number] for number in everybody), default=0),
        max((byes[number] for number in everybody), default=0),
        counted.table_repeats,
        apart=sum(one in index and other in index for one, other in apart),
        together=tuple(sorted(apart & meetings.keys())),
    )


def earlier_meetings(before: Sequence[Seats], now: Seats) -> dict[Pair, list[int]]:
    """The pairs of `now` that have met before, with the rounds in which they met, counted from 1."""
    met: dict[Pair, list[int]] = {}
    pairs = {pair for table in now.tables for pair in seating.pairs(table)}
    for number, earlier in enumerate(before, start=1):
        for table in earlier.tables:
            for pair in pairs.intersection(seating.pairs(table)):
                met.setdefault(pair, []).append(number)
    return dict(sorted(met.items()))


def table_begun(day: Day, table: Table) -> bool:
    """Whether a hand or a result of the table was entered."""
    return table.match_id is not None or table.pk in day.results


def begun(day: Day, row: Round) -> bool:
    """Whether a result or hand was entered, or the clock was started."""
    return bool(row.started_at or row.closed_at) or any(table_begun(day, table) for table in day.tables[row.pk])


def was_shown(day: Day, row: Round) -> bool:
    """Whether the round was published at some time, even if it is hidden now."""
    return bool(row.published_at) or any(change.round_id == row.pk for change in day.changes)


def fixed(day: Day, row: Round) -> bool:
    """Whether the seats of the round change only with a reason."""
    return bool(row.locked_at) or was_shown(day, row)


def unseated(day: Day) -> list[Entrant]:
    """Entrants without a seat in the rounds to come, although others have one: they came late."""
    last = day.rounds[-1] if day.rounds else None
    if last is None or last.stage.takes is not None or begun(day, last):
        return []
    seated = seats_of(day, last).everybody
    return [entrant for entrant in day.entered if entrant.number not in seated and entrant.left_after is None]


def gone(day: Day) -> list[Entrant]:
    """Entrants with a seat in a round to come who no longer play: they withdrew or were erased."""
    waiting = [row for row in day.rounds if not begun(day, row)]
    missing = (seats_of(day, row).everybody.difference(present(day, row.number)) for row in waiting)
    return [day.by_number[number] for number in sorted(frozenset().union(*missing))]
