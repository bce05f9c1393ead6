"""What a fit needs of symmetric positive definite matrices, given as lists of rows. Knows nothing else."""

from math import sqrt
from operator import mul

Vector = list[float]
Matrix = list[Vector]


def cholesky(matrix: Matrix) -> Matrix:
    """The lower triangle, row by row, whose product with its own transpose is `matrix`."""
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
    """The diagonal of the inverse of `lower` · its transpose."""
    found = []
    for first in range(len(lower)):
        column: Vector = [1 / lower[first][first]]
        for row in lower[first + 1 :]:
            column.append(-sum(map(mul, row[first:], column)) / row[-1])
        found.append(sum(map(mul, column, column)))
    return found


def nearly_solved(matrix: Matrix, right: Vector, close: float = 1e-3) -> Vector:
    """x so that what `matrix` · x lacks to `right` is about `close` of it: conjugate gradients (Hestenes and Stiefel
    1952), scaled by the diagonal. In exact arithmetic as many steps as rows suffice."""
    found, lack = [0.0] * len(right), right
    way = _scaled(matrix, lack)
    size = _product(lack, way)
    enough = close**2 * size
    for _step in right:
        if size <= enough:
            break
        moved = [_product(row, way) for row in matrix]
        length = size / _product(way, moved)
        found = _moved(found, length, way)
        lack = _moved(lack, -length, moved)
        scaled = _scaled(matrix, lack)
        before, size = size, _product(lack, scaled)
        way = _moved(scaled, size / before, way)
    return found


def _scaled(matrix: Matrix, vector: Vector) -> Vector:
    return [value / row[at] for at, (row, value) in enumerate(zip(matrix, vector, strict=True))]


def _moved(start: Vector, length: float, way: Vector) -> Vector:
    return [value + length * each for value, each in zip(start, way, strict=True)]


def _product(one: Vector, other: Vector) -> float:
    total: float = sum(map(mul, one, other))
    return total
