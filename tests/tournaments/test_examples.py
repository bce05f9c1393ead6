"""What a new site shows to somebody who opens it for the first time."""

import io

import pytest
from django.core.management import call_command

from matches.models import Match
from people.models import Club, Player
from tests.matches.cast import Phone
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def load() -> list[str]:
    """The addresses that the command prints."""
    out = io.StringIO()
    call_command("load_examples", stdout=out, stderr=io.StringIO())
    return out.getvalue().split()


@pytest.fixture(scope="module")
def addresses(standing):
    return load()


def test_a_first_visit_leads_to_a_match_a_season_and_a_tournament_that_a_stranger_can_open(addresses):
    stranger = Phone()
    home = stranger.get("/")
    assert [address in home.links for address in addresses] == [True, True, True]
    match, season, tournament = (stranger.get(address) for address in addresses)
    assert "Hand 7 of 9" in match
    assert [name in season for name in ("Ann Abbot", "Bea Brook", "Cho Hana", "Dan Drake", "Eva Říhová")] == [True] * 5
    assert "Standings" in tournament


def test_whoever_has_a_match_no_longer_sees_the_examples(addresses):
    phone = Phone()
    phone.start(("Ann", "Bea", "Cho"))
    assert "Take a look" not in phone.get("/")


def test_loading_the_examples_again_changes_nothing(addresses):
    before = Match.objects.count(), Player.objects.count(), Club.objects.count(), Tournament.objects.count()
    assert load() == addresses
    assert (Match.objects.count(), Player.objects.count(), Club.objects.count(), Tournament.objects.count()) == before
