"""What tournaments store about players follows the roster: merged, renamed, and exported with a person's data."""

import json

import pytest
from django.apps import apps
from django.db import OperationalError, connection, transaction
from django.test.utils import CaptureQueriesContext

from people import player_data_hooks
from people.clubs import rights
from people.models import Club, Player, Role
from tests.people.club_cast import player
from tests.tournaments.cast import tournament
from tests.tournaments.people_cast import ANN, leave_traces, named, substituted
from tests.tournaments.persons import Person
from tournaments import privacy as keep
from tournaments.files.archive.read import read
from tournaments.files.archive.write import archive_bytes
from tournaments.models import Entrant, Seat, Tournament
from tournaments.snapshot import Day

pytestmark = pytest.mark.django_db


@pytest.fixture
def olga():
    return Person("olga")


@pytest.fixture
def club(olga):
    code = olga.found()
    olga.add(code, f"{ANN}\nBea Brook\nZdenka Nova")
    return Club.objects.get(code=code)


@pytest.fixture
def cup(club):
    """Ann is number 1, Bea number 2; one round is published."""
    return tournament(club, published=1)


def merged(olga, club, gone, kept):
    path = f"/c/{club.code}/players/{player(club.code, gone).pk}/merge/"
    olga.post(path, {"into": player(club.code, kept).pk}, status=303)


# ── merged, renamed ──────────────────────────────────────────────────────────


@pytest.mark.both_databases
def test_merged_roster_entries_are_one_person_in_tournaments(olga, club, cup):
    version = Tournament.objects.get(pk=cup.pk).version
    merged(olga, club, ANN, "Zdenka Nova")
    assert named(cup)[1] == ("Zdenka Nova", "Zdenka Nova")
    assert Tournament.objects.get(pk=cup.pk).version > version
    page = olga.get(f"/e/{cup.code}/standings/")
    assert ("Zdenka Nova" in page, ANN in page) == (True, False)


def test_a_substitute_under_the_old_entry_is_one_under_the_new_entry(olga, club, cup):
    Entrant.objects.filter(tournament=cup, number=1).update(player=None, name="Someone")
    seat = substituted(cup, olga, 5, ANN)
    merged(olga, club, ANN, "Zdenka Nova")
    seat.refresh_from_db()
    assert (seat.substitute, seat.substitute_player) == ("Zdenka Nova", player(club.code, "Zdenka Nova"))


def test_merged_entries_in_the_same_tournament_keep_their_own_names(olga, club, cup):
    other = tournament(club, name="Autumn cup")
    Entrant.objects.filter(tournament=other, number=2).update(player=None, name="Someone")
    merged(olga, club, ANN, "Bea Brook")
    assert (named(cup)[1], named(cup)[2]) == ((ANN, ANN), ("Bea Brook", "Bea Brook"))
    assert named(other)[1] == ("Bea Brook", "Bea Brook")
    page = olga.get(f"/e/{cup.code}/standings/")
    assert (ANN in page, "Bea Brook" in page) == (True, True)
    archive = read(archive_bytes(Tournament.objects.get(pk=cup.pk)))
    people = [(row["player"], row["name"]) for row in archive.lists["entrants"][:2]]
    assert people == [(None, ANN), ("Bea Brook", "")]


def test_standings_with_only_the_remaining_entry_are_recomputed_too(olga, club):
    other = tournament(club, name="Autumn cup")
    Entrant.objects.filter(tournament=other, number=1).update(player=None, name="Someone")
    version = Tournament.objects.get(pk=other.pk).version
    merged(olga, club, ANN, "Bea Brook")
    assert Tournament.objects.get(pk=other.pk).version == version + 1


def test_an_old_entry_shows_no_more_of_the_name_than_the_person_wishes(olga, club, cup):
    Player.objects.filter(name="Bea Brook").update(shown="initials")
    merged(olga, club, ANN, "Bea Brook")
    day = Day(cup, inside=False)
    assert [day.names[each.pk] for each in day.entrants[:2]] == ["A. A.", "B. B."]
    path = f"/c/{club.code}/players/{player(club.code, 'Bea Brook').pk}/entry/"
    olga.send(olga.get(path).form("/entry/"), status=303, shown="full")
    assert [Day(cup).names[each.pk] for each in day.entrants[:2]] == [ANN, "Bea Brook"]


