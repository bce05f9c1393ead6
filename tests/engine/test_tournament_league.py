"""Leagues, series and teams: counted games, places, promotion and relegation, team totals."""

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import RuleViolation
from engine.tournament import (
    Game,
    GameScore,
    League,
    PointAdjustment,
    Ranking,
    Results,
    Scheme,
    league,
    league_to_json,
    read_league,
    renumbered,
    score_game,
    series,
    standings,
    team_standings,
)

F = Fraction


def alone(*values):
    """Games of entrant 1 with these results, against changing opponents."""
    return tuple(
        Game(at, 1, (1, 1000 + at, 2000 + at), score_game(Scheme(), (value, 0, -value)))
        for at, value in enumerate(values, start=1)
    )


def counted(rules, *values):
    line = league(Results((1,), alone(*values)), rules)[0].line
    return line.total, [each.value for each in line.played if each.counted]


# ── which games count ─────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("rules", "kept"),
    [
        (League(), [5, -9, 7, 1, 7]),
        (League(best=2), [7, 7]),
        (League(best=9), [5, -9, 7, 1, 7]),
        (League(drop=1), [5, 7, 1, 7]),
        (League(drop=3), [7, 7]),
        (League(drop=5), [7]),
        (League(window=3), [7, 1, 7]),
        (League(window=2), [7, 1]),
        (League(window=8), [5, -9, 7, 1, 7]),
    ],
)
def test_a_league_counts_the_best_games_all_but_the_worst_or_consecutive_ones(rules, kept):
    assert counted(rules, 5, -9, 7, 1, 7) == (sum(kept), kept)


def test_dropped_games_only_count_for_the_number_of_games():
    line = league(Results((1,), alone(5, -9, 7)), League(drop=1))[0].line
    assert (line.games, line.places, line.average_place, line.placement) == (3, (2, 0, 0, 0), 1, 6)
    assert [each.counted for each in line.played] == [True, False, True]


VALUES = st.lists(st.integers(-9, 9), max_size=7)


@given(VALUES, st.integers(1, 8))
def test_no_other_choice_of_games_is_worth_more(values, n):
    games = len(values)
    choices = [sum(each) for each in combinations(values, min(n, games))]
    runs = [sum(values[at : at + n]) for at in range(max(games - n, 0) + 1)]
    dropped = [sum(each) for each in combinations(values, max(games - n, min(games, 1)))]
    assert counted(League(best=n), *values)[0] == max(choices)
    assert counted(League(window=n), *values)[0] == max(runs)
    assert counted(League(drop=n), *values)[0] == max(dropped)


# ── places, promotion and relegation ──────────────────────────────────────────


def given_totals(*totals):
    fines = (PointAdjustment(at, F(total), "given") for at, total in enumerate(totals, start=1))
    return Results(tuple(range(1, len(totals) + 1)), adjustments=tuple(fines))


def level(*totals):
    return league(given_totals(*totals), League(up=2, down=2), Ranking(()))


def test_players_with_too_few_games_are_last_without_a_place():
    games = (
        *alone(50),
        Game(1, 2, (2, 3, 4), score_game(Scheme(), (5, 0, -5))),
        Game(2, 2, (2, 3, 4), score_game(Scheme(), (5, 0, -5))),
    )
    told = league(Results((1, 2, 3, 4), games), League(minimum=2))
    assert [(each.line.place, each.line.entrant) for each in told] == [(1, 2), (2, 3), (3, 4), (None, 1)]


def test_the_top_goes_up_and_the_bottom_down():
    assert [each.mark for each in level(9, 8, 7, 6, 5)] == ["up", "up", "", "down", "down"]


def test_nobody_is_both_promoted_and_relegated():
    assert [each.mark for each in level(9, 8, 7)] == ["up", "up", "down"]
    assert [each.mark for each in level(9)] == ["up"]


def test_players_tied_on_everything_across_the_line_stay_undecided():
    assert [each.mark for each in level(9, 8, 8, 6, 5, 4)] == ["up", "open", "open", "", "down", "down"]
    assert [each.mark for each in level(9, 8, 7, 6, 6, 4)] == ["up", "up", "", "open", "open", "down"]


# ── series ────────────────────────────────────────────────────────────────────


def event(*totals):
    return standings(given_totals(*totals), Ranking(()))


