"""Every limit hand of A11: a hand that reaches it, one that just misses it, and the names and payments."""

import pytest

from engine.rulesets.korean_japanese.items import LIMITS
from tests.engine.tables import book, table, win_of
from tests.engine.tile_asking import hand, scored

FIVES = {"five_bamboo_pair": True}
UNMIXED = {"all_terminals_honours_scope": "unmixed"}
NORTH = {"north_tile": True}
# (limit, hand, house rules). The names are those of the paid kind, in the order of A11.
REACHED = [
    ("small_dragons", hand("234p 567m dW dW", "4p", pongs="dR dG"), {}),
    ("small_dragons", hand("234p 567m dW dW", "dW discard", pongs="dR", kongs="dG"), {}),
    ("small_winds", hand("234p 567m WW", "4p", pongs="E S"), {}),
    ("small_winds", hand("234p 567m EE", "4p", pongs="N S"), {"wind_set": "NES"}),
    ("small_winds", hand("234p SS 444p", "4p", pongs="E W"), {}),
    ("all_bamboo_honours", hand("111s 999s dRdRdR EE", "E", pongs="W"), UNMIXED),
    ("all_bamboo_honours", hand("111s 999s dRdRdR 55s", "5s", pongs="W"), {**FIVES, "limits": ["all_bamboo_honours"]}),
    ("all_bamboo_honours", hand("11s 99s 55s EE SS WW dRdR", "E"), FIVES),
    ("outside_hand", hand("123p 789m 111s 99s", "9m discard", pongs="E"), {}),
    ("outside_hand", hand("123p 999m 111s EE", "9m discard", pongs="9s"), {}),
    ("concealed_pure_with_honour_pong", hand("123p 456p 678p EEE 22p", "2p discard"), {}),
    ("concealed_pure_with_honour_pong", hand("123m 456m 678m dRdR", "1m", hidden="W"), {}),
    ("concealed_pure_with_honour_pong", hand("123m 456m 678m 22m", "1m", hidden="N"), NORTH),
    ("four_concealed_pongs", hand("222p 444p 666m 888m 55m", "5m discard"), {}),
    ("four_concealed_pongs", hand("222p 444p 666m 55m", "2p", hidden="8m"), {}),
    ("three_kongs_honour_pair", hand("234p EE", "4p discard", kongs="2m 4m 6m"), {}),
    ("small_jade_dragon", hand("234p 678m 234m 55s", "5s", pongs="dG"), FIVES),
    ("three_concealed_kongs", hand("234p 55p", "4p discard", hidden="2m 4m 6m"), {}),
    ("four_kongs", hand("55p", "5p discard", kongs="2m 4m 6m", hidden="8m"), {}),
    ("all_terminals_honours", hand("111p 999m dRdR", "dR", pongs="E 1s"), {}),
    ("all_terminals_honours", hand("11p 99p 11m 99m EE SS dRdR", "dR discard"), {}),
    ("all_terminals_honours", hand("EESSWW dWdW dGdG dRdR NN", "N"), {**NORTH, **UNMIXED}),
    ("all_terminals_honours", hand("111p 999p 111m 99m", "9m", pongs="1s"), UNMIXED),
    ("all_terminals_honours", hand("111p 999p 111m 99m", "9m", pongs="1s"), {}),
    ("all_terminals_honours", hand("1111m 9999m 1111s 99s", "9s"), {"seven_pairs_allow_four": True}),
    ("great_dragons", hand("234p 55m", "4p discard", pongs="dW dG dR"), {}),
    ("great_winds", hand("234p 55m", "4p discard", pongs="E S W"), {}),
    ("bamboo_pongs_five_pair", hand("234p 111s 55s 678m", "4p", pongs="9s"), FIVES),
    ("four_concealed_kongs", hand("55p", "5p discard", hidden="2m 4m 6m 8m"), {}),
    ("thirteen_orphans", hand("19p 19m 19s ESW dWdGdR 11p", "9m discard"), {}),
    ("thirteen_orphans", hand("19p 19m 19s ESWN dWdGdR N", "N discard"), NORTH),
    ("thirteen_orphans", hand("19p 19m 19s ESN dWdGdR NN", "N"), {"wind_set": "NES"}),
    ("nine_gates", hand("1112345678999p 5p", "5p discard"), {}),
    ("nine_gates", hand("1112345678999m 1m", "1m"), {}),
    ("nine_gates", hand("1112345678999m 1m", "2m"), {"nine_gates_strict": False}),
    ("pearl_dragon", hand("234p 678p 55p 222p", "5p", pongs="dW"), {}),
    ("ruby_dragon", hand("55m", "5m discard", pongs="2m 4m", kongs="dR 8m"), {}),
    ("great_jade_dragon", hand("234p EE", "4p", pongs="1s 9s dG"), {}),
]
# The same with one difference.
MISSED = [
    ("small_dragons", hand("234p 567m EE", "4p", pongs="dR dG"), {}),
    ("small_dragons", hand("234p 567m dW dW", "4p", pongs="dR E"), {}),
    ("small_winds", hand("234p 567m WW", "4p", pongs="E dR"), {}),
    ("small_winds", hand("234p 567m EE", "4p", pongs="S", kongs="N"), NORTH),
    ("small_winds", hand("234p 567m NN", "4p", pongs="E S"), NORTH),
    ("all_bamboo_honours", hand("111s 999s dRdRdR 11p", "1p", pongs="W"), UNMIXED),
    ("outside_hand", hand("123p 678m 111s 99s", "8m discard", pongs="E"), {}),
    ("outside_hand", hand("123p 789m 111s 22m", "9m discard", pongs="E"), {}),
    ("outside_hand", hand("11p 99p 11m 99m EE SS dRdR", "E"), {"limits": ["outside_hand"]}),
    ("concealed_pure_with_honour_pong", hand("123p 456p 678p 22p", "2p discard", pongs="E"), {}),
    ("concealed_pure_with_honour_pong", hand("123p 456p 678p 234p EE", "E discard"), {}),
    ("concealed_pure_with_honour_pong", hand("123p 456p 678m EEE 22p", "2p discard"), {}),
    ("concealed_pure_with_honour_pong", hand("EEE SSS dRdRdR dGdGdG WW", "W"), {}),
    ("concealed_pure_with_honour_pong", hand("111s 999s dRdRdR dGdGdG WW", "W"), {}),
    ("four_concealed_pongs", hand("222p 444p 666m 888m 55m", "8m discard"), {}),
    ("four_concealed_pongs", hand("222p 444p 666m 55m", "5m", pongs="8m"), {}),
    ("three_kongs_honour_pair", hand("234p 55p", "4p discard", kongs="2m 4m 6m"), {}),
    ("three_kongs_honour_pair", hand("EE", "E discard", kongs="2m 4m 6m 8m"), {}),
    ("small_jade_dragon", hand("234p 678m 234m 55s", "5s", pongs="dR"), {**FIVES, "min_hand_points": 0}),
    ("three_concealed_kongs", hand("234p 55p", "4p discard", hidden="2m 4m", kongs="6m"), {}),
    ("four_kongs", hand("55p 888m", "5p discard", kongs="2m 4m 6m"), {}),
    ("all_terminals_honours", hand("111p 999m dRdR", "dR", pongs="E 1s"), UNMIXED),
    ("all_terminals_honours", hand("111p 999m 55s", "5s", pongs="E 1s"), FIVES),
    ("great_dragons", hand("234p dRdR", "4p discard", pongs="dW dG E"), {}),
    ("great_winds", hand("234p 55m", "4p discard", pongs="E S", kongs="N"), NORTH),
    ("bamboo_pongs_five_pair", hand("234p 111s EE 678m", "4p", pongs="9s"), FIVES),
    ("four_concealed_kongs", hand("55p", "5p discard", hidden="2m 4m 6m", kongs="8m"), {}),
    ("nine_gates", hand("1112345678999m 1m", "2m"), {}),
    ("nine_gates", hand("1123456789999m 1m", "5m"), {}),
    ("nine_gates", hand("2345678999m 2m", "2m", pongs="1m"), {}),
    ("pearl_dragon", hand("234p 678p EE 222p", "E", pongs="dW"), {}),
    ("pearl_dragon", hand("234p 678m 55p 222p", "5p", pongs="dW"), {"min_hand_points": 0}),
    ("pearl_dragon", hand("234p 678p 55p 222p", "5p", pongs="dR"), {}),
    ("ruby_dragon", hand("55m", "5m discard", pongs="2m 4m", kongs="dG 8m"), {}),
    ("great_jade_dragon", hand("234p EE", "4p", pongs="1s 9s dR"), {}),
]


