"""Several stages in one list: the results of each, what is carried over, who is placed below. Uses no database.

The seats decide who is in a stage, not the standings before it: a correction changes no seat.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from engine.tournament import (
    EQUAL,
    Carry,
    League,
    LeaguePlace,
    PlaceReason,
    Ranking,
    Results,
    StandingLine,
    carried,
    league,
    marked,
)

FULL = Carry("full")
LOWER_FINAL = "lower_final"  # instead of a tie-break's id: played the B final, the line above the A final


@dataclass(frozen=True, slots=True)
class StageResults:
    """One stage as far as it counts: its number, its `first` round, what is carried into it, its own results;
    `entrants` of those: who is in it. `finals`: who plays the A final, the B final and so on; empty where there is one
    final at most."""

    number: int
    first: int
    carry: Carry
    results: Results
    finals: tuple[frozenset[int], ...] = ()

    def until(self, upto: int | None) -> StageResults:
        """The same as it was known after round `upto`."""
        return self if upto is None else replace(self, results=self.results.until(upto))


@dataclass(frozen=True, slots=True)
class Stand:
    """The list so far, and the results that the last stage was ranked by: its own, and those taken along whole.
    `since`: everybody whose results those are."""

    lines: tuple[StandingLine, ...]
    results: Results
    since: frozenset[int]


def ranked(parts: Sequence[StageResults], rules: League, ranking: Ranking) -> tuple[LeaguePlace, ...]:
    """One list of all stages: the last one's people first. Marks ("up", "down", "open") are of the whole list."""
    stand: Stand | None = None
    for part in parts:
        stand = _first(part, rules, ranking) if stand is None else _next(stand, part, rules, ranking)
    return marked(stand.lines, rules.up, rules.down) if stand else ()


def _first(part: StageResults, rules: League, ranking: Ranking) -> Stand:
    return Stand(_lines(part.results, rules, ranking, part.finals), part.results, frozenset(part.results.entrants))


def _next(before: Stand, part: StageResults, rules: League, ranking: Ranking) -> Stand:
    """One stage more. What is taken along whole goes on as if there were no stages, tie-breaks included."""
    had = {line.entrant: line for line in before.lines}
    if part.carry.kind == "full":
        results = _taken_along(before, part)
        since = before.since | frozenset(results.entrants)
        lines = _lines(results, rules, ranking, part.finals)
    else:
        results = replace(part.results, carried=carried(before.lines, part.carry))
        since = frozenset(results.entrants)
        # Who has gone on has played enough.
        lines = _lines(results, replace(rules, minimum=0), ranking, part.finals)
    shown = tuple(_with_earlier(line, had.get(line.entrant)) for line in lines)
    return Stand(below(shown, before.lines, part.results.lots), results, since)


def _lines(
    results: Results, rules: League, ranking: Ranking, finals: Sequence[frozenset[int]] = ()
) -> tuple[StandingLine, ...]:
    if not finals:
        return tuple(place.line for place in league(results, rules, ranking))
    others = frozenset(results.entrants).difference(*finals)
    placed: list[StandingLine] = []
    last: list[StandingLine] = []
    for people in (*finals, others):
        own = tuple(entrant for entrant in results.entrants if entrant in people)
        lines = _lines(replace(results, entrants=own), rules, ranking)
        placed += _after(placed, [line for line in lines if line.place is not None])
        last += [line for line in lines if line.place is None]
    return (*placed, *last)


def _after(higher: Sequence[StandingLine], lines: Sequence[StandingLine]) -> list[StandingLine]:
    """The lines of a final behind those of the higher ones, with the reason where a total is no lower."""
    moved = [replace(line, place=(line.place or 0) + len(higher)) for line in lines]
    if higher and moved and moved[0].total >= higher[-1].total:
        reason = PlaceReason(LOWER_FINAL, higher[-1].entrant, higher[-1].total, moved[0].total)
        moved[0] = replace(moved[0], reason=reason)
    return moved


def _taken_along(before: Stand, part: StageResults) -> Results:
    """All results since something was last left behind; who was not in then brings a total instead."""
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
    """The line with the results of stages that it no longer counts: they stand in it, `counted` False."""
    if had is None:
        return line
    here = {(each.round, each.table) for each in line.played}
    earlier = [replace(each, counted=False) for each in had.played if (each.round, each.table) not in here]
    games = sum(each.score is not None for each in earlier)
    return replace(line, played=(*earlier, *line.played), games=line.games + games)


def below(
    through: Sequence[StandingLine], before: Sequence[StandingLine], lots: Mapping[int, int]
) -> tuple[StandingLine, ...]:
    """Who went on, then who did not, in the order of before; who has no place is last."""
    gone_on = {line.entrant for line in through}
    placed = [line for line in through if line.place is not None]
    out = [line for line in before if line.entrant not in gone_on]
    places = [line.place for line in out if line.place is not None]
    rest = [
        replace(
            line,
            place=None if line.place is None else len(placed) + 1 + sum(place < line.place for place in places),
            reason=_parted(line, gone_on, lots),
        )
        for line in out
    ]
    last = (line for line in (*through, *rest) if line.place is None)
    return (*placed, *(line for line in rest if line.place is not None), *last)


def _parted(line: StandingLine, gone_on: set[int], lots: Mapping[int, int]) -> PlaceReason | None:
    """Why somebody stands there who did not go on. Who shared a place with one who did shares it no more: a lot
    decided, if it was recorded."""
    told = line.reason
    if told is None or told.by != EQUAL or told.above not in gone_on:
        return told
    if line.entrant in lots and told.above in lots:
        return PlaceReason("lot", told.above, Fraction(lots[told.above]), Fraction(lots[line.entrant]))
    return None