def test_events_add_up_by_their_totals_or_by_place():
    events = (event(30, 20, 10), event(0, 50, 50))
    by_total = series(events, League())
    assert [(each.line.place, each.line.entrant, each.line.total) for each in by_total] == [
        (1, 2, 70),
        (2, 3, 60),
        (3, 1, 30),
    ]
    by_place = series(events, League(), values=(F(10), F(5), F(2)))
    assert [(each.line.entrant, each.line.total) for each in by_place] == [(2, F(25, 2)), (1, 12), (3, F(19, 2))]
    assert [each.line.places for each in by_place] == [(1, 1, 0, 0), (1, 0, 1, 0), (1, 0, 1, 0)]
    assert by_place[0].line.average_place == F(7, 4)


def test_a_series_counts_the_best_events_and_asks_for_a_minimum():
    events = (event(30, 20, 10), event(0, 50, 40), renumbered(event(90, 80, 70), {1: 4, 2: 1}))
    told = series(events, League(minimum=2, best=2))
    assert [(each.line.place, each.line.entrant, each.line.total) for each in told] == [
        (1, 1, 110),
        (2, 2, 70),
        (3, 3, 50),
        (None, 4, 90),
    ]


# ── teams ─────────────────────────────────────────────────────────────────────


def four(number, table, told):
    scores = tuple(GameScore(1, F(1), 0, total=F(total)) for total in told.values())
    return Game(number, table, tuple(told), scores)


MEMBERS = standings(
    Results(
        (1, 2, 3, 4, 5, 6),
        (four(1, 1, {1: 10, 2: 4, 3: -2}), four(1, 2, {4: 6, 5: 5, 6: -6}), four(2, 1, {1: -8, 2: 3, 3: 9})),
        adjustments=(PointAdjustment(3, F(-1), "late"),),
    )
)
TEAMS = {7: (1, 2, 3), 8: (4, 5, 6, 99)}


@pytest.mark.parametrize(
    ("best", "each_round", "told"),
    [
        (None, False, [(1, 7, 15, {1: 2, 2: 7, 3: 6}), (2, 8, 5, {4: 6, 5: 5, 6: -6})]),
        (2, False, [(1, 7, 13, {2: 7, 3: 6}), (2, 8, 11, {4: 6, 5: 5})]),
        (2, True, [(1, 7, 25, {1: 10, 2: 7, 3: 8}), (2, 8, 11, {4: 6, 5: 5, 6: 0})]),
        (1, True, [(1, 7, 18, {1: 10, 2: 0, 3: 8}), (2, 8, 6, {4: 6, 5: 0, 6: 0})]),
    ],
)
def test_a_team_has_the_sum_of_its_members_or_of_the_best(best, each_round, told):
    lines = team_standings(MEMBERS, TEAMS, best=best, each_round=each_round)
    assert [(each.place, each.team, each.total, dict(each.counted)) for each in lines] == told


def test_carried_over_points_of_members_count_for_the_team():
    lines = standings(Results((1, 2), (four(1, 1, {1: 10, 2: 4, 3: 0}),), carried={1: F(5), 2: F(3)}))
    assert team_standings(lines, {7: (1, 2)}, best=1, each_round=True)[0].counted == {1: 15, 2: 3}
    assert team_standings(lines, {7: (1, 2)}, best=1)[0].counted == {1: 15}


def test_teams_with_equal_totals_share_the_place():
    lines = team_standings(event(5, 3, 2, 1), {1: (1,), 2: (2, 3), 3: (4,)})
    assert [(each.place, each.team) for each in lines] == [(1, 1), (1, 2), (3, 3)]


# ── options ───────────────────────────────────────────────────────────────────


def test_a_league_survives_json():
    rules = League(10, 0, 2, 0, 3, 1)
    assert read_league(league_to_json(rules)) == rules
    assert read_league({}) == League()


@pytest.mark.parametrize(
    ("field", "options"),
    [("minimum", {"minimum": -1}), ("drop", {"best": 3, "drop": 1}), ("window", {"window": True}), ("x", {"x": 1})],
)
def test_an_invalid_league_is_refused_by_its_name(field, options):
    with pytest.raises(RuleViolation) as refused:
        read_league(options)
    assert refused.value.field == field
