"""The planned start of a round: who may plan it, what is refused, and where it is shown."""

import re
from datetime import UTC, datetime, timedelta

import pytest

from people.models import Audit
from tests.matches.cast import Phone
from tests.tournaments.archive_cast import bring, event
from tests.tournaments.persons import Person
from tests.tournaments.table_cast import Hall
from tests.wording import whole_number
from tournaments.draw.write_rounds import hide_rounds, publish_rounds
from tournaments.files.archive.write import archive_bytes
from tournaments.links import table_token
from tournaments.models import Round, Tournament
from tournaments.play import rounds

pytestmark = pytest.mark.django_db


@pytest.fixture
def clock(hall):
    return f"/e/{hall.tournament.code}/rounds/1/clock/"


def plan(hall, minutes=10, round=1):
    now = datetime.now(UTC)
    Round.objects.filter(tournament=hall.tournament, number=round).update(starts_at=now + timedelta(minutes=minutes))
    Tournament.objects.filter(pk=hall.tournament.pk).update(version=100)


def planned():
    return Round.objects.get(number=1).starts_at


def form_of(page):
    return next(form for form in page.forms if ("do", "plan") in form.buttons)


def test_the_referee_plans_a_start_changes_it_and_cancels_it(hall, clock):
    rita = Person("rita")
    before = datetime.now(UTC).replace(microsecond=0)
    page = rita.get(clock)
    assert "This round starts in (minutes)" in page
    page = rita.follow(rita.send(form_of(page), button=("do", "plan"), status=303, starts_in="9"))
    assert before + timedelta(minutes=9) <= planned() <= datetime.now(UTC) + timedelta(minutes=9)
    assert "in 9 minutes" in page
    page = rita.follow(rita.send(form_of(page), button=("do", "plan"), status=303, starts_in="75"))
    assert "in 75 minutes" in page
    assert before + timedelta(minutes=75) <= planned()
    cancel = next(form for form in page.forms if ("do", "unplan") in form.buttons)
    page = rita.follow(rita.send(cancel, button=("do", "unplan"), status=303))
    assert ("The clock hasn’t started." in page, planned()) == (True, None)
    assert Round.objects.get(number=1).started_at is None
    logged = Audit.objects.filter(what__startswith="start_").order_by("pk").values_list("what", flat=True)
    assert list(logged) == ["start_planned", "start_planned", "start_cancelled"]


def test_a_second_press_plans_the_start_once(hall, clock):
    form = form_of(hall.owner.get(clock))
    hall.owner.send(form, button=("do", "plan"), status=303, starts_in="10")
    first = planned()
    hall.owner.send(form, button=("do", "plan"), status=303, starts_in="20")
    assert (planned(), Audit.objects.filter(what="start_planned").count()) == (first, 1)


@pytest.mark.parametrize("typed", ["", "0", "601", "soon", "-5", "10.5", "1e2"])
def test_impossible_minutes_are_refused_at_their_field_and_kept(hall, clock, typed):
    page = hall.owner.send(form_of(hall.owner.get(clock)), button=("do", "plan"), status=422, starts_in=typed)
    assert whole_number(1, 600) in page
    assert re.search(r'aria-invalid="true" aria-describedby="id_starts_in_error', page.html)
    assert f'value="{typed}"' in page.html
    assert planned() is None


@pytest.mark.parametrize("minutes", ["1", "600"])
def test_a_start_is_planned_for_a_minute_to_ten_hours_ahead(hall, clock, minutes):
    hall.owner.post(clock, {"do": "plan", "starts_in": minutes}, status=303)
    assert planned() is not None


def test_guests_plan_nothing(hall, clock):
    Phone().post(clock, {"do": "plan", "starts_in": "10"}, status=404)
    assert planned() is None


def test_a_round_that_runs_or_is_closed_gets_no_planned_start(hall, clock):
    rounds.start_clock(tournament=hall.tournament, by=hall.owner.user, round=1)
    page = hall.owner.post(clock, {"do": "plan", "starts_in": "10"}, status=422)
    assert "The clock has already been started." in page
    assert [form for form in page.forms if ("do", "plan") in form.buttons] == []
    Round.objects.update(closed_at=datetime.now(UTC))
    assert "Round 1 is closed." in hall.owner.post(clock, {"do": "plan", "starts_in": "10"}, status=422)
    assert planned() is None


def test_starting_the_clock_or_closing_the_round_ends_the_plan(hall):
    plan(hall)
    rounds.start_clock(tournament=hall.tournament, by=hall.owner.user, round=1)
    assert planned() is None
    rounds.reset_clock(tournament=hall.tournament, by=hall.owner.user, round=1)
    assert planned() is None