def test_a_substitute_has_the_name_that_the_roster_has_now(olga, club, cup):
    seat = substituted(cup, olga, 5, "Zdenka Nova")
    path = f"/c/{club.code}/players/{player(club.code, 'Zdenka Nova').pk}/entry/"
    olga.send(olga.get(path).form("/entry/"), status=303, name="Zdenka Stara")
    seat.refresh_from_db()
    assert seat.substitute == "Zdenka Stara"


# ── while others write ───────────────────────────────────────────────────────


@pytest.mark.both_databases
def test_the_tournaments_of_a_player_are_found_without_joining_entrants_and_seats(olga, club, cup):
    substituted(cup, olga, 5, "Zdenka Nova")
    other = tournament(club, name="Autumn cup")
    versions = {each.pk: each.version for each in Tournament.objects.all()}
    with CaptureQueriesContext(connection) as asked, transaction.atomic():
        keep.rename(Player.objects.get(name="Zdenka Nova"))
        keep.merge(Player.objects.get(name=ANN), Player.objects.get(name="Zdenka Nova"))
    both = [
        each["sql"] for each in asked if "_entrant" in each["sql"] and "_seat" in each["sql"] and "JOIN" in each["sql"]
    ]
    assert [sql for sql in both if sql.startswith("SELECT")] == []
    risen = {each.pk: each.version - versions[each.pk] for each in Tournament.objects.all()}
    assert risen == {cup.pk: 2, other.pk: 1}


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_locked_club_does_not_block_rows_that_refer_to_it(olga, club):
    """An action that holds a tournament adds an audit row about the club: a full lock would be a deadlock."""
    other = connection.copy()
    row = f"SELECT 1 FROM {Club._meta.db_table} WHERE id = {club.pk} FOR"
    try:
        with rights.acting(club, olga.user, Role.ORGANISER), other.cursor() as cursor:
            cursor.execute("SET lock_timeout = '200ms'")
            cursor.execute(f"{row} KEY SHARE")
            assert cursor.fetchone() == (1,)
            with pytest.raises(OperationalError):
                cursor.execute(f"{row} NO KEY UPDATE")
            cursor.execute("RESET lock_timeout")  # the pool lends the same connection to later tests
    finally:
        other.close()


# ── a person's data ──────────────────────────────────────────────────────────


@pytest.fixture
def traced(club, cup, olga):
    """Zdenka, whose name is in every text of the tournament."""
    return leave_traces(club, cup, olga)


def test_the_file_with_a_persons_data_lists_tournaments_and_nobody_else(traced, cup):
    answer = traced.client.get("/my-data/person.json")
    content = json.loads(answer.content)
    (entry,), (game,) = content["tournaments"], content["substituted"]
    assert entry.pop("entered_at").startswith("20")
    event = {"tournament": "Zdenka Nova cup", "day": "2026-11-21", "club": "Friday club"}
    theirs = {"club_name": "Riga Nova club", "country": "Latvia", "licence": "LV-77"}
    assert entry == {**event, "number": 4, **theirs, "wish": "", "state": "entered"}
    number = Seat.objects.get(round__tournament=cup, round__number=1, entrant__number=5).table.number
    assert game == {**event, "round": 1, "table": number, "name": "Zdenka Nova"}
    assert [name.encode() in answer.content for name in ("Eva Eder", ANN, "Bea Brook")] == [False] * 3
    assert "tournaments.1.licence,LV-77" in traced.client.get("/my-data/person.csv").content.decode("utf-8-sig")


def test_starting_the_app_twice_registers_its_hooks_once():
    before = list(player_data_hooks.REGISTERED)
    apps.get_app_config("tournaments").ready()
    assert before == player_data_hooks.REGISTERED
