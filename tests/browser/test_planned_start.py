"""The planned start is shown in the phone's time zone and counted down without the server."""

import re
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import expect

from tests.matches.table import new_key
from tests.tournaments.table_cast import Hall
from tournaments.models import Round
from tournaments.play import rounds

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def hall():
    hall = Hall(public=True)
    rounds.plan_start(tournament=hall.tournament, by=hall.owner.user, round=1, minutes=9, key=new_key())
    return hall


def paths(hall):
    base = f"/e/{hall.tournament.code}/"
    seat = f"players/{hall.numbers(1)[0]}/"
    return [f"{base}{path}" for path in ("", "screen/", "rounds/1/", "rounds/1/clock/", "rounds/1/tables/1/", seat)]


@pytest.mark.parametrize(
    ("locale", "zone", "words"),
    [
        pytest.param(
            "en-GB",
            "Asia/Tokyo",
            ["Starts at {time}, in 9 minutes", "Starts at {time}, in 1 minute", "planned for {time}"],
            marks=pytest.mark.thorough,
        ),
        (
            "cs",
            "Europe/Prague",
            ["Začátek v {time}, za 9 minut", "Začátek v {time}, za 1 minutu", "plánován na {time}"],
        ),
    ],
)
def test_the_time_is_in_the_phones_time_zone_and_the_minutes_count_down(new_context, hall, locale, zone, words):
    context = new_context(locale=locale, timezone_id=zone)
    at = Round.objects.get().starts_at.astimezone(ZoneInfo(zone))
    if at.date() != datetime.now(ZoneInfo(zone)).date():
        pytest.skip("The round starts after midnight in this zone, and the page says the day too.")
    texts = [re.compile(text.format(time=f"0?{at:%-H:%M}").replace(" ", r"\s")) for text in words]
    for path in paths(hall):
        page = context.new_page()
        page.clock.install()
        page.goto(path)
        now, soon, late = (page.get_by_text(text).first for text in texts)
        expect(now).to_be_visible()
        left = at - datetime.now(UTC) - timedelta(seconds=40)
        page.clock.fast_forward(int(left.total_seconds() * 1000))
        expect(soon).to_be_visible()
        page.clock.fast_forward(60_000)
        expect(late).to_be_visible()
        expect(soon).to_be_hidden()
        page.close()
    assert Round.objects.get().started_at is None
