"""The results and the players of each stage of a tournament. Ranks nobody.

The seats decide who is in a stage, not the standings before it: a correction changes no seat.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from engine.tournament import Carry, PointAdjustment, Results, read_stage
from tournaments import models
from tournaments.models import Round, Seating, Stage
from tournaments.snapshot import Day
from tournaments.standings.merge_stages import FULL, StageResults

People = Mapping[int, tuple[int, ...]]  # number of a stage → ids of who is in it


def carry_of(stage: Stage) -> Carry:
    """What is carried into a stage."""
    return read_carry(stage.carry)


def read_carry(told: Mapping[str, object]) -> Carry:
    """What is carried over, from how it is stored: where nothing is said, everything. Raises `RuleViolation`."""
    return read_stage({"carry": told}).carry if told else FULL


def adjustment(given: models.Adjustment) -> PointAdjustment:
    """A penalty or a grant as standings take it."""
    return PointAdjustment(given.entrant_id, Fraction(given.points), given.reason, given.round or 0)


def rounds_of(day: Day, stage: Stage) -> list[Round]:
    """The rounds of a stage that are drawn, in order."""
    return [one for one in day.rounds if one.stage_id == stage.pk]


def parts_of(day: Day, results: Results) -> list[StageResults]:
    """Every stage that counts, with its share of `results`: the first, and those of which a round is published."""
    told = [stage for stage in day.stages if stage.number == 1 or any(r.published_at for r in rounds_of(day, stage))]
    people = {stage.number: _people(day, stage, results) for stage in told}
    given: dict[int, list[PointAdjustment]] = {stage.number: [] for stage in told}
    for each in day.adjustments:
        if each.cancelled_at is None:
            given[_stage_of(day, each, told, people)].append(adjustment(each))
    return [_part(day, stage, people[stage.number], tuple(given[stage.number]), results) for stage in told]


def _part(
    day: Day, stage: Stage, people: tuple[int, ...], given: tuple[PointAdjustment, ...], results: Results
) -> StageResults:
    numbers = frozenset(one.number for one in rounds_of(day, stage))
    own = replace(
        results,
        entrants=people,
        games=tuple(game for game in results.games if game.round in numbers),
        byes=tuple(bye for bye in results.byes if bye.round in numbers),
        adjustments=given,
    )
    return StageResults(stage.number, min(numbers, default=1), carry_of(stage), own, finals_of(day, stage))


def finals_of(day: Day, stage: Stage) -> tuple[frozenset[int], ...]:
    """Who (ids) plays the A final, the B final and so on: who sits at table 1, 2 … of the stage's first round. Empty
    where the stage is no final, or has one table."""
    first = next(iter(rounds_of(day, stage)), None)
    if first is None or stage.seating != Seating.FINAL or len(day.tables[first.pk]) < 2:
        return ()
    return tuple(frozenset(seat.entrant_id for seat in day.seats[table.pk]) for table in day.tables[first.pk])


def _people(day: Day, stage: Stage, results: Results) -> tuple[int, ...]:
    """Who is in a stage (ids): everybody where nobody is left behind, else who has a seat or a bye in it."""
    if stage.number == 1 or (stage.takes is None and carry_of(stage).kind == "full"):
        return results.entrants
    rounds = rounds_of(day, stage)
    seated = {seat.entrant_id for one in rounds for table in day.tables[one.pk] for seat in day.seats[table.pk]}
    seated |= {entrant.pk for one in rounds for entrant in day.byes[one.pk]}
    return tuple(pk for pk in results.entrants if pk in seated)


def _stage_of(day: Day, given: models.Adjustment, told: Sequence[Stage], people: People) -> int:
    """The number of the stage on whose total an adjustment goes: that of its round, or the one that was played when it
    was given; of somebody who was in it no more, the last one that they were in."""
    for stage in reversed(told):
        if given.entrant_id in people[stage.number] and _has_begun(day, stage, given):
            return stage.number
    return told[0].number


def _has_begun(day: Day, stage: Stage, given: models.Adjustment) -> bool:
    """Whether the stage had begun when, or with the round after which, the adjustment counts."""
    rounds = rounds_of(day, stage)
    if given.round:
        return any(one.number <= given.round for one in rounds)
    return any(one.published_at and one.published_at <= given.at for one in rounds)
