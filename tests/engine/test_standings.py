"""Places (A2.6) and the payments that settle a match."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.match.payments import Standing, rank, totals, who_pays_whom
from engine.seats import PerSeat, Seat

P1, P2, P3 = Seat


@pytest.mark.parametrize(
    ("points", "places"),
    [
        ((10, 0, -10), [(1, P1), (2, P2), (3, P3)]),
        ((-10, 0, 10), [(1, P3), (2, P2), (3, P1)]),
        ((5, 5, -10), [(1, P1), (1, P2), (3, P3)]),
        ((-5, 10, -5), [(1, P2), (2, P1), (2, P3)]),
        ((0, 0, 0), [(1, P1), (1, P2), (1, P3)]),
    ],
)
def test_equal_points_share_a_place(points, places):
    assert [(each.rank, each.seat) for each in rank(PerSeat(*points))] == places


def test_a_standing_has_its_points():
    assert rank(PerSeat(-3, 5, -2))[0] == Standing(1, P2, 5)


POINTS = st.tuples(st.integers(-300, 300), st.integers(-300, 300)).map(lambda two: PerSeat(*two, -sum(two)))


@given(POINTS)
def test_nobody_stands_before_somebody_with_more(points):
    places = rank(points)
    assert [each.points for each in places] == sorted(points, reverse=True)
    for one in places:
        assert one.rank == 1 + sum(other.points > one.points for other in places)


@given(POINTS)
def test_the_settlement_brings_everybody_to_nothing_in_at_most_two_payments(points):
    lines = who_pays_whom(points)
    assert totals(lines) == points
    assert len(lines) <= 2
