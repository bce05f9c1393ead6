"""Tenhou's R for three players: the published formula calculated by hand, and its invariants."""

from fractions import Fraction

import pytest

from engine.ratings import RatedGame
from engine.ratings.tenhou import START, UNIT, change, rated
from tests.engine.rating_games import any_games, of_order

A, B, C, D = 1, 2, 3, 4


def test_the_first_game_is_worth_30_0_and_minus_30():
    assert rated([of_order(A, B, C)]) == {A: 1530, B: 1500, C: 1470}


def test_three_games_by_hand():
    """Second: 0.998 · (30 + (1500 − 1470) / 40) = 30.6885 for C, 0.998 · (0 + (1500 − 1530) / 40) = −0.7485 for A,
    −29.94 for B. Third: D is new, the table of D, C and A has the mean (1500 + 1500.6885 + 1529.2515) / 3 = 1509.98;
    D gains 30 + 9.98 / 40; C 0.996 · (0 + 9.2915 / 40); A 0.996 · (−30 − 19.2715 / 40), the last six digits rounded."""
    games = [of_order(A, B, C), of_order(C, A, B), of_order(D, C, A)]
    assert rated(games[:2]) == {A: Fraction("1529.2515"), B: Fraction("1470.06"), C: Fraction("1500.6885")}
    assert rated(games) == {
        A: Fraction("1529.2515") - Fraction("30.359860"),  # 30.35986035
        B: Fraction("1470.06"),
        C: Fraction("1500.6885") + Fraction("0.231358"),  # 0.23135835
        D: Fraction("1530.2495"),
    }


def test_a_published_example_for_a_player_with_400_games():
    """R 2000 at a table with the mean 1600, last: 0.2 · (−30 + (1600 − 2000) / 40) = −8."""
    assert change(400, 6, 2000 * UNIT, 3 * 1600 * UNIT) == -8 * UNIT
    assert change(10_000, 6, 2000 * UNIT, 3 * 1600 * UNIT) == -8 * UNIT


@pytest.mark.parametrize(("games", "share"), [(0, 1), (1, "0.998"), (250, "0.5"), (399, "0.202"), (400, "0.2")])
def test_one_game_changes_less_the_more_games_were_played(games, share):
    assert change(games, 2, START, 3 * START) == 30 * Fraction(share) * UNIT


def test_a_table_below_1500_counts_as_one_of_1500():
    games = [of_order(A, B, C)] * 3
    before = rated(games)
    low = rated([*games, of_order(B, C, D)])
    assert before[B] + before[C] + 1500 < 4500
    assert low[D] == 1500 - 30
    assert low[B] == pytest.approx(float(before[B] + Fraction("0.994") * (30 + (1500 - before[B]) / 40)), abs=1e-6)


@pytest.mark.parametrize(
    ("halves", "told"),
    [((3, 3, 6), (1515, 1515, 1470)), ((2, 5, 5), (1530, 1485, 1485)), ((4, 4, 4), (1500, 1500, 1500))],
)
def test_equal_places_share_the_mean_of_their_points(halves, told):
    assert tuple(rated([RatedGame((A, B, C), halves)]).values()) == told


def test_the_order_of_games_matters_to_r():
    games = [of_order(A, B, C), of_order(C, A, B), of_order(B, D, A)]
    assert rated(games) != rated(games[::-1])


def test_ratings_are_whole_millionths():
    assert {(each * UNIT).denominator for each in rated(any_games(9, 500, 3)).values()} == {1}


@pytest.mark.parametrize(
    ("players", "halves"),
    [((A, A, B), (2, 4, 6)), ((A, B, C), (2, 2, 6)), ((A, B, C), (2, 4, 4)), ((A, B, C), (1, 2, 3))],
)
def test_an_invalid_finish_is_refused(players, halves):
    with pytest.raises(ValueError, match="not a finish"):
        RatedGame(players, halves)
