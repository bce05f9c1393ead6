"""Programs read a tournament and, with the scope to organise, run it."""

import pytest

from people.models import Audit, Club
from tests.api.programs import Program, program
from tests.people.club_cast import Person
from tests.tournaments.cast import result, tournament
from tournaments.models import Entrant, Table, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann(db):
    return Person("ann")


@pytest.fixture
def club(ann):
    return Club.objects.get(code=ann.found())


@pytest.fixture
def event(club):
    """Nine players, three rounds: the first is played, the second published, the third drawn."""
    return tournament(club, played=1, published=2, drawn=3)


@pytest.fixture
def desk(ann, club):
    """A program with the scope to organise."""
    return program(ann.user, club, "organise")


def test_the_tournament_its_rounds_and_the_next_seats(desk, event):
    about = desk.get(f"tournaments/{event.code}").json()
    assert (about["name"], about["rounds"], about["current_round"], about["players"]) == ("Spring cup", 2, 2, 9)
    first, second = desk.get(f"tournaments/{event.code}/rounds").json()
    assert {table["state"] for table in first["tables"]} == {"confirmed"}
    assert [seat["points"] for seat in first["tables"][0]["seats"]] == [30, 0, -30]
    assert desk.get(f"tournaments/{event.code}/rounds/next").json() == second
    assert {seat["player"] for table in second["tables"] for seat in table["seats"]} == set(range(1, 10))


def test_the_standings_are_the_same_as_in_the_file_now_and_after_a_round(desk, event):
    now = desk.get(f"tournaments/{event.code}/standings").json()
    assert len(now) == 9
    after = desk.get(f"tournaments/{event.code}/standings?after=1").json()
    assert [(row["name"], row["total"]) for row in after] == [(row["name"], row["total"]) for row in now]
    assert desk.get(f"tournaments/{event.code}/standings?after=2").status_code == 404


