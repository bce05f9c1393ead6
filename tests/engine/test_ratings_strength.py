"""The strength by Plackett and Luce: the true maximum, a correct interval, independent of the order of games."""

import random
from dataclasses import replace
from math import exp, log

import pytest

from engine.ratings import RatedGame
from engine.ratings.plackett_luce import MEAN, SCALE, SPREAD, fitted
from tests.engine.rating_games import any_games, of_order, played, slow_likelihood, strengths

A, B, C = 1, 2, 3


def values(fit):
    return {player: each.value for player, each in fit.strengths.items()}


def thetas(fit):
    return {player: (each.value - MEAN) / SCALE for player, each in fit.strengths.items()}


# ── the maximum ───────────────────────────────────────────────────────────────


def climbed(games, spread):
    """The maximum by coordinate search with decreasing steps: slow, but without derivatives."""
    told = dict.fromkeys(sorted({player for game in games for player in game.players}), 0.0)
    best, step = slow_likelihood(games, told, spread), 0.5
    while step > 1e-7:
        better = False
        for player in told:
            for way in (step, -step):
                there = {**told, player: told[player] + way}
                if (value := slow_likelihood(games, there, spread)) > best:
                    told, best, better = there, value, True
        step = step if better else step / 2
    return told


CASES = {
    "one game": [of_order(A, B, C)],
    "one who won all": [of_order(A, B, C)] * 5 + [of_order(A, C, B)],
    "a circle": [of_order(A, B, C), of_order(B, C, A), of_order(C, A, B)],
    "equal places": [RatedGame((A, B, C), (3, 3, 6)), RatedGame((A, B, C), (2, 5, 5)), RatedGame((C, B, A), (4, 4, 4))],
    "two who never met": [of_order(A, B, C), of_order(4, 5, 6), of_order(4, 6, 5)],
    "chance": any_games(5, 20, 11),
}


@pytest.mark.parametrize("games", CASES.values(), ids=CASES)
@pytest.mark.parametrize("spread", [SPREAD, 3.0])
def test_it_equals_the_maximum_of_a_slow_search(games, spread):
    fit = fitted(games, spread)
    assert fit.converged
    assert thetas(fit) == pytest.approx(climbed(games, spread), abs=1e-4)


def test_players_who_beat_each_other_in_a_circle_are_all_at_the_mean():
    assert values(fitted(CASES["a circle"])) == pytest.approx({A: 1500, B: 1500, C: 1500})


@pytest.mark.parametrize("games", CASES.values(), ids=CASES)
def test_the_mean_of_all_is_1500(games):
    told = values(fitted(games))
    assert sum(told.values()) / len(told) == pytest.approx(1500)


def test_a_player_who_wins_every_game_has_a_finite_strength():
    fit = fitted([of_order(A, B, C)] * 1000)
    assert fit.converged
    assert 1900 < fit.strengths[A].value < 3000
    assert [each.games for each in fit.strengths.values()] == [1000, 1000, 1000]


def test_400_more_means_odds_of_ten_to_one():
    """A finishes before B in ten of eleven games, C is always last. With a very weak prior."""
    games = [of_order(A, B, C)] * 1000 + [of_order(B, A, C)] * 100
    told = values(fitted(games, spread=100.0))
    assert told[A] - told[B] == pytest.approx(400, abs=0.5)


def test_without_games_there_is_no_information():
    assert fitted([]).strengths == {}


def test_it_says_when_it_did_not_converge():
    games = any_games(9, 60, 5)
    assert (fitted(games, most_steps=1).converged, fitted(games).converged) == (False, True)


# ── independent of the order ──────────────────────────────────────────────────


def test_the_order_of_games_and_of_seats_changes_nothing():
    games = any_games(12, 200, 7)
    lots = random.Random(8)
    other = []
    for game in lots.sample(games, len(games)):
        turn = lots.sample(range(3), 3)
        other.append(RatedGame(tuple(game.players[at] for at in turn), tuple(game.halves[at] for at in turn)))
    assert fitted(other) == fitted(games)


def test_after_a_correction_it_equals_a_fit_from_scratch():
    games = any_games(9, 80, 3)
    first = fitted(games)
    wrong = [*games[:10], replace(games[10], halves=games[10].halves[::-1]), *games[11:]]
    assert games[10].halves != wrong[10].halves and fitted(wrong) != first
    assert fitted(games) == first


