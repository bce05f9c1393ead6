"""Reminders of club nights are sent at the right time."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from delivery.worker import run_housekeeping
from notifications import tasks
from notifications.models import Notice, Subscription
from notifications.notices.reminders import make_reminders
from people.actions import sign_ups
from people.clubs.reminders import reminder_time
from people.models import ClubNight, Membership
from tests.notifications.cast import NotifiedPhone
from tests.notifications.test_mail import link_in
from tests.people.club_cast import member

pytestmark = pytest.mark.django_db


@pytest.fixture
def night(hall):
    """A night whose reminder is due now."""
    now = datetime.now(UTC)
    start = now + timedelta(hours=23)
    return ClubNight.objects.create(
        club=hall.club, on=start.date(), begins=start.time(), place="Old Town Hall", changed_at=now
    )


def remind(night, work):
    """Run the worker's job of every minute, and then the tasks that are due."""
    assert reminder_time(night) <= datetime.now(UTC)
    run_housekeeping()
    work()


def page(hall):
    return f"/c/{hall.club.code}/nights/notify/"


def test_people_who_signed_up_and_asked_for_a_reminder_get_one(hall, service, work, night):
    coming, absent = member(hall.club.code, "member", "cora"), member(hall.club.code, "member", "abe")
    sign_ups.sign_up(club=hall.club, by=coming.user, night=night.pk)
    phones = [NotifiedPhone(service, name, who) for name, who in (("coming", coming), ("absent", absent))]
    for phone in phones:
        phone.subscribe(page(hall))
    remind(night, work)
    remind(night, work)
    assert [message.path for message in service.messages] == ["/push/coming"]
    ((title, body, path),) = phones[0].texts()
    assert title.startswith("Club night: ")
    assert body == "Friday club, Old Town Hall"
    assert path == f"/c/{hall.club.code}/nights/{night.pk}/"


@pytest.mark.parametrize(("zone", "hour"), [("Europe/Prague", 16), ("America/Chicago", 23), ("UTC", 18)])
def test_the_reminder_of_a_night_at_18_is_sent_at_18_local_time_the_day_before(hall, service, settings, zone, hour):
    settings.TIME_ZONE = zone
    night = ClubNight.objects.create(club=hall.club, on="2031-07-04", begins="18:00", changed_at=datetime.now(UTC))
    coming = member(hall.club.code, "member", "cora")
    sign_ups.sign_up(club=hall.club, by=coming.user, night=night.pk)
    NotifiedPhone(service, phone=coming).subscribe(page(hall))
    due = datetime(2031, 7, 3, hour, tzinfo=UTC)
    made = [len(make_reminders(due + timedelta(minutes=minute))) for minute in (-60, -1, 0, 1, 60)]
    assert made == [0, 0, 1, 0, 0]


def test_the_reminder_of_a_night_arrives_by_email(hall, mails, work, night):
    coming = member(hall.club.code, "member", "cora")
    sign_ups.sign_up(club=hall.club, by=coming.user, night=night.pk)
    form = next(form for form in coming.get(page(hall)).forms if "address" in form.names)
    coming.send(form, status=303, address="cora@mail.example")
    work()
    link = link_in(mails.mails.pop())
    coming.send(coming.get(link).form(link), button=("action", "confirm"), status=303)
    remind(night, work)
    remind(night, work)
    (mail,) = mails.mails
    assert mail["To"] == "cora@mail.example"
    assert mail["Subject"].startswith("Club night: ")
    assert "Friday club, Old Town Hall" in mail.get_content()
    assert f"http://testserver/c/{hall.club.code}/nights/{night.pk}/" in mail.get_content()
    assert link_in(mail) == link


@pytest.mark.parametrize(("hours", "reminded"), [(10, 1), (2, 1), (0.9, 0), (-1, 0)])
def test_late_sign_ups_are_reminded_until_an_hour_before_the_night(hall, service, hours, reminded):
    start = datetime(2031, 7, 4, 18, tzinfo=UTC)
    night = ClubNight.objects.create(club=hall.club, on="2031-07-04", begins="18:00", changed_at=datetime.now(UTC))
    coming = member(hall.club.code, "member", "cora")
    NotifiedPhone(service, phone=coming).subscribe(page(hall))
    assert make_reminders(start - timedelta(hours=hours, minutes=1)) == []
    sign_ups.sign_up(club=hall.club, by=coming.user, night=night.pk)
    made = make_reminders(start - timedelta(hours=hours))
    assert [notice.expires_at for notice in made] == [start] * reminded


def test_a_minute_without_a_night_writes_nothing(hall, service, work, night, django_assert_num_queries):
    coming = member(hall.club.code, "member", "cora")
    sign_ups.sign_up(club=hall.club, by=coming.user, night=night.pk)
    NotifiedPhone(service, phone=coming).subscribe(page(hall))
    remind(night, work)
    with CaptureQueriesContext(connection) as queries:
        tasks.remind()
    assert [query["sql"].split()[0] for query in queries] == ["SELECT"] * len(queries)


def test_nobody_is_reminded_of_a_night_that_was_cancelled(hall, service, work, night):
    coming = member(hall.club.code, "member", "cora")
    sign_ups.sign_up(club=hall.club, by=coming.user, night=night.pk)
    NotifiedPhone(service, phone=coming).subscribe(page(hall))
    ClubNight.objects.update(cancelled=True)
    remind(night, work)
    assert (service.messages, Notice.objects.count()) == ([], 0)


def test_former_members_get_no_reminders(hall, service, work, night):
    coming = member(hall.club.code, "member", "cora")
    sign_ups.sign_up(club=hall.club, by=coming.user, night=night.pk)
    NotifiedPhone(service, phone=coming).subscribe(page(hall))
    Membership.objects.filter(user=coming.user).delete()
    remind(night, work)
    assert (service.messages, Subscription.objects.count()) == ([], 0)


def test_a_minute_costs_one_query_while_nobody_wants_reminders(night, django_assert_num_queries):
    with django_assert_num_queries(1):
        tasks.remind()
