"""The page of a round's clock: what the referee sets, what is refused, and how an open page follows it."""

from datetime import UTC, datetime

import pytest

from tests.tournaments.persons import Person
from tests.wording import whole_number
from tournaments.models import Round, Table, Tournament

pytestmark = pytest.mark.django_db

LENGTH = "A round can last 1 to 600 minutes."


@pytest.fixture
def clock(hall):
    return f"/e/{hall.tournament.code}/rounds/1/clock/"


@pytest.fixture
def referee(hall):
    return Person("rita")


def times():
    """The stored clock: minutes, whether it has started, whether it is paused, a table's extra time."""
    row = Round.objects.get()
    extra = [each.extra_seconds for each in Table.objects.order_by("number") if each.extra_seconds]
    return row.minutes, row.started_at is not None, row.paused_at is not None, extra


def test_the_referee_sets_the_length_of_the_round_and_the_end_of_its_hand(clock, referee):
    form = referee.get(clock).form("/clock/", minutes="60")
    page = referee.follow(referee.send(form, button=("do", "set"), status=303, minutes="45", end_policy="cut"))
    assert ("45:00" in page, Round.objects.get().end_policy) == (True, "cut")
    referee.post(clock, {"do": "set", "minutes": "50", "end_policy": "no such"}, status=303)
    assert (times(), Round.objects.get().end_policy) == ((50, False, False, []), "cut")


def test_a_clock_that_is_reset_shows_the_whole_length_again(clock, referee):
    referee.post(clock, {"do": "start"}, status=303)
    referee.post(clock, {"do": "pause"}, status=303)
    assert times() == (60, True, True, [])
    form = next(form for form in referee.get(clock).forms if ("do", "reset") in form.buttons)
    page = referee.follow(referee.send(form, button=("do", "reset"), status=303))
    assert ("60:00" in page, "Start clock" in page, times()) == (True, True, (60, False, False, []))


REFUSED = {
    "a pause before the start": ({"do": "pause"}, "The clock hasn’t started."),
    "no length": ({"do": "set", "minutes": ""}, whole_number(1, 600)),
    "a length of nothing": ({"do": "set", "minutes": "0"}, whole_number(1, 600)),
    "more than ten hours": ({"do": "set", "minutes": "601"}, whole_number(1, 600)),
    "nothing added": ({"do": "add", "minutes": "0"}, LENGTH),
    "all time removed": ({"do": "add", "minutes": "-60"}, LENGTH),
    "ten hours added": ({"do": "add", "minutes": "600"}, LENGTH),
    "words for a table": ({"do": "add", "minutes": "many", "table": "1"}, whole_number("−600", 600)),
}


@pytest.mark.parametrize(("sent", "sentence"), REFUSED.values(), ids=REFUSED)
def test_an_impossible_time_is_refused_on_the_page_of_the_clock(clock, referee, sent, sentence):
    page = referee.post(clock, sent, status=422)
    assert (sentence in page, "60:00" in page, times()) == (True, True, (60, False, False, []))


def test_a_table_gets_at_most_ten_hours_of_extra_time(clock, referee):
    referee.post(clock, {"do": "add", "minutes": "600", "table": "2"}, status=303)
    page = referee.post(clock, {"do": "add", "minutes": "1", "table": "2"}, status=422)
    assert (LENGTH in page, times()) == (True, (60, False, False, [36_000]))


def test_a_table_that_is_not_in_the_round_gets_no_extra_time(clock, referee):
    referee.post(clock, {"do": "add", "minutes": "5", "table": "9"}, status=404)
    assert times() == (60, False, False, [])


def test_a_button_that_the_page_does_not_have_is_not_found(clock, referee):
    referee.post(clock, {"do": "stop"}, status=404)
    referee.post(clock, status=404)


@pytest.mark.parametrize("sent", [{"do": "start"}, {"do": "set", "minutes": "45"}, {"do": "add", "minutes": "5"}])
def test_the_clock_of_a_closed_round_is_not_changed(clock, referee, sent):
    Round.objects.update(closed_at=datetime.now(UTC))
    page = referee.post(clock, sent, status=422)
    assert "Not saved yet Round 1 is closed." in page
    assert ("Start clock" in page, times()) == (False, (60, False, False, []))


def test_an_open_page_gets_the_clock_only_once_it_has_changed(hall, clock, phone, referee):
    version = Tournament.objects.get().version
    assert phone.get(f"{clock}?v={version}", htmx=True, status=204).html == ""
    referee.post(clock, {"do": "start"}, status=303)
    page = phone.get(f"{clock}?v={version}", htmx=True)
    assert ("data-ends" in page.html, "<html" in page.html, "Start clock" in page) == (True, False, False)
