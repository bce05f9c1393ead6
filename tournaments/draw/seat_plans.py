"""The seats of rounds as entrant numbers, and the quality of a plan. Read-only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from json import dumps
from typing import Any, NamedTuple

from engine import seating
from engine.seating import Pair
from engine.seating.schedule import ScheduleQuality
from tournaments.models import Apart, Entrant, Round, Stage, Table
from tournaments.snapshot import Day

Tables = tuple[tuple[int, ...], ...]  # entrant numbers of East, South, West (North) at each table


class Seats(NamedTuple):
    """The tables and byes of one round."""

    tables: Tables
    byes: tuple[int, ...] = ()

    @property
    def saved(self) -> dict[str, Any]:
        """The seats as saved in `RoundChange.before` and `after`."""
        return {"tables": [list(table) for table in self.tables], "byes": list(self.byes)}

    @property
    def mark(self) -> str:
        """A short hash of the seats."""
        return sha256(dumps(self.saved).encode()).hexdigest()[:16]

    @property
    def everybody(self) -> frozenset[int]:
        """All players of the round, byes included."""
        return frozenset(self.byes).union(*self.tables)

    def swapped(self, one: int, other: int) -> Seats:
        swap = {one: other, other: one}
        tables = tuple(tuple(swap.get(number, number) for number in table) for table in self.tables)
        return Seats(tables, tuple(sorted(swap.get(number, number) for number in self.byes)))


@dataclass(frozen=True, slots=True)
class PlanQuality(ScheduleQuality):
    """The quality of some rounds.

    `kept_apart`: the number of pairs to keep apart; `together`: those of them that meet anyway; `needs_rematches`:
    whether this number of rounds can't be played without rematches.
    """

    kept_apart: int
    together: tuple[Pair, ...]
    needs_rematches: bool


def seats_of(day: Day, row: Round) -> Seats:
    """Return the current seats of a round."""
    tables = tuple(tuple(seat.entrant.number for seat in day.seats[table.pk]) for table in day.tables[row.pk])
    return Seats(tables, tuple(sorted(entrant.number for entrant in day.byes[row.pk])))


def plan_of(stage: Stage) -> dict[str, Any]:
    """Return the plan saved by the draw of a stage; empty before the draw.

    The main keys are "field", "rounds" (upcoming Swiss rounds), "groups" and "again" (replaced draws).
    """
    return stage.plan if isinstance(stage.plan, dict) else {}


def rounds_of(day: Day, stage: Stage) -> list[Round]:
    """Return the drawn rounds of a stage, in order."""
    return [row for row in day.rounds if row.stage_id == stage.pk]


def present(day: Day, number: int) -> tuple[int, ...]:
    """Return the numbers of the entrants who play in round `number`."""
    arrived = [entrant for entrant in day.entered if entrant.from_round <= number]
    return tuple(entrant.number for entrant in arrived if entrant.left_after is None or entrant.left_after >= number)


def kept_apart(day: Day, people: Iterable[Entrant] | None = None) -> frozenset[Pair]:
    """Return the pairs of entrant numbers that should not meet: listed by hand, or in the same team or club.

    Makes one query. `people`: return only pairs among these entrants; None: all listed pairs, and pairs among all
    active entrants.
    """
    tournament = day.tournament
    among = list(day.entered if people is None else people)
    numbers = {entrant.pk: entrant.number for entrant in (day.entrants if people is None else among)}
    listed = Apart.objects.filter(tournament=tournament).values_list("one", "other")
    groups: dict[object, list[int]] = {pair: [numbers[pk] for pk in pair if pk in numbers] for pair in listed}
    for entrant in among:
        if tournament.apart_teams and entrant.team_id:
            groups.setdefault(("team", entrant.team_id), []).append(entrant.number)
        if tournament.apart_clubs and entrant.club_name:
            groups.setdefault(("club", entrant.club_name.casefold()), []).append(entrant.number)
    return seating.separated(groups.values())


def quality(rounds: Sequence[Seats], pairs_apart: frozenset[Pair] = frozenset()) -> PlanQuality:
    """Compute the quality of rounds from their seats."""
    everybody = sorted(frozenset().union(*(seats.everybody for seats in rounds)))
    index = {number: at for at, number in enumerate(everybody)}
    tables = tuple(tuple(tuple(index[number] for number in table) for table in seats.tables) for seats in rounds)
    counted = asdict(seating.quality(seating.Schedule(len(everybody), tables)))
    byes = Counter(number for seats in rounds for number in seats.byes)
    many_byes = [byes[number] for number in everybody]  # not everyone without a table has a bye
    meetings = seating.meetings(seats.tables for seats in rounds)
    return PlanQuality(
        **{**counted, "least_byes": min(many_byes, default=0), "most_byes": max(many_byes, default=0)},
        kept_apart=sum(one in index and other in index for one, other in pairs_apart),
        together=tuple(sorted(pairs_apart & meetings.keys())),
        needs_rematches=0 < seating.longest(len(everybody)) < len(rounds),
    )


def earlier_meetings(before: Sequence[Seats], now: Seats) -> dict[Pair, list[int]]:
    """Return the pairs of `now` that have met before, with the rounds (from 1) in which they met."""
    met: dict[Pair, list[int]] = {}
    pairs = {pair for table in now.tables for pair in seating.pairs(table)}
    for number, earlier in enumerate(before, start=1):
        for table in earlier.tables:
            for pair in pairs.intersection(seating.pairs(table)):
                met.setdefault(pair, []).append(number)
    return dict(sorted(met.items()))


def table_begun(day: Day, table: Table) -> bool:
    """Return whether scoring at the table has started."""
    return table.match_id is not None or table.pk in day.results


def begun(day: Day, row: Round) -> bool:
    """Return whether the clock of the round, or scoring at any of its tables, has started."""
    return bool(row.started_at or row.closed_at) or any(table_begun(day, table) for table in day.tables[row.pk])


def was_shown(day: Day, row: Round) -> bool:
    """Return whether the round has ever been published, even if it is hidden now."""
    return bool(row.published_at) or any(change.round_id == row.pk for change in day.changes)


def fixed(day: Day, row: Round) -> bool:
    """Return whether a change to the round's seats needs a reason."""
    return bool(row.locked_at) or was_shown(day, row)


def unseated(day: Day) -> list[Entrant]:
    """Return the late entrants, who have no seat in the last drawn round yet."""
    last = day.rounds[-1] if day.rounds else None
    if last is None or last.stage.takes is not None or begun(day, last):
        return []
    seated = seats_of(day, last).everybody
    return [entrant for entrant in day.entered if entrant.number not in seated and entrant.left_after is None]


def gone(day: Day) -> list[Entrant]:
    """Return the entrants who withdrew or were erased but still have a seat in an upcoming round."""
    waiting = [row for row in day.rounds if not begun(day, row)]
    missing = (seats_of(day, row).everybody.difference(present(day, row.number)) for row in waiting)
    return [day.by_number[number] for number in sorted(frozenset().union(*missing))]
