"""The time of a club night in the site's time zone: which night the club's page shows, and when it is over."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from people.clubs.attendance import is_open
from people.clubs.reminders import nights_to_remind, reminder_time
from people.models import ClubNight, NightSignUp
from tests.people.club_cast import member
from tests.people.night_cast import tap
from tests.thorough import sized

pytestmark = pytest.mark.django_db
PRAGUE = "Europe/Prague"


def coming_saturday():
    today = datetime.now(UTC).date()
    return today + timedelta(days=(5 - today.weekday()) % 7)


SATURDAY = coming_saturday()
FRIDAY = SATURDAY - timedelta(days=1)


@pytest.fixture
def clock(monkeypatch, settings):
    """Set the site's clock to a local time."""

    def set_clock(day, hour, minute=0, zone=PRAGUE):
        settings.TIME_ZONE = zone
        now = datetime.combine(day, time(hour, minute), ZoneInfo(zone)).astimezone(UTC)
        monkeypatch.setattr("django.utils.timezone.now", lambda: now)

    return set_clock


@pytest.fixture
def evening(evening):
    """A night on Friday at 18:00."""
    ClubNight.objects.update(on=FRIDAY, begins=time(18))
    return evening


def another(evening, on):
    return ClubNight.objects.create(club=evening.club, on=on, begins=time(18), changed_at=evening.night.changed_at)


def heading(who, evening):
    """The heading of the night on the club's page, and the night that it links to."""
    page = who.get(f"/c/{evening.code}/")
    start = f"/c/{evening.code}/nights/"
    links = [
        int(link.removeprefix(start).strip("/")) for link in page.links if link.startswith(start) and link != start
    ]
    known = ("Club night today", "Last night’s club night", "Next club night")
    return [text for text in known if text in page], [ClubNight.objects.get(pk=pk).on for pk in links]


def test_on_saturday_people_sign_up_for_saturday_and_not_for_the_night_before(evening, clock):
    saturday, mia = another(evening, SATURDAY), member(evening.code, "member", "mia")
    clock(SATURDAY, 10)
    assert heading(mia, evening) == (["Club night today"], [SATURDAY])
    tap(mia, f"/c/{evening.code}/")
    assert [row.night for row in NightSignUp.objects.all()] == [saturday]


def test_on_friday_evening_the_night_is_today_even_if_it_is_saturday_in_utc(evening, clock):
    another(evening, SATURDAY)
    for zone in (PRAGUE, "America/Chicago", "Pacific/Honolulu", "Pacific/Kiritimati"):
        for hour in sized((0, 23), (0, 9, 18, 23)):
            clock(FRIDAY, hour, 59, zone)
            assert heading(evening.olga, evening) == (["Club night today"], [FRIDAY]), (zone, hour)


def test_the_night_before_is_shown_until_noon_if_no_other_is_planned(evening, clock):
    clock(SATURDAY, 1)
    assert heading(evening.olga, evening) == (["Last night’s club night"], [FRIDAY])
    clock(SATURDAY, 12)
    assert heading(evening.olga, evening) == ([], [])
    another(evening, SATURDAY + timedelta(days=6))
    clock(SATURDAY, 1)
    assert heading(evening.olga, evening) == (["Next club night"], [SATURDAY + timedelta(days=6)])


def test_a_night_that_is_cancelled_is_not_the_next(evening, clock):
    ClubNight.objects.filter(pk=another(evening, SATURDAY).pk).update(cancelled=True)
    clock(FRIDAY, 10)
    assert heading(evening.olga, evening) == (["Club night today"], [FRIDAY])
    clock(SATURDAY, 13)
    assert heading(evening.olga, evening) == ([], [])


@pytest.mark.parametrize("zone", [PRAGUE, "UTC", "America/Chicago", "Asia/Singapore"])
def test_a_night_is_over_at_noon_of_the_day_after(evening, clock, zone):
    clock(SATURDAY, 11, 59, zone)
    assert is_open(evening.night)
    clock(SATURDAY, 12, 0, zone)
    assert not is_open(evening.night)


# ── reminders and calendars ──────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("zone", "night", "moment"),
    [
        (PRAGUE, date(2031, 7, 4), datetime(2031, 7, 3, 16, tzinfo=UTC)),
        (PRAGUE, date(2031, 12, 5), datetime(2031, 12, 4, 17, tzinfo=UTC)),
        (PRAGUE, date(2031, 3, 30), datetime(2031, 3, 29, 17, tzinfo=UTC)),  # the clocks go forward in between
        ("America/Chicago", date(2031, 7, 4), datetime(2031, 7, 3, 23, tzinfo=UTC)),
        ("Asia/Singapore", date(2031, 7, 4), datetime(2031, 7, 3, 10, tzinfo=UTC)),
        ("Pacific/Kiritimati", date(2031, 7, 4), datetime(2031, 7, 3, 4, tzinfo=UTC)),
        ("Pacific/Honolulu", date(2031, 7, 4), datetime(2031, 7, 4, 4, tzinfo=UTC)),
    ],
)
def test_the_reminder_of_a_night_at_18_is_due_at_18_local_time_the_day_before(evening, settings, zone, night, moment):
    settings.TIME_ZONE = zone
    ClubNight.objects.update(on=night)
    evening.put("Ann")
    assert reminder_time(evening.night) == moment
    around = range(*sized((-24, 8), (-72, 48)))
    hours = [datetime(2031, night.month, night.day, tzinfo=UTC) + timedelta(hours=number) for number in around]
    found = [each.at for pair in zip(hours, hours[1:], strict=False) for each in nights_to_remind(*pair)]
    assert found == [moment]


def test_calendars_name_the_time_zone_of_the_site(evening, settings):
    path = f"{evening.path}night.ics"
    assert "X-WR-TIMEZONE" not in evening.olga.client.get(path).content.decode()
    settings.TIME_ZONE = PRAGUE
    lines = evening.olga.client.get(path).content.decode().split("\r\n")
    assert "X-WR-TIMEZONE:Europe/Prague" in lines
    assert f"DTSTART:{FRIDAY:%Y%m%d}T180000" in lines


def test_pages_without_scripts_show_times_in_the_time_zone_of_the_site_and_name_it(evening, settings):
    settings.TIME_ZONE = "Asia/Singapore"
    page = evening.olga.get(f"/c/{evening.code}/audit/")
    assert " +08</time>" in page.html and "UTC</time>" not in page.html
