"""The points check: matches balance, uma adds up to 0, and matches, byes and penalties add up to the totals.

It computes the sums from the database rows, independently of the standings. Read-only.
"""

from collections import defaultdict
from collections.abc import Hashable, Sequence
from fractions import Fraction
from typing import NamedTuple

from engine.tournament import GameScore, Scheme, StandingLine
from people.web.cache import Cache
from tournaments.models import Result, Round, Table
from tournaments.snapshot import Day
from tournaments.standings import standings

Earned = tuple[int, int, Fraction]  # round, table, result


class Checked(NamedTuple):
    """The sums of one confirmed match. `sum` must equal `expected`, `uma` must be 0, `results` must equal `due`."""

    round: int
    table: int
    points: int
    pot: int
    expected: int
    uma: Fraction
    results: Fraction
    due: Fraction

    @property
    def sum(self) -> int:
        """The sum of all players' points and the points left on the table."""
        return self.points + self.pot

    @property
    def difference(self) -> int:
        """The surplus (negative: shortage) of points on the table."""
        return self.sum - self.expected

    @property
    def holds(self) -> bool:
        return self.difference == 0 and self.uma == 0 and self.results == self.due


class Checks(NamedTuple):
    """The checked matches.

    `wrong`: ids of entrants whose total isn't the sum of its parts; `total`: the sum of the totals of all entrants.
    """

    games: tuple[Checked, ...]
    wrong: tuple[int, ...]
    total: Fraction

    @property
    def hold(self) -> bool:
        return not self.wrong and all(game.holds for game in self.games)


kept_checks: Cache[Hashable, Checks] = Cache(8)  # 60 rounds of 100 tables take a few megabytes each


def checks_of(day: Day, upto: int | None = None) -> Checks:
    """Return the result of `checks`, cached for each version of the tournament. For pages and files only."""
    tournament = day.tournament
    return kept_checks.get((tournament.code, tournament.version, upto), lambda: checks(day, upto))


def checks(day: Day, upto: int | None = None) -> Checks:
    """Check all confirmed results, now or after round `upto`."""
    scheme = standings.scheme_of(day.tournament)
    games: list[Checked] = []
    earned: dict[int, list[Earned]] = defaultdict(list)
    for round in day.rounds:
        for table in day.tables[round.pk] if upto is None or round.number <= upto else ():
            if result := day.confirmed(table):
                seats = day.seats[table.pk]
                scores = standings.score_of(scheme, result, len(seats))
                games.append(_checked(round, table, scheme, result, scores))
                for seat, score in zip(seats, scores, strict=True):
                    earned[seat.entrant_id].append((round.number, table.number, score.total))
    lines = standings.table_of(day, upto)
    wrong = tuple(
        line.entrant for line in lines if line.total != _expected_total(day, earned[line.entrant], line, upto)
    )
    return Checks(tuple(games), wrong, sum((line.total for line in lines), Fraction(0)))


def _checked(round: Round, table: Table, scheme: Scheme, result: Result, scores: Sequence[GameScore]) -> Checked:
    players = len(scores)
    due = -Fraction(0 if scheme.pot == "first" else result.pot, scheme.divisor)
    if scheme.basis == "placement":
        due = sum(scheme.placement_of(players), Fraction(0))
    return Checked(
        round=round.number,
        table=table.number,
        points=sum(result.points[:players]),
        pot=result.pot,
        expected=players * scheme.start_points,
        uma=sum((score.uma for score in scores), Fraction(0)),
        results=sum((score.total for score in scores), Fraction(0)),
        due=due,
    )


def _expected_total(day: Day, earned: Sequence[Earned], line: StandingLine, upto: int | None) -> Fraction:
    """Return the sum of an entrant's counted results, byes, penalties and carry-over."""
    dropped = {(game.round, game.table) for game in line.played if not game.counted}
    games = sum((total for round, table, total in earned if (round, table) not in dropped), Fraction(0))
    byes = sum((game.value for game in line.played if game.table is None and game.counted), Fraction(0))
    if len(day.stages) > 1:  # penalties of earlier stages may be part of the carry-over
        return games + byes + line.carried + line.adjusted
    valid = [row for row in day.adjustments if row.entrant_id == line.entrant and row.cancelled_at is None]
    fines = sum(row.points for row in valid if upto is None or (row.round or 0) <= upto)
    return games + byes + line.carried + fines
