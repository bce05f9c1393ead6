"""The database's own constraints on tournaments."""

import pytest
from django.db import DatabaseError, IntegrityError, transaction

from people.models import Club
from tests.tournaments.cast import tournament
from tests.tournaments.persons import Person
from tournaments.models import Result, Round, RoundChange, Seat, Verdict
from tournaments.snapshot import Day

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
def made():
    club = Club.objects.get(code=Person("olga").found())
    return tournament(club, entrants=10, played=1, published=2, drawn=3)


def refused(step):
    with pytest.raises((DatabaseError, IntegrityError)), transaction.atomic():
        step()


def test_nobody_sits_twice_in_a_round(made):
    seat = Seat.objects.filter(round__number=2, table__isnull=False).first()
    refused(lambda: Seat.objects.create(round=seat.round, entrant=seat.entrant))


def test_no_wind_is_taken_twice_at_a_table(made):
    seat = Seat.objects.filter(round__number=2, wind="E").first()
    bye = Seat.objects.get(round__number=2, table=None)
    refused(lambda: Seat.objects.filter(pk=bye.pk).update(table=seat.table, wind="E"))


def test_a_round_is_drawn_once_under_its_number(made):
    one = Round.objects.get(tournament=made, number=3)
    one.pk = None
    refused(one.save)


def test_points_that_do_not_balance_are_refused(made):
    table = Round.objects.get(tournament=made, number=2).tables.first()
    told = {"table": table, "number": 9, "key": "k" * 22, "at": made.created_at}
    Result.objects.create(**told, p1=1, p2=1, p3=-2)
    refused(lambda: Result.objects.create(**{**told, "number": 10, "key": "l" * 22}, p1=1, p2=1, p3=1))


@pytest.mark.parametrize("model", [Result, Verdict, RoundChange])
def test_entered_results_are_neither_changed_nor_removed(made, model):
    row = model.objects.first()
    refused(lambda: model.objects.filter(pk=row.pk).update(reason="another"))
    refused(lambda: model.objects.filter(pk=row.pk).delete())


def test_a_day_is_read_with_the_same_number_of_queries_however_large_it_is(made, django_assert_num_queries):
    club = made.club
    larger = tournament(club, entrants=33, rounds=5, played=3, name="Large cup")
    for each in (made, larger):
        with django_assert_num_queries(11):
            day = Day(each)
            _ = day.names
            _ = (day.tables, day.seats, day.byes, day.results, day.verdicts, day.adjustments, day.calls, day.teams)
            _ = (day.changes, day.current)
