"""The awards of a season, each with the hand or match that earned it, and the link to BG Stats."""

import json
import re
from datetime import timedelta
from html import unescape
from urllib.parse import unquote

import pytest
from django.test import Client

from clubs.season.awards import awards
from clubs.season.standings import Season, club_seen
from matches.models import Match, Sitting
from people.models import Player, User
from tests.matches.seasons import NOON, club, hand, match, players
from tests.matches.test_season_pages import member

pytestmark = pytest.mark.django_db
DRAW = ("draw", {"draw": True})


@pytest.fixture
def friday():
    """Three matches on three days: Ann wins the first two, Bea the last."""
    friday = club(public=False)
    three = players(friday, "Ann", "Bea", "Cho")
    match(friday, three, hand("P1"), hand("P1", "P2", 9), hand("P2", "P1"), began=NOON)
    match(friday, three, DRAW, hand("P1", "P3", 6), began=NOON + timedelta(days=1))
    match(friday, three, DRAW, DRAW, hand("P2", "P3", 12), hand("P3"), began=NOON + timedelta(days=2))
    return friday


def season(of, user=None, system="korean_japanese"):
    return Season(club_seen(of.code, user or User(is_superuser=True, is_active=True)), system)


def told(of, **who):
    return [
        (award.title, award.value, [(holder.name, holder.proof.label) for holder in award.holders], award.others)
        for award in awards(season(of, **who))
    ]


def test_each_award_has_its_winner_and_the_hand_or_match(friday):
    gains = {sitting.best for sitting in Sitting.objects.filter(match__in=Match.objects.all())}
    assert told(friday) == [
        ("Highest hand", f"+{max(gains)} points", [("Bea", "hand 3")], 0),
        ("Most hands won in one match", "2 hands", [("Ann", "the match")], 0),
        (
            "Most points won in one match",
            f"+{max(Sitting.objects.values_list('points', flat=True))} points",
            [(Sitting.objects.order_by("-points").first().name, "the match")],
            0,
        ),
        ("Most matches won in a row", "2 matches", [("Ann", "the match")], 0),
        ("Most goulashes broken", "1 goulash", [("Ann", "hand 2"), ("Bea", "hand 3")], 0),
    ]


def test_an_award_links_to_its_hand_for_people_who_may_see_it(friday):
    page = member(friday).get(f"/c/{friday.code}/season/awards/").content.decode()
    links = re.findall(r'href="(/m/[\w-]{22}/hands/\d+/)">hand (\d+)</a>', page)
    assert [no for _url, no in links] == ["3", "2", "3"]
    assert member(friday, "bob").get(links[0][0]).status_code == 200
    assert Client().get(f"/c/{friday.code}/season/awards/").status_code == 404
    type(friday).objects.update(public=True)
    public = Client().get(f"/c/{friday.code}/season/awards/").content.decode()
    assert "Highest hand" in public
    assert "/hands/" not in public


def test_if_many_share_an_award_three_are_named(friday):
    for name in ("Dan", "Eva", "Fay", "Gus"):
        others = players(friday, name, f"{name} B", f"{name} C")
        match(friday, others, DRAW, DRAW, hand("P2", "P3", 12), began=NOON + timedelta(days=5))
    highest = awards(season(friday))[0]
    assert (highest.title, len(highest.holders), highest.others) == ("Highest hand", 3, 2)


def test_without_a_finished_match_there_are_no_awards():
    empty = club()
    assert told(empty) == []
    assert "No awards yet" in Client().get(f"/c/{empty.code}/season/awards/").content.decode()


def test_merged_entries_count_together_and_an_erased_player_has_no_page(friday):
    others = players(friday, "Anna", "Dan", "Eva")
    match(friday, others, hand("P1"), began=NOON + timedelta(days=1, hours=5))
    ann, anna = (Player.objects.get(name=name) for name in ("Ann", "Anna"))
    Player.objects.filter(pk=anna.pk).update(merged_into=ann.pk)
    streak = next(award for award in awards(season(friday)) if award.title == "Most matches won in a row")
    assert (streak.value, streak.holders[0].player) == ("3 matches", ann.pk)
    Player.objects.filter(pk=ann.pk).update(erased_at=NOON)
    streak = next(award for award in awards(season(friday)) if award.title == "Most matches won in a row")
    assert streak.holders[0].player is None


def test_a_goulash_counts_for_the_player_who_collected_it(friday):
    assert list(Sitting.objects.filter(broken__gt=0).order_by("pk").values_list("name", "broken")) == [
        (Sitting.objects.get(match__created_at=NOON + timedelta(days=1), chair="P1").name, 1),
        (Sitting.objects.get(match__created_at=NOON + timedelta(days=2), chair="P2").name, 1),
    ]


def test_bg_stats_gets_the_names_points_and_places_of_a_finished_match(friday):
    game = Match.objects.order_by("created_at").first()
    page = member(friday).get(f"/m/{game.code}/end/").content.decode()
    link = unescape(re.search(r'href="(https://app\.bgstatsapp\.com/createPlay\.html\?data=[^"]*)"', page)[1])
    play = json.loads(unquote(link.partition("data=")[2]))
    assert (play["sourceName"], play["sourcePlayId"], play["location"]) == ("Scorekeeper", game.code, "Friday club")
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d", play["playDate"])
    assert play["game"]["name"] == "Mahjong: Korean/Japanese"
    game.refresh_from_db()
    assert [int(player["score"]) for player in play["players"]] == [game.b1, game.b2, game.b3]
    assert sum(player["winner"] for player in play["players"]) == 1
    assert {player["rank"] for player in play["players"]} == {1, 2, 3}


def test_a_match_in_progress_is_not_sent_to_bg_stats(friday):
    running = match(friday, list(Player.objects.filter(club=friday))[:3], hand("P1"), close=False)
    assert "bgstatsapp" not in member(friday).get(f"/m/{running.code}/end/").content.decode()
