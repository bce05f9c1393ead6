"""The standings are cached by the tournament's version: computed once, and every change shows immediately."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from matches import actions as play
from people.models import Player
from tests.matches.cast import Phone
from tests.matches.table import new_key
from tests.people.cast import PASSWORD
from tests.people.club_cast import member, player
from tests.tournaments.cast import tournament
from tests.tournaments.persons import Person
from tests.tournaments.table_cast import PHONE
from tournaments.models import Adjustment
from tournaments.pages import cache
from tournaments.play import penalties, results
from tournaments.views import screens

pytestmark = pytest.mark.django_db


def page(hall, who=None, after=""):
    return (who or hall.owner).get(f"/e/{hall.tournament.code}/standings/{after}")


def totals(hall):
    """{number: total} as the page shows it."""
    rows = re.findall(r'/players/(\d+)/.*?<b class="amt">(.*?)</b>', page(hall).html, re.DOTALL)
    return {int(number): total for number, total in rows}


def queries_of(step):
    with CaptureQueriesContext(connection) as told:
        step()
    return len(told)


def test_a_second_request_gets_the_cached_standings(hall):
    cache.clear_all()
    first, again = queries_of(lambda: page(hall)), queries_of(lambda: page(hall))
    assert again <= first - 8
    path = f"/e/{hall.tournament.code}/standings/?v=old"
    assert queries_of(lambda: hall.owner.get(path, htmx=True)) <= again


def test_the_standings_are_computed_once_for_all_requests(hall, monkeypatch):
    cache.clear_all()
    made, make = [], screens.StandingsPage
    monkeypatch.setattr(screens, "StandingsPage", lambda *told: made.append(told) or make(*told))
    for _time in range(3):
        page(hall)
    assert len(made) == 1
    results.enter_result(points=(30, 0, -30), **hall.at(device="", by=hall.referee))
    page(hall)
    assert len(made) == 2


def test_every_step_of_a_result_shows_in_the_next_response(hall):
    east, south, west = hall.numbers()
    told = {"tournament": hall.tournament, "by": hall.referee}

    def of_three():
        found = totals(hall)
        return [found[number] for number in (east, south, west)]

    before = of_three()
    results.enter_result(points=(30, 0, -30), **hall.at(device="", by=hall.referee))
    assert (before, of_three()) == (["0", "0", "0"], ["+30", "0", "−30"])
    results.correct_result(points=(0, 30, -30), reason="Misread", number=1, **hall.at(by=hall.referee))
    assert of_three() == ["0", "+30", "−30"]
    fine = penalties.give_penalty(entrant=south, points=-7, reason="Late", key=new_key(), **told)
    assert of_three() == ["0", "+23", "−30"]
    penalties.cancel_penalty(penalty=fine.pk, reason="It was the tram", **told)
    assert of_three() == ["0", "+30", "−30"]


def test_a_hand_at_a_table_shows_in_the_next_response(hall):
    match = hall.open()
    before = page(hall).text
    hall.hand(match)
    assert page(hall).text != before
    play.undo_last(target=1, match=match, device=PHONE, key=new_key(), expected_seq=2)
    assert page(hall).text == before


def test_each_reader_gets_the_names_that_they_may_read_in_their_language(hall):
    Player.objects.filter(pk=player(hall.club.code, "Ann Abbot").pk).update(shown="initials")
    stranger, czech = Phone(), Person("cyril")
    czech.client.cookies["lang"] = "cs"
    told = [page(hall, who).text for who in (hall.owner, stranger, czech, hall.owner)]
    assert ["Ann Abbot" in each for each in told] == [True, False, False, True]
    assert ["Pořadí" in each for each in told] == [False, False, True, False]


def test_a_hidden_or_erased_name_is_missing_from_the_next_response(hall):
    ann = member(hall.club.code, "member", "ann")
    Player.objects.filter(pk=player(hall.club.code, "Ann Abbot").pk).update(user=ann.user)
    other = tournament(hall.club, public=True, published=1, name="Another")
    Adjustment.objects.create(
        tournament=other, key=new_key(), entrant=other.entrants.get(number=4), points=-5,
        reason="Said Ann Abbot", at=other.created_at,
    )  # fmt: skip
    other.entrants.filter(number=1).update(player=None, name="Someone")
    assert "Ann Abbot" in hall.owner.get(f"/e/{other.code}/standings/")
    form = ann.get("/my-data/erase/").form("/erase/")
    ann.send(form, status=303, sure="yes", old_password=PASSWORD)
    assert "Ann Abbot" not in hall.owner.get(f"/e/{other.code}/standings/")
    assert "Ann Abbot" not in page(hall)
