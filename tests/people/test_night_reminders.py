"""Reminders of club nights: which night, when, and for whom; and the alarm in the calendar file."""

from datetime import UTC, date, datetime, time, timedelta

import pytest

from people.clubs.reminders import nights_to_remind, reminder_time
from people.models import ClubNight
from tests.matches.cast import Phone
from tests.people.club_cast import member
from tests.people.night_cast import Evening, tap

pytestmark = pytest.mark.django_db
AT = datetime(2031, 3, 27, 19, 30, tzinfo=UTC)


@pytest.fixture
def evening(evening):
    """A night with one table."""
    evening.limit(tables=1)
    return evening


def due(after, until):
    return [(found.night.on, found.at, [row.name for row in found.coming]) for found in nights_to_remind(after, until)]


@pytest.mark.parametrize(
    ("begins", "moment"),
    [(time(19, 30), AT), (time(0), datetime(2031, 3, 27, tzinfo=UTC)), (None, datetime(2031, 3, 27, 12, tzinfo=UTC))],
)
def test_the_reminder_comes_a_day_before(begins, moment):
    assert reminder_time(ClubNight(on=date(2031, 3, 28), begins=begins)) == moment


def test_those_with_a_place_are_reminded_once_in_the_period_with_its_moment(evening):
    evening.put("Ann", "Bea", "Cho", "Dan")
    night = (date(2031, 3, 28), AT, ["Ann", "Bea", "Cho"])
    minute = timedelta(minutes=1)
    assert due(AT - minute, AT) == [night]
    assert due(AT, AT + minute) == []
    assert due(AT - timedelta(days=9), AT - minute) == []
    hours = [AT - timedelta(days=3) + timedelta(hours=number) for number in range(100)]
    assert [found for pair in zip(hours, hours[1:], strict=False) for found in due(*pair)] == [night]


def test_the_account_of_each_is_known_if_there_is_one(evening):
    mia = member(evening.code, "member", "mia")
    tap(mia, evening.path)
    evening.linked(member(evening.code, "member", "ann"), "Ann")
    evening.put("Ann")
    evening.guest("Petr")
    [found] = nights_to_remind(AT - timedelta(hours=1), AT)
    assert [row.account and row.account.username for row in found.coming] == ["mia", "ann", None]


def test_nobody_is_reminded_of_a_night_that_is_cancelled_or_empty(evening):
    assert due(AT - timedelta(days=1), AT) == []
    evening.put("Ann")
    ClubNight.objects.update(cancelled=True)
    assert due(AT - timedelta(days=1), AT) == []


def test_the_earliest_reminder_is_the_first(evening):
    evening.put("Ann")
    other = Evening(name="Sunday club")
    other.put("Ann")
    ClubNight.objects.filter(pk=other.row.pk).update(on=date(2031, 3, 27), begins=None)
    found = [found.night.club.name for found in nights_to_remind(AT - timedelta(days=30), AT)]
    assert found == ["Sunday club", "Friday club"]


# ── the calendar of one night ────────────────────────────────────────────────


def lines(who, path):
    answer = who.client.get(path)
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/calendar; charset=utf-8")
    return answer.content.decode().split("\r\n")


ALARM = ["BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:Mahjong\\, Friday club", "TRIGGER:-P1D", "END:VALARM"]


def test_the_calendar_reminds_those_who_have_signed_up(evening):
    mia, path = member(evening.code, "member", "mia"), f"{evening.path}night.ics"
    assert path in mia.get(evening.path).links
    assert "BEGIN:VALARM" not in lines(mia, path)
    tap(mia, evening.path)
    found = lines(mia, path)
    assert found[-8:] == [*ALARM, "END:VEVENT", "END:VCALENDAR", ""]
    assert f"UID:night-{evening.row.pk}-{evening.code}@scorekeeper" in found
    ClubNight.objects.update(begins=None)
    assert "TRIGGER:-PT12H" in lines(mia, path)
    ClubNight.objects.update(cancelled=True)
    assert "BEGIN:VALARM" not in lines(mia, path)
    Phone().get(path, status=404)


def test_the_calendar_reminds_guests(evening):
    phone, answer = evening.guest("Petr")
    path = f"{answer.goes_to}/night.ics"
    assert path in phone.follow(answer).links
    assert lines(Phone(), path)[-8:-3] == ALARM
