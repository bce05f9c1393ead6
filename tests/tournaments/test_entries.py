"""The actions for entrants: add a list, accept, withdraw, waiting list, check-in, people kept apart."""

import pytest

from engine.errors import RuleViolation
from people.db.transactions import NotAllowed
from people.models import Club, Player
from tests.people.club_cast import member
from tests.tournaments.cast import tournament as a_tournament
from tests.tournaments.entry_actions import add, founded, listed
from tournaments.draw.seat_plans import kept_apart
from tournaments.entries import entries, self_registration, teams
from tournaments.entries.entries import EntryDetails
from tournaments.links import entrant_token
from tournaments.models import Entrant, Team
from tournaments.setup import lifecycle
from tournaments.setup.lifecycle import About
from tournaments.snapshot import Day

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def club(founder):
    code = founder.found()
    founder.add(code, "Ann Abbot\nBea Brook")
    return Club.objects.get(code=code)


@pytest.fixture
def cup(olga, club):
    return founded(olga, club)


# ── the list ─────────────────────────────────────────────────────────────────


def test_a_name_from_the_roster_is_linked_to_that_player_and_nobody_is_entered_twice(olga, cup):
    add(cup, olga, "ann  ABBOT", "Cho Chan")
    add(cup, olga, "CHO CHAN", "Ann Abbot", "Dan Drake")
    assert listed(cup) == [(1, "Ann Abbot", "entered"), (2, "Cho Chan", "entered"), (3, "Dan Drake", "entered")]
    ann = Entrant.objects.get(tournament=cup, number=1)
    assert (ann.player, ann.name) == (Player.objects.get(name="Ann Abbot"), "")


def test_teams_are_made_of_their_names_once(olga, cup):
    add(cup, olga, "Ann Abbot", "Cho Chan", team="Red  dragons")
    add(cup, olga, "Dan Drake", team="red DRAGONS")
    assert list(Team.objects.values_list("number", "name")) == [(1, "Red dragons")]
    assert Entrant.objects.filter(team__number=1).count() == 3


def test_an_entry_is_changed_but_never_to_somebody_who_is_entered(olga, cup):
    add(cup, olga, "Ann Abbot", "Cho Chan")
    change = {"tournament": cup, "by": olga.user, "number": 2}
    entries.change_entrant(**change, details=EntryDetails(name="Cho Chang", country="CZ", licence="77", seeding=3))
    cho = Entrant.objects.get(tournament=cup, number=2)
    assert (cho.name, cho.country, cho.licence, cho.seeding) == ("Cho Chang", "CZ", "77", 3)
    with pytest.raises(RuleViolation, match="already registered"):
        entries.change_entrant(**change, details=EntryDetails(name="ANN ABBOT"))
    ann = Player.objects.get(name="Ann Abbot")
    with pytest.raises(RuleViolation, match="already registered"):
        entries.change_entrant(**change, details=EntryDetails(name="Cho", player=ann.pk))


def test_a_full_tournament_takes_nobody_and_the_waiting_list_moves_up_in_order(olga, club):
    cup = founded(olga, club, capacity=3)
    add(cup, olga, "A1", "A2", "A3", "A4", "A5")
    add(cup, olga, "Full table", house=True)
    assert [state for *_, state in listed(cup)] == [*["entered"] * 3, "waiting", "waiting", "entered"]
    entries.withdraw_entrant(tournament=cup, by=olga.user, number=2)
    assert [state for *_, state in listed(cup)][:5] == ["entered", "withdrawn", "entered", "entered", "waiting"]
    lifecycle.change_about(tournament=cup, by=olga.user, about=About(name="Cup", starts_on=cup.starts_on, capacity=9))
    assert listed(cup)[4] == (5, "A5", "entered")
    assert entries.approve_entrant(tournament=cup, by=olga.user, number=2) == "entered"


def test_once_a_round_is_drawn_newcomers_wait_and_players_keep_their_places(olga, club):
    cup = a_tournament(club, drawn=1)
    (late,) = add(cup, olga, "Late Lee")
    assert (late.state, late.number) == ("waiting", 10)
    with pytest.raises(RuleViolation, match="drawn"):
        entries.withdraw_entrant(tournament=cup, by=olga.user, number=1)


