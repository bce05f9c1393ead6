"""The notice five minutes before a round starts: sent once, only to its players, and not if the start is cancelled."""

from datetime import datetime, timedelta

import pytest
from django.db.models import F
from django.utils.timezone import now
from django_tasks_db.models import DBTaskResult

from notifications.models import Notice
from tests.matches.table import new_key
from tests.notifications.cast import NotifiedPhone, player_page
from tests.notifications.test_mail import confirmed
from tests.notifications.test_push import seat_of
from tests.tournaments.cast import tournament
from tournaments.draw.write_rounds import hide_rounds
from tournaments.models import Round
from tournaments.play import rounds

pytestmark = pytest.mark.django_db


@pytest.fixture
def phone(hall, service):
    phone = NotifiedPhone(service)
    phone.subscribe(player_page(hall.tournament))
    return phone


def plan(hall, minutes):
    rounds.plan_start(tournament=hall.tournament, by=hall.owner.user, round=1, minutes=minutes, key=new_key())


def start(hall):
    rounds.start_clock(tournament=hall.tournament, by=hall.owner.user, round=1)


@pytest.fixture
def later(work):
    """Run the tasks that are due, let minutes pass, and run those that are due then."""

    def pass_by(minutes):
        work()
        gone = timedelta(minutes=minutes)
        Round.objects.exclude(starts_at=None).update(starts_at=F("starts_at") - gone)
        Notice.objects.update(expires_at=F("expires_at") - gone)
        for row in Notice.objects.filter(kind="soon"):
            row.values["starts_at"] = _earlier(row.values["starts_at"], gone)
            row.save()
        for task in DBTaskResult.objects.filter(status="READY"):
            task.run_after -= gone
            _what, values, *_rest = task.args_kwargs["args"] + [None, None]
            if isinstance(values, dict) and "starts_at" in values:
                values["starts_at"] = _earlier(values["starts_at"], gone)
            task.save()
        work()

    return pass_by


def _earlier(text, gone):
    return (datetime.fromisoformat(text) - gone).isoformat()


def titles(phone):
    return [title for title, _body, _path in phone.texts()]


def test_players_are_notified_once_five_minutes_before_the_start(hall, service, phone, later):
    plan(hall, 10)
    later(4)
    assert service.messages == []
    later(1)
    later(1)
    (message,) = service.messages
    assert message.headers["Urgency"] == "high"
    assert 9 * 60 < int(message.headers["TTL"]) <= 10 * 60
    table, wind = seat_of(hall.tournament)
    assert titles(phone) == [f"Round 1 starts in 4 minutes: table {table}, {wind}"]


def test_the_text_says_five_minutes_in_words(hall, service, phone, later):
    plan(hall, 5)
    later(0)
    table, wind = seat_of(hall.tournament)
    ((title, body, path),) = phone.texts()
    assert title == f"Round 1 starts in five minutes: table {table}, {wind}"
    assert body.startswith("Ann")
    assert path == f"/e/{hall.tournament.code}/players/1/"


@pytest.mark.parametrize(("minutes", "said"), [(1, "in 1 minute"), (3, "in 3 minutes")])
def test_a_start_planned_for_very_soon_is_announced_immediately(hall, service, phone, later, minutes, said):
    plan(hall, minutes)
    later(0)
    assert len(service.messages) == 1
    assert titles(phone)[0].startswith(f"Round 1 starts {said}: table ")


def test_a_phone_that_subscribes_after_the_planning_is_notified_too(hall, service, later):
    plan(hall, 10)
    phone = NotifiedPhone(service)
    phone.subscribe(player_page(hall.tournament))
    later(5)
    assert len(service.messages) == 1


def test_a_start_that_moves_by_more_than_three_minutes_is_announced_again(hall, service, phone, later):
    plan(hall, 5)
    later(0)
    plan(hall, 7)
    later(2)
    assert len(service.messages) == 1
    plan(hall, 20)
    later(14)
    assert len(service.messages) == 1
    later(1)
    assert len(service.messages) == 2
    assert titles(phone)[-1].startswith("Round 1 starts in five minutes: table ")


@pytest.mark.parametrize("moved", [12, 30])
def test_a_start_that_moves_before_its_notice_is_announced_for_the_new_time_only(hall, service, phone, later, moved):
    plan(hall, 10)
    plan(hall, moved)
    later(6)
    assert service.messages == []
    later(moved - 11)
    assert len(service.messages) == 1


def cancel(hall):
    rounds.cancel_start(tournament=hall.tournament, by=hall.owner.user, round=1)


def hide(hall):
    hide_rounds(tournament=hall.tournament, by=hall.owner.user, first=1)


@pytest.mark.parametrize("undo", [cancel, hide])
def test_a_start_that_is_cancelled_or_hidden_is_not_announced(hall, service, phone, later, undo):
    plan(hall, 10)
    undo(hall)
    later(6)
    assert (service.messages, titles(phone), Notice.objects.count()) == ([], [], 0)


def test_a_start_cancelled_while_the_push_service_is_down_is_not_announced(hall, service, phone, later):
    service.statuses = [503]
    plan(hall, 5)
    later(0)
    cancel(hall)
    later(1)
    assert (len(service.messages), titles(phone)) == (1, [])


def test_after_an_early_start_only_the_start_is_announced(hall, service, phone, later):
    plan(hall, 10)
    start(hall)
    later(6)
    assert len(service.messages) == 1
    assert titles(phone)[0].startswith("Round 1 has started: table ")


def test_players_who_know_the_planned_start_are_not_notified_of_a_start_on_time(hall, service, phone, later):
    plan(hall, 5)
    later(5)
    start(hall)
    later(0)
    assert len(service.messages) == 1
    assert titles(phone)[0].startswith("Round 1 has started: table ")  # a late request gets the current text


def test_a_late_start_is_announced_to_players_who_expected_it_earlier(hall, service, phone, later):
    plan(hall, 5)
    later(16)
    start(hall)
    later(0)
    assert len(service.messages) == 2


def test_the_notice_of_a_start_expires_five_minutes_after_it(hall, service, phone, later):
    plan(hall, 5)
    service.statuses = [503, 503]
    later(6)
    assert titles(phone)[0].startswith("Round 1 starts now: table ")
    later(5)
    assert titles(phone) == []
    assert Notice.objects.get().expires_at <= now()


def test_players_with_a_bye_are_not_notified_of_the_start(hall, service, later):
    event = tournament(hall.club, drawn=1, published=1, entrants=10, public=True)
    bye = Round.objects.get(tournament=event, number=1).seats.get(table=None).entrant.number
    NotifiedPhone(service).subscribe(player_page(event, bye))
    rounds.plan_start(tournament=event, by=hall.owner.user, round=1, minutes=5, key=new_key())
    later(0)
    assert service.messages == []


def test_the_email_says_when_the_round_starts(hall, mails, work):
    confirmed(hall, mails, work)
    plan(hall, 5)
    work()
    (mail,) = mails.mails
    table, wind = seat_of(hall.tournament)
    assert mail["Subject"] == f"Round 1 starts in five minutes: table {table}, {wind}"
    assert f"http://testserver/e/{hall.tournament.code}/players/1/" in mail.get_content()
