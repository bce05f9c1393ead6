"""Random games for tests of ratings, between players with known strengths; and a slow likelihood function."""

import random
from itertools import permutations
from math import exp, log

from engine.ratings import RatedGame


def of_order(first, second, third):
    """A game without ties, the winner first."""
    return RatedGame((first, second, third), (2, 4, 6))


def strengths(players, seed, spread=0.5):
    """True strengths θ, which sum to 0."""
    lots = random.Random(seed)
    thetas = [lots.gauss(0, spread) for _each in range(players)]
    mean = sum(thetas) / players
    return [theta - mean for theta in thetas]


def played(thetas, each, seed):
    """Games in rounds of random tables, `each` for every player; the places are drawn by strength."""
    lots, games = random.Random(seed), []
    for _round in range(each):
        seats = lots.sample(range(len(thetas)), len(thetas))
        games += [_finish(thetas, seats[at : at + 3], lots) for at in range(0, len(seats), 3)]
    return games


def _finish(thetas, three, lots):
    first = lots.choices(three, [exp(thetas[player]) for player in three])[0]
    two = [player for player in three if player != first]
    second = lots.choices(two, [exp(thetas[player]) for player in two])[0]
    return of_order(first, second, next(player for player in two if player != second))


def any_games(players, many, seed):
    """Games with random results, many with ties."""
    lots = random.Random(seed)
    finishes = [(2, 4, 6), (6, 2, 4), (3, 3, 6), (5, 2, 5), (4, 4, 4)]
    return [RatedGame(tuple(lots.sample(range(players), 3)), lots.choice(finishes)) for _each in range(many)]


def slow_likelihood(games, theta_of, spread):
    """The logarithm of the penalised likelihood, calculated game by game from its definition."""
    value = -sum(theta**2 for theta in theta_of.values()) / (2 * spread**2)
    for game in games:
        place = dict(zip(game.players, game.halves, strict=True))
        fair = [each for each in permutations(game.players) if sorted(each, key=place.get) == list(each)]
        for order in fair:
            powers = [exp(theta_of[player]) for player in order]
            value += log(powers[0] / sum(powers) * powers[1] / (powers[1] + powers[2])) / len(fair)
    return value
