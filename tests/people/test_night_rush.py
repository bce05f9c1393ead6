"""Many people sign up for a club night, or withdraw, at the same moment."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections

from engine.errors import RuleViolation
from people.actions import sign_ups
from people.clubs.attendance import attendance
from people.models import Audit, NightSignUp
from people.web.codes import new_key
from tests.people.club_cast import member
from tests.people.night_cast import Evening

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


def test_many_sign_ups_at_once_make_one_row_each_and_the_first_get_the_places():
    evening = Evening(tables=1)
    people = [member(evening.code, "member", f"member {number}") for number in range(6)]

    def sign_up(number):
        try:
            sign_ups.sign_up(club=evening.club, by=people[number % 6].user, night=evening.row.pk)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(12) as threads:
        list(threads.map(sign_up, range(12)))
    rows = list(NightSignUp.objects.order_by("pk"))
    assert sorted(row.user_id for row in rows) == sorted(person.user.pk for person in people)
    assert [row.at for row in rows] == sorted(row.at for row in rows)
    found = attendance(evening.night)
    assert (list(found.coming), list(found.waiting)) == (rows[:3], rows[3:])
    assert Audit.objects.filter(what="night_joined").count() == 6


def test_no_place_is_lost_or_given_twice_while_some_withdraw_and_others_sign_up():
    evening = Evening(tables=1)
    people = [member(evening.code, "member", f"member {number}") for number in range(8)]
    for person in people[:5]:
        sign_ups.sign_up(club=evening.club, by=person.user, night=evening.row.pk)

    def step(number):
        act = sign_ups.withdraw if number < 3 else sign_ups.sign_up
        try:
            act(club=evening.club, by=people[number].user, night=evening.row.pk)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(step, range(8)))
    found = attendance(evening.night)
    assert {row.user_id for row in found.sign_ups} == {person.user.pk for person in people[3:]}
    assert [row.user_id for row in found.coming[:2]] == [people[3].user.pk, people[4].user.pk]
    assert (len(found.coming), len(found.waiting)) == (3, 2)


def test_many_guests_at_once_do_not_exceed_the_limit_of_the_night(monkeypatch):
    monkeypatch.setattr(sign_ups, "MOST_GUESTS", 3)
    evening = Evening()
    token = evening.link.removeprefix("/n/")

    def sign_up(number):
        try:
            return sign_ups.sign_up_guest(token=token, name=f"Guest {number}", key=new_key()).pk
        except RuleViolation:
            return None
        finally:
            connections.close_all()

    with ThreadPoolExecutor(8) as threads:
        made = [pk for pk in threads.map(sign_up, range(8)) if pk]
    assert sorted(made) == sorted(NightSignUp.objects.values_list("pk", flat=True)) and len(made) == 3
