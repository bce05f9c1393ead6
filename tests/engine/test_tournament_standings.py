"""Standings of a tournament: totals, byes, adjustments, each tie-break with its reason, shared places."""

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import RuleViolation
from engine.tournament import (
    EQUAL,
    TIE_BREAKS,
    Bye,
    ByeValue,
    Game,
    PlaceReason,
    PointAdjustment,
    Ranking,
    Results,
    Scheme,
    read_ranking,
    score_game,
    standings,
)
from engine.tournament.standings import UNPLAYED, tied_across

F = Fraction
PLACEMENT = Scheme(basis="placement")


def game(number, table, told, scheme=None):
    """A game from {entrant: points}."""
    return Game(number, table, tuple(told), score_game(scheme or Scheme(), tuple(told.values())))


def placed(results, *tie_breaks, **rules):
    return [(each.place, each.entrant, each.total) for each in standings(results, Ranking(tie_breaks, **rules))]


TWO_ROUNDS = (
    game(1, 1, {1: 30, 2: 10, 3: -40}),
    game(1, 2, {4: 20, 5: 0, 6: -20}),
    game(2, 1, {4: 5, 1: -15, 6: 10}),
    game(2, 2, {5: 25, 2: 5, 3: -30}),
)
SIX = Results((1, 2, 3, 4, 5, 6), TWO_ROUNDS)


# ── totals ────────────────────────────────────────────────────────────────────


def test_games_add_up_and_the_best_is_first():
    lines = standings(SIX)
    assert [(each.place, each.entrant, each.total) for each in lines] == [
        (1, 5, 25),
        (2, 4, 25),
        (3, 1, 15),
        (4, 2, 15),
        (5, 6, -10),
        (6, 3, -70),
    ]
    assert (lines[1].reason, lines[3].reason) == (
        PlaceReason("best_game", 5, F(25), F(20)),
        PlaceReason("placement_points", 1, F(3), F(2)),
    )
    first = lines[1]
    assert [(each.round, each.table, each.value) for each in first.played] == [(1, 2, 20), (2, 1, 5)]
    assert (first.games, first.places, first.average_place, first.best_game) == (2, (1, 1, 0, 0), F(3, 2), 20)
    assert (first.in_round(1), first.in_round(2), first.in_round(3)) == (20, 5, None)


def test_players_tied_on_everything_share_the_place_and_the_next_is_skipped():
    told = standings(SIX, Ranking(()))
    assert [(each.place, each.entrant) for each in told] == [(1, 4), (1, 5), (3, 1), (3, 2), (5, 6), (6, 3)]
    assert [each.reason for each in told] == [
        None,
        PlaceReason(EQUAL, 4, F(25), F(25)),
        None,
        PlaceReason(EQUAL, 1, F(15), F(15)),
        None,
        None,
    ]


def test_three_tied_players_share_a_place():
    told = Results((1, 2, 3), (game(1, 1, {1: 0, 2: 0, 3: 0}),))
    assert placed(told, *TIE_BREAKS) == [(1, 1, 0), (1, 2, 0), (1, 3, 0)]


def test_standings_after_a_round_ignore_later_rounds():
    fined = replace(SIX, adjustments=(PointAdjustment(1, F(-40), "late", round=2),), byes=(Bye(1, 2),))
    assert placed(fined.until(1)) == [(1, 1, 30), (2, 4, 20), (3, 2, 10), (4, 5, 0), (5, 6, -20), (6, 3, -40)]
    assert SIX.rounds == (1, 2)


def test_adjustments_are_separate_from_games():
    fined = replace(
        SIX, adjustments=(PointAdjustment(4, F(-20), "chair thrown"), PointAdjustment(4, F(7, 2), "appeal"))
    )
    line = next(each for each in standings(fined) if each.entrant == 4)
    assert (line.total, line.adjusted, line.best_game) == (F(17, 2), F(-33, 2), 20)
    assert sum(each.value for each in line.played) == 25


def test_a_total_starts_with_carried_over_points():
    line = standings(replace(SIX, carried={3: F(200)}))[0]
    assert (line.place, line.entrant, line.total, line.carried) == (1, 3, 130, 200)


def test_house_players_are_in_games_but_not_in_the_standings():
    told = replace(SIX, unranked=frozenset({4}))
    assert [each[1] for each in placed(told)] == [5, 1, 2, 6, 3]
    assert next(each.total for each in standings(told) if each.entrant == 6) == -10


def test_withdrawn_players_are_last_without_a_place_or_keep_theirs():
    gone = replace(SIX, withdrawn=frozenset({4}))
    assert placed(gone) == [(1, 5, 25), (2, 1, 15), (2, 2, 15), (4, 6, -10), (5, 3, -70), (None, 4, 25)]
    assert placed(gone, withdrawn="keep")[0] == (1, 4, 25)
    assert [each.withdrawn for each in standings(gone)] == [False] * 5 + [True]


