"""Standings computed from the database: what counts, and what doesn’t count yet."""

from fractions import Fraction

import pytest

from people.models import Club
from tests.tournaments.cast import result, tournament
from tests.tournaments.persons import Person
from tournaments.models import Adjustment, Entrant, Table, Tournament
from tournaments.snapshot import Day
from tournaments.standings.standings import ranking, table_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def made():
    club = Club.objects.get(code=Person("olga").found())
    return tournament(club, entrants=10, rounds=3, published=2, played=1)


def totals(made, upto=None):
    day = Day(made)
    return {day.by_pk[line.entrant].number: line.total for line in table_of(day, upto)}


def by_winds(made, number):
    """{entrant's number: points} of a round in which East has 30, South 0, West -30 and a bye 0."""
    seats = {"E": 30, "S": 0, "W": -30, "": 0}
    day = Day(made)
    one = day.rounds[number - 1]
    told = {seat.entrant.number: seats[seat.wind] for table in day.tables[one.pk] for seat in day.seats[table.pk]}
    return told | {each.number: 0 for each in day.byes[one.pk]}


def test_the_standings_add_up_confirmed_results(made):
    assert totals(made) == {number: Fraction(points) for number, points in by_winds(made, 1).items()}


def test_an_entered_result_counts_once_it_is_confirmed(made):
    before = totals(made)
    table = Table.objects.get(round__number=2, round__tournament=made, number=1)
    result(table, (90, -30, -60), confirmed=False)
    assert totals(made) == before
    result(table, (90, -30, -60))
    east = table.seats.get(wind="E").entrant.number
    assert totals(made)[east] == before[east] + 90
    assert totals(made, upto=1) == before


def test_a_penalty_is_taken_off_the_total_until_it_is_cancelled(made):
    first = Entrant.objects.get(tournament=made, number=1)
    before = totals(made)
    fine = Adjustment.objects.create(
        tournament=made, key="k" * 22, entrant=first, points=-20, reason="late", at=made.created_at
    )
    assert totals(made)[1] == before[1] - 20
    Adjustment.objects.filter(pk=fine.pk).update(cancelled_at=made.created_at, cancel_reason="was not")
    assert totals(made) == before


def test_house_players_play_and_are_not_ranked(made):
    Entrant.objects.filter(tournament=made, number=3).update(house=True)
    assert 3 not in totals(made)
    assert len(ranking(Day(made))) == 9


def test_placement_points_are_shared_in_exact_fractions(made):
    Tournament.objects.filter(pk=made.pk).update(scheme={"basis": "placement", "placement": "3-1-0"})
    table = Table.objects.get(round__number=2, round__tournament=made, number=1)
    result(table, (10, 10, -20))
    made.refresh_from_db()
    day = Day(made)
    lines = {line.entrant: line for line in table_of(day)}
    seats = day.seats[table.pk]
    assert [lines[seat.entrant_id].in_round(2) for seat in seats] == [Fraction(2), Fraction(2), Fraction(0)]
