"""How sure places and first places are, two players against each other, who met whom."""

from collections import Counter
from fractions import Fraction

import pytest

from engine.tournament import (
    Game,
    HeadToHead,
    Scheme,
    first_half_width,
    head_to_head,
    met,
    place_half_width,
    score_game,
)


@pytest.mark.parametrize(("games", "place", "first"), [(10, 0.51, 0.29), (30, 0.29, 0.17), (100, 0.16, 0.09)])
def test_the_95_percent_half_widths_are_those_of_equal_players(games, place, first):
    assert (round(place_half_width(games), 2), round(first_half_width(games), 2)) == (place, first)


def test_no_game_says_nothing():
    assert (place_half_width(0), first_half_width(0)) == (None, None)


def test_places_of_four_are_wider():
    assert round(place_half_width(10, 4), 2) == 0.69


def game(number, told):
    return Game(number, 1, tuple(told), score_game(Scheme(), tuple(told.values())))


GAMES = (
    game(1, {1: 10, 2: 0, 3: -10}),
    game(2, {3: 1, 2: 8, 1: -9}),
    game(3, {1: 5, 2: 5, 4: -10}),
    game(4, {1: 90, 5: 0, 6: -90}),
    game(5, {2: 0, 1: 20, 7: -30, 8: 10}),
)


def test_two_who_met_have_who_was_above_and_the_mean_difference():
    assert head_to_head(GAMES, 1, 2) == HeadToHead(4, 2, 1, 1, Fraction(13, 4))
    assert head_to_head(GAMES, 2, 1) == HeadToHead(4, 1, 2, 1, Fraction(-13, 4))


def test_two_who_never_met_have_nothing():
    assert head_to_head(GAMES, 3, 4) == HeadToHead(0, 0, 0, 0, Fraction(0))


def test_who_met_whom_is_counted():
    told = met(GAMES)
    assert (told[1, 2], told[2, 3], told[2, 4], told[3, 4]) == (4, 2, 1, 0)
    assert met(GAMES[:1]) == Counter({(1, 2): 1, (1, 3): 1, (2, 3): 1})