def test_players_without_a_game_are_in_the_standings_with_0():
    line = standings(Results((9,)))[0]
    assert (line.place, line.total, line.games, line.average_place, line.best_game) == (1, 0, 0, None, None)


def test_a_late_entrant_without_a_game_is_below_everybody_who_has_played():
    late = replace(SIX, entrants=(*SIX.entrants, 7, 8), adjustments=(PointAdjustment(8, F(-5), "late"),))
    lines = standings(late, Ranking(()))
    assert [(each.place, each.entrant, each.total) for each in lines[-4:]] == [
        (5, 6, -10),
        (6, 3, -70),
        (7, 7, 0),
        (8, 8, -5),
    ]
    assert [each.reason for each in lines[-4:]] == [None, None, PlaceReason(UNPLAYED, 3, F(2), F(0)), None]


def test_a_player_level_with_the_last_has_no_other_reason():
    deep = replace(SIX, entrants=(*SIX.entrants, 7), adjustments=(PointAdjustment(7, F(-80), "late"),))
    assert (standings(deep)[-1].entrant, standings(deep)[-1].reason) == (7, None)


def test_before_the_first_game_everybody_is_ranked_by_total():
    told = Results((1, 2, 3), adjustments=(PointAdjustment(1, F(-5), "late"),))
    assert placed(told) == [(1, 2, 0), (1, 3, 0), (3, 1, -5)]


def test_players_with_a_bye_or_carried_over_points_are_ranked_by_total():
    told = replace(SIX, entrants=(*SIX.entrants, 7, 8, 9), byes=(Bye(7, 1),), carried={8: F(-100)})
    assert placed(told)[-5:] == [(5, 7, 0), (6, 6, -10), (7, 3, -70), (8, 8, -100), (9, 9, 0)]


# ── byes ──────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("bye", "worth"),
    [(ByeValue(), 0), (ByeValue("own"), F(5, 2)), (ByeValue("field"), F(8, 6)), (ByeValue("fixed", F(7, 3)), F(7, 3))],
)
def test_a_bye_is_worth_what_the_organiser_chose(bye, worth):
    field = (
        game(1, 1, {1: 30, 2: 10, 3: -40}, PLACEMENT),
        game(2, 1, {1: 5, 2: 5, 3: -10}, PLACEMENT),
        game(3, 1, {4: 1, 2: 0, 3: -1}, PLACEMENT),
        game(3, 2, {5: 1, 6: 0, 7: -1}, PLACEMENT),
    )
    line = next(
        each
        for each in standings(Results((1, 2, 3, 4), field, (Bye(1, 3),)), Ranking((), bye=bye))
        if each.entrant == 1
    )
    assert (line.total, line.in_round(3), line.games, line.placement) == (5 + worth, worth, 2, 5)
    assert (line.played[2].table, line.played[2].score) == (None, None)


def test_the_average_of_no_games_is_0():
    assert standings(Results((1,), (), (Bye(1, 1),)), Ranking(bye=ByeValue("own")))[0].total == 0


# ── tie-breaks ────────────────────────────────────────────────────────────────


def second_reason(results, *tie_breaks):
    lines = standings(results, Ranking(tie_breaks))
    return [each.entrant for each in lines][:2], lines[1].reason


def test_placement_points_decide():
    told = Results((1, 2), (game(1, 1, {1: 10, 2: 0, 3: -10}), game(2, 1, {2: 10, 1: 0, 4: -10})))
    told = replace(told, games=(*told.games, game(3, 1, {1: -1, 5: 0, 6: 1}), game(3, 2, {2: -1, 7: -4, 8: 5})))
    assert second_reason(told, "placement_points") == ([2, 1], PlaceReason("placement_points", 2, F(5), F(4)))


def test_firsts_and_seconds_decide():
    told = Results((1, 2), (game(1, 1, {1: 8, 3: 2, 4: -10}), game(1, 2, {2: 3, 5: 5, 6: -8})))
    told = replace(told, games=(*told.games, game(2, 1, {1: -6, 3: 1, 4: 5}), game(2, 2, {2: -1, 5: 2, 6: -1})))
    assert second_reason(told, "firsts") == ([1, 2], PlaceReason("firsts", 1, F(1), F(0)))
    assert second_reason(told, "seconds") == ([2, 1], PlaceReason("seconds", 2, F(2), F(0)))


def test_the_best_single_game_decides():
    told = Results((1, 2), (game(1, 1, {1: 30, 3: 0, 4: -30}), game(1, 2, {2: 20, 5: 0, 6: -20})))
    told = replace(told, games=(*told.games, game(2, 1, {1: -20, 3: 0, 4: 20}), game(2, 2, {2: -10, 5: 0, 6: 10})))
    assert second_reason(told, "best_game") == ([1, 2], PlaceReason("best_game", 1, F(30), F(20)))


