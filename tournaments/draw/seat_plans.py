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
    """One round: its tables, and who sits out."""

    tables: Tables
    byes: tuple[int, ...] = ()

    @property
    def told(self) -> dict[str, Any]:
        """As a change of seats is kept (`RoundChange.before`, `after`)."""
        return {"tables": [list(table) for table in self.tables], "byes": list(self.byes)}

    @property
    def mark(self) -> str:
        """Short for all of it: the same for the same seats."""
        return sha256(dumps(self.told).encode()).hexdigest()[:16]

    @property
    def everybody(self) -> frozenset[int]:
        """All who are in the round, with a bye or without."""
        return frozenset(self.byes).union(*self.tables)

    def swapped(self, one: int, other: int) -> Seats:
        """The same with these two in each other's place."""
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
    """The round as it is seated now."""
    tables = day.tables.get(one.pk, [])
    return Seats(
        tuple(tuple(seat.entrant.number for seat in day.seats.get(table.pk, [])) for table in tables),
        tuple(sorted(entrant.number for entrant in day.byes.get(one.pk, []))),
    )


def plan_of(stage: Stage) -> dict[str, Any]:
    """What the draw left with the stage: "field", "rounds" (of Swiss, to come), "groups", "again" (earlier draws)."""
    return stage.plan if isinstance(stage.plan, dict) else {}


def rounds_of(day: Day, stage: Stage) -> list[Round]:
    """The rounds of a stage that are drawn, in order."""
    return [each for each in day.rounds if each.stage_id == stage.pk]


def present(day: Day, number: int) -> tuple[int, ...]:
    """The numbers of those who play in round `number`, if it takes everybody."""
    return tuple(
        each.number
        for each in day.entered
        if each.from_round <= number and (each.left_after is None or each.left_after >= number)
    )


def kept_apart(day: Day) -> frozenset[Pair]:
    """Numbers of every two who are not to meet: named by hand, of one team, of one club. One query or two."""
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
    """Count everything anew. Byes are those of the rounds in which somebody was there."""
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
    """Those kept apart who meet all the same."""
    return tuple(sorted(apart & met(rounds).keys()))


def met(rounds: Iterable[Seats]) -> Mapping[Pair, int]:
    """How often every two meet who meet at all."""
    return seating.meetings(one.tables for one in rounds)


def again(before: Sequence[Seats], one: Seats) -> dict[Pair, list[int]]:
    """Who meets in `one` and has met before: in which rounds, counted from 1."""
    found: dict[Pair, list[int]] = {}
    here = {pair for table in one.tables for pair in seating.pairs(table)}
    for number, earlier in enumerate(before, start=1):
        for table in earlier.tables:
            for pair in here.intersection(seating.pairs(table)):
                found.setdefault(pair, []).append(number)
    return dict(sorted(found.items()))


def begun(day: Day, one: Round) -> bool:
    """Whether anything was entered, or the clock was started."""
    tables = day.tables.get(one.pk, [])
    return bool(one.started_at or one.closed_at) or any(
        table.match_id is not None or table.pk in day.results for table in tables
    )


def was_shown(day: Day, one: Round) -> bool:
    """Whether the round was published once, though it may be hidden now: somebody may have seen its seats."""
    return bool(one.published_at) or any(each.round_id == one.pk for each in day.changes)


def fixed(day: Day, one: Round) -> bool:
    """Whether its seats change with a reason alone."""
    return bool(one.locked_at) or was_shown(day, one)


def unseated(day: Day) -> list[Entrant]:
    """Who is entered and sits in no round that is still to come, though somebody else does: they came late."""
    last = day.rounds[-1] if day.rounds else None
    if last is None or last.stage.takes is not None or begun(day, last):
        return []
    seated = seats_of(day, last).everybody
    return [each for each in day.entered if each.number not in seated and each.left_after is None]


def gone(day: Day) -> list[Entrant]:
    """Who sits in a round that is not begun and plays no more: withdrawn or erased since."""
    waiting = [each for each in day.rounds if not begun(day, each)]
    missing = (seats_of(day, each).everybody.difference(present(day, each.number)) for each in waiting)
    return [day.by_number[number] for number in sorted(frozenset().union(*missing))]
