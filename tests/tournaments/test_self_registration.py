"""The actions for self-registration: applications, wishes for a team, players' own links."""

from datetime import UTC, datetime

import pytest

from engine.errors import RuleViolation
from people.db.transactions import NotAllowed
from people.models import Club, Player
from tests.matches.table import new_key
from tests.tournaments.cast import tournament as a_tournament
from tests.tournaments.entry_actions import add, founded, listed
from tournaments.entries import entries, self_registration, teams
from tournaments.entries.entries import EntryDetails
from tournaments.links import entrant_token
from tournaments.models import Entrant, Phone, Team

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def club(founder):
    code = founder.found()
    founder.add(code, "Ann Abbot\nBea Brook")
    return Club.objects.get(code=code)


@pytest.fixture
def cup(olga, club):
    return founded(olga, club)


def ask(cup, name, **told):
    return self_registration.register_entrant(
        tournament=cup, details=EntryDetails(name=name), key=told.pop("key", new_key()), **told
    )


def test_nobody_registers_if_registration_is_closed_or_the_draw_is_done(olga, club, cup):
    for closed in (cup, a_tournament(club, drawn=1, open_for_entry=True)):
        with pytest.raises(RuleViolation, match="Registration is closed"):
            ask(closed, "Cho Chan")


def test_applications_are_accepted_or_declined(olga, club):
    cup = founded(olga, club, open_for_entry=True)
    ask(cup, "Cho Chan"), ask(cup, "Dan Drake")
    assert [state for *_, state in listed(cup)] == ["asked", "asked"]
    entries.approve_entrant(tournament=cup, by=olga.user, number=1)
    entries.refuse_entrant(tournament=cup, by=olga.user, number=2)
    assert [state for *_, state in listed(cup)] == ["entered", "refused"]


def wishing(olga, club, *teams):
    """A tournament with approval; Cho, Dan … apply, each wishing for a team."""
    cup = founded(olga, club, open_for_entry=True)
    for name, team in zip(("Cho Chan", "Dan Drake", "Eva Eder"), teams, strict=False):
        self_registration.register_entrant(tournament=cup, details=EntryDetails(name=name, team=team), key=new_key())
    return cup


def teamed(cup):
    """The team and the wish of every entrant."""
    return list(Entrant.objects.filter(tournament=cup).order_by("number").values_list("team__name", "wish"))


def test_an_application_creates_no_team_before_it_is_accepted(olga, club):
    cup = wishing(olga, club, "Red  dragons", "red DRAGONS", "Blue")
    assert (teamed(cup), Team.objects.count()) == ([(None, "Red dragons"), (None, "red DRAGONS"), (None, "Blue")], 0)
    entries.approve_entrant(tournament=cup, by=olga.user, number=1)
    entries.approve_entrant(tournament=cup, by=olga.user, number=2)
    entries.refuse_entrant(tournament=cup, by=olga.user, number=3)
    assert teamed(cup) == [("Red dragons", ""), ("Red dragons", ""), (None, "Blue")]
    assert list(Team.objects.values_list("name", flat=True)) == ["Red dragons"]


def test_editing_an_application_changes_the_wish_and_creates_no_team(olga, club):
    cup = wishing(olga, club, "Red")
    entries.change_entrant(tournament=cup, by=olga.user, number=1, details=EntryDetails(name="Cho Chan", team="Blue"))
    assert (teamed(cup), Team.objects.count()) == ([(None, "Blue")], 0)
    entries.approve_entrant(tournament=cup, by=olga.user, number=1)
    entries.change_entrant(tournament=cup, by=olga.user, number=1, details=EntryDetails(name="Cho Chan", team="Green"))
    assert teamed(cup) == [("Green", "")]


def test_a_new_application_after_withdrawing_has_a_new_wish(olga, club):
    cup = founded(olga, club, open_for_entry=True)
    Player.objects.filter(name="Bea Brook").update(user=olga.user)
    told = {"tournament": cup, "user": olga.user}
    for team in ("Red", "Blue"):
        entrant = self_registration.register_entrant(**told, details=EntryDetails(name="x", team=team), key=new_key())
        self_registration.leave(tournament=cup, number=1, token=entrant_token(cup, entrant))
    assert (teamed(cup), Team.objects.count()) == ([(None, "Blue")], 0)


def test_without_approval_the_team_is_created_immediately(olga, club):
    cup = founded(olga, club, open_for_entry=True, approval=False)
    self_registration.register_entrant(tournament=cup, details=EntryDetails(name="Cho Chan", team="Red"), key=new_key())
    assert teamed(cup) == [("Red", "")]


def test_with_too_many_teams_nobody_is_accepted_with_another_one(olga, club, monkeypatch):
    monkeypatch.setattr(teams, "MOST_TEAMS", 0)
    cup = wishing(olga, club, "Red")
    with pytest.raises(RuleViolation, match="at most 0 teams"):
        entries.approve_entrant(tournament=cup, by=olga.user, number=1)
    assert listed(cup) == [(1, "Cho Chan", "asked")]


def test_a_form_sent_twice_registers_once_and_gives_the_phone_access(olga, club):
    cup = founded(olga, club, open_for_entry=True, approval=False)
    key, device = new_key(), new_key()
    first, again = (ask(cup, "Cho Chan", key=key, device=device) for _time in range(2))
    assert first.pk == again.pk
    assert (listed(cup), Phone.objects.filter(entrant=first).count()) == ([(1, "Cho Chan", "entered")], 1)


def test_an_account_registers_as_its_roster_player_but_a_stranger_of_that_name_does_not(olga, club):
    cup = founded(olga, club, open_for_entry=True, approval=False)
    bea, ann = Player.objects.get(name="Bea Brook"), Player.objects.get(name="Ann Abbot")
    Player.objects.filter(pk=bea.pk).update(user=olga.user)
    assert ask(cup, "whatever", user=olga.user).player == bea
    assert (ask(cup, "Ann Abbot").player, ann.entries.count()) == (None, 0)
    with pytest.raises(RuleViolation, match="is already registered. If that isn’t you, ask the organisers."):
        ask(cup, "bea brook")


def test_a_players_own_link_checks_in_on_the_day_and_withdraws_before_the_draw(olga, club):
    today = founded(olga, club, starts_on=datetime.now(UTC).date(), capacity=3)
    add(today, olga, "A1", "A2", "A3", "A4")
    first = Entrant.objects.get(tournament=today, number=1)
    told = {"tournament": today, "number": 1, "token": entrant_token(today, first)}
    assert self_registration.use_own_link(**told, device=new_key()).checked_in_at is not None
    with pytest.raises(NotAllowed):
        self_registration.use_own_link(**{**told, "number": 2}, device=new_key())
    self_registration.leave(**told)
    assert [state for *_, state in listed(today)] == ["withdrawn", "entered", "entered", "entered"]


def test_weeks_before_a_players_own_link_gives_access_but_no_check_in(olga, cup):
    (cho,) = add(cup, olga, "Cho Chan")
    device = new_key()
    told = {"tournament": cup, "number": 1, "token": entrant_token(cup, cho), "device": device}
    assert self_registration.use_own_link(**told).checked_in_at is None
    assert Phone.objects.get(device=device).entrant == cho
