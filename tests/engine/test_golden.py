"""The worked examples of tests/golden, each by list and by numbers, through the public API of the engine."""

import pytest

from engine.errors import RuleViolation
from engine.match.claims import decide
from engine.match.entries import Hand, Ticks
from engine.match.ledger import LoggedEvent, check, replay
from engine.seats import Seat
from tests.engine.tables import GOLDEN, book, settled, table, win_of
from tests.wording import below_minimum

HANDS = {hand["id"]: hand for hand in GOLDEN["hands"]}
WAYS = ("by_list", "by_numbers")


def payload_of(hand: dict, way: str) -> dict:
    return {**hand["said"], **hand[way]}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", [name for name, hand in HANDS.items() if "refused" not in hand])
def test_a_worked_example_pays_what_it_says(name, way):
    hand = HANDS[name]
    rules = book(**hand["house_rules"])
    state = table(rules, hand["hand_no"], hand["goulash_carry"])
    assert settled(rules, state, "hand", payload_of(hand, way)) == hand["payments"], hand["why"]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", [name for name, hand in HANDS.items() if "refused" in hand])
def test_a_hand_below_the_minimum_is_refused_and_pays_nothing(name, way):
    hand = HANDS[name]
    rules = book(**hand["house_rules"])
    state = table(rules, hand["hand_no"], hand["goulash_carry"])
    win = win_of(rules, payload_of(hand, way))
    entry = rules.read("hand", payload_of(hand, way))
    score = rules.score(state, win)
    counted = hand["by_numbers"]
    assert (score.points, score.bonus_points) == (counted["hand_points"], counted["bonus_points"])
    assert (score.legal, score.reason) == (False, hand["refused"])
    assert rules.settle(state, entry).payments.as_dict() == hand["payments"]
    with pytest.raises(RuleViolation) as refusal:
        rules.check(state, entry)
    assert refusal.value.field == ("patterns" if way == "by_list" else "hand_points")
    assert str(refusal.value) == (below_minimum(3, hand["by_numbers"]["hand_points"]))


@pytest.mark.parametrize("name", [name for name, hand in HANDS.items() if "limit" not in hand["by_list"]])
def test_the_list_adds_up_to_the_numbers(name):
    hand = HANDS[name]
    rules = book(**hand["house_rules"])
    score = rules.score(table(rules, hand["hand_no"]), win_of(rules, payload_of(hand, "by_list")))
    assert {"hand_points": score.points, "bonus_points": score.bonus_points} == hand["by_numbers"]


@pytest.mark.parametrize("name", [name for name, hand in HANDS.items() if "limit" not in hand["by_list"]])
def test_the_list_of_an_example_is_complete(name):
    hand = HANDS[name]
    rules = book(**hand["house_rules"])
    state = table(rules, hand["hand_no"])
    full = rules.sheet.complete(state, win_of(rules, payload_of(hand, "by_list")))
    assert isinstance(full.count, Ticks)
    assert sorted(full.count.patterns) == sorted(hand["by_list"]["patterns"])
    if rules.house.three_ready != "hand_points_only":  # there a bonus is ticked and not paid
        assert dict(full.count.bonus_items) == hand["by_list"]["bonus_items"]


@pytest.mark.parametrize("claim", GOLDEN["claims"], ids=lambda claim: claim["id"])
def test_a_claimed_tile_goes_to_the_player_in_the_example(claim):
    rules = book(**claim["house_rules"])
    state = table(rules)
    claims = [
        win_of(rules, {key: value for key, value in said.items() if key != "tiles"})
        for said in claim["claims"].values()
    ]
    for order in (claims, claims[::-1]):
        verdict = decide(rules, state, order)
        assert (verdict.win.winner, verdict.reason) == (Seat(claim["winner"]), claim["reason"])
        assert rules.settle(state, Hand((verdict.win,))).payments.as_dict() == claim["payments"], claim["why"]


@pytest.mark.parametrize("match", GOLDEN["matches"], ids=lambda match: match["id"])
def test_a_match_runs_as_the_example_says(match):
    rules = book(**match["house_rules"])
    facts: list[LoggedEvent] = []
    for seq, entry in enumerate(match["entries"], start=1):
        new = LoggedEvent(seq, entry["kind"], entry["payload"])
        check(rules, facts, new)
        facts.append(new)
    rows = replay(rules, facts).rows
    assert [row.payments.as_dict() for row in rows] == match["payments"]
    assert [row.balances.as_dict() for row in rows] == match["ledger"]
    assert [row.after.goulash for row in rows] == match["carry_after"]
