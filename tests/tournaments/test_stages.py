"""Standings of several stages: who qualifies, what is carried over, the order of those who are out."""

from datetime import UTC, datetime
from fractions import Fraction

import pytest

from engine.errors import RuleViolation
from people.models import Club
from tests.tournaments.cast import result, tournament
from tests.tournaments.persons import Person
from tests.tournaments.stage_cast import one_round, stage
from tournaments.models import Adjustment, Entrant, Stage, Table, Tournament
from tournaments.snapshot import Day
from tournaments.standings.qualification import cut_into, ranking_into
from tournaments.standings.standings import Count, ranking, scheme_of, score_of, table_of, teams_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def made():
    """Six players, two rounds, two tables of three: 1 is first with 100, then 4 (60), 2, 5, 3, 6."""
    club = Club.objects.get(code=Person("olga").found())
    cup = tournament(club, entrants=6, rounds=2)
    first = Stage.objects.get(tournament=cup)
    for _round in range(2):
        one = one_round(first, [(1, 2, 3), (4, 5, 6)])
        for table, points in zip(one.tables.order_by("number"), ((50, 0, -50), (30, -10, -20)), strict=True):
            result(table, points)
        one.closed_at = datetime.now(UTC)
        one.save()
    return cup


def listed(made, upto=None):
    """[(place, number, total)] of the standings."""
    day = Day(Tournament.objects.get(pk=made.pk))
    return [(line.place, day.by_pk[line.entrant].number, line.total) for line in table_of(day, upto)]


def numbers(made, pks):
    told = dict(Entrant.objects.filter(tournament=made).values_list("pk", "number"))
    return [told[pk] for pk in pks]


def fine(made, number, points, *, round=None):
    who = Entrant.objects.get(tournament=made, number=number)
    return Adjustment.objects.create(
        tournament=made, key=f"{number}{points}{round}".ljust(22, "k"), entrant=who, round=round, points=points,
        reason="late", at=datetime.now(UTC),
    )  # fmt: skip


BEFORE = [(1, 1, 100), (2, 4, 60), (3, 2, 0), (4, 5, -20), (5, 6, -40), (6, 3, -100)]


def test_a_drawn_stage_counts_once_one_of_its_rounds_is_published(made):
    final = stage(made, 2, takes=3, carry={"kind": "none"})
    hidden = one_round(final, [(1, 4, 2)], published=False)
    assert listed(made) == BEFORE
    hidden.published_at = datetime.now(UTC)
    hidden.save()
    assert sorted(listed(made)[:3]) == [(1, 1, 0), (1, 2, 0), (1, 4, 0)]
    assert listed(made)[3:] == BEFORE[3:]


@pytest.mark.parametrize(
    ("carry", "first"),
    [
        ({}, [(1, 4, 90), (2, 1, 80), (3, 2, -10)]),
        pytest.param({"kind": "full"}, [(1, 4, 90), (2, 1, 80), (3, 2, -10)], marks=pytest.mark.thorough),
        ({"kind": "half"}, [(1, 4, 60), (2, 1, 30), (3, 2, -10)]),
        pytest.param({"kind": "none"}, [(1, 4, 30), (2, 2, -10), (3, 1, -20)], marks=pytest.mark.thorough),
        ({"kind": "head_start", "values": [60, 30]}, [(1, 4, 60), (2, 1, 40), (3, 2, -10)]),
    ],
)
def test_finalists_start_with_the_points_carried_over_and_rank_above_the_others(made, carry, first):
    one_round(stage(made, 2, takes=3, carry=carry), [(4, 2, 1)], points=(30, -10, -20))
    assert listed(made) == first + BEFORE[3:]
    assert listed(made, upto=2) == BEFORE


def test_if_everything_is_carried_over_the_ranking_is_as_without_stages(made):
    one_round(stage(made, 2, takes=3), [(4, 2, 1)], points=(0, 60, -60))
    day = Day(made)
    lines = {day.by_pk[line.entrant].number: line for line in table_of(day)}
    assert [(line.carried, line.games, len(line.played)) for line in lines.values()] == [
        *[(0, 3, 3)] * 3,
        *[(0, 2, 2)] * 3,
    ]
    # All three have 40, 60 and 60: 2 was first three times, which decides.
    assert [(number, line.total, line.places[0]) for number, line in lines.items()][:3] == [
        (4, 60, 2),
        (2, 60, 1),
        (1, 40, 2),
    ]
    assert lines[2].reason.by == "placement_points"


