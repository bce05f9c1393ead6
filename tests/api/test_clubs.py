"""What programs read about a club: with a token as much as its member, without one only what is public."""

from datetime import UTC, datetime

import pytest

from matches.models import Match, Sitting
from people.models import Club
from tests.api.programs import NAMES, Program, program
from tests.people.club_cast import Person

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann(db):
    return Person("ann")


@pytest.fixture
def club(ann):
    """A club with three players on its roster."""
    code = ann.found()
    ann.add(code, "Ann\nBea\nCho")
    return Club.objects.get(code=code)


@pytest.fixture
def tool(ann, club):
    return program(ann.user, club)


@pytest.fixture
def stranger(club):
    """A program whose account owns another club."""
    bob = Person("bob")
    return program(bob.user, Club.objects.get(code=bob.found("Sunday club")))


OF_MEMBERS = ("", "/players", "/season", "/tables", "/house-rules")
PUBLIC = OF_MEMBERS[:-1]


def statuses(who, club):
    return [who.get(f"clubs/{club.code}{part}").status_code for part in OF_MEMBERS]


def test_members_read_everything_and_others_what_is_public(tool, stranger, club):
    assert statuses(tool, club) == [200] * 5
    assert statuses(stranger, club) == [404] * 5
    assert statuses(Program(), club) == [404, 404, 404, 404, 401]
    Club.objects.update(public=True)
    assert statuses(tool, club) == [200] * 5
    assert statuses(stranger, club) == [200, 200, 200, 200, 404]
    assert statuses(Program(), club) == [200, 200, 200, 200, 401]


def test_an_owner_of_two_clubs_reads_one_with_the_token_of_the_other_like_anybody(ann, club):
    other = Club.objects.get(code=ann.found("Another club"))
    assert statuses(program(ann.user, other), club) == [404] * 5


def test_the_players_are_those_of_the_roster(tool, club):
    listed = tool.get(f"clubs/{club.code}/players").json()
    assert [player["name"] for player in listed] == ["Ann", "Bea", "Cho"]


def test_strangers_see_the_names_that_players_chose(ann, tool, club):
    club.players.filter(name="Bea").update(shown="hidden")
    Club.objects.update(public=True)
    inside = {player["name"] for player in tool.get(f"clubs/{club.code}/players").json()}
    outside = {player["name"] for player in Program().get(f"clubs/{club.code}/players").json()}
    assert "Bea" in inside
    assert "Bea" not in outside


def test_the_season_is_the_same_as_in_the_file(ann, tool, club):
    answer = tool.get(f"clubs/{club.code}/season?system=korean_japanese&from=2026-01-01&least=2").json()
    assert (answer["format"], answer["from"], answer["least"]) == ("scorekeeper-season", "2026-01-01", 2)
    assert answer["standings"] == []


@pytest.mark.parametrize(
    ("query", "field"), [("system=chess", "system"), ("from=2026-02-02&to=2026-01-01", "to"), ("least=-1", "least")]
)
def test_a_wrong_filter_of_the_season_is_named(tool, club, query, field):
    answer = tool.get(f"clubs/{club.code}/season?{query}")
    assert (answer.status_code, answer.json()["field"]) == (422, field)


def test_open_tables_are_the_matches_in_play_and_for_strangers_only_public_ones(tool, club):
    Club.objects.update(public=True)
    start = {"club": club.code, "system": "korean_japanese", "players": NAMES}
    code, hidden = [tool.send("matches", start).json()["code"] for _match in range(2)]
    Match.objects.filter(code=code).update(public=True)
    path = f"clubs/{club.code}/tables"
    assert {row["code"] for row in tool.get(path).json()} == {code, hidden}
    (row,) = Program().get(path).json()
    assert (row["code"], row["players"], row["balances"]) == (code, NAMES, {"P1": 0, "P2": 0, "P3": 0})


def test_all_rule_books_are_listed(db):
    books = Program().get("rule-books").json()
    assert {book["key"] for book in books} >= {"korean_japanese", "honshu", "riichi_sanma"}
    assert all(book["options"] and book["presets"] for book in books)


def test_strangers_see_players_who_have_finished_a_match_and_not_left(ann, tool, club):
    Club.objects.update(public=True)
    path = f"clubs/{club.code}/players"

    def names(who):
        return [player["name"] for player in who.get(path).json()]

    assert names(Program()) == []
    code = tool.send("matches", {"club": club.code, "system": "korean_japanese", "players": NAMES}).json()["code"]
    ids = {player.name: player.pk for player in club.players.all()}
    for sitting in Match.objects.get(code=code).sittings.all():
        Sitting.objects.filter(pk=sitting.pk).update(player=ids[sitting.name])
    assert names(Program()) == []  # the match isn't over
    Sitting.objects.exclude(name="Cho").update(played_on="2026-01-02", system="korean_japanese")
    assert names(Program()) == ["Ann", "Bea"]
    club.players.filter(name="Bea").update(left_at=datetime.now(UTC))
    assert names(Program()) == ["Ann"]
    assert names(tool) == ["Ann", "Bea", "Cho"]
