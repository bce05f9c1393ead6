"""The standings of a tournament, computed by `engine.tournament` from its confirmed results. Read-only.

Entrants are ids here. Pages use `standings_table`.
"""

from dataclasses import replace

from engine import tournament as scoring
from engine.rulesets import rule_book
from engine.rulesets.rule_book import RuleBook
from people.web.cache import Cache
from tournaments.models import Entrant, Result, Table, Tournament
from tournaments.setup.counting_rules import CountingRules, read_counting
from tournaments.snapshot import Day
from tournaments.standings.merge_stages import StageResults, adjustment, parts_of, ranked


def book_of(tournament: Tournament) -> RuleBook:
    """The rule book of the tournament."""
    return rule_book(tournament.system, tournament.options, tournament.rules_version)


def scheme_of(tournament: Tournament) -> scoring.Scheme:
    return scoring.read_scheme(tournament.scheme, book_of(tournament).scheme)


def ranking_of(tournament: Tournament) -> scoring.Ranking:
    """The tie-breaks of the tournament and the value of a bye."""
    saved = {"tie_breaks": tournament.tie_breaks, "bye": tournament.bye}
    return scoring.read_ranking({name: value for name, value in saved.items() if value})


def counting_of(tournament: Tournament) -> CountingRules:
    return read_counting(tournament.counting)


_SCORES: Cache[tuple[scoring.Scheme, tuple[int, ...], int], tuple[scoring.GameScore, ...]] = Cache(4096)


def score_of(scheme: scoring.Scheme, result: Result, players: int = 3) -> tuple[scoring.GameScore, ...]:
    """The scores of a result in wind order."""
    points, pot = result.points[:players], result.pot
    return _SCORES.get((scheme, points, pot), lambda: scoring.score_game(scheme, points, pot=pot))


def game_of(day: Day, table: Table, scheme: scoring.Scheme) -> scoring.Game | None:
    """The table's game, if its result is confirmed."""
    result = day.confirmed(table)
    if result is None:
        return None
    seats = day.seats[table.pk]
    entrants = tuple(seat.entrant_id for seat in seats)
    return scoring.Game(table.round.number, table.number, entrants, score_of(scheme, result, len(seats)))


def results_of(day: Day) -> scoring.Results:
    """Everything that counts so far, in all stages: confirmed games, byes of rounds with a confirmed game, and
    adjustments that aren't cancelled."""
    scheme = scheme_of(day.tournament)
    tables = (table for row in day.rounds for table in day.tables[row.pk])
    games = (game_of(day, table, scheme) for table in tables)
    counting = [row for row in day.shown if any(day.confirmed(table) for table in day.tables[row.pk])]
    # Withdrawn entrants count once they have had a seat.
    people = [entrant for entrant in day.entrants if entrant.state == Entrant.State.ENTERED or entrant.pk in day.seated]
    return scoring.Results(
        entrants=tuple(entrant.pk for entrant in people),
        games=tuple(game for game in games if game),
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
        self._ranked: dict[tuple[int | None, int | None], tuple[scoring.LeaguePlace, ...]] = {}

    def after(self, upto: int | None = None, before: int | None = None) -> tuple[scoring.LeaguePlace, ...]:
        """The standings now, or after round `upto`, without stage `before` and later stages."""
        key = upto, before
        if key not in self._ranked:
            self._ranked[key] = ranked(self.parts_after(upto, before), self.rules, self.ranking)
        return self._ranked[key]

    def parts_after(self, upto: int | None = None, before: int | None = None) -> list[StageResults]:
        """The stages that count in these standings, with their results up to then."""
        return [
            part if upto is None else replace(part, results=part.results.until(upto))
            for part in self.parts
            if part.number == 1 or ((upto is None or part.first <= upto) and (before is None or part.number < before))
        ]


def table_of(day: Day, upto: int | None = None) -> tuple[scoring.StandingLine, ...]:
    """The standings, first place first, now or after round `upto`."""
    return tuple(place.line for place in Count(day).after(upto))


def ranking(day: Day, upto: int | None = None) -> list[int]:
    """The entrants (ids) in order of the standings; empty before the first result or adjustment."""
    lines = table_of(day, upto)
    return [line.entrant for line in lines] if any(line.played or line.adjusted for line in lines) else []


def teams_of(day: Day, upto: int | None = None) -> tuple[scoring.TeamLine, ...]:
    """The teams (ids), best first, now or after round `upto`. House players don't score; teams of only house players
    are left out."""
    rules = counting_of(day.tournament)
    members: dict[int, list[int]] = {team.pk: [] for team in day.teams}
    for entrant in day.entrants:
        if entrant.team_id is not None:
            members[entrant.team_id].append(entrant.pk)
    lines = table_of(day, upto)
    placed = {line.entrant for line in lines}
    playing = {team: pks for team, pks in members.items() if placed.intersection(pks)}
    return scoring.team_standings(lines, playing, best=rules.team_best or None, each_round=rules.team_rounds)
