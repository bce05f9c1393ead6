"""The matrix functions of the rating fit, checked by multiplication."""

import random

import pytest

from engine.ratings.plackett_luce import cholesky, inverse_diagonal, nearly_solved


def positive(size, seed):
    """A symmetric positive definite matrix."""
    lots = random.Random(seed)
    rows = [[lots.gauss(0, 1) for _each in range(size)] for _row in range(size)]
    return [[times(one, other) + (one is other) for other in rows] for one in rows]


def times(one, other):
    return sum(a * b for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize("seed", range(5))
def test_the_lower_triangle_and_its_transpose_make_the_matrix(seed):
    matrix = positive(9, seed)
    lower = [row + [0.0] * (9 - len(row)) for row in cholesky(matrix)]
    assert [len(row) for row in cholesky(matrix)] == list(range(1, 10))
    assert [[times(one, other) for other in lower] for one in lower] == [pytest.approx(row) for row in matrix]


@pytest.mark.parametrize("seed", range(5))
def test_as_many_steps_as_rows_solve_it(seed):
    matrix, right = positive(9, seed), [float(no - 4) for no in range(9)]
    found = nearly_solved(matrix, right, close=1e-10)
    assert [times(row, found) for row in matrix] == pytest.approx(right, abs=1e-6)


@pytest.mark.parametrize("seed", range(5))
def test_the_diagonal_of_the_inverse_is_that_of_its_columns(seed):
    matrix = positive(9, seed)
    columns = [nearly_solved(matrix, [float(at == no) for at in range(9)], close=1e-12) for no in range(9)]
    assert inverse_diagonal(cholesky(matrix)) == pytest.approx([columns[no][no] for no in range(9)], rel=1e-6)
