"""The standings of a tournament, computed by `engine.tournament` from its confirmed results. Read-only.

Entrants are ids here. All numbers are exact; pages, prints, exports and the big screen format `standings_table`.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from engine import tournament as scoring
from engine.rulesets import rule_book
from engine.rulesets.rule_book import RuleBook
from engine.tournament import LeaguePlace, StandingLine
from engine.tournament.scoring.fractions import mean
from people.web.cache import Cache
from tournaments.models import Entrant, Result, Tournament
from tournaments.setup.counting_rules import CountingRules, read_counting
from tournaments.snapshot import Day
from tournaments.standings.merge_stages import StageResults, adjustment, parts_of, ranked


def book_of(tournament: Tournament) -> RuleBook:
    """Return the rule book of the tournament."""
    return rule_book(tournament.system, tournament.options, tournament.rules_version)


def scheme_of(tournament: Tournament) -> scoring.Scheme:
    return scoring.read_scheme(tournament.scheme, book_of(tournament).scheme)


def ranking_of(tournament: Tournament) -> scoring.Ranking:
    """Return the tie-breaks of the tournament and the value of a bye."""
    saved = {"tie_breaks": tournament.tie_breaks, "bye": tournament.bye}
    return scoring.read_ranking({name: value for name, value in saved.items() if value})


def counting_of(tournament: Tournament) -> CountingRules:
    return read_counting(tournament.counting)


_SCORES: Cache[tuple[scoring.Scheme, tuple[int, ...], int, tuple[int, ...]], tuple[scoring.GameScore, ...]] = Cache(
    4096
)


def score_of(scheme: scoring.Scheme, result: Result, players: int = 3) -> tuple[scoring.GameScore, ...]:
    """Return the scores of a result in wind order."""
    points, pot, chips = result.points[:players], result.pot, result.chips[:players]
    return _SCORES.get((scheme, points, pot, chips), lambda: scoring.score_game(scheme, points, pot=pot, chips=chips))


def results_of(day: Day) -> scoring.Results:
    """Return the results of all stages for the engine.

    They are the confirmed matches, the byes in rounds that have a confirmed match, and the adjustments that aren't
    cancelled.
    """
    scheme, games = scheme_of(day.tournament), list[scoring.Game]()
    for table in (table for row in day.rounds for table in day.tables[row.pk]):
        if result := day.confirmed(table):
            entrants = tuple(seat.entrant_id for seat in day.seats[table.pk])
            scores = score_of(scheme, result, len(entrants))
            games.append(scoring.Game(table.round.number, table.number, entrants, scores))
    counting = [row for row in day.shown if any(day.confirmed(table) for table in day.tables[row.pk])]
    # Withdrawn entrants count once they have had a seat.
    people = [entrant for entrant in day.entrants if entrant.state == Entrant.State.ENTERED or entrant.pk in day.seated]
    return scoring.Results(
        entrants=tuple(entrant.pk for entrant in people),
        games=tuple(games),
        byes=tuple(scoring.Bye(entrant.pk, row.number) for row in counting for entrant in day.byes[row.pk]),
        adjustments=tuple(adjustment(row) for row in day.adjustments if row.cancelled_at is None),
        unranked=frozenset(entrant.pk for entrant in people if entrant.house),
        withdrawn=frozenset(entrant.pk for entrant in people if entrant.state == Entrant.State.WITHDRAWN),
        lots={entrant.pk: entrant.lot for entrant in people if entrant.lot is not None},
    )


# ── the list ─────────────────────────────────────────────────────────────────


class Count:
    """The results of a tournament by stage, read once and ranked on demand."""

    def __init__(self, day: Day) -> None:
        self.rules, self.ranking = counting_of(day.tournament).league, ranking_of(day.tournament)
        self.results = results_of(day)
        self.parts = parts_of(day, self.results)
        self._ranked: dict[tuple[int | None, int | None], tuple[LeaguePlace, ...]] = {}

    def after(self, upto: int | None = None, before: int | None = None) -> tuple[LeaguePlace, ...]:
        """Return the standings now, or after round `upto`, without stage `before` or any later stage."""
        key = upto, before
        if key not in self._ranked:
            self._ranked[key] = ranked(self.parts_after(upto, before), self.rules, self.ranking)
        return self._ranked[key]

    def parts_after(self, upto: int | None = None, before: int | None = None) -> list[StageResults]:
        """Return the stages that the standings of `after` include, with their results up to round `upto`."""
        return [
            part if upto is None else replace(part, results=part.results.until(upto))
            for part in self.parts
            if part.number == 1 or ((upto is None or part.first <= upto) and (before is None or part.number < before))
        ]


def table_of(day: Day, upto: int | None = None) -> tuple[StandingLine, ...]:
    """Return the standings, first place first, now or after round `upto`."""
    return tuple(place.line for place in Count(day).after(upto))


def ranking(day: Day, upto: int | None = None) -> list[int]:
    """Return the entrants (ids) in order of the standings; empty before the first result or adjustment."""
    lines = table_of(day, upto)
    return [line.entrant for line in lines] if any(line.played or line.adjusted for line in lines) else []


def teams_of(day: Day, upto: int | None = None) -> tuple[scoring.TeamLine, ...]:
    """Return the teams, best first, now or after round `upto`. Teams with nobody in the standings are left out."""
    rules = counting_of(day.tournament)
    members: dict[int, list[int]] = {team.pk: [] for team in day.teams}
    for entrant in day.entrants:
        if entrant.team_id is not None:
            members[entrant.team_id].append(entrant.pk)
    lines = table_of(day, upto)
    playing = {team: pks for team, pks in members.items() if any(line.entrant in pks for line in lines)}
    return scoring.team_standings(lines, playing, best=rules.team_best or None, each_round=rules.team_rounds)


# ── the table for display ────────────────────────────────────────────────────


class RoundResult(NamedTuple):
    """An entrant's result in one round. `counted`: whether the total includes it."""

    value: Fraction
    bye: bool
    counted: bool


