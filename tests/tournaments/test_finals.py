"""A and B finals: three at a time play in the order of the standings, and the A final stays above the B final."""

import re

import pytest

from engine.errors import RuleViolation
from people.models import Club
from tests.matches.table import new_key
from tests.tournaments.cast import close, result, tournament
from tests.tournaments.draw_cast import rounds
from tests.tournaments.stage_cast import one_round, stage
from tournaments.draw import draw, write_rounds
from tournaments.draw.draw_tasks import DrawOptions
from tournaments.models import Entrant, Round, Stage, Table, Tournament
from tournaments.snapshot import Day
from tournaments.standings.qualification import group_standings, ranking_into
from tournaments.standings.standings import table_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup(olga):
    """Nine after one round: 1 (50), 4 (40), 7 (30), 8 (3), 5 (2), 2 (1), 9, 6, 3; then finals for six."""
    made = tournament(Club.objects.get(code=olga.found()), entrants=9, rounds=1, public=True)
    first = Stage.objects.get(tournament=made)
    one = one_round(first, [(1, 2, 3), (4, 5, 6), (7, 8, 9)])
    for table, points in zip(one.tables.all(), ((50, 1, -51), (40, 2, -42), (30, 3, -33)), strict=True):
        result(table, points)
    Round.objects.filter(pk=one.pk).update(closed_at=one.published_at)
    stage(made, 2, takes=6, rounds=2)
    return made


def drawn(cup, olga):
    told = {"tournament": cup, "stage": 2, "by": olga.user, "key": new_key()}
    draw.draw_stage(**told, options=DrawOptions(seed="a quiet evening", ranking=lambda: ranking_into(Day(cup), 2)))
    write_rounds.publish_rounds(tournament=cup, upto=3, by=olga.user)


def listed(cup):
    """[(place, number, why)] of the standings."""
    day = Day(Tournament.objects.get(pk=cup.pk))
    return [
        (line.place, day.by_pk[line.entrant].number, line.reason.by if line.reason else "") for line in table_of(day)
    ]


def test_the_first_three_play_the_a_final_and_the_next_three_the_b_final(cup, olga):
    drawn(cup, olga)
    assert Stage.objects.get(tournament=cup, number=2).plan["groups"] == [[1, 4, 7], [8, 5, 2]]
    for one in rounds(cup)[1:]:
        assert ([sorted(table) for table in one.tables], one.byes) == ([[1, 4, 7], [2, 5, 8]], ())


def test_the_winner_of_the_b_final_is_fourth_however_many_points_they_have(cup, olga):
    drawn(cup, olga)
    before = [
        (1, 1, ""),
        (2, 4, ""),
        (3, 7, ""),
        (4, 8, ""),
        (5, 5, ""),
        (6, 2, ""),
        (7, 9, ""),
        (8, 6, ""),
        (9, 3, ""),
    ]
    assert listed(cup) == before
    for one in Round.objects.filter(tournament=cup, stage__number=2):
        close(one, (0, 0, 0))
    b_final = Table.objects.get(round__tournament=cup, round__number=3, number=2)
    fifth = b_final.seats.get(entrant__number=5).wind
    result(b_final, tuple(200 if wind == fifth else -100 for wind in "ESW"))
    assert listed(cup) == [
        (1, 1, ""),
        (2, 4, ""),
        (3, 7, ""),
        (4, 5, "lower_final"),
        (5, 8, ""),
        (6, 2, ""),
        (7, 9, ""),
        (8, 6, ""),
        (9, 3, ""),
    ]
    assert "Played in a lower final than" in olga.get(f"/e/{cup.code}/standings/")
    assert group_standings(Day(cup)) == []


def test_a_lot_decides_who_of_tied_players_plays_the_a_final(cup, olga):
    result(Table.objects.get(round__tournament=cup, round__number=1, number=3), (3, 3, -6))
    with pytest.raises(RuleViolation) as refused:
        drawn(cup, olga)
    assert (refused.value.field, refused.value.values) == ("lots", {"names": "Gil Grant, Hua Hong"})
    for number, lot in ((8, 1), (7, 2)):
        Entrant.objects.filter(tournament=cup, number=number).update(lot=lot)
    drawn(cup, olga)
    assert Stage.objects.get(tournament=cup, number=2).plan["groups"] == [[1, 4, 8], [7, 5, 2]]


def test_the_pages_name_the_finals(cup, olga):
    page = olga.get(f"/e/{cup.code}/draw/")
    assert [words in page for words in ("A and B finals", "A final", "B final")] == [True] * 3
    drawn(cup, olga)
    page = olga.get(f"/e/{cup.code}/draw/")
    assert [words in page for words in ("A final", "B final", "Group A")] == [True, True, False]
    page = olga.get(f"/e/{cup.code}/rounds/2/")
    assert "Table 1: A final" in page and "Table 2: B final" in page


def test_every_list_says_who_played_which_final(cup, olga):
    drawn(cup, olga)
    for one in Round.objects.filter(tournament=cup, number__gt=1):
        close(one)
    for way in ("standings/", "print/standings/"):
        page = olga.get(f"/e/{cup.code}/{way}").tight
        found = re.findall(r'<tr class="section">.*?<span>(.*?)</span>', page)
        assert (way, found) == (way, ["A final", "B final", "Out after Stage 1"])
    for way in ("screen/", ""):
        found = re.findall(r'class="cut-said">(.*?)</small>', olga.get(f"/e/{cup.code}/{way}").tight)
        assert (way, found[:1]) == (way, ["B final"])


def test_finals_that_cannot_all_be_filled_are_refused_with_the_possible_sizes(cup, olga):
    Entrant.objects.filter(tournament=cup, number__in=(2, 3, 5, 6)).update(state="withdrawn")
    with pytest.raises(RuleViolation, match="A and B finals take 6"):
        drawn(cup, olga)
