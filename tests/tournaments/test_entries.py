"""Who is entered, by the actions alone: by list, by themselves, in, out, waiting, checked in."""

from datetime import UTC, date, datetime

import pytest

from engine.errors import RuleViolation
from people.db.transactions import NotAllowed
from people.models import Audit, Club, Player
from tests.matches.table import new_key
from tests.people.club_cast import member
from tests.tournaments.cast import tournament as a_tournament
from tests.tournaments.persons import Person
from tournaments.draw.seat_plans import kept_apart
from tournaments.entries import entries, self_registration, teams
from tournaments.entries.entries import EntryDetails
from tournaments.links import entrant_token
from tournaments.models import Entrant, Phone, Stage, Team, Tournament
from tournaments.setup import lifecycle, stages
from tournaments.setup.lifecycle import About, Rules
from tournaments.setup.stages import StageDetails
from tournaments.snapshot import Day

pytestmark = pytest.mark.django_db


@pytest.fixture
def olga():
    return Person("olga")


@pytest.fixture
def club(olga):
    code = olga.found()
    olga.add(code, "Ann Abbot\nBea Brook")
    return Club.objects.get(code=code)


@pytest.fixture
def cup(olga, club):
    return founded(olga, club)


def founded(olga, club, **told):
    about = About(name="Spring cup", starts_on=told.pop("starts_on", date(2031, 3, 28)), **told)
    return lifecycle.create_tournament(club=club, by=olga.user, about=about, key=new_key())


def add(cup, olga, *names, **told):
    return entries.add_entrants(
        tournament=cup, by=olga.user, entries=[EntryDetails(name=name, **told) for name in names]
    )


def ask(cup, name, **told):
    return self_registration.ask_to_enter(
        tournament=cup, details=EntryDetails(name=name), key=told.pop("key", new_key()), **told
    )


def listed(cup):
    """Everybody as (number, name, state)."""
    return [(each.number, entries.full_name(each), each.state) for each in entries.entrants_of(cup)]


# ── founding ─────────────────────────────────────────────────────────────────


def test_the_same_key_founds_one_tournament(olga, club):
    told = {"club": club, "by": olga.user, "about": About(name="Cup", starts_on=date(2031, 3, 28)), "key": new_key()}
    assert lifecycle.create_tournament(**told).pk == lifecycle.create_tournament(**told).pk
    assert list(Stage.objects.values_list("number", "seating", "rounds")) == [(1, "fixed", 4)]
    assert list(Audit.objects.filter(what="tournament_founded").values_list("club", flat=True)) == [club.pk]


def test_a_tournament_pins_its_house_rules(olga, club):
    rules = Rules(system="korean_japanese", options={"match_length": 9, "limit": 50})
    about = About(name="Cup", starts_on=date(2031, 3, 28))
    cup = lifecycle.create_tournament(club=club, by=olga.user, about=about, rules=rules, key=new_key())
    assert (cup.system, cup.rules_version > 0) == ("korean_japanese", True)
    assert set(cup.options) <= {"match_length", "limit"}


@pytest.mark.parametrize(
    ("told", "field"),
    [
        ({"name": " "}, "name"),
        ({"ends_on": date(2031, 3, 27)}, "ends_on"),
        ({"minutes": 0}, "minutes"),
        ({"capacity": 2}, "capacity"),
        ({"end_policy": "never"}, "end_policy"),
        ({"place": "x" * 121}, "place"),
    ],
)
def test_what_a_tournament_cannot_say_is_refused_at_its_field(olga, club, told, field):
    about = About(**{"name": "Cup", "starts_on": date(2031, 3, 28), **told})
    with pytest.raises(RuleViolation) as refused:
        lifecycle.create_tournament(club=club, by=olga.user, about=about, key=new_key())
    assert (refused.value.field, Tournament.objects.count()) == (field, 0)


