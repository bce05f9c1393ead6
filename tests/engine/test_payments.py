"""Payments compared with the oracle, and invariants of every payment with any house rules."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.match.payments import PaymentLine, Pot, totals, transfers
from engine.rulesets import rule_book
from engine.seats import NOTHING, PerSeat, Seat
from tests.engine import oracle
from tests.engine.strategies import MODES, paying_rules, wins
from tests.engine.tables import BOOK, book, by_list, by_numbers, settled, table, win_of

P1, P2, P3 = Seat
DRAWN = st.integers(0, 5)


@given(st.data())
def test_the_engine_and_the_oracle_agree_on_every_win(data):
    house = data.draw(paying_rules(), "house rules")
    entry = data.draw(wins(house), "entry")
    drawn = data.draw(DRAWN, "goulashes")
    rules = book(**house)
    paid = settled(rules, table(rules, goulash=drawn), "hand", entry)
    assert paid == oracle.payments(rules.house.as_dict(), entry, drawn)
    assert sum(paid.values()) == 0
    assert paid[entry["winner"]] == max(paid.values()) >= 0


@given(st.data())
def test_the_winner_collects_the_same_in_every_payment_mode(data):
    house = {**data.draw(paying_rules()), "unit_table": None}
    entry, drawn = data.draw(wins(house, limits=False)), data.draw(DRAWN)
    income = set()
    for mode in MODES:
        rules = book(**{**house, "payment_mode": mode})
        income.add(settled(rules, table(rules, goulash=drawn), "hand", entry)[entry["winner"]])
    assert len(income) == 1


@given(st.data())
def test_every_line_shows_its_calculation(data):
    house = data.draw(paying_rules())
    entry, drawn = data.draw(wins(house)), data.draw(DRAWN)
    rules = book(**house)
    settlement = rules.settle(table(rules, goulash=drawn), rules.read("hand", entry))
    for line in settlement.lines:
        assert (line.payee, line.payer is not line.payee, line.points > 0) == (Seat(entry["winner"]), True, True)
        if line.each is not None and line.rule != "unit_table":
            assert line.times * line.each == line.points


@given(st.data())
def test_a_limit_pays_the_same_whoever_was_waiting(data):
    house = data.draw(paying_rules())
    entry = {**data.draw(wins(house)), "limit": "full"}
    entry = {key: value for key, value in entry.items() if key not in ("hand_points", "bonus_points")}
    rules = book(**house)
    paid = [settled(rules, table(rules), "hand", {**entry, "waiting": waiting}) for waiting in ({}, entry["waiting"])]
    assert paid[0] == paid[1]


@given(st.data())
def test_a_winner_collects_no_more_because_somebody_waited(data):
    """Without unit conversion: the unit table rounds the shares of two payers differently from one payer's sum."""
    house = {**data.draw(paying_rules()), "unit_table": None}
    entry = data.draw(wins(house))
    rules = book(**house)
    bare = settled(rules, table(rules), "hand", {**entry, "waiting": {}, "opp_declared": {}, "declared_ready": False})
    paid = settled(rules, table(rules), "hand", {**entry, "declared_ready": False})
    assert paid[entry["winner"]] <= bare[entry["winner"]]


# The results of each payment mode for 7 hand-points and 5 bonus-points on P2's discard (A8, A9).
SHARES = {
    ("double_hand_each_bonus", ""): (-19, -5),
    ("double_hand_each_bonus", "P2"): (-17, -5),
    ("double_hand_each_bonus", "P3"): (-19, -3),
    ("discarder_covers_bonus", ""): (-17, -7),
    ("discarder_covers_bonus", "P2"): (-15, -7),
    ("discarder_covers_bonus", "P3"): (-15, -7),
    ("discarder_covers_all_unless_ready", ""): (-24, 0),
    ("discarder_covers_all_unless_ready", "P2"): (-15, -7),
    ("discarder_covers_all_unless_ready", "P3"): (-22, 0),
    ("discarder_covers_all", ""): (-24, 0),
    ("discarder_covers_all", "P2"): (-22, 0),
    ("discarder_covers_all", "P3"): (-22, 0),
}


@pytest.mark.parametrize(("mode", "waiting"), SHARES)
def test_who_pays_what_for_a_discard(mode, waiting):
    rules = book(payment_mode=mode)
    entry = by_numbers(7, 5, waiting={waiting: True} if waiting else {})
    paid = settled(rules, table(rules), "hand", entry)
    assert (paid["P2"], paid["P3"]) == SHARES[mode, waiting]