def name_of(case: object) -> str:
    return case if isinstance(case, str) else ""


def names(given: dict, options: dict) -> list[str]:
    """The limit hands that the hand reaches; its count is always less."""
    limit = scored(given, limit=900, half_limit=450, **options)["limit"]
    return limit["names"] if limit else []


@pytest.mark.parametrize(("limit", "given", "options"), REACHED, ids=name_of)
def test_a_limit_hand_is_reached(limit, given, options):
    kind = next(each.group for each in LIMITS if each.id == limit)
    result = scored(given, **{"limit": 900, "half_limit": 450, **options})
    assert (limit in result["limit"]["names"], result["limit"]["kind"]) == (True, kind)
    value = {"half": 450, "full": 900}[kind]
    assert result == {
        "legal": True,
        "reason": None,
        "limit": {"kind": kind, "names": result["limit"]["names"], "value": value},
        "patterns": {f"limit:{name}": value for name in result["limit"]["names"]},
        "hand_points": None,
        "bonus_items": {},
        "bonus_points": None,
        "bonus_from": {},
        "payments": {"P1": 2 * value, "P2": -value, "P3": -value}
        if given["win"]["by"] == "wall"
        else {"P1": 3 * value, "P2": -2 * value, "P3": -value},
    }


@pytest.mark.parametrize(("limit", "given", "options"), MISSED, ids=name_of)
def test_a_hand_with_one_difference_misses_the_limit(limit, given, options):
    result = scored(given, **{"limit": 900, "half_limit": 450, **options})
    assert result["legal"], result["reason"]
    assert limit not in (result["limit"] or {"names": []})["names"]


