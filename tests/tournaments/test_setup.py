"""The actions that create and change tournaments and their stages."""

from datetime import date

import pytest

from engine.errors import RuleViolation
from people.db.transactions import NotAllowed
from people.models import Audit, Club
from tests.matches.table import new_key
from tests.people.club_cast import member
from tests.tournaments.cast import tournament as a_tournament
from tests.tournaments.entry_actions import founded
from tournaments.models import Stage, Tournament
from tournaments.setup import lifecycle, stages
from tournaments.setup.lifecycle import About, Rules
from tournaments.setup.stages import StageDetails

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def club(founder):
    code = founder.found()
    founder.add(code, "Ann Abbot\nBea Brook")
    return Club.objects.get(code=code)


@pytest.fixture
def cup(olga, club):
    return founded(olga, club)


def test_the_same_key_creates_one_tournament(olga, club):
    told = {"club": club, "by": olga.user, "about": About(name="Cup", starts_on=date(2031, 3, 28)), "key": new_key()}
    assert lifecycle.create_tournament(**told).pk == lifecycle.create_tournament(**told).pk
    assert list(Stage.objects.values_list("number", "seating", "rounds")) == [(1, "fixed", 4)]
    assert list(Audit.objects.filter(what="tournament_founded").values_list("club", flat=True)) == [club.pk]


def test_a_tournament_keeps_its_version_of_the_house_rules(olga, club):
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
def test_an_invalid_value_is_refused_at_its_field(olga, club, told, field):
    about = About(**{"name": "Cup", "starts_on": date(2031, 3, 28), **told})
    with pytest.raises(RuleViolation) as refused:
        lifecycle.create_tournament(club=club, by=olga.user, about=about, key=new_key())
    assert (refused.value.field, Tournament.objects.count()) == (field, 0)


def test_a_scorer_creates_no_tournament(club):
    about = About(name="Cup", starts_on=date(2031, 3, 28))
    with pytest.raises(NotAllowed):
        lifecycle.create_tournament(club=club, by=member(club.code, "scorer").user, about=about, key=new_key())


def test_rules_can_be_changed_until_a_round_is_published(olga, club):
    drawn, shown = a_tournament(club, drawn=1), a_tournament(club, published=1, name="Autumn cup")
    rules = Rules(options={"match_length": 27})
    lifecycle.change_rules(tournament=drawn, by=olga.user, rules=rules)
    drawn.refresh_from_db()
    assert drawn.options == {"match_length": 27}
    with pytest.raises(RuleViolation, match="can’t change"):
        lifecycle.change_rules(tournament=shown, by=olga.user, rules=rules)


def test_stages_are_numbered_and_a_drawn_one_cannot_be_changed_or_removed(olga, club):
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


def test_a_stage_keeps_its_groups_while_the_next_stage_takes_qualifiers_from_each(olga, cup):
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


def test_a_stage_between_two_with_groups_can_be_removed(olga, cup):
    told = {"tournament": cup, "by": olga.user}
    stages.change_stage(**told, number=1, stage=StageDetails(seating="groups", rounds=1))
    stages.add_stage(**told, stage=StageDetails(seating="groups", rounds=1))
    stages.add_stage(**told, stage=StageDetails(rounds=1, takes=3, by_group=True))
    stages.remove_stage(**told, number=2)
    assert list(
        Stage.objects.filter(tournament=cup).order_by("number").values_list("number", "seating", "by_group")
    ) == [(1, "groups", False), (2, "fixed", True)]
