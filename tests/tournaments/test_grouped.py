"""Stages with groups: each group has its own standings, and the best of each qualify."""

import pytest

from engine.errors import RuleViolation
from people.models import Club
from tests.tournaments.cast import tournament
from tests.tournaments.stage_cast import one_round, stage
from tournaments.draw import draw
from tournaments.draw.draw_tasks import DrawOptions
from tournaments.files.exports import ExportRequest
from tournaments.files.sheet_registry import EXPORTS
from tournaments.models import Seat, Stage, Tournament
from tournaments.setup import stages
from tournaments.setup.stages import StageDetails
from tournaments.snapshot import Day
from tournaments.standings.qualification import cut_into, group_standings, ranking_into

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup(olga):
    """Nine players in three groups; each has played a round of 30, 0, -30, so 1, 4 and 7 are first."""
    made = tournament(Club.objects.get(code=olga.found()), entrants=9, rounds=1, public=True)
    first = Stage.objects.get(tournament=made)
    groups = [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
    Stage.objects.filter(pk=first.pk).update(seating="groups", plan={"field": list(range(1, 10)), "groups": groups})
    one_round(Stage.objects.get(pk=first.pk), groups, points=(30, 0, -30))
    return made


def read(cup):
    return Day(Tournament.objects.get(pk=cup.pk))


def told(cup, upto=None):
    """Each group as (letter, [(place, number, total)])."""
    day = read(cup)
    return [
        (group.name, [(place, day.by_pk[line.entrant].number, line.total) for place, line in group.lines])
        for group in group_standings(day, upto)
    ]


GROUPS = [
    ("A", [(1, 1, 30), (2, 2, 0), (3, 3, -30)]),
    ("B", [(1, 4, 30), (2, 5, 0), (3, 6, -30)]),
    ("C", [(1, 7, 30), (2, 8, 0), (3, 9, -30)]),
]


def test_each_group_has_its_own_places_which_a_final_does_not_change(cup):
    assert told(cup) == GROUPS
    one_round(stage(cup, 2, takes=3), [(9, 6, 3)], points=(90, 0, -90))
    assert (told(cup), told(cup, upto=1)) == (GROUPS, GROUPS)


def test_groups_are_not_shown_before_one_of_their_rounds_is_published(cup):
    cup.rounds.update(published_at=None)
    assert told(cup) == []


def test_tied_players_share_a_place_in_their_group(cup):
    Stage.objects.filter(tournament=cup).update(plan={"groups": [[1, 4, 2], [3, 5, 6, 7, 8, 9]]})
    assert [place for place, *_rest in told(cup)[0][1]] == [1, 1, 3]


def test_the_best_of_each_group_go_on_and_are_drawn(olga, cup):
    final = StageDetails(name="Final", seating="final", rounds=1, takes=1, by_group=True)
    stages.add_stage(tournament=cup, by=olga.user, stage=final)
    day = read(cup)
    cut = cut_into(day, 2)
    assert ([day.by_pk[pk].number for pk in cut.through], len(cut.out)) == ([1, 4, 7], 6)
    draw.draw_stage(
        tournament=cup, stage=2, by=olga.user, key="k" * 22,
        options=DrawOptions(seed="a quiet evening", ranking=lambda: ranking_into(read(cup), 2)),
    )  # fmt: skip
    seats = Seat.objects.filter(round__tournament=cup, round__stage__number=2)
    assert sorted(seats.values_list("entrant__number", flat=True)) == [1, 4, 7]


@pytest.mark.parametrize(
    ("seating", "takes", "field"), [("fixed", 1, "by_group"), ("groups", None, "takes"), ("groups", 0, "takes")]
)
def test_qualifying_from_each_group_needs_groups_and_a_number(olga, cup, seating, takes, field):
    Stage.objects.filter(tournament=cup).update(seating=seating)
    with pytest.raises(RuleViolation) as refused:
        stages.add_stage(tournament=cup, by=olga.user, stage=StageDetails(takes=takes, by_group=True))
    assert (refused.value.field, Stage.objects.filter(tournament=cup).count()) == (field, 1)


def test_the_page_of_a_stage_sets_how_many_qualify_from_each_group(olga, cup):
    base = f"/e/{cup.code}/stages/"
    told = {"name": "Final", "seating": "final", "rounds": "1", "takes": "1"}
    form = olga.get(f"{base}add/").form("/add/")
    assert "a whole number from 3 to 300" in olga.send(form, **told, status=422).text
    olga.send(form, **told, by_group="1", status=303)
    assert "the top 1 player in each group" in olga.get(base).text
    assert olga.get(f"{base}2/").form("/2/").data()["by_group"] == ["1"]
    olga.send(olga.get(f"{base}2/").form("/2/"), takes="3", by_group=None, status=303)
    assert Stage.objects.filter(tournament=cup, number=2).values_list("takes", "by_group").get() == (3, False)


def test_the_standings_and_the_sheet_show_each_group(olga, cup):
    page = olga.get(f"/e/{cup.code}/standings/").text
    assert [f"Group {name}" in page for name in "ABCD"] == [True, True, True, False]
    rows = EXPORTS["groups"].table(ExportRequest(read(cup))).rows
    assert rows[0] == ("A", 1, 1, "Ann Abbot", "", 30, 1) and len(rows) == 9
    assert "/files/groups.csv" in str(olga.get(f"/e/{cup.code}/files/").links)


def test_without_groups_no_page_mentions_them(olga):
    plain = tournament(Club.objects.get(code=olga.found("Sunday club")), played=1)
    assert "Group A" not in olga.get(f"/e/{plain.code}/standings/").text
    assert "/files/groups.csv" not in str(olga.get(f"/e/{plain.code}/files/").links)
    assert EXPORTS["groups"].table(ExportRequest(read(plain))).rows == []
