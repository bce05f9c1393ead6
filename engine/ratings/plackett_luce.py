"""Player strengths in the Plackett–Luce model, fitted to all matches together, whatever their order.

Each player has a strength θ; of the players not yet placed, each comes next with a probability proportional to exp θ
(Luce 1959, Plackett 1975). The fit finds the strengths that make the results most likely, with a normal prior with mean
0 and standard deviation `SPREAD`. So every strength is finite, even if a player won every match, and the strengths sum
to 0. A match with shared places counts in equal parts as each of the possible orders.

The penalised log-likelihood has one maximum (it is strictly concave), which Newton's method finds. The interval is for
the difference between a strength and the mean; it follows from the inverse of the information matrix at the maximum.

Floats are summed in the order of the players' numbers, so the order of matches has no effect; the last digits may
differ between machines. Ratings are shown as 1500 + 400 / ln 10 · θ: as with Elo ratings, a difference of 400
points means odds of ten to one.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import permutations
from math import exp, log, sqrt
from operator import mul

from engine.ratings import RatedGame

MEAN, SCALE = 1500.0, 400 / log(10)
SPREAD = 1.0  # of θ: before any game, two players in three are expected within 174 points of the mean
Z = 1.96
CLOSE, MOST_STEPS, LONGEST = 1e-8, 100, 2.0
Order = tuple[int, int, int, float]  # first, second, third, and how often
Vector = list[float]
Matrix = list[Vector]  # symmetric and positive definite, as rows


@dataclass(frozen=True, slots=True)
class Strength:
    """One player's rating: the strength, the half-width of its 95 % interval, and the number of matches."""

    value: float
    half: float
    games: int


@dataclass(frozen=True, slots=True)
class Fit:
    """The strengths of all players. If `converged` is false, they are not a maximum and must not be used."""

    strengths: Mapping[int, Strength]
    converged: bool


def fitted(games: Iterable[RatedGame], spread: float = SPREAD, most_steps: int = MOST_STEPS) -> Fit:
    """Fit strengths to these games, in any order. `spread`: the standard deviation of the prior."""
    games = list(games)
    played = Counter(player for game in games for player in game.players)
    players = sorted(played)
    orders = orders_of(games, players)
    thetas, converged = maximum(orders, len(players), spread, most_steps)
    variances = inverse_diagonal(cholesky(information(orders, thetas, spread)))
    strengths = {}
    for player, theta, variance in zip(players, thetas, variances, strict=True):
        # Leave out the variance of the mean, which no match changes: only the prior limits it.
        own = max(variance - spread**2 / len(players), 0.0)
        strengths[player] = Strength(MEAN + SCALE * theta, Z * SCALE * sqrt(own), played[player])
    return Fit(strengths, converged)


def orders_of(games: Iterable[RatedGame], players: list[int]) -> list[Order]:
    """Each order of finish, as indices in `players`, and how often it occurred; the order of games has no effect."""
    number = {player: at for at, player in enumerate(players)}
    sixths: Counter[tuple[int, int, int]] = Counter()
    for game in games:
        place = dict(zip((number[player] for player in game.players), game.halves, strict=True))
        fair = [(a, b, c) for a, b, c in permutations(place) if place[a] <= place[b] <= place[c]]
        for order in fair:
            sixths[order] += 6 // len(fair)
    return [(*order, sixths[order] / 6) for order in sorted(sixths)]


def maximum(orders: list[Order], many: int, spread: float, most_steps: int) -> tuple[list[float], bool]:
    """The most likely strengths, and whether the search converged."""
    thetas = [0.0] * many
    value, slope = likelihood(orders, thetas, spread)
    for _step in range(most_steps):
        if steepest(slope) <= CLOSE:
            return thetas, True
        direction = nearly_solved(information(orders, thetas, spread), slope)
        thetas, value, slope = ascended(orders, thetas, value, direction, spread)
    return thetas, steepest(slope) <= CLOSE