def test_a_scorer_founds_nothing(club):
    about = About(name="Cup", starts_on=date(2031, 3, 28))
    with pytest.raises(NotAllowed):
        lifecycle.create_tournament(club=club, by=member(club.code, "scorer").user, about=about, key=new_key())


def test_rules_change_until_a_round_is_shown(olga, club):
    drawn, shown = a_tournament(club, drawn=1), a_tournament(club, published=1, name="Autumn cup")
    rules = Rules(options={"match_length": 27})
    lifecycle.change_rules(tournament=drawn, by=olga.user, rules=rules)
    drawn.refresh_from_db()
    assert drawn.options == {"match_length": 27}
    with pytest.raises(RuleViolation, match="can’t change"):
        lifecycle.change_rules(tournament=shown, by=olga.user, rules=rules)


def test_stages_follow_each_other_and_a_drawn_one_stays(olga, club):
    cup = a_tournament(club, drawn=1)
    told = {"tournament": cup, "by": olga.user}
    stages.add_stage(**told, stage=StageDetails(name="Semifinal", rounds=2, takes=6))
    stages.add_stage(**told, stage=StageDetails(name="Final", seating="final", rounds=1, takes=3))
    stages.remove_stage(**told, number=2)
    stages.change_stage(**told, number=2, stage=StageDetails(name="Final", seating="final", rounds=2, takes=3))
    assert list(Stage.objects.filter(tournament=cup).values_list("number", "name", "rounds", "takes")) == [
        (1, "", 3, None),
        (2, "Final", 2, 3),
    ]
    for refused in (stages.remove_stage, lambda **k: stages.change_stage(**k, stage=StageDetails())):
        with pytest.raises(RuleViolation, match="drawn"):
            refused(**told, number=1)


def test_a_stage_keeps_its_groups_while_the_next_one_takes_so_many_of_each(olga, cup):
    told = {"tournament": cup, "by": olga.user}
    groups, final = StageDetails(seating="groups", rounds=1), StageDetails(rounds=1, takes=3, by_group=True)
    stages.change_stage(**told, number=1, stage=groups)
    stages.add_stage(**told, stage=final)
    before = list(Stage.objects.filter(tournament=cup).order_by("number").values())
    sentence = "Stage 2 takes players from each group of the previous stage. Change stage 2 first."
    for step in (
        lambda: stages.change_stage(**told, number=1, stage=StageDetails()),
        lambda: stages.remove_stage(**told, number=1),
    ):
        with pytest.raises(RuleViolation) as said:
            step()
        assert str(said.value) == sentence
    assert list(Stage.objects.filter(tournament=cup).order_by("number").values()) == before
    stages.change_stage(**told, number=1, stage=StageDetails(seating="groups", rounds=2))
    stages.change_stage(**told, number=2, stage=StageDetails(rounds=1, takes=3))
    stages.change_stage(**told, number=1, stage=StageDetails())


def test_a_stage_between_two_with_groups_may_go(olga, cup):
    told = {"tournament": cup, "by": olga.user}
    stages.change_stage(**told, number=1, stage=StageDetails(seating="groups", rounds=1))
    stages.add_stage(**told, stage=StageDetails(seating="groups", rounds=1))
    stages.add_stage(**told, stage=StageDetails(rounds=1, takes=3, by_group=True))
    stages.remove_stage(**told, number=2)
    assert list(
        Stage.objects.filter(tournament=cup).order_by("number").values_list("number", "seating", "by_group")
    ) == [(1, "groups", False), (2, "fixed", True)]


# ── the list ─────────────────────────────────────────────────────────────────


def test_who_is_called_as_on_the_roster_is_that_player_and_nobody_is_entered_twice(olga, cup):
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