# ── the interval ──────────────────────────────────────────────────────────────


def curvature(games, told, spread):
    """Minus the second differences of the slow likelihood, as a matrix."""
    players, step = list(told), 1e-3

    def at(*moves):
        there = dict(told)
        for player, by in moves:
            there[player] += by
        return slow_likelihood(games, there, spread)

    def second(one, other):
        signs = ((1, 1), (1, -1), (-1, 1), (-1, -1))
        return -sum(a * b * at((one, a * step), (other, b * step)) for a, b in signs) / (4 * step**2)

    return [[second(one, other) for other in players] for one in players]


def inverse(matrix):
    """By Gauss and Jordan."""
    size = len(matrix)
    rows = [[*row, *(float(at == no) for no in range(size))] for at, row in enumerate(matrix)]
    for at in range(size):
        rows[at] = [each / rows[at][at] for each in rows[at]]
        for other in range(size):
            if other != at:
                rows[other] = [x - rows[other][at] * y for x, y in zip(rows[other], rows[at], strict=True)]
    return [row[size:] for row in rows]


@pytest.mark.parametrize("games", [CASES["chance"], CASES["two who never met"]], ids=["chance", "two who never met"])
def test_the_interval_is_for_the_distance_from_the_mean(games):
    """Calculated from second differences of the likelihood, with the mean subtracted from each strength."""
    fit = fitted(games)
    spread_of = inverse(curvature(games, thetas(fit), SPREAD))
    size = len(spread_of)
    for at, each in enumerate(fit.strengths.values()):
        share = [(at == no) - 1 / size for no in range(size)]
        variance = sum(a * b * spread_of[i][j] for i, a in enumerate(share) for j, b in enumerate(share))
        assert each.half == pytest.approx(1.96 * SCALE * variance**0.5, rel=1e-3)


def test_the_interval_narrows_as_games_are_played():
    true = strengths(12, 4)
    halves = [max(each.half for each in fitted(played(true, many, 4)).strengths.values()) for many in (5, 20, 80, 320)]
    assert halves == sorted(halves, reverse=True)
    assert halves[3] < halves[1] / 3


@pytest.mark.parametrize("each", [10, 40, 80])
def test_about_95_of_100_intervals_contain_the_true_strength(each):
    held = []
    for seed in range(10):
        true = strengths(24, seed)
        fit = fitted(played(true, each, seed + 100))
        held += [
            abs(theta - true[player]) * SCALE <= fit.strengths[player].half for player, theta in thetas(fit).items()
        ]
    assert 0.90 <= sum(held) / len(held) <= 0.99, "seeds 0 to 9"


def test_after_80_games_it_ranks_24_players_about_correctly():
    for seed in range(5):
        true = strengths(24, seed)
        told = thetas(fitted(played(true, 80, seed + 50)))
        assert correlation(true, [told[player] for player in range(24)]) > 0.7, f"seed {seed}"


def correlation(one, other):
    """Spearman's, without equal ranks."""
    places = [[sorted(each).index(value) for value in each] for each in (one, other)]
    many = len(one)
    return 1 - 6 * sum((a - b) ** 2 for a, b in zip(*places, strict=True)) / (many * (many**2 - 1))


def test_three_hundred_players_and_five_thousand_games_are_fitted():
    true = strengths(300, 1)
    fit = fitted(played(true, 50, 1))
    assert (fit.converged, len(fit.strengths)) == (True, 300)
    assert correlation(true, [fit.strengths[player].value for player in range(300)]) > 0.7


def test_the_model_is_the_one_that_is_described():
    """Two to one for A with a very weak prior: A is first in half of all games with B and C."""
    orders = [(A, B, C), (A, C, B)] * 3 + [(B, A, C), (C, A, B)] * 2 + [(B, C, A), (C, B, A)]
    told = thetas(fitted([of_order(*order) for order in orders], spread=100.0))
    assert exp(told[A]) / sum(map(exp, told.values())) == pytest.approx(0.5, abs=1e-3)
    assert told[A] - told[B] == pytest.approx(log(2), abs=1e-3)