def test_head_to_head_decides_between_exactly_two():
    told = Results((1, 2), (game(1, 1, {1: 0, 2: 10, 3: -10}), game(2, 1, {1: 12, 4: 0, 5: -12})))
    told = replace(told, games=(*told.games, game(2, 2, {2: 2, 6: 0, 7: -2})))
    assert second_reason(told, "head_to_head") == ([2, 1], PlaceReason("head_to_head", 2, F(1), F(0)))


def test_head_to_head_does_not_apply_to_three_or_to_players_who_never_met():
    circle = Results(
        (1, 2, 3), (game(1, 1, {1: 1, 2: 0, 4: -1}), game(2, 1, {2: 1, 3: 0, 4: -1}), game(3, 1, {3: 1, 1: 0, 4: -1}))
    )
    assert [each[0] for each in placed(circle, "head_to_head")] == [1, 1, 1]
    strangers = Results((1, 4), (game(1, 1, {1: 1, 2: 0, 3: -1}), game(1, 2, {4: 1, 5: 0, 6: -1})))
    assert [each[0] for each in placed(strangers, "head_to_head")] == [1, 1]


def test_head_to_head_decides_between_two_left_by_an_earlier_tie_break():
    told = Results(
        (1, 2, 3),
        (
            game(1, 1, {2: 6, 1: 5, 9: -11}),
            game(1, 2, {4: 15, 3: 11, 10: -26}),
            game(2, 1, {1: 6, 8: 0, 7: -6}),
            game(2, 2, {6: 6, 2: 5, 5: -11}),
        ),
    )
    lines = standings(told, Ranking(("firsts", "head_to_head")))
    assert [(each.place, each.entrant, each.reason) for each in lines] == [
        (1, 2, None),
        (2, 1, PlaceReason("head_to_head", 2, F(1), F(0))),
        (3, 3, PlaceReason("firsts", 1, F(1), F(0))),
    ]
    assert [each[0] for each in placed(told, "head_to_head", "firsts")] == [1, 1, 3]


def test_fewer_penalty_points_decide():
    told = Results((1, 2), (game(1, 1, {1: 10, 2: 5, 3: -15}),), adjustments=(PointAdjustment(1, F(-5), "late"),))
    assert second_reason(told, "fewer_penalties") == ([2, 1], PlaceReason("fewer_penalties", 2, F(0), F(5)))


def test_the_lower_average_place_decides():
    told = Results((1, 2), (game(1, 1, {1: 10, 3: 0, 4: -10}), game(1, 2, {2: 10, 5: 10, 6: -20})))
    assert second_reason(told, "average_place") == ([1, 2], PlaceReason("average_place", 1, F(1), F(3, 2)))


def test_game_points_decide_where_placement_counts():
    told = Results((1, 2), (game(1, 1, {2: 10, 3: 0, 4: -10}, PLACEMENT), game(1, 2, {1: 9, 5: 0, 6: -9}, PLACEMENT)))
    assert second_reason(told, "table_points") == ([2, 1], PlaceReason("table_points", 2, F(10), F(9)))


def test_the_recorded_lot_decides_once_all_tied_players_have_drawn():
    told = replace(SIX, lots={4: 2, 5: 1, 1: 1})
    lines = standings(told, Ranking(("lot",)))
    assert [(each.place, each.entrant) for each in lines[:4]] == [(1, 5), (2, 4), (3, 1), (3, 2)]
    assert lines[1].reason == PlaceReason("lot", 5, F(1), F(2))


def test_each_row_has_the_tie_break_that_separated_it_from_the_next():
    told = Results(
        (1, 2, 3, 4),
        tuple(game(1, each, {each: 10, 10 * each: 0, 100 * each: -10}) for each in (1, 2, 3, 4)),
        adjustments=(PointAdjustment(1, F(-5), "late"), PointAdjustment(1, F(5), "appeal")),
        lots={2: 3, 3: 1, 4: 3},
    )
    lines = standings(told, Ranking(("fewer_penalties", "lot")))
    assert [(each.place, each.entrant, each.reason) for each in lines] == [
        (1, 3, None),
        (2, 2, PlaceReason("lot", 3, F(1), F(3))),
        (2, 4, PlaceReason(EQUAL, 2, F(10), F(10))),
        (4, 1, PlaceReason("fewer_penalties", 4, F(0), F(5))),
    ]


def test_players_tied_across_a_line_are_named():
    lines = standings(SIX, Ranking(()))
    assert [tied_across(lines, k) for k in range(8)] == [(), (4, 5), (), (1, 2), (), (), (), ()]