def test_every_limit_hand_is_reached_here():
    assert {limit for limit, _given, _options in REACHED} == {limit.id for limit in LIMITS}


@pytest.mark.parametrize("limit", [limit.id for limit in LIMITS])
def test_a_limit_hand_that_is_left_out_is_not_paid(limit):
    given, options = next((given, options) for name, given, options in REACHED if name == limit)
    others = [each.id for each in LIMITS if each.id != limit]
    result = scored(given, **{**options, "limits": others, "limit": 900, "half_limit": 450, "min_hand_points": 0})
    assert limit not in (result["limit"] or {"names": []})["names"]
    if limit == "thirteen_orphans":
        assert result["reason"] == "not_a_legal_hand"


def test_all_limit_hands_of_the_paid_kind_are_named_in_the_order_of_the_rules():
    given = hand("111s 999s dGdGdG dRdRdR dWdW", "dW")
    assert names(given, {}) == ["all_terminals_honours", "great_jade_dragon"]
    halves = ["small_dragons", "all_bamboo_honours", "outside_hand", "four_concealed_pongs"]
    half_only = {"limits": [limit.id for limit in LIMITS if limit.group == "half"]}
    assert names(given, half_only) == halves


def test_a_concealed_kong_is_no_nine_gates():
    assert names(hand("2345678999m 5m", "5m", hidden="1m"), {}) == []


def test_limits_that_must_be_concealed():
    given = hand("234p 567m dW dW", "4p", pongs="dR dG")
    assert scored(given, limit_requires_concealed=True)["limit"] is None
    given = hand("234p 567m dW dW dRdRdR", "4p", hidden="dG")
    assert scored(given, limit_requires_concealed=True)["limit"]["names"] == ["small_dragons"]


# ── a limit or a count ───────────────────────────────────────────────────────

RICH = hand("111p 999p 111m EE", "1m", hidden="dR", flowers=4, declared_ready=True)


def test_a_count_that_pays_more_is_taken():
    result = scored(RICH, limit=20, half_limit=10)
    assert (result["limit"], result["hand_points"] + result["bonus_points"] > 20) == (None, True)


def test_a_flat_limit_is_paid_where_the_table_says_so():
    result = scored(RICH, limit=20, half_limit=10, limit_choose_higher=False)
    assert result["limit"]["value"] == 20


def test_a_flat_limit_applies_only_to_its_own_reading():
    """Read as pongs the tiles are a half-limit. Read as chows they aren't, and count more than a limit of 5."""
    given = hand("222333444p 66m", "6m discard", hidden="8m")
    flat = scored(given, limit=10, half_limit=5, limit_choose_higher=False)
    assert (flat["limit"], flat["hand_points"]) == (None, 6)
    assert scored(given, limit=40, limit_choose_higher=False)["limit"]["names"] == ["four_concealed_pongs"]


def test_at_equal_income_the_limit_is_taken():
    given = hand("234p 567m dW dW", "4p", pongs="dR dG")
    counted = scored(given, limits="none")
    both = counted["hand_points"] + counted["bonus_points"]
    assert scored(given, half_limit=both)["limit"] == {"kind": "half", "names": ["small_dragons"], "value": both}
    assert scored(given, half_limit=both - 1)["limit"] is None


def test_incomes_are_compared_with_the_goulash():
    given = hand("234p 567m dW dW", "4p", pongs="dR dG", goulash_carry=1)
    counted = scored(given, limits="none")
    more = counted["hand_points"] + counted["bonus_points"] + 1
    assert scored(given, half_limit=more)["limit"] is not None
    assert scored(given, half_limit=more, goulash_on_limit=False)["limit"] is None


def test_limit_hands_need_no_minimum_and_give_no_discount():
    given = hand("234p 567m WW", "4p discard", pongs="E S", waiting={"P2": True, "P3": True})
    result = scored(given, min_hand_points=40)
    assert (result["legal"], result["payments"]) == (True, {"P1": 60, "P2": -40, "P3": -20})


@pytest.mark.parametrize("concealed", ["222p 333p 444p EEE 55p", "222p 333p 444p EEE 11p", "333m 444m 555m SSS 88m"])
def test_a_limit_hand_that_can_be_read_in_several_ways_compares_the_one_that_counts_most(concealed):
    """Three identical chows are also three pongs. Both are the same half-limit, but the pongs count more (A13)."""
    rules = book(limit_choose_higher=False)
    given = hand(concealed, f"{concealed[0]}{concealed[3]} discard")
    readings = rules.readings(table(rules), win_of(rules, given))
    assert {score.limit.names for score in readings} == {("concealed_pure_with_honour_pong",)}
    counts = [score.counted.points for score in readings]
    assert counts == sorted(counts, reverse=True) and counts[0] > counts[-1]
