"""Tournament points of one game: each term, shared places, tables of four, points that don't balance."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import RuleViolation
from engine.rulesets import BOOKS, rule_book
from engine.seats import PerSeat
from engine.tournament import PLACEMENTS, Scheme, read_scheme, scheme_to_json, score_game
from engine.tournament.scoring.games import TERMS
from engine.tournament.scoring.scheme import spread, values

F = Fraction
RIICHI = read_scheme({"start_points": 35000, "return_points": 40000, "uma": [15, 0, -15], "divisor": 1000})


def totals(scheme, points, **more):
    return [score.total for score in score_game(scheme, points, **more)]


def placements(scheme, points):
    return [score.placement for score in score_game(scheme, points)]


# ── by hand ───────────────────────────────────────────────────────────────────


def test_every_term_of_a_game_is_stored():
    first, second, third = score_game(RIICHI, (52300, 30200, 21500), pot=1000, extras=(F(0), F(-5), F(0)))
    assert first.terms("points") == (("table", F(123, 10)), ("pot", 1), ("oka", 15), ("uma", 15))
    assert second.terms("points") == (("table", F(-98, 10)), ("extras", -5))
    assert third.terms("points") == (("table", F(-185, 10)), ("uma", -15))
    assert [each.total for each in (first, second, third)] == [F(433, 10), F(-148, 10), F(-335, 10)]
    assert [(each.place, each.points) for each in (first, second, third)] == [(1, 52300), (2, 30200), (3, 21500)]


def test_points_of_a_book_that_starts_at_0_are_the_result():
    assert totals(Scheme(), (-120, 200, -80)) == [-120, 200, -80]


def test_equal_points_share_places_and_their_points():
    one, other, last = score_game(RIICHI, (41000, 41000, 23000))
    assert (one.place, one.average_place, last.place) == (1, F(3, 2), 3)
    assert (one.oka, one.uma, other.oka, other.uma) == (F(15, 2), F(15, 2), F(15, 2), F(15, 2))


@pytest.mark.parametrize(
    ("points", "worth"),
    [
        ((5, 0, -5), [3, 1, 0]),
        ((5, 5, -10), [2, 2, 0]),
        ((10, -5, -5), [3, F(1, 2), F(1, 2)]),
        ((0, 0, 0), [F(4, 3), F(4, 3), F(4, 3)]),
    ],
)
def test_placement_points_are_shared_in_whole_sixths(points, worth):
    assert placements(Scheme(), points) == worth
    assert totals(read_scheme({"basis": "placement"}), points) == worth


@pytest.mark.parametrize(
    ("name", "worth"),
    [("3-1-0", [3, F(5, 3), F(2, 3), 0]), ("2-1-0", [2, F(4, 3), F(2, 3), 0]), ("30/0/-30", [30, 10, -10, -30])],
)
def test_a_table_of_four_spreads_the_values_of_three(name, worth):
    assert placements(read_scheme({"placement": name}), (30, 10, -10, -30)) == worth
    assert sum(worth) / F(4) == sum(PLACEMENTS[name]) / F(3)


def test_a_table_of_four_can_have_values_of_its_own():
    scheme = read_scheme({"placement_four": [4, 2, 1, 0], "uma": [6, 0, -6], "uma_four": [9, 1, -1, -9]})
    told = score_game(scheme, (30, 10, -10, -30))
    assert [(each.placement, each.uma) for each in told] == [(4, 9), (2, 1), (1, -1), (0, -9)]


def test_floating_uma_goes_by_how_many_ended_at_or_above_the_start():
    scheme = read_scheme(
        {
            "start_points": 35000,
            "return_points": 35000,
            "divisor": 1000,
            "uma": [10, 0, -10],
            "floating": {"1": [12, -4, -8]},
        }
    )
    assert [each.uma for each in score_game(scheme, (45000, 30000, 30000))] == [12, -6, -6]
    assert [each.uma for each in score_game(scheme, (40000, 35000, 30000))] == [10, 0, -10]


@pytest.mark.parametrize(
    ("tie", "order", "uma", "places"),
    [
        ("share", None, [-15, F(15, 2), F(15, 2)], [3, 1, 1]),
        ("seat", (2, 1, 0), [-15, 15, 0], [3, 1, 2]),
        ("book", (2, 1, 0), [-15, 0, 15], [3, 2, 1]),
        ("book", None, [-15, 15, 0], [3, 1, 2]),
    ],
)
def test_ties_are_shared_or_stand_by_seat_or_as_the_book_says(tie, order, uma, places):
    scheme = read_scheme({"tie": tie}, RIICHI)
    told = score_game(scheme, (25000, 40000, 40000), order=order)
    assert ([each.uma for each in told], [each.place for each in told]) == (uma, places)


def test_points_left_on_the_table_may_go_to_nobody():
    assert [each.pot for each in score_game(read_scheme({"pot": "nobody"}), (10, 0, -13), pot=3)] == [0, 0, 0]
    assert [each.pot for each in score_game(Scheme(), (10, 0, -13), pot=3)] == [3, 0, 0]


def test_a_sunk_player_pays_to_first_place():
    scheme = read_scheme({"sinking": 10, "uma": [0, 0, 0]}, RIICHI)
    assert [each.sinking for each in score_game(scheme, (65000, 40000, 0))] == [10, 0, -10]
    assert [each.sinking for each in score_game(scheme, (38000, 35000, 32000))] == [20, -10, -10]


def test_points_that_do_not_balance_are_refused_with_the_sum():
    with pytest.raises(RuleViolation, match="the sum is 104000, not 105000") as refused:
        score_game(RIICHI, (52300, 30200, 21500))
    assert refused.value.field == "points"


@pytest.mark.parametrize(
    ("field", "points", "more"),
    [
        ("points", (0, 0), {}),
        ("points", (0, 0, 0, 0, 0), {}),
        ("pot", (1, 0, 0), {"pot": -1}),
        ("order", (0, 0, 0), {"order": (0, 1, 1)}),
        ("extras", (0, 0, 0), {"extras": (F(1),)}),
    ],
)
def test_an_impossible_table_is_refused(field, points, more):
    with pytest.raises(RuleViolation) as refused:
        score_game(Scheme(), points, **more)
    assert refused.value.field == field


# ── invariants ────────────────────────────────────────────────────────────────

NUMBERS = st.integers(-50, 50)
THREE = st.tuples(NUMBERS, NUMBERS).map(lambda two: values(*two, -sum(two)))
SCHEMES = st.builds(
    Scheme,
    basis=st.sampled_from(["points", "placement"]),
    placement=st.sampled_from(list(PLACEMENTS.values())),
    uma=THREE,
    floating=st.lists(st.tuples(st.integers(0, 4), THREE), unique_by=lambda each: each[0]).map(
        lambda all: tuple(sorted(all))
    ),
    sinking=st.integers(0, 20).map(F),
    start_points=st.sampled_from([0, 35000]),
    return_points=st.sampled_from([35000, 40000]),
    divisor=st.sampled_from([1, 100, 1000]),
    tie=st.sampled_from(["share", "seat", "book"]),
)


@st.composite
def tables(draw):
    """(scheme, points, pot): points are multiples of a large step, so that ties are common."""
    scheme = draw(SCHEMES)
    players = draw(st.sampled_from([3, 4]))
    pot = 1000 * draw(st.integers(0, 3))
    changes = [5000 * draw(st.integers(-4, 4)) for _ in range(players - 1)]
    points = [scheme.start_points + change for change in changes]
    return scheme, (*points, players * scheme.start_points - pot - sum(points)), pot


@given(tables())
def test_uma_and_sinking_sum_to_0_and_oka_only_moves(table):
    scheme, points, pot = table
    told = score_game(scheme, points, pot=pot)
    assert sum(each.uma for each in told) == sum(each.sinking for each in told) == 0
    assert sum(each.table + each.pot + each.oka for each in told) == 0
    assert all(sum(value for _, value in each.terms(scheme.basis)) == each.total for each in told)


@given(tables())
def test_more_points_never_give_a_worse_result(table):
    scheme, points, pot = table
    told = score_game(scheme, points, pot=pot)
    for one in told:
        above = sum(other.points > one.points for other in told)
        level = sum(other.points == one.points for other in told)
        if scheme.tie == "share":
            assert (one.place, one.average_place) == (above + 1, F(2 * above + level + 1, 2))
        assert above < one.place <= above + level


@given(tables())
def test_the_order_of_seats_changes_nothing_where_ties_are_shared(table):
    scheme, points, pot = table
    scheme = read_scheme({"tie": "share"}, scheme)
    assert score_game(scheme, points[::-1], pot=pot) == score_game(scheme, points, pot=pot)[::-1]


@given(tables())
def test_a_scheme_survives_json(table):
    assert read_scheme(scheme_to_json(table[0])) == table[0]


@given(st.tuples(*[st.integers(-20, 20)] * 3).map(lambda three: values(*three)))
def test_spreading_over_four_keeps_the_average(three):
    assert sum(spread(three, 4)) / 4 == sum(three) / 3
    assert (spread(three, 4)[0], spread(three, 4)[3]) == (three[0], three[2])


# ── the rule books ────────────────────────────────────────────────────────────


BUST = st.sampled_from(["below_zero", "zero", "off"])


@given(st.integers(-50, 1050), st.integers(0, 1050), st.integers(0, 4), st.permutations(range(3)), BUST)
def test_the_scheme_of_the_book_with_oka_agrees_with_its_own_settlement(one, other, sticks, order, bust):
    house = {"uma": [15, -5, -10], "sinking_uma": 7, "bust_prize": 3, "bust": bust}
    book = rule_book("honshu", house)
    points = (100 * one, 100 * other, 105_000 - 1000 * sticks - 100 * one - 100 * other)
    final = book.settle_match(PerSeat(*points), [list(PerSeat.of(lambda seat: seat))[at] for at in order])
    told = totals(book.scheme, points, pot=1000 * sticks, order=order)
    assert [10 * each for each in told] == list(final.tenths)


@given(st.permutations(range(3)), st.tuples(st.integers(-40, 40), st.integers(-40, 40)), st.integers(0, 20))
def test_the_scheme_of_a_book_with_chips_agrees_with_its_own_settlement(order, two, hundreds):
    book = rule_book("riichi_sanma", {"chip_points": 100 * hundreds})
    points, chips = (50_000, 35_000, 20_000), (*two, -sum(two))
    final = book.settle_match(
        PerSeat(*points), [list(PerSeat.of(lambda seat: seat))[at] for at in order], PerSeat(*chips)
    )
    scores = score_game(book.scheme, points, order=order, chips=chips)
    assert [10 * score.total for score in scores] == list(final.tenths)
    assert [score.chips for score in scores] == [F(hundreds * each, 10) for each in chips]


def test_chips_are_a_term_of_their_own_and_placement_points_ignore_them():
    scheme = Scheme(chip_points=500, divisor=1000, start_points=25_000, return_points=25_000)
    chips = (4, -1, -3)
    first, _second, third = score_game(scheme, (35_000, 25_000, 15_000), chips=chips)
    assert first.terms("points") == (("table", F(10)), ("chips", F(2)))
    assert third.total == F(-23, 2)
    placed = score_game(replace(scheme, basis="placement"), (35_000, 25_000, 15_000), chips=chips)
    assert [score.total for score in placed] == [3, 1, 0]


@pytest.mark.parametrize("chips", [(1, 0, 0), (1, -1), (1, -1, 0, 0)])
def test_chips_that_do_not_sum_to_zero_or_miss_a_player_are_refused(chips):
    with pytest.raises(RuleViolation) as refused:
        score_game(Scheme(), (0, 0, 0), chips=chips)
    assert refused.value.field == "chips"


def test_the_scheme_of_every_other_book_is_its_points():
    for key in BOOKS.keys() - {"honshu", "riichi_sanma"}:
        assert rule_book(key, {}).scheme == Scheme()
        assert list(rule_book(key, {}).start().balances) == [0, 0, 0]


def test_a_scheme_starts_where_its_book_does():
    for key in BOOKS:
        assert list(rule_book(key, {}).start().balances) == [rule_book(key, {}).scheme.start_points] * 3


# ── options ───────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("field", "options"),
    [
        ("what", {"what": 1}),
        ("basis", {"basis": "luck"}),
        ("placement", {"placement": "3-1"}),
        ("placement", {"placement": [0, 1, 3]}),
        ("placement", {"placement": [3, 1]}),
        ("placement", {"placement": [3, 1.5, 0]}),
        ("placement", {"placement": ["1/0", 0, 0]}),
        ("placement_four", {"placement_four": [3, 1, 0]}),
        ("uma", {"uma": [15, 0, -10]}),
        ("uma_four", {"uma_four": [15, 5, -5, -10]}),
        ("uma", {"uma": [True, 0, -1]}),
        ("floating", {"floating": {"7": [1, 0, -1]}}),
        ("floating", {"floating": [1]}),
        ("floating", {"floating": {"1": [1, 0, 0]}}),
        ("sinking", {"sinking": -1}),
        ("bust", {"bust": -1}),
        ("bust_below", {"bust_below": -1}),
        ("start_points", {"start_points": "35000"}),
        ("return_points", {"start_points": 35000, "return_points": 30000}),
        ("divisor", {"divisor": 0}),
        ("pot", {"pot": "all"}),
        ("tie", {"tie": None}),
        ("chip_points", {"chip_points": -1}),
    ],
)
def test_an_invalid_option_is_refused_by_its_name(field, options):
    with pytest.raises(RuleViolation) as refused:
        read_scheme(options)
    assert refused.value.field == field


def test_numbers_are_read_as_people_write_them():
    scheme = read_scheme({"placement": ["7/2", "0,5", "−1.25"]})
    assert scheme.placement == (F(7, 2), F(1, 2), F(-5, 4))
    assert scheme_to_json(scheme)["placement"] == ["7/2", "1/2", "-5/4"]


def test_terms_are_named_in_the_order_in_which_they_are_added():
    assert TERMS == ("table", "pot", "oka", "uma", "sinking", "chips", "extras")
