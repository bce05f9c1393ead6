"""The audit of points: games balance, uma sums are 0, and games, byes and penalties add up to the totals.

It is computed from the rows of the database, independently of the standings. Writes nothing.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from engine.tournament import Scheme, StandingLine
from tournaments.models import Round, Table
from tournaments.snapshot import Day
from tournaments.standings import standings


@dataclass(frozen=True, slots=True)
class Checked:
    """One confirmed game. `points` and `pot` must come to `expected`, `uma` to 0; `results`: the sum of the results,
    which must be `due`."""

    round: int
    table: int
    points: int
    pot: int
    expected: int
    uma: Fraction
    results: Fraction
    due: Fraction

    @property
    def difference(self) -> int:
        """Points too many on the table, or too few."""
        return self.points + self.pot - self.expected

    @property
    def holds(self) -> bool:
        """Whether points, uma and results all balance."""
        return self.difference == 0 and self.uma == 0 and self.results == self.due


@dataclass(frozen=True, slots=True)
class Checks:
    """All games, and whether each total of the standings is the sum of what it is made of (`wrong`: entrants' ids)."""

    games: tuple[Checked, ...]
    wrong: tuple[int, ...]
    total: Fraction

    @property
    def hold(self) -> bool:
        return not self.wrong and all(each.holds for each in self.games)


def checks(day: Day, upto: int | None = None) -> Checks:
    """The audit of everything confirmed: of now, or after round `upto`."""
    scheme = standings.scheme_of(day.tournament)
    rounds = [each for each in day.rounds if upto is None or each.number <= upto]
    games = tuple(
        checked for each in rounds for table in day.tables[each.pk] if (checked := _checked(day, scheme, each, table))
    )
    lines = standings.table_of(day, upto)
    earned = _earned(day, scheme, rounds)
    wrong = tuple(line.entrant for line in lines if line.total != _owed(day, earned[line.entrant], line, upto))
    return Checks(games, wrong, sum((line.total for line in lines), Fraction(0)))


def _checked(day: Day, scheme: Scheme, each: Round, table: Table) -> Checked | None:
    result = day.confirmed(table)
    if result is None:
        return None
    players = len(day.seats[table.pk])
    scores = standings.score_of(scheme, result, players)
    due = -Fraction(0 if scheme.pot == "first" else result.pot, scheme.divisor)
    if scheme.basis == "placement":
        due = sum(scheme.placement_of(players), Fraction(0))
    return Checked(
        round=each.number,
        table=table.number,
        points=sum(result.points[:players]),
        pot=result.pot,
        expected=players * scheme.start_points,
        uma=sum((score.uma for score in scores), Fraction(0)),
        results=sum((score.total for score in scores), Fraction(0)),
        due=due,
    )


def _earned(day: Day, scheme: Scheme, rounds: list[Round]) -> Mapping[int, list[tuple[int, int, Fraction]]]:
    """The results of each entrant: (round, table, result)."""
    earned: dict[int, list[tuple[int, int, Fraction]]] = defaultdict(list)
    for each in rounds:
        for table in day.tables[each.pk]:
            result, seats = day.confirmed(table), day.seats[table.pk]
            if result:
                for seat, score in zip(seats, standings.score_of(scheme, result, len(seats)), strict=False):
                    earned[seat.entrant_id].append((each.number, table.number, score.total))
    return earned


def _owed(day: Day, earned: list[tuple[int, int, Fraction]], line: StandingLine, upto: int | None) -> Fraction:
    """A total computed from the games themselves: results, byes as counted, penalties in force."""
    dropped = {(each.round, each.table) for each in line.played if not each.counted}
    games = sum((total for round, table, total in earned if (round, table) not in dropped), Fraction(0))
    byes = sum((each.value for each in line.played if each.table is None and each.counted), Fraction(0))
    if len(day.stages) > 1:  # what was given in an earlier stage may be in what is carried over
        return games + byes + line.carried + line.adjusted
    fines = sum(
        each.points
        for each in day.adjustments
        if each.entrant_id == line.entrant and each.cancelled_at is None and (upto is None or (each.round or 0) <= upto)
    )
    return games + byes + line.carried + fines
