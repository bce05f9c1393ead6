"""After signing, a phone is shown its next seat, its table in the next round, and the standings."""

from datetime import UTC, datetime, timedelta

import pytest

from matches.wording import wind_name
from tests.matches.cast import Phone
from tests.tournaments.persons import Person
from tests.tournaments.table_cast import Hall
from tournaments.links import entrant_token, table_token
from tournaments.models import Entrant, Round, Seat
from tournaments.play.results import confirm_result

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def built_hall(standing):
    return Hall(public=True, rounds=3, drawn=2)


@pytest.fixture
def base(hall):
    return f"/e/{hall.tournament.code}/"


@pytest.fixture
def table(base):
    return f"{base}rounds/1/tables/1/"


def with_card(hall, base):
    """A phone that has scanned the card of the first table."""
    phone, card = Phone(), f"{base}t/1/{table_token(hall.tournament, 1)}"
    phone.send(phone.get(card).form(card), status=303)
    return phone


def with_own_card(hall, base, number):
    """A phone that has scanned an entrant's player card."""
    entrant = Entrant.objects.get(tournament=hall.tournament, number=number)
    phone, card = Phone(), f"{base}i/{number}/{entrant_token(hall.tournament, entrant)}"
    phone.send(phone.get(card).form(card), status=303)
    return phone


def publish(number):
    one = Round.objects.get(number=number)
    Round.objects.filter(pk=one.pk).update(published_at=one.drawn_at)


def seat(hall, number, round=2):
    return Seat.objects.select_related("table").get(round__number=round, entrant__number=number)


def test_after_signing_the_phone_links_to_the_standings_and_waits_for_the_next_round(hall, base, table):
    phone = with_card(hall, base)
    assert "What’s next" not in phone.get(table)
    hall.played()
    page = phone.get(table)
    assert "What’s next" in page
    assert "Seats for the next round appear here once they’re published." in page
    assert f"{base}standings/" in page.links
    assert [link for link in page.links if "rounds/2" in link] == []


def test_after_the_last_round_the_table_does_not_wait_for_another():
    hall = Hall(public=True, rounds=1)
    base = f"/e/{hall.tournament.code}/"
    phone = with_card(hall, base)
    hall.played()
    page = phone.get(f"{base}rounds/1/tables/1/")
    assert "That was the last round." in page
    assert "Seats for the next round appear here once they’re published." not in page
    assert f"{base}standings/" in page.links


def test_once_the_result_is_confirmed_the_table_no_longer_says_that_time_is_up(hall, table):
    referee = Person("rita")
    Round.objects.filter(number=1).update(started_at=datetime.now(UTC) - timedelta(hours=2))
    hall.played()
    for said in ("Time is up.", "Extra time for this table"):
        assert said in referee.get(table)
    confirm_result(number=1, **hall.at(entrant=hall.numbers()[1]))
    for said in ("Time is up.", "Extra time for this table"):
        assert said not in referee.get(table)


def test_the_tables_phone_sees_the_next_seats_of_all_three_and_the_table_of_the_next_round(hall, base, table):
    phone = with_card(hall, base)
    hall.played()
    confirm_result(number=1, **hall.at(entrant=hall.numbers()[1]))
    publish(2)
    page = phone.get(table)
    for number in hall.numbers():
        there = seat(hall, number)
        assert f"Round 2: table {there.table.number}, {wind_name(there.wind)}" in page
        assert f"{base}rounds/2/tables/{there.table.number}/" in page.links
    assert f"{base}rounds/2/tables/1/" in page.links
    assert "Seats for the next round appear here once they’re published." not in page


def test_a_phone_with_a_player_card_sees_only_that_players_next_seat(hall, base, table):
    hall.played()
    publish(2)
    number = hall.numbers()[2]
    page = with_own_card(hall, base, number).get(table)
    there = seat(hall, number)
    found = [link for link in page.links if "rounds/2" in link]
    assert found == [f"{base}rounds/2/tables/{there.table.number}/"]


def test_a_player_with_a_bye_is_told_so(hall, base, table):
    hall.played()
    publish(2)
    number = hall.numbers()[0]
    Seat.objects.filter(pk=seat(hall, number).pk).update(table=None, wind="")
    assert "Bye in round 2" in with_own_card(hall, base, number).get(table)


def test_a_spectator_is_shown_no_next_step(hall, table):
    hall.played()
    publish(2)
    assert "What’s next" not in Phone().get(table)
