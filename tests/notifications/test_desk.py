"""Notifications for organisers and referees."""

from datetime import timedelta

import pytest
from django.utils.timezone import now
from django_tasks_db.models import DBTaskResult

from people.announcements import announce
from tests.matches.table import new_key
from tests.notifications.cast import NotifiedPhone, desk_page, hall_phone
from tests.tournaments.cast import result, tournament
from tournaments.entries.entries import EntryDetails
from tournaments.entries.self_registration import register_entrant
from tournaments.models import Entrant
from tournaments.play import penalties
from tournaments.play.results import dispute_result

pytestmark = pytest.mark.django_db


def test_a_disputed_result_reaches_the_desk(hall, service, work):
    desk = NotifiedPhone(service, phone=hall.owner)
    desk.subscribe(desk_page(hall.tournament))
    result(hall.table(1), confirmed=False)
    dispute_result(**hall.at(entrant=hall.numbers(1)[1], device=hall_phone(hall)), number=1, reason="Wrong sum")
    work()
    assert [title for title, _body, _path in desk.texts()] == ["The result of table 1 is disputed"]


def test_the_desk_is_notified_of_calls_and_of_unconfirmed_results(hall, service, work):
    desk = NotifiedPhone(service, phone=hall.owner)
    desk.subscribe(desk_page(hall.tournament))
    penalties.call_referee(**hall.at(), note="Please come")
    work()
    assert [title for title, _body, _path in desk.texts()] == ["Table 1 calls the referee"]
    penalties.answer_call(tournament=hall.tournament, by=hall.owner.user, table=hall.table(1))
    result(hall.table(2), confirmed=False)
    result(hall.table(3), confirmed=True)
    for number in (2, 3):
        announce("result_entered", hall.club.pk, tournament=hall.tournament.pk, round=1, table=number)
    work()
    assert len(service.messages) == 1  # five minutes are left to confirm
    DBTaskResult.objects.filter(status="READY").update(run_after=now() - timedelta(seconds=1))
    work()
    assert len(service.messages) == 2
    assert [title for title, _body, _path in desk.texts()] == ["Table 2: result not confirmed yet"]


@pytest.mark.parametrize(("approval", "body"), [(True, "1 request to decide. Spring cup"), (False, "Spring cup")])
def test_a_registration_says_whether_it_has_to_be_decided(hall, service, work, approval, body):
    event = tournament(hall.club, open_for_entry=True, approval=approval)
    desk = NotifiedPhone(service, phone=hall.owner)
    desk.subscribe(desk_page(event))
    register_entrant(tournament=event, details=EntryDetails(name="Jo Later"), key=new_key(), device="j" * 22)
    work()
    assert [text[:2] for text in desk.texts()] == [("Registration: Jo Later", body)]
    Entrant.objects.filter(tournament=event).update(state="refused")
    assert len(desk.texts()) == (0 if approval else 1)


def test_a_registration_reaches_the_desk(hall, service, work):
    event = tournament(hall.club, open_for_entry=True)
    desk = NotifiedPhone(service, phone=hall.owner)
    desk.subscribe(desk_page(event))
    register_entrant(tournament=event, details=EntryDetails(name="Jo Later"), key=new_key(), device="j" * 22)
    work()
    assert desk.texts() == [("Registration: Jo Later", "1 request to decide. Spring cup", f"/e/{event.code}/entries/")]