def test_full_is_full_and_the_waiting_list_moves_up_in_its_order(olga, club):
    cup = founded(olga, club, capacity=3)
    add(cup, olga, "A1", "A2", "A3", "A4", "A5")
    add(cup, olga, "Full table", house=True)
    assert [state for *_, state in listed(cup)] == [*["entered"] * 3, "waiting", "waiting", "entered"]
    entries.withdraw_entrant(tournament=cup, by=olga.user, number=2)
    assert [state for *_, state in listed(cup)][:5] == ["entered", "withdrawn", "entered", "entered", "waiting"]
    lifecycle.change_about(tournament=cup, by=olga.user, about=About(name="Cup", starts_on=cup.starts_on, capacity=9))
    assert listed(cup)[4] == (5, "A5", "entered")
    assert entries.approve_entrant(tournament=cup, by=olga.user, number=2) == "entered"


def test_once_a_round_is_drawn_who_comes_waits_and_who_plays_stays(olga, club):
    cup = a_tournament(club, drawn=1)
    (late,) = add(cup, olga, "Late Lee")
    assert (late.state, late.number) == ("waiting", 10)
    with pytest.raises(RuleViolation, match="drawn"):
        entries.withdraw_entrant(tournament=cup, by=olga.user, number=1)


@pytest.mark.parametrize("state", ["entered", "waiting", "withdrawn"])
def test_who_has_a_seat_that_everybody_has_seen_is_moved_by_the_page_late_and_gone_alone(olga, club, state):
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


def test_those_who_do_not_come_give_their_place_to_those_who_have_come(olga, club):
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


# ── by themselves ────────────────────────────────────────────────────────────


def test_nobody_enters_where_entry_is_closed_or_the_draw_is_done(olga, club, cup):
    for closed in (cup, a_tournament(club, drawn=1, open_for_entry=True)):
        with pytest.raises(RuleViolation, match="Registration is closed"):
            ask(closed, "Cho Chan")


def test_who_asks_is_looked_at_and_then_let_in_or_refused(olga, club):
    cup = founded(olga, club, open_for_entry=True)
    ask(cup, "Cho Chan"), ask(cup, "Dan Drake")
    assert [state for *_, state in listed(cup)] == ["asked", "asked"]
    entries.approve_entrant(tournament=cup, by=olga.user, number=1)
    entries.refuse_entrant(tournament=cup, by=olga.user, number=2)
    assert [state for *_, state in listed(cup)] == ["entered", "refused"]


def wishing(olga, club, *teams):
    """A tournament where who asks is looked at; Cho, Dan … ask, each with the wish for a team."""
    cup = founded(olga, club, open_for_entry=True)
    for name, team in zip(("Cho Chan", "Dan Drake", "Eva Eder"), teams, strict=False):
        self_registration.ask_to_enter(tournament=cup, details=EntryDetails(name=name, team=team), key=new_key())
    return cup


def teamed(cup):
    """Everybody's team and wish."""
    return list(Entrant.objects.filter(tournament=cup).order_by("number").values_list("team__name", "wish"))


def test_who_asks_makes_no_team_before_an_organiser_lets_them_in(olga, club):
    cup = wishing(olga, club, "Red  dragons", "red DRAGONS", "Blue")
    assert (teamed(cup), Team.objects.count()) == ([(None, "Red dragons"), (None, "red DRAGONS"), (None, "Blue")], 0)
    entries.approve_entrant(tournament=cup, by=olga.user, number=1)
    entries.approve_entrant(tournament=cup, by=olga.user, number=2)
    entries.refuse_entrant(tournament=cup, by=olga.user, number=3)
    assert teamed(cup) == [("Red dragons", ""), ("Red dragons", ""), (None, "Blue")]
    assert list(Team.objects.values_list("name", flat=True)) == ["Red dragons"]


def test_an_organiser_who_changes_an_application_changes_the_wish_and_makes_no_team(olga, club):
    cup = wishing(olga, club, "Red")
    entries.change_entrant(tournament=cup, by=olga.user, number=1, details=EntryDetails(name="Cho Chan", team="Blue"))
    assert (teamed(cup), Team.objects.count()) == ([(None, "Blue")], 0)
    entries.approve_entrant(tournament=cup, by=olga.user, number=1)
    entries.change_entrant(tournament=cup, by=olga.user, number=1, details=EntryDetails(name="Cho Chan", team="Green"))
    assert teamed(cup) == [("Green", "")]


