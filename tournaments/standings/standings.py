"""The standings of a tournament, computed by engine.tournament from its confirmed results. Writes nothing.

Pages show them through `standings_table`. Entrants are ids here.
"""

from engine.rulesets import rule_book
from engine.rulesets.rule_book import RuleBook
from engine.tournament import (
    Bye,
    Game,
    GameScore,
    LeaguePlace,
    Ranking,
    Results,
    Scheme,
    StandingLine,
    read_ranking,
    read_scheme,
    score_game,
)
from people.web.cache import Cache
from tournaments.models import Entrant, Result, Round, Table, Tournament
from tournaments.setup.counting_rules import CountingRules, read_counting
from tournaments.snapshot import Day
from tournaments.standings.merge_stages import StageResults, ranked
from tournaments.standings.stage_results import adjustment, parts_of


def book_of(tournament: Tournament) -> RuleBook:
    """The rule book that the tournament is played by."""
    return rule_book(tournament.system, tournament.options, tournament.rules_version)


def scheme_of(tournament: Tournament) -> Scheme:
    """What a game of the tournament is worth."""
    return read_scheme(tournament.scheme, book_of(tournament).scheme)


def ranking_of(tournament: Tournament) -> Ranking:
    """How equal totals are told apart, and what a bye is worth."""
    told = {"tie_breaks": tournament.tie_breaks, "bye": tournament.bye}
    return read_ranking({name: value for name, value in told.items() if value})


def counting_of(tournament: Tournament) -> CountingRules:
    """Which games count, who goes up and down, how teams add up."""
    return read_counting(tournament.counting)


_SCORES: Cache[tuple[Scheme, tuple[int, ...], int], tuple[GameScore, ...]] = Cache(4096)


def score_of(scheme: Scheme, result: Result, players: int = 3) -> tuple[GameScore, ...]:
    """What a result is worth, in the order of the winds."""
    points, pot = result.points[:players], result.pot
    return _SCORES.get((scheme, points, pot), lambda: score_game(scheme, points, pot=pot))


def game_of(day: Day, table: Table, scheme: Scheme) -> Game | None:
    """The table's game, if its result is confirmed."""
    result = day.confirmed(table)
    if result is None:
        return None
    seats = day.seats[table.pk]
    entrants = tuple(seat.entrant_id for seat in seats)
    return Game(table.round.number, table.number, entrants, score_of(scheme, result, len(seats)))


def results_of(day: Day) -> Results:
    """All that counts so far, of all stages together: confirmed games, byes of rounds that have begun, adjustments
    that stand. What stages make of it is in `table_of`."""
    scheme = scheme_of(day.tournament)
    tables = (table for one in day.rounds for table in day.tables[one.pk])
    games = (game_of(day, table, scheme) for table in tables)
    people = [each for each in day.entrants if _takes_part(day, each)]
    return Results(
        entrants=tuple(each.pk for each in people),
        games=tuple(game for game in games if game),
        byes=tuple(Bye(each.pk, one.number) for one in day.shown if _counts(day, one) for each in day.byes[one.pk]),
        adjustments=tuple(adjustment(each) for each in day.adjustments if each.cancelled_at is None),
        unranked=frozenset(each.pk for each in people if each.house),
        withdrawn=frozenset(each.pk for each in people if each.state == Entrant.State.WITHDRAWN),
        lots={each.pk: each.lot for each in people if each.lot is not None},
    )


def _takes_part(day: Day, entrant: Entrant) -> bool:
    """Who plays, and who left after having sat somewhere."""
    return entrant.state == Entrant.State.ENTERED or entrant.pk in day.seated


def _counts(day: Day, one: Round) -> bool:
    """A bye counts as soon as a game of its round does."""
    return any(day.confirmed(table) for table in day.tables[one.pk])


# ── the list ─────────────────────────────────────────────────────────────────


class Count:
    """The results of a tournament by stage, read once; `after` ranks them as often as it is asked."""

    def __init__(self, day: Day) -> None:
        self.rules, self.ranking = counting_of(day.tournament).league, ranking_of(day.tournament)
        self.results = results_of(day)
        self.parts = parts_of(day, self.results)
        self._ranked: dict[tuple[int | None, int | None], tuple[LeaguePlace, ...]] = {}

    def after(self, upto: int | None = None, before: int | None = None) -> tuple[LeaguePlace, ...]:
        """The list with its marks: of now, or after round `upto`; `before`: without stage `before` and later ones."""
        asked = upto, before
        if asked not in self._ranked:
            self._ranked[asked] = ranked(self.parts_after(upto, before), self.rules, self.ranking)
        return self._ranked[asked]

    def parts_after(self, upto: int | None = None, before: int | None = None) -> list[StageResults]:
        """The stages that count in that list, each with its results until then."""
        return [
            part.until(upto)
            for part in self.parts
            if part.number == 1 or ((upto is None or part.first <= upto) and (before is None or part.number < before))
        ]


def places_of(day: Day, upto: int | None = None) -> tuple[LeaguePlace, ...]:
    """The standings with who goes up and down: of now, or after round `upto`."""
    return Count(day).after(upto)


def table_of(day: Day, upto: int | None = None) -> tuple[StandingLine, ...]:
    """The standings, first place first: of now, or after round `upto`. Who did not go on into a later stage stands
    below those who did, with what they had."""
    return tuple(place.line for place in places_of(day, upto))


def ranking(day: Day, upto: int | None = None) -> list[int]:
    """The entrants (ids) in the order of the standings; nobody before something counts."""
    lines = table_of(day, upto)
    return [line.entrant for line in lines] if any(line.played or line.adjusted for line in lines) else []