def test_rounds_that_no_longer_count_are_listed_and_add_nothing(made):
    one_round(stage(made, 2, takes=3, carry={"kind": "half"}), [(1, 4, 2)], points=(30, -10, -20))
    first = table_of(Day(made))[0]
    assert [(each.round, each.value, each.counted) for each in first.played] == [
        (1, 50, False),
        (2, 50, False),
        (3, 30, True),
    ]
    assert (first.carried, first.games, first.in_round(1), first.in_round(3), first.total) == (50, 3, None, 30, 80)


def test_a_correction_after_the_cut_changes_totals_but_not_the_finalists(made):
    one_round(stage(made, 2, takes=3), [(4, 2, 1)], points=(30, -10, -20))
    result(Table.objects.get(round__tournament=made, round__number=2, number=2), (-20, 300, -280))
    assert [number for _place, number, _total in listed(made)] == [1, 4, 2, 5, 3, 6]
    assert listed(made)[3] == (4, 5, 290)


def test_three_stages_follow_each_other(made):
    one_round(stage(made, 2, takes=4, carry={"kind": "half"}), [(1, 4, 2)], byes=[5], points=(0, 0, 0))
    one_round(stage(made, 3, takes=3), [(2, 4, 1)], points=(40, 0, -40))
    assert listed(made) == [(1, 2, 40), (2, 4, 30), (3, 1, 10), (4, 5, -10), (5, 6, -40), (6, 3, -100)]


def test_a_player_who_missed_a_cut_and_plays_later_brings_their_points(made):
    one_round(stage(made, 2, takes=3, carry={"kind": "half"}), [(1, 4, 2)], points=(0, 0, 0))
    one_round(stage(made, 3), [(1, 4, 2), (5, 6, 3)], points=(0, 10, -10))
    assert listed(made) == [(1, 1, 50), (2, 4, 40), (3, 2, -10), (4, 5, -20), (5, 6, -30), (6, 3, -110)]


def test_a_penalty_counts_in_the_stage_in_which_it_was_given(made):
    fine(made, 1, -7)
    one_round(stage(made, 2, takes=3, carry={"kind": "none"}), [(1, 4, 2)], points=(0, 0, 0))
    fine(made, 4, -5)
    fine(made, 2, -3, round=3)
    fine(made, 2, -50, round=1)
    fine(made, 6, -1)
    assert listed(made) == [(1, 1, 0), (2, 2, -3), (3, 4, -5), (4, 5, -20), (5, 6, -41), (6, 3, -100)]
    assert [line[2] for line in listed(made, upto=2)] == [93, 60, -20, -41, -50, -100]


# ── who qualifies ────────────────────────────────────────────────────────────


def test_players_who_are_still_there_qualify_in_the_order_of_the_standings(made):
    stage(made, 2, takes=3)
    Entrant.objects.filter(tournament=made, number=4).update(left_after=2)
    told = cut_into(Day(made), 2)
    assert (numbers(made, told.through), numbers(made, told.out)) == ([1, 2, 5], [6, 3])
    assert numbers(made, ranking_into(Day(made), 2)) == [1, 2, 5, 6, 3]


def tie(made):
    """Make 5 and 2 tie in everything: 0 points in each of two rounds, second both times."""
    for one in (1, 2):
        result(Table.objects.get(round__tournament=made, round__number=one, number=2), (30, 0, -30))


def test_a_lot_decides_a_tie_at_the_cut(made):
    tie(made)
    stage(made, 2, takes=3)
    with pytest.raises(RuleViolation) as refused:
        ranking_into(Day(made), 2)
    assert (refused.value.field, refused.value.values) == ("lots", {"names": "Bea Brook, Eva Eder"})
    Entrant.objects.filter(tournament=made, number=5).update(lot=1)
    Entrant.objects.filter(tournament=made, number=2).update(lot=2)
    assert numbers(made, ranking_into(Day(made), 2)) == [1, 4, 5, 2, 6, 3]


def test_a_lot_decides_who_qualifies_even_if_it_is_not_a_tie_break(made):
    tie(made)
    Tournament.objects.filter(pk=made.pk).update(tie_breaks=["firsts"])
    Entrant.objects.filter(tournament=made, number=2).update(lot=1)
    Entrant.objects.filter(tournament=made, number=5).update(lot=2)
    final = stage(made, 2, takes=3)
    assert [line[0] for line in listed(made)] == [1, 2, 3, 3, 5, 6]
    through = numbers(made, cut_into(Day(Tournament.objects.get(pk=made.pk)), 2).through)
    assert through == [1, 4, 2]
    one_round(final, [through], points=(0, 0, 0))
    day = Day(Tournament.objects.get(pk=made.pk))
    fourth = table_of(day)[3]
    assert (fourth.place, day.by_pk[fourth.entrant].number) == (4, 5)
    assert (fourth.reason.by, fourth.reason.theirs, fourth.reason.mine) == ("lot", 1, 2)