def test_who_asks_again_after_withdrawing_wishes_anew(olga, club):
    cup = founded(olga, club, open_for_entry=True)
    Player.objects.filter(name="Bea Brook").update(user=olga.user)
    told = {"tournament": cup, "user": olga.user}
    for team in ("Red", "Blue"):
        entrant = self_registration.ask_to_enter(**told, details=EntryDetails(name="x", team=team), key=new_key())
        self_registration.leave(tournament=cup, number=1, token=entrant_token(cup, entrant))
    assert (teamed(cup), Team.objects.count()) == ([(None, "Blue")], 0)


def test_where_nobody_is_looked_at_the_team_is_made_at_once(olga, club):
    cup = founded(olga, club, open_for_entry=True, approval=False)
    self_registration.ask_to_enter(tournament=cup, details=EntryDetails(name="Cho Chan", team="Red"), key=new_key())
    assert teamed(cup) == [("Red", "")]


def test_where_there_are_too_many_teams_nobody_is_let_in_with_another(olga, club, monkeypatch):
    monkeypatch.setattr(teams, "MOST_TEAMS", 0)
    cup = wishing(olga, club, "Red")
    with pytest.raises(RuleViolation, match="at most 0 teams"):
        entries.approve_entrant(tournament=cup, by=olga.user, number=1)
    assert listed(cup) == [(1, "Cho Chan", "asked")]


def test_a_form_sent_twice_enters_once_and_lets_the_phone_in(olga, club):
    cup = founded(olga, club, open_for_entry=True, approval=False)
    key, device = new_key(), new_key()
    first, again = (ask(cup, "Cho Chan", key=key, device=device) for _time in range(2))
    assert first.pk == again.pk
    assert (listed(cup), Phone.objects.filter(entrant=first).count()) == ([(1, "Cho Chan", "entered")], 1)


def test_an_account_enters_as_its_player_and_a_stranger_of_that_name_does_not(olga, club):
    cup = founded(olga, club, open_for_entry=True, approval=False)
    bea, ann = Player.objects.get(name="Bea Brook"), Player.objects.get(name="Ann Abbot")
    Player.objects.filter(pk=bea.pk).update(user=olga.user)
    assert ask(cup, "whatever", user=olga.user).player == bea
    assert (ask(cup, "Ann Abbot").player, ann.entries.count()) == (None, 0)
    with pytest.raises(RuleViolation, match="is already registered. If that isn’t you, ask the organisers."):
        ask(cup, "bea brook")


def test_the_own_link_checks_in_on_the_day_and_takes_out_before_the_draw(olga, club):
    today = founded(olga, club, starts_on=datetime.now(UTC).date(), capacity=3)
    add(today, olga, "A1", "A2", "A3", "A4")
    first = Entrant.objects.get(tournament=today, number=1)
    told = {"tournament": today, "number": 1, "token": entrant_token(today, first)}
    assert self_registration.use_own_link(**told, device=new_key()).checked_in_at is not None
    with pytest.raises(NotAllowed):
        self_registration.use_own_link(**{**told, "number": 2}, device=new_key())
    self_registration.leave(**told)
    assert [state for *_, state in listed(today)] == ["withdrawn", "entered", "entered", "entered"]


def test_the_own_link_lets_the_phone_in_weeks_before_and_checks_nobody_in(olga, cup):
    (cho,) = add(cup, olga, "Cho Chan")
    device = new_key()
    told = {"tournament": cup, "number": 1, "token": entrant_token(cup, cho), "device": device}
    assert self_registration.use_own_link(**told).checked_in_at is None
    assert Phone.objects.get(device=device).entrant == cho


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
