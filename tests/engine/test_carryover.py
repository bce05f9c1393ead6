"""State carried to the next hand: the goulash (A3), the deal (A2), an extension."""

import pytest

from engine.errors import RuleViolation
from engine.seats import Seat
from tests.engine.tables import book, by_numbers, settled, table

WALL, DISCARD = by_numbers(4, 2, "wall"), by_numbers(4, 2)
LIMIT = {"winner": "P1", "win": {"by": "discard", "from": "P2"}, "limit": "half"}


@pytest.mark.parametrize(("drawn", "each"), [(0, 0), (1, 5), (2, 10), (3, 15), (8, 40)])
def test_every_goulash_in_a_row_is_worth_five_from_each(drawn, each):
    rules = book()
    state = table(rules, goulash=drawn)
    assert settled(rules, state, "hand", WALL) == {"P1": 12 + 2 * each, "P2": -6 - each, "P3": -6 - each}
    assert settled(rules, state, "hand", DISCARD) == {"P1": 12 + 2 * each, "P2": -10 - each, "P3": -2 - each}


@pytest.mark.parametrize(
    ("house", "each"),
    [
        ({"goulash_per_draw": 1}, 3),
        ({"goulash_per_draw": 0}, 0),
        ({"goulash_cap": 12}, 12),
        ({"goulash_cap": 0}, 0),
        ({"goulash_cap": 15}, 15),
        ({"goulash_cap": 99}, 15),
    ],
)
def test_the_goulash_under_house_rules(house, each):
    rules = book(**house)
    assert settled(rules, table(rules, goulash=3), "hand", WALL)["P2"] == -6 - each


@pytest.mark.parametrize("mode", ["double_hand_each_bonus", "discarder_covers_bonus", "discarder_covers_all"])
def test_the_goulash_comes_from_both_whoever_discards_or_waits(mode):
    rules = book(payment_mode=mode)
    entry = {**DISCARD, "waiting": {"P2": True, "P3": True}}
    before, after = (settled(rules, table(rules, goulash=n), "hand", entry) for n in (0, 1))
    assert (after["P2"] - before["P2"], after["P3"] - before["P3"]) == (-5, -5)


def test_the_goulash_on_a_limit_hand():
    assert settled(book(), table(book(), goulash=2), "hand", LIMIT) == {"P1": 80, "P2": -50, "P3": -30}
    rules = book(goulash_on_limit=False)
    assert settled(rules, table(rules, goulash=2), "hand", LIMIT) == {"P1": 60, "P2": -40, "P3": -20}


def test_a_goulash_has_a_line_of_its_own():
    rules = book()
    lines = rules.settle(table(rules, goulash=2), rules.read("hand", WALL)).lines
    assert [(line.payer, line.points, line.clause, line.times) for line in lines if line.rule == "goulash"] == [
        (Seat.P2, 10, "A3", 2),
        (Seat.P3, 10, "A3", 2),
    ]


def test_an_extension_keeps_the_goulash_and_goes_on_at_hand_ten():
    rules = book()
    over = table(rules, hand_no=10, goulash=3)
    assert over.finished
    longer = rules.extend(over, 18)
    assert (longer.hand_no, longer.length, longer.goulash, longer.finished) == (10, 18, 3, False)
    assert longer.dealer is Seat.P1 and str(longer.round_wind) == "E"


@pytest.mark.parametrize("length", [0, 9, 10, 28])
def test_an_extension_is_to_eighteen_or_twenty_seven(length):
    rules = book()
    with pytest.raises(RuleViolation) as refusal:
        rules.extend(table(rules), length)
    assert refusal.value.field == "match_length"