@pytest.mark.parametrize(
    ("points", "units"), [(2, 0), (3, 1), (4, 1), (5, 2), (6, 2), (7, 4), (10, 4), (11, 8), (60, 8)]
)
def test_the_hong_kong_table(points, units):
    rules = book(unit_table="hk", min_hand_points=0)
    paid = settled(rules, table(rules), "hand", by_numbers(points - 2, 2, "wall"))
    assert paid == {"P1": 2 * units, "P2": -units, "P3": -units}


def test_goulash_and_limits_are_not_converted_into_units():
    rules = book(unit_table="hk")
    state = table(rules, goulash=2)
    assert settled(rules, state, "hand", by_numbers(5, 2, "wall")) == {"P1": 28, "P2": -14, "P3": -14}
    limit = {"winner": "P1", "win": {"by": "wall"}, "limit": "full"}
    assert settled(rules, state, "hand", limit) == {"P1": 100, "P2": -50, "P3": -50}


def test_an_odd_limit_is_halved_downwards():
    rules = book(limit=45)
    half = {"winner": "P1", "win": {"by": "wall"}, "limit": "half"}
    assert settled(rules, table(rules), "hand", half) == {"P1": 44, "P2": -22, "P3": -22}


def test_a_half_limit_of_nothing_pays_no_empty_lines():
    rules = book(limit=1)
    half = rules.read("hand", {"winner": "P1", "win": {"by": "wall"}, "limit": "half"})
    assert rules.settle(table(rules), half).lines == ()


def test_a_list_pays_what_its_numbers_pay_with_the_two_for_winning_added():
    rules = book()
    ticked = by_list("dragon_pong dragon_pong two_dragons", {"flower": 2}, waiting={"P3": True})
    counted = by_numbers(3, 4, waiting={"P3": True})
    assert settled(rules, table(rules), "hand", ticked) == settled(rules, table(rules), "hand", counted)


def test_without_the_item_for_winning_nobody_gets_a_discount():
    rules = book(items_off=["win"])
    paid = settled(rules, table(rules), "hand", by_numbers(3, 1, "wall", waiting={"P2": True}))
    assert paid == {"P1": 8, "P2": -4, "P3": -4}


@pytest.mark.parametrize(
    ("said", "bonus"),
    [
        ({"all_declared": True}, 0),
        ({"declared_ready": True, "opp_declared": {"P2": True, "P3": True}}, 0),
        ({"declared_ready": True, "opp_declared": {"P2": True}}, 6),
        ({"opp_declared": {"P2": True, "P3": True}}, 6),
    ],
)
def test_hand_points_only_when_all_three_had_declared(said, bonus):
    rules = book(three_ready="hand_points_only")
    paid = settled(rules, table(rules), "hand", by_numbers(5, 6, "wall", **said))
    assert paid == {"P1": 2 * (5 + bonus), "P2": -5 - bonus, "P3": -5 - bonus}


def test_declared_ready_can_be_ticked_in_the_list():
    rules = book(three_ready="hand_points_only")
    both = {"P2": True, "P3": True}
    ticked = by_list("concealed all_chows", {"declared_ready": 2}, "wall", opp_declared=both)
    assert settled(rules, table(rules), "hand", ticked) == {"P1": 8, "P2": -4, "P3": -4}
    assert win_of(rules, ticked).all_declared


@given(st.tuples(st.integers(-500, 500), st.integers(-500, 500)))
def test_transfers_result_in_the_given_changes(two):
    changes = PerSeat(*two, -sum(two))
    lines = transfers(changes, "penalty", "A14")
    assert totals(lines) == changes
    assert len(lines) <= 2 and all(line.points > 0 for line in lines)


def test_points_in_the_pot_belong_to_nobody():
    stick = PaymentLine(P1, Pot.TABLE, 1000, "stick", "B5")
    assert totals([stick]) == PerSeat(-1000, 0, 0)
    assert totals([stick, PaymentLine(Pot.TABLE, P1, 1000, "stick", "B5")]) == NOTHING


def test_the_recap_game_is_the_same_rule_book_with_other_house_rules():
    recap = rule_book(
        BOOK,
        {
            "goulash_per_draw": 1,
            "payment_mode": "discarder_covers_all_unless_ready",
            "limit_discard": "discarder_double_only",
        },
    )
    limit = {"winner": "P1", "win": {"by": "discard", "from": "P2"}, "limit": "full"}
    assert settled(recap, table(recap, goulash=3), "hand", limit) == {"P1": 86, "P2": -83, "P3": -3}


def test_the_largest_debt_is_settled_first():
    lines = transfers(PerSeat(-3, -7, 10), "settlement", "A2.6")
    assert [(line.payer, line.payee, line.points) for line in lines] == [(P2, P3, 7), (P1, P3, 3)]
    lines = transfers(PerSeat(3, -10, 7), "settlement", "A2.6")
    assert [(line.payer, line.payee, line.points) for line in lines] == [(P2, P3, 7), (P2, P1, 3)]