# ── invariants ────────────────────────────────────────────────────────────────


@st.composite
def events(draw):
    """Nine entrants and some rounds with few different points, so that ties are common; some have not played yet."""
    scheme = draw(st.sampled_from([Scheme(), PLACEMENT]))
    games = []
    for number in range(1, draw(st.integers(1, 4)) + 1):
        seats = draw(st.permutations(range(9)))
        for table in range(draw(st.integers(1, 3))):
            one, other = draw(st.integers(-2, 2)), draw(st.integers(-2, 2))
            games.append(
                game(number, table, dict(zip(seats[3 * table :], (one, other, -one - other), strict=False)), scheme)
            )
    fines = draw(
        st.lists(st.builds(PointAdjustment, st.integers(0, 8), st.integers(-2, 2).map(F), st.just("x")), max_size=4)
    )
    lots = draw(st.dictionaries(st.integers(0, 8), st.integers(1, 3)))
    return Results(tuple(range(9)), tuple(games), adjustments=tuple(fines), lots=lots)


ORDERS = st.lists(st.sampled_from(sorted(TIE_BREAKS)), unique=True).map(tuple)


@given(events())
def test_totals_are_those_of_a_plain_recomputation(results):
    plain = defaultdict(Fraction)
    for each in results.games:
        for entrant, score in zip(each.entrants, each.scores, strict=True):
            plain[entrant] += score.total
    for fine in results.adjustments:
        plain[fine.entrant] += fine.points
    lines = standings(results, Ranking(()))
    assert {each.entrant: each.total for each in lines} == {entrant: plain[entrant] for entrant in range(9)}
    has_played = {entrant for each in results.games for entrant in each.entrants}
    rank = {entrant: (entrant in has_played, plain[entrant]) for entrant in range(9)}
    assert all(each.place == 1 + sum(other > rank[each.entrant] for other in rank.values()) for each in lines)


@given(events(), ORDERS, st.randoms(use_true_random=False))
def test_the_order_in_which_games_and_entrants_come_changes_nothing(results, order, chance):
    games, entrants = list(results.games), list(results.entrants)
    chance.shuffle(games)
    chance.shuffle(entrants)
    mixed = replace(results, games=tuple(games), entrants=tuple(entrants))
    assert standings(mixed, Ranking(order)) == standings(results, Ranking(order))


@given(events(), ORDERS)
def test_only_tied_players_share_places_and_every_tie_has_its_reason(results, order):
    lines = standings(results, Ranking(order))
    assert [each.place for each in lines] == [1 + sum(other.place < each.place for other in lines) for each in lines]
    for above, line in zip(lines, lines[1:], strict=False):
        first_unplayed = above.games > line.games == 0
        assert (line.reason is None) == (above.total > line.total)
        if line.reason is None:
            continue
        assert line.reason.above == above.entrant
        assert (line.reason.by == EQUAL) == (above.place == line.place)
        assert (line.reason.by == UNPLAYED) == first_unplayed
        if line.reason.by not in (EQUAL, UNPLAYED):
            better = line.reason.theirs > line.reason.mine
            assert line.reason.by in order and better is TIE_BREAKS[line.reason.by].most


@given(events(), ORDERS)
def test_tie_breaks_never_put_a_lower_total_before_a_higher(results, order):
    ranks = [(each.games > 0, each.total) for each in standings(results, Ranking(order))]
    assert ranks == sorted(ranks, reverse=True)


# ── options ───────────────────────────────────────────────────────────────────


def test_the_ranking_is_read_from_its_options():
    rules = Ranking(("table_points", "lot"), ByeValue("fixed", F(7, 2)), "keep")
    told = {"tie_breaks": ["table_points", "lot"], "bye": {"kind": "fixed", "value": "7/2"}, "withdrawn": "keep"}
    assert read_ranking(told) == rules
    assert read_ranking({}) == Ranking()


@pytest.mark.parametrize(
    ("field", "options"),
    [
        ("tie_breaks", {"tie_breaks": ["firsts", "firsts"]}),
        ("tie_breaks", {"tie_breaks": ["luck"]}),
        ("tie_breaks", {"tie_breaks": "lot"}),
        ("tie_breaks", {"tie_breaks": [["lot"]]}),
        ("bye", {"bye": {"kind": "much"}}),
        ("bye", {"bye": {"kind": []}}),
        ("bye", {"bye": 3}),
        ("bye", {"bye": {"kind": "fixed", "value": 1.5}}),
        ("withdrawn", {"withdrawn": "gone"}),
        ("other", {"other": 1}),
    ],
)
def test_an_invalid_ranking_is_refused_by_its_name(field, options):
    with pytest.raises(RuleViolation) as refused:
        read_ranking(options)
    assert refused.value.field == field
