"""A stage that can never be drawn is refused when it is added, not when it has to be drawn."""

import pytest

from engine.errors import RuleViolation
from people.models import Club
from tests.tournaments.cast import tournament
from tournaments.models import Entrant, Stage
from tournaments.setup import stages
from tournaments.setup.stages import StageDetails

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup(olga):
    """Nine players are entered; nothing is drawn."""
    return tournament(Club.objects.get(code=olga.found()), entrants=9)


def add(cup, olga, **told):
    return stages.add_stage(tournament=cup, by=olga.user, stage=StageDetails(**told))


@pytest.mark.parametrize(
    ("told", "field", "words"),
    [
        ({"seating": "final", "rounds": 1, "takes": 5}, "takes", "A and B finals"),
        ({"seating": "final", "rounds": 1, "takes": 7}, "takes", "A and B finals"),
        ({"seating": "final", "rounds": 1}, "takes", "how many"),
        ({"seating": "swiss", "rounds": 2, "takes": 7}, "takes", "at least 8"),
        ({"seating": "swiss", "rounds": 4, "takes": 12}, "rounds", "2 rounds"),
        ({"seating": "groups", "rounds": 2, "takes": 5}, "takes", "at least 6"),
        ({"seating": "four", "rounds": 2, "takes": 5}, "takes", "three and four"),
        ({"rounds": 2, "takes": 100}, "takes", "99"),
    ],
)
def test_a_stage_that_could_never_be_drawn_is_refused_when_it_is_added(cup, olga, told, field, words):
    with pytest.raises(RuleViolation) as refused:
        add(cup, olga, **told)
    assert (refused.value.field, words in str(refused.value)) == (field, True)
    assert Stage.objects.filter(tournament=cup).count() == 1


@pytest.mark.parametrize(
    "told",
    [
        {"seating": "final", "rounds": 1, "takes": 3},
        {"seating": "final", "rounds": 4, "takes": 4},
        {"seating": "final", "rounds": 2, "takes": 6},
        {"seating": "swiss", "rounds": 2, "takes": 12},
        {"seating": "swiss", "rounds": 2},
        {"seating": "four", "rounds": 2, "takes": 4},
        {"seating": "prescribed", "rounds": 2, "takes": 5},
    ],
)
def test_a_stage_that_can_be_drawn_is_added(cup, olga, told):
    assert add(cup, olga, **told).number == 2


def test_a_stage_is_not_changed_into_one_that_could_never_be_drawn(cup, olga):
    add(cup, olga, seating="final", rounds=1, takes=3)
    with pytest.raises(RuleViolation):
        stages.change_stage(
            tournament=cup, by=olga.user, number=2, stage=StageDetails(seating="final", rounds=1, takes=5)
        )
    assert Stage.objects.get(tournament=cup, number=2).takes == 3


def test_once_the_first_round_is_drawn_only_its_players_are_counted(olga):
    cup = tournament(Club.objects.get(code=olga.found()), entrants=9, drawn=1)
    add(cup, olga, seating="swiss", rounds=2)
    Entrant.objects.filter(tournament=cup, number__in=(1, 2)).update(left_after=1)
    with pytest.raises(RuleViolation, match="at least 8"):
        add(cup, olga, seating="swiss", rounds=2)
    assert "This stage can’t be drawn with these settings" in olga.get(f"/e/{cup.code}/draw/")


@pytest.mark.parametrize(
    ("groups", "takes", "added"), [(0, 1, True), (2, 1, False), (2, 2, True), (3, 1, True), (3, 2, True), (5, 1, False)]
)
def test_the_drawn_groups_determine_how_many_play_the_final(olga, groups, takes, added):
    cup = tournament(Club.objects.get(code=olga.found()), entrants=18, drawn=1 if groups else 0)
    numbers = list(range(1, 19))
    plan = {"groups": [numbers[at::groups] for at in range(groups)]} if groups else {}
    Stage.objects.filter(tournament=cup).update(seating="groups", plan=plan)
    try:
        add(cup, olga, seating="final", rounds=1, takes=takes, by_group=True)
    except RuleViolation as refused:
        assert refused.field == "takes"
    assert Stage.objects.filter(tournament=cup, number=2).exists() == added


def test_the_page_says_what_can_be_drawn_and_keeps_what_was_typed(cup, olga):
    form = olga.get(f"/e/{cup.code}/stages/add/").form("/add/")
    page = olga.send(form, name="The end", seating="final", rounds="2", takes="7", status=422)
    assert "A and B finals take 6" in page
    again = page.form("/add/")
    assert [again.values(name) for name in ("name", "seating", "rounds", "takes")] == [
        ["The end"],
        ["final"],
        ["2"],
        ["7"],
    ]
    olga.send(again, takes="6", status=303)
    assert "A and B finals" in olga.get(f"/e/{cup.code}/stages/")
