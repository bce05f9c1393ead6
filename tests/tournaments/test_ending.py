"""Ending a tournament and reopening it: when that is possible, and who may do it."""

import pytest

from people.models import Audit
from tests.people.club_cast import member
from tests.tournaments.cast import tournament
from tournaments.models import Round, Tournament

pytestmark = pytest.mark.django_db


def state(made):
    return Tournament.objects.get(pk=made.pk).state


def test_the_desk_ends_a_tournament_whose_rounds_are_closed_and_reopens_it(olga, club):
    made = tournament(club, rounds=2, played=2)
    desk = olga.get(f"/e/{made.code}/desk/")
    assert "All rounds are closed" in desk
    olga.send(desk.form(f"/e/{made.code}/finish/"), status=303)
    assert state(made) == "over"
    desk = olga.get(f"/e/{made.code}/desk/")
    assert "The tournament has finished" in desk
    assert "Final standings" in olga.get(f"/e/{made.code}/")
    olga.send(desk.form(f"/e/{made.code}/resume/"), status=303)
    assert state(made) == "running"
    told = Audit.objects.filter(what__startswith="tournament_").order_by("pk").values_list("what", "after")
    assert list(told) == [
        ("tournament_ended", {"tournament": made.code}),
        ("tournament_taken_up", {"tournament": made.code}),
    ]


def test_a_tournament_does_not_end_before_its_rounds_are_closed(olga, club):
    made = tournament(club, rounds=3, played=1, published=2, drawn=3)
    page = olga.post(f"/e/{made.code}/finish/", status=422)
    assert "Round 2 isn’t closed. Close it, or cancel it if it won’t be played." in page
    assert state(made) == "running"


def test_a_tournament_does_not_end_before_it_begins(olga, club):
    made = tournament(club)
    assert "No round has been played yet." in olga.post(f"/e/{made.code}/finish/", status=422)


def test_a_referee_sees_that_the_tournament_can_end_but_cannot_end_it(olga, club):
    made = tournament(club, rounds=1, played=1)
    referee = member(club.code, "referee", "rita")
    assert f"/e/{made.code}/finish/" not in referee.get(f"/e/{made.code}/desk/").html
    referee.post(f"/e/{made.code}/finish/", status=404)
    assert (state(made), Round.objects.filter(tournament=made, closed_at=None).count()) == ("running", 0)
