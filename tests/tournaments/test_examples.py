"""The examples that a new site shows on the first visit."""

import io

import pytest
from django.core.management import call_command

from matches.models import Match
from people.models import Club, Player
from tests.matches.cast import Phone
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


def load() -> list[str]:
    """Load the examples, and return the URLs that the command prints."""
    out = io.StringIO()
    call_command("load_examples", stdout=out, stderr=io.StringIO())
    return out.getvalue().split()


@pytest.fixture(scope="module")
def addresses(standing):
    return load()


def test_the_first_page_links_to_an_example_match_season_and_tournament_that_anybody_can_open(addresses):
    stranger = Phone()
    home = stranger.get("/")
    assert [address in home.links for address in addresses] == [True, True, True]
    match, season, tournament = (stranger.get(address) for address in addresses)
    assert "Hand 7 of 9" in match
    assert [name in season for name in ("Ann Abbot", "Bea Brook", "Cho Hana", "Dan Drake", "Eva Říhová")] == [True] * 5
    assert "Standings" in tournament


def test_people_with_a_match_no_longer_see_the_examples(addresses):
    phone = Phone()
    phone.start(("Ann", "Bea", "Cho"))
    assert "Take a look" not in phone.get("/")


def test_loading_the_examples_again_changes_nothing(addresses):
    before = Match.objects.count(), Player.objects.count(), Club.objects.count(), Tournament.objects.count()
    assert load() == addresses
    assert (Match.objects.count(), Player.objects.count(), Club.objects.count(), Tournament.objects.count()) == before
