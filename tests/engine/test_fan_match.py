"""Matches of the Malaysian fan game: rotation of the deal, payments, claims, corrections; invariants of every log."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import RuleViolation
from engine.hands.tiles import text
from engine.hands.waits import waits
from engine.match.claims import decide
from engine.match.entries import Win
from engine.match.ledger import LoggedEvent, check, replay
from engine.rulesets.malaysian_fan.scoring.table import Extras
from engine.seats import Seat
from tests.engine import fan_oracle, fan_questions
from tests.engine.fan_asking import answered, fan, hand, refused
from tests.engine.logs import correct, play
from tests.engine.tables import table, win_of
from tests.engine.tile_asking import chance

PLAYERS = ("P1", "P2", "P3")
DRAW = ("draw", {"draw": True})
FOUL = ("penalty", {"penalty": {"P1": -10, "P2": 5, "P3": 5}})


def won(winner: str = "P1", source: str | None = "P2", **count: Any) -> tuple[str, dict]:
    win = {"by": "discard", "from": source} if source else {"by": "wall"}
    return "hand", {"winner": winner, "win": win, **(count or {"fan": 7})}


# ── course of the match ──────────────────────────────────────────────────────


def test_the_deal_passes_nine_times_whatever_happens():
    log = replay(fan(), play(fan(), *[won(), DRAW, FOUL] * 3))
    assert [row.before.dealer.value for row in log.rows] == list(PLAYERS * 3)
    assert "".join(row.before.round_wind.value for row in log.rows) == "EEESSSWWW"
    assert ["".join(map(str, row.before.seat_winds)) for row in log.rows] == ["ESW", "WES", "SWE"] * 3
    assert [row.after.goulash for row in log.rows] == [0] * 9
    assert (log.state.finished, fan().carried(log.state)) == (True, 0)


def test_nothing_follows_the_last_hand_unless_the_match_is_extended():
    facts = play(fan(), *[DRAW] * 9)
    with pytest.raises(RuleViolation):
        check(fan(), facts, LoggedEvent(10, *DRAW))
    facts = play(fan(), *[DRAW] * 9, ("extend", {"match_length": 18}), won("P2", None))
    assert replay(fan(), facts).rows[-1].hand_no == 10


@pytest.mark.parametrize("length", [9, 18, 27])
def test_a_match_may_be_double_or_triple(length):
    rules = fan(match_length=length)
    assert replay(rules, play(rules, *[DRAW] * length)).state.finished


def test_a_penalty_during_a_hand_only_moves_points():
    fine = ("penalty", {"penalty": {"P1": 4, "P2": -4}, "ends_hand": False})
    log = replay(fan(), play(fan(), fine, won()))
    assert [(row.hand_no, row.payments.as_dict()) for row in log.rows] == [
        (1, {"P1": 4, "P2": -4, "P3": 0}),
        (1, {"P1": 14, "P2": -14, "P3": 0}),
    ]


def test_a_match_says_which_entry_is_wrong():
    entry = won()[1]
    assert refused({"hands": [entry, {**entry, "fan": 4}]}, "match").startswith("Not enough fan: the hand has 4, ")
    assert "isn’t allowed here" in refused({"hands": [{**entry, "goulash_carry": 0}]}, "match")
    assert refused({"hands": [{"draw": True}] * 10}, "match").endswith(
        "The match has finished. You can’t add an entry after its last hand."
    )
    below = hand("234p 678p 55p", "5p", "pong:W", "pong:S", faces=1)
    assert refused({"hands": [below]}, "match").startswith("tiles: Not enough fan: the hand has 2, ")


def test_an_entry_may_repeat_what_the_match_knows_and_must_agree():
    entry = {**won()[1], "hand_no": 1, "round": "E", "seats": {"P1": "E", "P2": "S", "P3": "W"}}
    assert answered({"hands": [entry]}, "match")["carry_after"] == [0]
    assert "hand_no must be the same" in refused({"hands": [{"draw": True}, entry]}, "match")


# ── payments ─────────────────────────────────────────────────────────────────


@given(st.integers(0, 99), st.sampled_from(PLAYERS), st.sampled_from(["wall", "discard", "rob_kong"]), st.data())
def test_numbers_pay_what_the_oracle_says(fan_total, winner, by, data):
    house = fan_questions.house_rules(chance(data.draw(st.integers(0, 10**6))))
    source = data.draw(st.sampled_from([player for player in PLAYERS if player != winner]))
    win = {"by": by} if by == "wall" else {"by": by, "from": source}
    maximum = data.draw(st.booleans())
    entry = {"winner": winner, "win": win, **({"maximum": True} if maximum else {"fan": fan_total})}
    oracle = fan_oracle.Asked(house, {**entry, "hand_no": 1, "concealed": [], "win": {**win, "tile": "1p"}})
    legal = maximum or fan_total >= oracle.house["min_fan"]
    counted = {"legal": legal, "maximum": ["told"] if maximum else [], "fan_total": fan_total}
    rules = fan(**house)
    settlement = rules.settle(table(rules), rules.read("hand", entry))
    assert settlement.payments.as_dict() == oracle.payments(counted)
    assert all(line.points > 0 and line.points == line.times * (line.each or 0) for line in settlement.lines)


def test_the_lines_name_their_rule_and_clause():
    def lines(**count: Any) -> list[tuple]:
        settlement = fan().settle(table(fan()), fan().read(*won(**count)))
        return [(line.rule, line.clause, line.times, line.each) for line in settlement.lines]

    assert lines(fan=7) == [("fan", "C2.4", 2, 7)]
    assert lines(maximum=True) == [("limit_maximum", "C2.4", 2, 10)]


def test_a_false_mahjong_costs_a_maximum_hand():
    (false,) = fan(max_fan=8).sheet.irregularities
    assert (false.key, false.points, false.ends_hand) == ("false_mahjong", 8, True)
    assert fan(unit="doubling").limit_value("maximum") == 32


# ── claims, waits, unfinished hands ──────────────────────────────────────────


def test_the_decision_between_two_claims_names_its_reason():
    def verdict(first: dict, second: dict) -> tuple[str, str]:
        wins = [win_of(fan(), won("P1", **first)[1]), win_of(fan(), won("P3", **second)[1])]
        found = decide(fan(), table(fan()), wins)
        return found.win.winner.value, found.reason

    assert verdict({"maximum": True}, {"fan": 9}) == ("P1", "limit")
    assert verdict({"fan": 13}, {"fan": 12}) == ("P1", "hand_points")
    assert verdict({"fan": 5}, {"fan": 5}) == ("P3", "turn")
    assert verdict({"fan": 5}, {"fan": 4}) == ("P1", "only_legal")


def test_claimants_speak_of_the_same_tile():
    first, second = (hand("234p 678p 55p", f"{tile} discard", "pong:dR", "pong:dG", faces=2) for tile in ("5p", "4p"))
    said = {"claimants": {"P1": first, "P3": {**second, "winner": "P3"}}, "discarder": "P2"}
    assert refused(said, "claim") == "tile must be the same for every claimant."


def test_a_hand_waits_for_tiles_that_reach_the_minimum():
    def awaited(**outside: Any) -> list[str]:
        thirteen = win_of(fan(), without_number(hand("111p 444p 777p S", "S", "pong:W", **outside))).count
        return [text(wait.tile) for wait in waits(fan(), table(fan()), Seat.P1, thirteen) if wait.awaited]

    assert awaited(faces=2) == ["S"]
    assert awaited(faces=1) == []


def test_what_is_certain_of_an_unfinished_hand():
    unfinished = win_of(fan(), without_number(hand("EEE 2p", "2p", "pong:dR", faces=4))).count
    assert {item.id: item.points for item in fan().so_far(table(fan()), Seat.P1, unfinished)} == {
        **dict.fromkeys(("dragon_pong", "all_faces"), 1),
        "own_wind": 2,
        "faces": 4,
    }


def test_a_hand_without_extras_has_none():
    count = win_of(fan(), without_number(hand("234p 678p 55p", "5p", "pong:dR", "pong:dG"))).count
    bare = type(count)(count.concealed, count.melds, count.tile)
    assert fan().score(table(fan()), Win(Seat.P1, "wall", None, bare)).limit.names == ("no_flowers",)
    assert Extras().none


def without_number(said: dict) -> dict:
    return {key: value for key, value in said.items() if key != "hand_no"}


# ── corrections ──────────────────────────────────────────────────────────────


def flags(*events: tuple[str, dict]) -> list[tuple[str, ...]]:
    return [row.flags for row in replay(fan(), play(fan(), *events)).rows]


def test_a_ticked_seat_wind_or_flower_is_flagged_when_the_seat_has_changed():
    entry = won("P1", None, patterns=["own_wind", "dragon_pong", "mixed_suit", "all_pongs"])
    forgotten = correct(DRAW, after=0)
    assert flags(entry, forgotten) == [(), ("seat_wind",)]
    flower = won("P1", None, patterns=["own_flower", "all_pongs", "mixed_suit", "animals"])
    assert flags(flower, forgotten) == [(), ("seat_wind",)]
    assert flags(won("P1", None, patterns=["one_suit", "all_pongs"]), forgotten) == [(), ()]
    assert flags(won(), forgotten) == [(), ()]


def test_after_a_correction_a_list_counts_by_the_new_seat():
    entry = won("P1", None, patterns=["own_wind", "dragon_pong", "mixed_suit", "all_pongs"])
    rows = replay(fan(), play(fan(), entry, correct(DRAW, after=0))).rows
    assert [row.payments.as_dict() for row in rows] == [
        {"P1": 0, "P2": 0, "P3": 0},
        {"P1": 10, "P2": -5, "P3": -5},  # 12 as the dealer
    ]
