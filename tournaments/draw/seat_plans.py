"""The seats of rounds as plain numbers of entrants, and the quality of a plan. Writes nothing, draws nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from json import dumps
from typing import Any, NamedTuple

from engine import seating
from engine.seating import Pair
from tournaments.models import Apart, Entrant, Round, Stage, Tournament
from tournaments.snapshot import Day

Tables = tuple[tuple[int, ...], ...]  # entrants' numbers, East, South, West (North), by the table's number


class Seats(NamedTuple):
    """The tables and byes of one round."""

    tables: Tables
    byes: tuple[int, ...] = ()

    @property
    def told(self) -> dict[str, Any]:
        """The form in which changes of seats are saved (`RoundChange.before`, `after`)."""
        return {"tables": [list(table) for table in self.tables], "byes": list(self.byes)}

    @property
    def mark(self) -> str:
        """A short hash of the seats."""
        return sha256(dumps(self.told).encode()).hexdigest()[:16]

    @property
    def everybody(self) -> frozenset[int]:
        """All players of the round, with or without a bye."""
        return frozenset(self.byes).union(*self.tables)

    def swapped(self, one: int, other: int) -> Seats:
        """The seats with these two players swapped."""
        place = {one: other, other: one}
        tables = tuple(tuple(place.get(each, each) for each in table) for table in self.tables)
        return Seats(tables, tuple(sorted(place.get(each, each) for each in self.byes)))


@dataclass(frozen=True, slots=True)
class PlanQuality:
    """What an organiser asks of some rounds, counted from the seats alone; `apart`: how many pairs of those who sit
    there are to be kept apart, `together`: those of them who meet."""

    repeats: int
    least_meetings: int
    most_meetings: int
    wind_spread: int
    least_byes: int
    most_byes: int
    table_repeats: int
    apart: int
    together: tuple[Pair, ...]


def seats_of(day: Day, one: Round) -> Seats:
    """The present seats of a round."""
    tables = day.tables.get(one.pk, [])
    return Seats(
        tuple(tuple(seat.entrant.number for seat in day.seats.get(table.pk, [])) for table in tables),
        tuple(sorted(entrant.number for entrant in day.byes.get(one.pk, []))),
    )


def plan_of(stage: Stage) -> dict[str, Any]:
    """The plan that the draw saved: "field", "rounds" (Swiss rounds to come), "groups", "again" (earlier draws)."""
    return stage.plan if isinstance(stage.plan, dict) else {}


def rounds_of(day: Day, stage: Stage) -> list[Round]:
    """The drawn rounds of a stage, in order."""
    return [each for each in day.rounds if each.stage_id == stage.pk]


def present(day: Day, number: int) -> tuple[int, ...]:
    """The numbers of entrants who are there in round `number`."""
    return tuple(
        each.number
        for each in day.entered
        if each.from_round <= number and (each.left_after is None or each.left_after >= number)
    )


def kept_apart(day: Day) -> frozenset[Pair]:
    """Pairs (numbers) that should not meet: named by hand, of one team, of one club. One or two queries."""
    tournament, numbers = day.tournament, {each.pk: each.number for each in day.entrants}
    found = {
        tuple(sorted((numbers[one], numbers[other])))
        for one, other in Apart.objects.filter(tournament=tournament).values_list("one", "other")
    }
    named = frozenset((one, other) for one, other in found)
    return named | seating.separated(_groups(tournament, day.entered))


def _groups(tournament: Tournament, entered: Iterable[Entrant]) -> list[list[int]]:
    groups: dict[tuple[str, object], list[int]] = {}
    for each in entered:
        if tournament.apart_teams and each.team_id:
            groups.setdefault(("team", each.team_id), []).append(each.number)
        if tournament.apart_clubs and each.club_name:
            groups.setdefault(("club", each.club_name.casefold()), []).append(each.number)
    return list(groups.values())


def quality(rounds: Sequence[Seats], apart: frozenset[Pair] = frozenset()) -> PlanQuality:
    """Count the quality of rounds from their seats."""
    everybody = sorted(frozenset().union(*(each.everybody for each in rounds)))
    index = {number: at for at, number in enumerate(everybody)}
    plain = tuple(tuple(tuple(index[each] for each in table) for table in one.tables) for one in rounds)
    counted = seating.quality(seating.Schedule(len(everybody), plain))
    byes = Counter(number for one in rounds for number in one.byes)
    free = [byes[number] for number in everybody]
    return PlanQuality(
        counted.repeats,
        counted.least_meetings,
        counted.most_meetings,
        counted.wind_spread,
        min(free, default=0),
        max(free, default=0),
        counted.table_repeats,
        sum(pair[0] in index and pair[1] in index for pair in apart),
        together(rounds, apart),
    )


def together(rounds: Sequence[Seats], apart: frozenset[Pair]) -> tuple[Pair, ...]:
    """Pairs that should not meet, but do."""
    return tuple(sorted(apart & met(rounds).keys()))


def met(rounds: Iterable[Seats]) -> Mapping[Pair, int]:
    """How often each pair meets, for pairs that meet at all."""
    return seating.meetings(one.tables for one in rounds)


def again(before: Sequence[Seats], one: Seats) -> dict[Pair, list[int]]:
    """The pairs of `one` that have met before, with the rounds in which they met, counted from 1."""
    found: dict[Pair, list[int]] = {}
    here = {pair for table in one.tables for pair in seating.pairs(table)}
    for number, earlier in enumerate(before, start=1):
        for table in earlier.tables:
            for pair in here.intersection(seating.pairs(table)):
                found.setdefault(pair, []).append(number)
    return dict(sorted(found.items()))


def begun(day: Day, one: Round) -> bool:
    """Whether a result or hand was entered, or the clock was started."""
    tables = day.tables.get(one.pk, [])
    return bool(one.started_at or one.closed_at) or any(
        table.match_id is not None or table.pk in day.results for table in tables
    )


def was_shown(day: Day, one: Round) -> bool:
    """Whether the round was published at some time, even if it is hidden now."""
    return bool(one.published_at) or any(each.round_id == one.pk for each in day.changes)


def fixed(day: Day, one: Round) -> bool:
    """Whether the seats of the round change only with a reason."""
    return bool(one.locked_at) or was_shown(day, one)


def unseated(day: Day) -> list[Entrant]:
    """Entrants without a seat in the rounds to come, although others have one: they came late."""
    last = day.rounds[-1] if day.rounds else None
    if last is None or last.stage.takes is not None or begun(day, last):
        return []
    seated = seats_of(day, last).everybody
    return [each for each in day.entered if each.number not in seated and each.left_after is None]


def gone(day: Day) -> list[Entrant]:
    """Entrants with a seat in a round to come who no longer play: they withdrew or were erased."""
    waiting = [each for each in day.rounds if not begun(day, each)]
    missing = (seats_of(day, each).everybody.difference(present(day, each.number)) for each in waiting)
    return [day.by_number[number] for number in sorted(frozenset().union(*missing))]