class Figures(NamedTuple):
    """Statistics of all matches of an entrant, including those that the total leaves out.

    `points`: raw points; `chips`: the sum of all chips; `places`: the number of first, second, third and fourth places,
    including shared places.
    """

    games: int
    byes: int
    points: int
    chips: int
    placement: Fraction
    places: tuple[int, int, int, int]
    average_place: Fraction | None
    best_game: Fraction | None


class StandingsRow(NamedTuple):
    """An entrant's row in the standings.

    `shared`: whether the place is shared; `stage`: the entrant's last stage; `final`: the entrant's final in that
    stage, 0 for the A final; `rounds`: a result for each round; `carried`: the points carried into that stage, None if
    all earlier rounds count in full; `mark`: "up", "down" or "open" in a league, otherwise "".
    """

    line: StandingLine
    shared: bool
    stage: int
    final: int | None
    rounds: tuple[RoundResult | None, ...]
    carried: Fraction | None
    figures: Figures
    mark: str


class StandingsSection(NamedTuple):
    """The rows with the same last `stage` (None: without a place) and the same `final` in it (0: the A final)."""

    stage: int | None
    final: int | None
    rows: tuple[StandingsRow, ...]


class StandingsTable(NamedTuple):
    """The standings.

    `rounds`: the numbers of the rounds up to the last one with a match; `carries`: the carry-over into each later
    stage.
    """

    rounds: tuple[int, ...]
    sections: tuple[StandingsSection, ...]
    carries: dict[int, scoring.Carry]

    @property
    def rows(self) -> tuple[StandingsRow, ...]:
        """All rows, first place first."""
        return tuple(row for section in self.sections for row in section.rows)

    @property
    def leaves_out(self) -> bool:
        """Whether any result is left out of a total."""
        return any(result and not result.counted for row in self.rows for result in row.rounds)


def standings_table(day: Day, after: int | None = None, count: Count | None = None) -> StandingsTable:
    """Return the standings now, or after round `after`. `count`: the `Count` of `day`, if already known."""
    count = count or Count(day)
    results = count.results if after is None else count.results.until(after)
    rounds = tuple(range(1, max(results.rounds, default=0) + 1))
    parts, places = count.parts_after(after), count.after(after)
    taken = Counter(place.line.place for place in places)
    rows = [
        _row(place, place.line.place is not None and taken[place.line.place] > 1, parts, rounds) for place in places
    ]
    return StandingsTable(rounds, _sections(rows), {part.number: part.carry for part in parts if part.number > 1})


def _row(place: LeaguePlace, shared: bool, parts: Sequence[StageResults], rounds: Sequence[int]) -> StandingsRow:
    line = place.line
    mine = [part for part in parts if line.entrant in part.results.entrants]
    finals = mine[-1].finals if mine and mine[-1] is parts[-1] else ()
    starts_again = any(part.number > 1 and part.carry.kind != "full" for part in mine)
    results = {game.round: RoundResult(game.value, game.score is None, game.counted) for game in line.played}
    return StandingsRow(
        line=line,
        shared=shared,
        stage=mine[-1].number if mine else 1,
        final=next((at for at, people in enumerate(finals) if line.entrant in people), None),
        rounds=tuple(map(results.get, rounds)),
        carried=line.carried if starts_again or line.carried else None,
        figures=_figures(line),
        mark=place.mark,
    )


def _figures(line: StandingLine) -> Figures:
    scores = [game.score for game in line.played if game.score]
    first, second, third, fourth = (sum(score.place == place for score in scores) for place in (1, 2, 3, 4))
    return Figures(
        games=len(scores),
        byes=len(line.played) - len(scores),
        points=sum(score.points for score in scores),
        chips=sum(score.chip_count for score in scores),
        placement=sum((score.placement for score in scores), Fraction(0)),
        places=(first, second, third, fourth),
        average_place=mean([score.average_place for score in scores]) if scores else None,
        best_game=max((score.total for score in scores), default=None),
    )


def _sections(rows: Sequence[StandingsRow]) -> tuple[StandingsSection, ...]:
    """Split the rows by stage and final; return one section if all rows with a place have the same stage and final."""
    placed = {(row.stage, row.final) for row in rows if row.line.place is not None}
    if len(placed) < 2:
        return (StandingsSection(max((stage for stage, _final in placed), default=1), None, tuple(rows)),)
    parted = groupby(rows, key=lambda row: (None, None) if row.line.place is None else (row.stage, row.final))
    return tuple(StandingsSection(stage, final, tuple(group)) for (stage, final), group in parted)