def test_the_clock_does_not_start_by_itself(hall, clock):
    plan(hall, minutes=-2)
    page = Phone().get(clock)
    assert "The referee starts the clock." in page
    assert "data-before hidden" in page.html
    assert Round.objects.get(number=1).started_at is None


def pages(hall):
    """The pages that show everybody when a round starts."""
    base = f"/e/{hall.tournament.code}/"
    number = hall.numbers(1)[0]
    return [base, *(f"{base}{path}" for path in ("rounds/1/", f"players/{number}/", "rounds/1/tables/1/", "screen/"))]


def test_everybody_sees_the_planned_start_where_they_look_for_their_seat(hall, clock):
    plan(hall, minutes=9)
    for path in [*pages(hall), clock]:
        page = Phone().get(path)
        assert re.search(r"Starts at \d\d:\d\d UTC\s*, in 9 minutes", page.text), path
        assert page.html.count('<time datetime="') >= 1, path
        assert "js/clock" in page.html, path


def test_one_minute_is_singular(hall, clock):
    plan(hall, minutes=1)
    assert "in 1 minute" in Phone().get(clock)
    assert "in 1 minutes" not in Phone().get(clock)


def test_the_start_of_the_next_round_is_shown_with_its_seats():
    hall = Hall(public=True, rounds=3, drawn=2, published=2)
    plan(hall, minutes=30, round=2)
    hall.played()
    card = Phone()
    path = f"/e/{hall.tournament.code}/t/1/{table_token(hall.tournament, 1)}"
    card.send(card.get(path).form(path), status=303)
    page = card.get(f"/e/{hall.tournament.code}/rounds/1/tables/1/")
    assert "What’s next" in page
    assert "in 30 minutes" in page


def test_the_planned_start_of_a_hidden_round_is_shown_to_nobody(hall, clock):
    plan(hall)
    number = hall.numbers(1)[0]
    hide_rounds(tournament=hall.tournament, by=hall.owner.user, first=1)
    base = f"/e/{hall.tournament.code}/"
    for path in (base, f"{base}players/{number}/", f"{base}screen/"):
        assert "Starts at" not in Phone().get(path), path
    assert "Starts at" not in hall.owner.get(f"{base}rounds/1/")
    assert "DTSTART:" not in Phone().client.get(f"{base}files/rounds.ics").content.decode()
    hall.owner.post(clock, {"do": "plan", "starts_in": "10"}, status=404)
    publish_rounds(tournament=hall.tournament, by=hall.owner.user, upto=1)
    assert "Starts at" in Phone().get(base)


def test_calendars_have_the_planned_rounds_with_their_tables(hall):
    at = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)
    Round.objects.update(starts_at=at)
    path = f"/e/{hall.tournament.code}/files/rounds.ics?entrant={hall.numbers(2)[0]}"
    lines = Phone().client.get(path).content.decode().split("\r\n")
    assert [line for line in lines if line.startswith(("DTSTART:", "DTEND:", "DESCRIPTION"))] == [
        "DTSTART:20261121T093000Z",
        "DTEND:20261121T103000Z",
        "DESCRIPTION:Table 2",
    ]
    rounds.start_clock(tournament=hall.tournament, by=hall.owner.user, round=1)
    assert "DTSTART:20261121T093000Z" not in Phone().client.get(path).content.decode()


def test_other_programs_read_the_planned_start(hall):
    path = f"/api/v1/tournaments/{hall.tournament.code}/rounds"
    (before,) = Phone().client.get(path).json()
    assert before["starts_at"] is None
    at = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)
    Round.objects.update(starts_at=at)
    (after,) = Phone().client.get(path).json()
    assert after == {**before, "starts_at": "2026-11-21T09:30:00Z"}


def test_an_archive_contains_the_planned_start_only_if_there_is_one(hall):
    other = Person("otto")
    other.club = type(hall.club).objects.get(code=other.found("Other club"))
    rows = event(archive_bytes(hall.tournament))["rounds"]
    assert [row for row in rows if "starts_at" in row] == []
    at = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)
    Round.objects.update(starts_at=at)
    kept = archive_bytes(hall.tournament)
    assert [row["starts_at"] for row in event(kept)["rounds"]] == ["2026-11-21T09:30:00.000000Z"]
    again = bring(other, kept)
    assert archive_bytes(again) == kept
    assert Round.objects.get(tournament=again).starts_at == at