@pytest.mark.parametrize("state", ["entered", "waiting", "withdrawn"])
def test_a_player_with_a_published_seat_is_withdrawn_only_on_the_page_for_late_arrivals(olga, club, state):
    cup = a_tournament(club, published=1)
    Entrant.objects.filter(tournament=cup, number=1).update(state=state)
    told, before = {"tournament": cup, "number": 1}, listed(cup)
    token = entrant_token(cup, Entrant.objects.get(tournament=cup, number=1))
    steps = {
        "entered": [
            lambda: entries.withdraw_entrant(**told, by=olga.user),
            lambda: self_registration.leave(**told, token=token),
        ],
        "waiting": [
            lambda: entries.refuse_entrant(**told, by=olga.user),
            lambda: self_registration.leave(**told, token=token),
        ],
        "withdrawn": [lambda: entries.approve_entrant(**told, by=olga.user)],
    }
    for step in steps[state]:
        with pytest.raises(
            RuleViolation,
            match="drawn"
            if state == "entered"
            else "To withdraw or readmit players with a seat in a published round, use “Late arrivals "
            "and withdrawals”.",
        ):
            step()
    assert listed(cup) == before


def test_no_shows_give_their_places_to_people_who_have_come(olga, club):
    cup = founded(olga, club, capacity=3)
    add(cup, olga, "A1", "A2", "A3", "A4", "A5")
    for number in (1, 5):
        entries.check_in(tournament=cup, by=olga.user, number=number)
    assert entries.withdraw_absent(tournament=cup, by=olga.user) == [2, 3]
    assert [state for *_, state in listed(cup)] == ["entered", "withdrawn", "withdrawn", "waiting", "entered"]


def test_a_referee_checks_in_and_a_scorer_does_not(olga, club, cup):
    add(cup, olga, "Cho Chan")
    told = {"tournament": cup, "number": 1}
    entries.check_in(**told, by=member(club.code, "referee").user)
    assert Entrant.objects.get(tournament=cup).checked_in_at is not None
    entries.check_in(**told, by=olga.user, present=False)
    assert Entrant.objects.get(tournament=cup).checked_in_at is None
    with pytest.raises(NotAllowed):
        entries.check_in(**told, by=member(club.code, "scorer").user)


# ── apart ────────────────────────────────────────────────────────────────────


def test_people_are_kept_apart_by_name_by_team_and_by_club(olga, cup):
    add(cup, olga, "A1", "A2", team="Red", club_name="Brno")
    add(cup, olga, "A3", "A4", club_name="brno")
    add(cup, olga, "A5")
    told = {"tournament": cup, "by": olga.user}

    def pairs():
        cup.refresh_from_db()
        return sorted(kept_apart(Day(cup)))

    teams.keep_apart(**told, one=5, other=1)
    assert pairs() == [(1, 5)]
    teams.keep_groups_apart(**told, teams=True, clubs=False)
    assert pairs() == [(1, 2), (1, 5)]
    teams.keep_groups_apart(**told, teams=False, clubs=True)
    teams.keep_apart(**told, one=1, other=5, apart=False)
    assert pairs() == [(1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)]
    with pytest.raises(RuleViolation, match="two different"):
        teams.keep_apart(**told, one=1, other=1)


def test_a_team_is_renamed_and_dissolved(olga, cup):
    add(cup, olga, "A1", "A2", team="Red")
    add(cup, olga, "A3", team="Blue")
    told = {"tournament": cup, "by": olga.user}
    with pytest.raises(RuleViolation, match="Another team"):
        teams.rename_team(**told, number=1, name="BLUE")
    teams.rename_team(**told, number=1, name="Green")
    teams.remove_team(**told, number=2)
    members = Entrant.objects.filter(tournament=cup).order_by("number").values_list("number", "team__name")
    assert list(members) == [(1, "Green"), (2, "Green"), (3, None)]