def test_an_unchanged_tournament_is_a_304(desk, event):
    tag = desk.get(f"tournaments/{event.code}").headers["ETag"]
    again = desk.get(f"tournaments/{event.code}", **{"If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")
    desk.send(f"tournaments/{event.code}/players/1/check-in", {"present": True}, "put")
    assert desk.get(f"tournaments/{event.code}", **{"If-None-Match": tag}).status_code == 200


def test_strangers_read_only_public_tournaments(event, club):
    assert Program().get(f"tournaments/{event.code}").status_code == 404
    assert Program().get(f"tournaments?club={club.code}").status_code == 404
    Club.objects.update(public=True)
    assert Program().get(f"tournaments?club={club.code}").json() == []
    Tournament.objects.update(public=True)
    assert [row["code"] for row in Program().get(f"tournaments?club={club.code}").json()] == [event.code]
    assert Program().get(f"tournaments/{event.code}/standings").status_code == 200


def test_a_token_of_another_club_is_treated_as_no_token(event):
    bob = Person("bob")
    stranger = program(bob.user, Club.objects.get(code=bob.found("Sunday club")), "organise")
    for part in ("", "/players", "/rounds", "/standings"):
        assert stranger.get(f"tournaments/{event.code}{part}").status_code == 404
    assert stranger.send(f"tournaments/{event.code}/players", [{"name": "Zoe"}]).status_code == 404


def test_players_are_registered_and_checked_in(desk, event):
    new = desk.send(f"tournaments/{event.code}/players", [{"name": "Zoe", "country": "CZ"}, {"name": "Ann Abbot"}])
    assert new.status_code == 201, new.content
    (zoe,) = new.json()
    assert (zoe["number"], zoe["name"], zoe["country"], zoe["checked_in"]) == (10, "Zoe", "CZ", False)
    path = f"tournaments/{event.code}/players/10/check-in"
    for present in (True, False, True):
        assert desk.send(path, {"present": present}, "put").status_code == 204
        assert desk.get(f"tournaments/{event.code}/players").json()[-1]["checked_in"] is present


def test_a_result_is_entered_by_the_organiser_and_confirmed(desk, event):
    path = f"tournaments/{event.code}/rounds/2/tables/1"
    key = "the result of table 1 in round 2"
    for _time in range(2):  # the second time, as after a lost response
        saved = desk.send(f"{path}/result", {"points": [20, -5, -15]}, key=key)
        assert (saved.status_code, saved.json()) == (200, {"number": 1})
    table = desk.get(f"tournaments/{event.code}/rounds/next").json()["tables"][0]
    assert (table["state"], [seat["points"] for seat in table["seats"]]) == ("confirmed", [20, -5, -15])
    assert Table.objects.get(round__number=2, number=1, round__tournament=event).results.count() == 1


def test_a_key_with_other_totals_is_refused(desk, event):
    path, key = f"tournaments/{event.code}/rounds/2/tables/1/result", "the result of table 1 in round 2"
    assert desk.send(path, {"points": [20, -5, -15]}, key=key).status_code == 200
    other = desk.send(path, {"points": [20, -15, -5]}, key=key)
    assert (other.status_code, other.json()["type"]) == (422, "/api/#idempotency-key")
    assert desk.send(path, {"points": [20, -5, -15]}, key=key).json() == {"number": 1}


def test_a_result_that_the_program_has_not_seen_is_not_replaced(desk, club):
    event = tournament(club, published=1)
    table = Table.objects.get(round__tournament=event, number=1)
    result(table, confirmed=False)
    path = f"tournaments/{event.code}/rounds/1/tables/1/result"
    unseen = desk.send(path, {"points": [20, -5, -15], "after": 0})
    assert (unseen.status_code, unseen.json()["field"], table.results.count()) == (422, "table", 1)
    assert desk.send(path, {"points": [20, -5, -15], "after": 1}).json() == {"number": 2}


def test_an_unknown_player_is_not_found_and_no_refusal_is_logged(desk, event):
    answer = desk.send(f"tournaments/{event.code}/players/99/check-in", {"present": True}, "put")
    assert answer.status_code == 404
    assert not Audit.objects.filter(what="change_refused").exists()


def test_a_result_that_players_entered_is_confirmed(desk, club):
    event = tournament(club, published=1)
    result(Table.objects.get(round__tournament=event, number=1), confirmed=False)
    path = f"tournaments/{event.code}/rounds/1/tables/1/confirm"
    assert desk.send(path, {"number": 2}).status_code in (404, 409, 422)
    assert desk.send(path, {"number": 1}).status_code == 204
    assert desk.get(f"tournaments/{event.code}/rounds/next").json()["tables"][0]["state"] == "confirmed"


def test_invalid_totals_are_refused_with_a_sentence(desk, event):
    answer = desk.send(f"tournaments/{event.code}/rounds/2/tables/1/result", {"points": [20, -5, 0]})
    assert answer.status_code == 422
    assert answer.json()["detail"]


@pytest.mark.parametrize("scope", ["read", "score"])
def test_other_scopes_change_no_tournament(ann, club, event, scope):
    tool, base = program(ann.user, club, scope), f"tournaments/{event.code}"
    version = Tournament.objects.get().version
    assert tool.send(f"{base}/players", [{"name": "Zoe"}]).status_code == 403
    assert tool.send(f"{base}/players/1/check-in", {}, "put").status_code == 403
    assert tool.send(f"{base}/rounds/2/tables/1/result", {"points": [20, -5, -15]}).status_code == 403
    assert tool.send(f"{base}/rounds/1/tables/1/confirm", {"number": 1}).status_code == 403
    assert (Tournament.objects.get().version, Entrant.objects.count()) == (version, 9)


def test_only_members_of_the_club_see_who_is_checked_in(desk, event):
    Club.objects.update(public=True)
    Tournament.objects.update(public=True)
    desk.send(f"tournaments/{event.code}/players/1/check-in", {"present": True}, "put")
    path = f"tournaments/{event.code}/players"
    assert [row["checked_in"] for row in desk.get(path).json()][:2] == [True, False]
    assert {row["checked_in"] for row in Program().get(path).json()} == {None}


def test_the_etag_differs_between_members_and_strangers(desk, event):
    Club.objects.update(public=True)
    Tournament.objects.update(public=True)
    tags = {who.get(f"tournaments/{event.code}/players").headers["ETag"] for who in (desk, Program())}
    assert len(tags) == 2
