"""Merging the results of all stages into one list of standings.

Seats, not earlier standings, decide who is in a stage, so that a later correction of results moves nobody.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from engine import tournament as scoring
from engine.tournament import Carry, League, LeaguePlace, PlaceReason, PointAdjustment, Ranking, Results, StandingLine
from tournaments import models
from tournaments.draw.seat_plans import rounds_of
from tournaments.models import Seating, Stage
from tournaments.snapshot import Day

FULL = Carry("full")
LOWER_FINAL = "lower_final"  # the `PlaceReason.by` of the first line of the B final, below the A final


@dataclass(frozen=True, slots=True)
class StageResults:
    """A stage with the results of its players. `first`: the number of its first round; `finals`: see `finals_of`."""

    number: int
    first: int
    carry: Carry
    results: Results
    finals: tuple[frozenset[int], ...] = ()


class MergedStages(NamedTuple):
    """The standings so far.

    `results`: all results since the last carry-over that wasn't full; `since`: the entrants who have taken part since
    then.
    """

    lines: tuple[StandingLine, ...]
    results: Results
    since: frozenset[int]


def ranked(parts: Sequence[StageResults], rules: League, ranking: Ranking) -> tuple[LeaguePlace, ...]:
    """Rank everyone, players of the last stage first. Marks ("up", "down", "open") refer to the whole list."""
    merged: MergedStages | None = None
    for part in parts:
        if merged is None:
            lines = _lines(part.results, rules, ranking, part.finals)
            merged = MergedStages(lines, part.results, frozenset(part.results.entrants))
        else:
            merged = _merge(merged, part, rules, ranking)
    return scoring.marked(merged.lines, rules.up, rules.down) if merged else ()


def _merge(before: MergedStages, part: StageResults, rules: League, ranking: Ranking) -> MergedStages:
    """Add a stage. With a full carry-over, it continues the previous stage, so that earlier results also break ties."""
    had = {line.entrant: line for line in before.lines}
    if part.carry.kind == "full":
        results = _continued_results(before, part)
        since = before.since | frozenset(results.entrants)
        lines = _lines(results, rules, ranking, part.finals)
    else:
        results = replace(part.results, carried=scoring.carried(before.lines, part.carry))
        since = frozenset(results.entrants)
        # Players who qualified have already played enough games.
        lines = _lines(results, replace(rules, minimum=0), ranking, part.finals)
    shown = tuple(_with_earlier(line, had.get(line.entrant)) for line in lines)
    return MergedStages(below(shown, before.lines, part.results.lots), results, since)


def _lines(
    results: Results, rules: League, ranking: Ranking, finals: Sequence[frozenset[int]] = ()
) -> tuple[StandingLine, ...]:
    if not finals:
        return tuple(place.line for place in scoring.league(results, rules, ranking))
    others = frozenset(results.entrants).difference(*finals)
    placed: list[StandingLine] = []
    last: list[StandingLine] = []
    for people in (*finals, others):
        own = tuple(entrant for entrant in results.entrants if entrant in people)
        lines = _lines(replace(results, entrants=own), rules, ranking)
        lower = [replace(line, place=line.place + len(placed)) for line in lines if line.place is not None]
        if placed and lower and lower[0].total >= placed[-1].total:  # only the finals explain this order
            reason = PlaceReason(LOWER_FINAL, placed[-1].entrant, placed[-1].total, lower[0].total)
            lower[0] = replace(lower[0], reason=reason)
        placed += lower
        last += [line for line in lines if line.place is None]
    return (*placed, *last)


def _continued_results(before: MergedStages, part: StageResults) -> Results:
    """Return all results since the last carry-over that wasn't full.

    Entrants who haven't taken part since then carry a total instead.
    """
    old, new = before.results, part.results
    late = {line.entrant: line.total for line in before.lines if line.entrant not in before.since}
    return replace(
        new,
        games=(*old.games, *new.games),
        byes=(*old.byes, *new.byes),
        adjustments=(*old.adjustments, *new.adjustments),
        carried={**old.carried, **late},
    )


def _with_earlier(line: StandingLine, had: StandingLine | None) -> StandingLine:
    """Return the line with the results of earlier stages, marked as not counted."""
    if had is None:
        return line
    present = {(game.round, game.table) for game in line.played}
    earlier = [replace(game, counted=False) for game in had.played if (game.round, game.table) not in present]
    games = sum(game.score is not None for game in earlier)
    return replace(line, played=(*earlier, *line.played), games=line.games + games)


def below(
    through: Sequence[StandingLine], before: Sequence[StandingLine], lots: Mapping[int, int]
) -> tuple[StandingLine, ...]:
    """Return the lines of qualified players, then the others in their previous order, then lines without a place."""
    gone_on = {line.entrant for line in through}
    placed = [line for line in through if line.place is not None]
    out = [line for line in before if line.entrant not in gone_on]
    places = [line.place for line in out if line.place is not None]
    rest = []
    for line in out:
        place = None if line.place is None else len(placed) + 1 + sum(place < line.place for place in places)
        rest.append(replace(line, place=place, reason=_reason_below(line, gone_on, lots)))
    last = (line for line in (*through, *rest) if line.place is None)
    return (*placed, *(line for line in rest if line.place is not None), *last)


def _reason_below(line: StandingLine, gone_on: set[int], lots: Mapping[int, int]) -> PlaceReason | None:
    """Return the reason for the place of a player who did not qualify.

    If the player is level with one who did, the reason is a lot, or None if no lots were drawn.
    """
    reason = line.reason
    if reason is None or reason.by != scoring.EQUAL or reason.above not in gone_on:
        return reason
    if line.entrant in lots and reason.above in lots:
        return PlaceReason("lot", reason.above, Fraction(lots[reason.above]), Fraction(lots[line.entrant]))
    return None


# ── the results of each stage ────────────────────────────────────────────────


def carry_of(stage: Stage) -> Carry:
    """Return the carry-over into a stage."""
    return read_carry(stage.carry)


def read_carry(saved: Mapping[str, object]) -> Carry:
    """Parse the JSON of a carry-over; empty means full. Raises `RuleViolation`."""
    return scoring.read_stage({"carry": saved}).carry if saved else FULL


def adjustment(row: models.Adjustment) -> PointAdjustment:
    """Return a penalty or bonus in the format of the engine."""
    return PointAdjustment(row.entrant_id, Fraction(row.points), row.reason, row.round or 0)


def parts_of(day: Day, results: Results) -> list[StageResults]:
    """Return the first stage and every stage with a published round, each with its share of `results`."""
    shown = {row.stage_id for row in day.shown}
    stages = [stage for stage in day.stages if stage.number == 1 or stage.pk in shown]
    people = {stage.number: _people(day, stage, results) for stage in stages}
    valid = [row for row in day.adjustments if row.cancelled_at is None]
    stage_of = {row.pk: _stage_of(day, row, people) for row in valid}
    parts = []
    for stage in stages:
        numbers = frozenset(row.number for row in rounds_of(day, stage))
        own = replace(
            results,
            entrants=people[stage.number],
            games=tuple(game for game in results.games if game.round in numbers),
            byes=tuple(bye for bye in results.byes if bye.round in numbers),
            adjustments=tuple(adjustment(row) for row in valid if stage_of[row.pk] == stage.number),
        )
        first = min(numbers, default=1)
        parts.append(StageResults(stage.number, first, carry_of(stage), own, finals_of(day, stage)))
    return parts


def finals_of(day: Day, stage: Stage) -> tuple[frozenset[int], ...]:
    """Return the players (ids) of each final, A first; empty unless the stage has several finals.

    The tables of the stage's first round are the finals: table 1 is the A final.
    """
    first = next(iter(rounds_of(day, stage)), None)
    if first is None or stage.seating != Seating.FINAL or len(day.tables[first.pk]) < 2:
        return ()
    return tuple(frozenset(seat.entrant_id for seat in day.seats[table.pk]) for table in day.tables[first.pk])


def _people(day: Day, stage: Stage, results: Results) -> tuple[int, ...]:
    """Return the entrants (ids) in a stage: everyone if there is no cut, otherwise those with a seat or a bye in it."""
    if stage.number == 1 or (stage.takes is None and carry_of(stage).kind == "full"):
        return results.entrants
    rounds = rounds_of(day, stage)
    seated = {seat.entrant_id for row in rounds for table in day.tables[row.pk] for seat in day.seats[table.pk]}
    seated |= {entrant.pk for row in rounds for entrant in day.byes[row.pk]}
    return tuple(pk for pk in results.entrants if pk in seated)


def _stage_of(day: Day, row: models.Adjustment, people: Mapping[int, tuple[int, ...]]) -> int:
    """Return the number of the stage to which an adjustment applies.

    That is the stage of the adjustment's round or, without a round, the stage in play when the adjustment was given; if
    the entrant was no longer in that stage, the last one they were in. `people`: entrant ids by stage number.
    """
    for number in sorted(people, reverse=True):
        if row.entrant_id in people[number]:
            rounds = [drawn for drawn in day.rounds if drawn.stage.number == number]
            if row.round and any(drawn.number <= row.round for drawn in rounds):
                return number
            if not row.round and any(drawn.published_at and drawn.published_at <= row.at for drawn in rounds):
                return number
    return min(people)