def test_the_page_of_the_draw_says_who_qualifies_and_why_the_next_player_does_not(made):
    stage(made, 2, takes=3)
    page = Person("olga").get(f"/e/{made.code}/draw/")
    assert "Who qualifies" in page
    assert "Ann Abbot, Dan Drake, Bea Brook" in isolated(page)
    assert "First player not to qualify: Eva Eder ." in page.text
    tie(made)
    page = Person("olga").get(f"/e/{made.code}/draw/")
    assert "These players are level on everything at the cut: Bea Brook, Eva Eder. Hold a tie-break draw." in isolated(
        page
    )
    for number, lot in ((5, 1), (2, 2)):
        Entrant.objects.filter(tournament=made, number=number).update(lot=lot)
    page = isolated(Person("olga").get(f"/e/{made.code}/draw/"))
    assert "Ann Abbot, Dan Drake, Eva Eder" in page
    assert "Level with Eva Eder on everything. In the tie-break draw, number 1 beat number 2." in page
    Stage.objects.filter(tournament=made, number=2).update(takes=6, seating="fixed")
    assert "Who qualifies" not in Person("olga").get(f"/e/{made.code}/draw/")


def isolated(page):
    """The text without the Unicode isolates around names."""
    return page.text.replace("\u2068", "").replace("\u2069", "")


def test_before_anything_is_played_nobody_is_ranked(made):
    club = Club.objects.get(code=Person("ondra").found())
    fresh = tournament(club, entrants=6)
    assert (ranking(Day(fresh)), ranking_into(Day(fresh), 1)) == ([], [])
    assert len(ranking(Day(made))) == 6


# ── counting rules and teams ─────────────────────────────────────────────────


def test_only_the_best_games_count_if_the_rules_say_so(made):
    result(Table.objects.get(round__tournament=made, round__number=2, number=1), (-90, 30, 60))
    Tournament.objects.filter(pk=made.pk).update(counting={"best": 1, "up": 1, "down": 2})
    assert listed(made) == [(1, 3, 60), (2, 1, 50), (3, 4, 30), (4, 2, 30), (5, 5, -10), (6, 6, -20)]
    day = Day(Tournament.objects.get(pk=made.pk))
    assert [place.mark for place in Count(day).after()] == ["up", "", "", "", "down", "down"]
    dropped = [(each.round, each.counted) for each in Count(day).after()[0].line.played]
    assert dropped == [(1, False), (2, True)]


def test_players_with_too_few_games_have_no_place(made):
    Tournament.objects.filter(pk=made.pk).update(counting={"minimum": 3})
    one_round(Stage.objects.get(tournament=made), [(1, 2, 3)], byes=[4, 5, 6], points=(0, 0, 0))
    assert listed(made) == [(1, 1, 100), (2, 2, 0), (3, 3, -100), (None, 4, 60), (None, 5, -20), (None, 6, -40)]


def test_teams_add_up_all_members_or_the_best_ones(made):
    red, blue = (made.teams.create(number=at, name=name) for at, name in ((1, "Red"), (2, "Blue")))
    made.teams.create(number=3, name="Nobody")
    Entrant.objects.filter(tournament=made, number__in=(1, 3, 6)).update(team=red)
    Entrant.objects.filter(tournament=made, number__in=(2, 4, 5)).update(team=blue)

    def told(**counting):
        Tournament.objects.filter(pk=made.pk).update(counting=counting)
        return [(line.place, line.team, line.total) for line in teams_of(Day(Tournament.objects.get(pk=made.pk)))]

    assert told() == [(1, blue.pk, 40), (2, red.pk, -40)]
    assert told(team_best=1) == [(1, red.pk, 100), (2, blue.pk, 60)]
    assert told(team_best=2, team_rounds=True) == [(1, red.pk, 60), (1, blue.pk, 60)]


def test_the_standings_of_equal_data_are_computed_once_and_are_the_same(made):
    scheme = scheme_of(made)
    one = result(Table.objects.get(round__tournament=made, round__number=1, number=1), (10, -4, -6))
    assert score_of(scheme, one) is score_of(scheme_of(made), one)
    assert [each.total for each in score_of(scheme, one)] == [Fraction(10), Fraction(-4), Fraction(-6)]
