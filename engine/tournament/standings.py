"""Standings with the reason for each place, and team standings. The reasons are data; pages put them into words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from engine.tournament.ranking import TIE_BREAKS, Ranking
from engine.tournament.results import EntrantResult, Record, Results, gather
from engine.tournament.scoring.fractions import NOTHING, mean

# Used instead of a tie-break's id: the two are level on everything, or only one of them has played.
EQUAL, UNPLAYED = "equal", "unplayed"
Teams = Mapping[int, Sequence[int]]  # team → entrants


@dataclass(frozen=True, slots=True)
class PlaceReason:
    """The reason why an entrant is a line below another, although the other's total is no higher.

    If `by` is "equal", the entrant is level with the line above.
    """

    by: str  # id of the deciding tie-break; "unplayed": the values are matches played
    above: int  # entrant of the line above
    theirs: Fraction
    mine: Fraction


@dataclass(frozen=True, slots=True)
class StandingLine:
    """The line of one entrant in the standings.

    `place`: shared by equals, with the next one skipped; None if unranked (withdrawn, too few matches). `total` =
    `carried` + the counted results in `played` + `adjusted`. `games` includes matches that a league drops; `places`
    (`places[0]`: firsts, including shared ones), `average_place` and `best_game` do not. `reason`: None if the total is
    lower than that of the line above.
    """

    place: int | None
    entrant: int
    total: Fraction
    played: tuple[EntrantResult, ...]
    carried: Fraction
    adjusted: Fraction
    games: int
    placement: Fraction
    places: tuple[int, int, int, int]
    average_place: Fraction | None
    best_game: Fraction | None
    reason: PlaceReason | None = None
    withdrawn: bool = False

    def in_round(self, number: int) -> Fraction | None:
        """The sum of the results that count in a round; None if there are none."""
        counted = [each.value for each in self.played if each.round == number and each.counted]
        return sum(counted, NOTHING) if counted else None


Lines = Sequence[StandingLine]


def standings(results: Results, ranking: Ranking | None = None) -> tuple[StandingLine, ...]:
    """The lines of all ranked entrants, best first: those who have played, then those who have not.

    If the ranking puts withdrawn entrants last, they come last, without a place.
    """
    rules = ranking or Ranking()
    records = list(gather(results, rules.bye).values())
    withdrawn = results.withdrawn if rules.withdrawn == "last" else frozenset()
    return in_order(records, results, rules, withdrawn)


def in_order(
    records: Sequence[Record], results: Results, ranking: Ranking, unplaced: frozenset[int]
) -> tuple[StandingLine, ...]:
    """The lines of these records; the `unplaced` ones last, without a place, the highest total first."""
    placed = [each for each in records if each.entrant not in unplaced]
    after = [each for each in records if each.entrant in unplaced]
    lines: list[StandingLine] = []
    for group, reason in _in_turn(placed, results, ranking.tie_breaks):
        place = len(lines) + 1
        for at, each in enumerate(group):
            equal = PlaceReason(EQUAL, group[at - 1].entrant, each.total, each.total) if at else reason
            lines.append(_line(place, each, results, equal))
    lines += [_line(None, each, results, None) for each in sorted(after, key=lambda one: (-one.total, one.entrant))]
    return tuple(lines)


def _in_turn(records: Sequence[Record], results: Results, tie_breaks: Sequence[str]) -> Iterator[Group]:
    """Yield the groups of tied entrants: those who have played, then those who have not.

    So a late entrant is not above entrants who have lost points. Entrants with a bye or with points carried over count
    as having played.
    """
    begun = {each.entrant for each in records if each.played} | set(results.carried)
    played = [each for each in records if each.entrant in begun]
    waiting = [each for each in records if each.entrant not in begun]
    last: Record | None = None
    for group, reason in _resolved(played, results, tie_breaks):
        yield group, reason
        last = group[-1]
    for group, reason in _resolved(waiting, results, tie_breaks):
        if last is not None and group[0].total >= last.total:
            reason = PlaceReason(UNPLAYED, last.entrant, Fraction(last.games), NOTHING)
        yield group, reason
        last = None


Group = tuple[list[Record], PlaceReason | None]  # entrants who are tied, and why they are below the previous group


def _resolved(records: Sequence[Record], results: Results, tie_breaks: Sequence[str]) -> Iterator[Group]:
    for group in _split(records, {each.entrant: each.total for each in records}, most=True):
        yield from _broken(group, results, tie_breaks)


def _broken(tied: list[Record], results: Results, tie_breaks: Sequence[str]) -> Iterator[Group]:
    """Split tied records by the first tie-break that separates any of them, then each part by the next ones."""
    if len(tied) == 1 or not tie_breaks:
        yield tied, None
        return
    rule = TIE_BREAKS[tie_breaks[0]]
    values = rule.measure(tied, results)
    parts = _split(tied, values, rule.most) if values else [tied]
    last: Record | None = None
    for part in parts:
        for group, reason in _broken(part, results, tie_breaks[1:]):
            if reason is None and last is not None and values:
                mine, theirs = values[group[0].entrant], values[last.entrant]
                reason = PlaceReason(tie_breaks[0], last.entrant, theirs, mine)
            yield group, reason
            last = group[-1]


def _split(records: Sequence[Record], values: Mapping[int, Fraction], most: bool) -> list[list[Record]]:
    """The records in groups of equal value, best group first; within a group, in order of entrant number."""

    def value(each: Record) -> Fraction:
        return -values[each.entrant] if most else values[each.entrant]

    ordered = sorted(records, key=lambda each: (value(each), each.entrant))
    return [list(group) for _value, group in groupby(ordered, key=value)]


def _line(place: int | None, record: Record, results: Results, reason: PlaceReason | None) -> StandingLine:
    scores = record.scores
    first, second, third, fourth = (sum(score.place == place for score in scores) for place in (1, 2, 3, 4))
    return StandingLine(
        place=place,
        entrant=record.entrant,
        total=record.total,
        played=record.played,
        carried=record.carried,
        adjusted=record.adjusted,
        games=record.games,
        placement=sum((score.placement for score in scores), NOTHING),
        places=(first, second, third, fourth),
        average_place=mean([score.average_place for score in scores]) if scores else None,
        best_game=max((score.total for score in scores), default=None),
        reason=reason,
        withdrawn=record.entrant in results.withdrawn,
    )


def tied_across(lines: Lines, k: int) -> tuple[int, ...]:
    """The entrants who are tied across the line after the first `k`; empty if the cut is clear."""
    placed = [line for line in lines if line.place is not None]
    if not 0 < k < len(placed) or placed[k - 1].place != placed[k].place:
        return ()
    return tuple(line.entrant for line in placed if line.place == placed[k].place)


@dataclass(frozen=True, slots=True)
class TeamLine:
    """The line of one team in the standings; equal totals share the place.

    `counted`: each member's part of the total, including points carried over and adjustments; members whose results
    don't count are left out.
    """

    place: int
    team: int
    total: Fraction
    counted: Mapping[int, Fraction]


def team_standings(
    lines: Lines, teams: Teams, *, best: int | None = None, each_round: bool = False
) -> tuple[TeamLine, ...]:
    """The lines of the teams, best first.

    All members count, or only the best `best`: overall or, with `each_round`, per round. With `each_round`, points
    carried over and adjustments of all members count. Members without a line have 0; a withdrawn member's results still
    count.
    """
    by_entrant = {line.entrant: line for line in lines}
    counted = {
        team: _of_members([by_entrant[each] for each in members if each in by_entrant], best, each_round)
        for team, members in teams.items()
    }
    totals = {team: sum(each.values(), NOTHING) for team, each in counted.items()}
    order = sorted(totals, key=lambda team: (-totals[team], team))
    places = {team: 1 + sum(other > totals[team] for other in totals.values()) for team in order}
    return tuple(TeamLine(places[team], team, totals[team], counted[team]) for team in order)


def _of_members(members: Lines, best: int | None, each_round: bool) -> dict[int, Fraction]:
    if best is None or not each_round:
        first = sorted(members, key=lambda line: (-line.total, line.entrant))
        return {line.entrant: line.total for line in first[:best]}
    counted = {line.entrant: line.carried + line.adjusted for line in members}
    for number in sorted({played.round for line in members for played in line.played}):
        values = {line.entrant: value for line in members if (value := line.in_round(number)) is not None}
        for entrant in sorted(values, key=lambda each: (-values[each], each))[:best]:
            counted[entrant] += values[entrant]
    return counted