def ascended(
    orders: list[Order], thetas: Vector, value: float, direction: Vector, spread: float
) -> tuple[Vector, float, Vector]:
    """Step along `direction`, halving the step until the likelihood no longer falls.

    Returns the new strengths, likelihood and slope.
    """
    length = min(1.0, LONGEST / steepest(direction))
    near = value - 1e-12 * abs(value)  # the precision of a sum of so many floats
    while True:
        moved = _moved(thetas, length, direction)
        new, slope = likelihood(orders, moved, spread)
        if new >= near or length < 1e-9:
            return moved, new, slope
        length /= 2


def steepest(slope: list[float]) -> float:
    """The largest absolute value in a slope."""
    return max(map(abs, slope), default=0.0)


def likelihood(orders: list[Order], thetas: list[float], spread: float) -> tuple[float, list[float]]:
    """The logarithm of the penalised likelihood, up to a constant, and its slope."""
    powers = [exp(theta) for theta in thetas]
    value = -sum(theta * theta for theta in thetas) / (2 * spread**2)
    slope = [-theta / spread**2 for theta in thetas]
    for a, b, c, often in orders:
        two = powers[b] + powers[c]
        three = powers[a] + two
        value += often * (thetas[a] + thetas[b] - log(three) - log(two))
        slope[a] += often * (1 - powers[a] / three)
        slope[b] += often * (1 - powers[b] / three - powers[b] / two)
        slope[c] -= often * (powers[c] / three + powers[c] / two)
    return value, slope


def information(orders: list[Order], thetas: list[float], spread: float) -> Matrix:
    """The negative second derivatives of the penalised log-likelihood."""
    powers = [exp(theta) for theta in thetas]
    matrix = [[0.0] * len(thetas) for _each in thetas]
    for a, b, c, often in orders:
        two = powers[b] + powers[c]
        each = often / (powers[a] + two) ** 2
        matrix[a][b] -= each * powers[a] * powers[b]
        matrix[a][c] -= each * powers[a] * powers[c]
        matrix[b][c] -= (each + often / two**2) * powers[b] * powers[c]
    for at, row in enumerate(matrix):
        for other in range(at):
            row[other] = matrix[other][at] = row[other] + matrix[other][at]
    for at, row in enumerate(matrix):
        row[at] = 1 / spread**2 - sum(row)
    return matrix


def cholesky(matrix: Matrix) -> Matrix:
    """The lower triangular matrix, row by row, whose product with its transpose is `matrix`."""
    lower: Matrix = []
    for at, source in enumerate(matrix):
        row: Vector = []
        for other in range(at):
            above = lower[other]
            row.append((source[other] - sum(map(mul, row, above))) / above[other])
        row.append(sqrt(source[at] - sum(map(mul, row, row))))
        lower.append(row)
    return lower


def inverse_diagonal(lower: Matrix) -> Vector:
    """The diagonal of the inverse of `lower` times its transpose."""
    diagonal = []
    for first in range(len(lower)):
        column: Vector = [1 / lower[first][first]]
        for row in lower[first + 1 :]:
            column.append(-sum(map(mul, row[first:], column)) / row[-1])
        diagonal.append(sum(map(mul, column, column)))
    return diagonal


def nearly_solved(matrix: Matrix, right: Vector, close: float = 1e-3) -> Vector:
    """Solve `matrix` · x = `right` to a relative residual of about `close`.

    The method is conjugate gradients (Hestenes and Stiefel 1952), scaled by the diagonal. In exact arithmetic, it would
    take at most one step per row.
    """
    solution, lack = [0.0] * len(right), right
    direction = _scaled(matrix, lack)
    size = _product(lack, direction)
    enough = close**2 * size
    for _step in right:
        if size <= enough:
            break
        moved = [_product(row, direction) for row in matrix]
        length = size / _product(direction, moved)
        solution = _moved(solution, length, direction)
        lack = _moved(lack, -length, moved)
        scaled = _scaled(matrix, lack)
        before, size = size, _product(lack, scaled)
        direction = _moved(scaled, size / before, direction)
    return solution


def _scaled(matrix: Matrix, vector: Vector) -> Vector:
    return [value / row[at] for at, (row, value) in enumerate(zip(matrix, vector, strict=True))]


def _moved(start: Vector, length: float, direction: Vector) -> Vector:
    return [value + length * each for value, each in zip(start, direction, strict=True)]


def _product(one: Vector, other: Vector) -> float:
    total: float = sum(map(mul, one, other))
    return total
