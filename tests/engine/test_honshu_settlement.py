"""The final settlement of Honshu sanma (B4.6, B4.7, B5.12): thousands, oka, uma, sticks left on the table."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.seats import PerSeat, Seat
from tests.engine.honshu_asking import book
from tests.engine.tile_asking import asked

P1, P2, P3 = Seat


def settled(points: tuple[int, int, int], order: str = "P1 P2 P3", **options: object) -> tuple[float, ...]:
    told = {"points": dict(zip(("P1", "P2", "P3"), points, strict=True)), "seat_order": order.split()}
    reply = asked("honshu", "settlement", options=options, input=told)
    assert "error" not in reply, reply
    return tuple(reply["result"]["final"].values())


CASES = [
    ((52000, 33000, 20000), {}, (27.0, -7.0, -20.0)),
    ((35000, 35000, 35000), {}, (10.0, -5.0, -5.0)),
    ((20000, 52000, 33000), {"uma": [15, 0, -15]}, (-35.0, 42.0, -7.0)),
    ((40000, 40000, 25000), {"sinking_uma": 10}, (25.0, 0.0, -25.0)),
    ((39900, 39800, 25300), {"sinking_uma": 10}, (34.9, -10.2, -24.7)),
    ((120000, -5000, -10000), {"bust": "off"}, (95.0, -45.0, -50.0)),
    ((50000, 30000, 24000), {}, (26.0, -10.0, -16.0)),  # a stick lies on the table
    ((52000, 33033, 19967), {}, (27.0, -7.0, -20.0)),
    ((52000, 33050, 19950), {}, (27.1, -7.0, -20.1)),  # halves away from 0
    ((110000, 0, -5000), {"bust_prize": 10}, (95.0, -40.0, -55.0)),
    ((110000, 0, -5000), {"bust_prize": 10, "bust": "zero"}, (105.0, -50.0, -55.0)),
    ((110000, 0, -5000), {"bust_prize": 10, "bust": "off", "sinking_uma": 5}, (105.0, -45.0, -60.0)),
    ((30000, 30000, 30000), {"start_points": 30000, "return_points": 30000}, (0.0, 0.0, 0.0)),
]


@pytest.mark.parametrize(("points", "options", "final"), CASES)
def test_points_become_results(points, options, final):
    assert settled(points, **options) == final


@pytest.mark.parametrize(
    ("order", "final"),
    [("P1 P2 P3", (15.0, 0.0, -15.0)), ("P2 P1 P3", (0.0, 15.0, -15.0)), ("P3 P2 P1", (0.0, 15.0, -15.0))],
)
def test_equal_points_go_by_the_order_of_the_seats(order, final):
    assert settled((40000, 40000, 25000), order) == final


@pytest.mark.parametrize(
    ("worth", "final"), [(0, (27.0, -7.0, -20.0)), (500, (29.5, -8.0, -21.5)), (150, (27.8, -7.3, -20.5))]
)
def test_chips_are_worth_points(worth, final):
    """Halves of a tenth are rounded away from 0."""
    chips = {"P1": 5, "P2": -2, "P3": -3}
    told = {"points": {"P1": 52000, "P2": 33000, "P3": 20000}, "chips": chips}
    reply = asked("honshu", "settlement", options={"chip_points": worth}, input=told)
    assert tuple(reply["result"]["final"].values()) == final


def test_players_may_have_names():
    told = {"players": ["Ann", "Bea", "Cho"], "points": {"Cho": 52000, "Ann": 33000, "Bea": 20000}}
    assert asked("honshu", "settlement", options={}, input=told)["result"]["final"] == {
        "Ann": -7.0,
        "Bea": -20.0,
        "Cho": 27.0,
    }


GOOD = {"points": {"P1": 52000, "P2": 33000, "P3": 20000}, "seat_order": ["P1", "P2", "P3"]}


@pytest.mark.parametrize(
    ("key", "value", "field"),
    [
        *(("points", value, "points") for value in (None, [], {}, {"P1": 1}, {"P1": 1, "P2": 2, "P4": 3})),
        *(("points", {**GOOD["points"], "P1": value}, "points") for value in (None, "1", 1.5, True, 10**9)),
        ("points", {"P1": 52000, "P2": 33000, "P3": 20001}, "points"),
        *(("seat_order", value, "seat_order") for value in ("P1", ["P1"], ["P1"] * 3, ["P1", "P2", "P4"], [1, 2, 3])),
        ("players", ["P1", "P2"], "players"),
        *(("chips", value, "chips") for value in ([], {"P1": 1}, {"P1": 1, "P2": 1, "P3": 1})),
        ("tenpai", [], "tenpai"),
    ],
    ids=str,
)
def test_a_wrong_settlement_is_refused_in_a_sentence(key, value, field):
    reply = asked("honshu", "settlement", options={}, input={**GOOD, key: value})
    assert field in reply["error"] and reply["error"].endswith("."), reply


def test_the_shares_of_a_result_and_their_rules():
    """Every share names its rule; together they are the result."""
    final = book(uma=[15, 0, -15], sinking_uma=10).settle_match(PerSeat(51000, 20000, 33000))
    assert final.places == (P1, P3, P2)
    assert [(share.seat, share.rule, share.tenths) for share in final.shares] == [
        (P1, "return_points", 110),
        (P1, "uma", 150),
        (P1, "sinking_uma", 200),
        (P1, "oka", 150),
        (P1, "left_over", 10),
        (P3, "return_points", -70),
        (P3, "sinking_uma", -100),
        (P2, "return_points", -200),
        (P2, "uma", -150),
        (P2, "sinking_uma", -100),
    ]
    assert final.tenths == PerSeat(620, -450, -170)


AMOUNTS = st.integers(-400, 700).map(lambda hundreds: 100 * hundreds)


@given(st.data())
def test_a_settlement_sums_to_zero_and_is_what_the_rules_say(data):
    start, back = data.draw(st.sampled_from([(35000, 40000), (25000, 30000), (35000, 35000)]))
    two, sinking = data.draw(st.tuples(st.integers(-30, 30), st.integers(-30, 30))), data.draw(st.integers(0, 20))
    uma = (-sum(two), *two)
    rules = book(start_points=start, return_points=back, uma=uma, sinking_uma=sinking)
    left = data.draw(st.integers(0, 3)) * 1000
    first, second = data.draw(AMOUNTS), data.draw(AMOUNTS)
    points = PerSeat(first, second, 3 * start - left - first - second)
    order = data.draw(st.permutations(list(Seat)))
    final = rules.settle_match(points, order)
    assert sum(final.tenths) == 0
    ranked = sorted(order, key=lambda seat: -points[seat])
    assert final.places == tuple(ranked)
    for place, seat in list(enumerate(ranked))[1:]:
        sunk = sinking if points[seat] < back else 0
        assert Fraction(final.tenths[seat], 10) == Fraction(points[seat] - back, 1000) + uma[place] - sunk
