"""Each house rule of A15 changes the result of some hand by tiles: before and after."""

from typing import Any

import pytest

from engine.rulesets import BOOKS
from engine.rulesets.korean_japanese import RECAP_DEFAULTS
from tests.engine.tile_asking import EXAMPLES, asked, hand, refused, scored
from tests.wording import must_be_whole

WIND_DRAGON = hand("234p 678m 55p", "4p discard", pongs="E dR")  # 4 hand-points, 2 bonus-points
SMALL_WINDS = hand("234p 567m WW", "4p discard", pongs="E S")
ORPHANS = hand("19p 19m 19s ESW dWdGdR 11p", "1p")
ALIKE = hand("234p 234p 234m 234m 55m", "5m discard")
MIXED_ENDS = hand("111p 999m dRdR", "dR", pongs="E 1s")
RICH = hand("111p 999p 111m EE", "1m", hidden="dR", flowers=4, declared_ready=True)
THREE_SIDES = hand("1p 23456p 55m 678m", "1p discard", pongs="dR", winner_discards=["4p"])
FOUR_ALIKE = hand("11p 22p 44p 66m 66m EE SS", "1p")


def said(given: dict, **more: Any) -> dict:
    return {**given, **more}


def paid(p1: int, p2: int, p3: int) -> dict[str, int]:
    return {"P1": p1, "P2": p2, "P3": p3}


# (house rule, its value, other house rules, the hand, the compared key, result by default, result with this rule)
EFFECTS: list[tuple[str, Any, dict, dict, str, Any, Any]] = [
    ("min_hand_points", 5, {}, WIND_DRAGON, "reason", None, "minimum_not_reached"),
    ("payment_mode", "discarder_covers_bonus", {}, WIND_DRAGON, "payments", paid(12, -10, -2), paid(12, -8, -4)),
    ("payment_mode", "discarder_covers_all", {}, WIND_DRAGON, "payments", paid(12, -10, -2), paid(12, -12, 0)),
    (
        *("payment_mode", "discarder_covers_all_unless_ready", {}, said(WIND_DRAGON, waiting={"P2": True})),
        *("payments", paid(10, -8, -2), paid(10, -6, -4)),
    ),
    (
        *("ready_discount", "declared", {}, said(WIND_DRAGON, waiting={"P2": True}, opp_declared={"P3": True})),
        *("bonus_from", {"P2": 0, "P3": 2}, {"P2": 2, "P3": 0}),
    ),
    (
        *("ready_discount", "none", {}, said(WIND_DRAGON, waiting={"P2": True})),
        *("bonus_from", {"P2": 0, "P3": 2}, {"P2": 2, "P3": 2}),
    ),
    ("limit", 50, {}, ORPHANS, "payments", paid(80, -40, -40), paid(100, -50, -50)),
    ("half_limit", 15, {}, SMALL_WINDS, "payments", paid(60, -40, -20), paid(45, -30, -15)),
    ("limits", "none", {}, ORPHANS, "reason", None, "not_a_legal_hand"),
    ("limits", ["nine_gates"], {}, ORPHANS, "reason", None, "not_a_legal_hand"),
    ("limit_requires_concealed", True, {}, SMALL_WINDS, "hand_points", None, 4),
    ("limit_discard", "discarder_double_only", {}, SMALL_WINDS, "payments", paid(60, -40, -20), paid(40, -40, 0)),
    ("limit_discard", "single_each", {}, SMALL_WINDS, "payments", paid(60, -40, -20), paid(40, -20, -20)),
    ("limit_choose_higher", False, {"limit": 20}, RICH, "hand_points", 18, None),
    ("items_off", ["dragon_pong", "win"], {}, WIND_DRAGON, "payments", paid(12, -10, -2), paid(6, -6, 0)),
    ("all_terminals_honours_scope", "unmixed", {"limits": ["all_terminals_honours"]}, MIXED_ENDS)
    + ("hand_points", None, 13),
    ("goulash_per_draw", 7, {}, said(WIND_DRAGON, goulash_carry=2), "payments", paid(32, -20, -12), paid(40, -24, -16)),
    ("goulash_cap", 6, {}, said(WIND_DRAGON, goulash_carry=2), "payments", paid(32, -20, -12), paid(24, -16, -8)),
    ("goulash_on_limit", False, {}, said(SMALL_WINDS, goulash_carry=1))
    + ("payments", paid(70, -45, -25), paid(60, -40, -20)),
    ("matching_bonus", "tiles_incl", {}, WIND_DRAGON, "bonus_items", {}, {"matching": 1}),
    ("matching_bonus", "players", {}, said(WIND_DRAGON, matching_players=2), "bonus_items", {}, {"matching": 2}),
    ("matching_bonus", "off", {}, hand("234p 678m 55p", "5p discard", pongs="E dR"))
    + ("bonus_items", {"matching": 1}, {}),
    ("seven_pairs_allow_four", True, {}, FOUR_ALIKE, "reason", "not_a_legal_hand", None),
    ("identical_chows", "once", {}, ALIKE, "hand_points", 9, 7),
    ("pure_excludes_no_honours", True, {}, hand("234p 678p 55p 234p 789p", "5p discard"), "hand_points", 13, 12),
    ("nine_gates_strict", False, {}, hand("1112345678999m 1m", "2m"), "limit", None)
    + ({"kind": "full", "names": ["nine_gates"], "value": 40},),
    ("rob_kong_pays_as", "wall", {}, hand("234p 678m 55p", "4p rob_kong", pongs="E dR"))
    + ("payments", paid(14, -11, -3), paid(14, -7, -7)),
    ("last_tile_on_discard", True, {}, said(WIND_DRAGON, win={**WIND_DRAGON["win"], "last_tile": True}))
    + ("bonus_items", {}, {"last_tile": 1}),
    ("five_bamboo_pair", True, {}, hand("234p 678m 55s", "4p", pongs="E dR"), "reason", "tile_not_in_deck", None),
    ("north_tile", True, {}, hand("234p 678m NN", "4p", pongs="E dR"), "reason", "tile_not_in_deck", None),
    ("north_points_class", "bonus", {"north_tile": True}, hand("234p 678m NN", "4p", pongs="E dR"))
    + ("bonus_items", {"wall": 1}, {"wall": 1, "north_pair": 2}),
    ("no_bamboo", True, {}, hand("234p 678m 55p", "4p", pongs="E 1s"), "reason", None, "tile_not_in_deck"),
    ("dead_wall_dora", True, {}, said(WIND_DRAGON, dora_indicator="dG"), "bonus_items", {}, {"dora_tile": 3}),
    ("revealed_dora", True, {}, said(WIND_DRAGON, revealed_indicator="W"), "bonus_items", {})
    + ({"revealed_dora_tile": 3, "revealed_dora_pong": 2},),
    ("red_dora", True, {}, said(WIND_DRAGON, red_fives=1), "bonus_items", {}, {"red_dora": 1}),
    ("three_ready", "draw", {}, said(hand("234p 678m 55p EEE dRdRdR", "4p"), all_declared=True))
    + ("reason", None, "three_declared_ready_draw"),
    ("three_ready", "hand_points_only", {}, said(hand("234p 678m 55p EEE dRdRdR", "4p"), all_declared=True))
    + ("payments", paid(30, -15, -15), paid(16, -8, -8)),
    ("seat_dragons", True, {}, hand("234p 678m 55p", "4p", pongs="E dG"), "hand_points", 4, 5),
    ("wind_set", "NES", {}, hand("234p 678m 55p", "4p", pongs="N dG"), "reason", "tile_not_in_deck", None),
    ("unit_table", "hk", {}, WIND_DRAGON, "payments", paid(12, -10, -2), paid(4, -4, 0)),
    ("sacred_discard_scope", "furiten", {"min_hand_points": 0}, THREE_SIDES, "reason", None, "sacred_discard"),
]
# Tested below, in a match and in a claim; and in test_own_items.py, which needs no tiles.
SEEN_ELSEWHERE = {"match_length", "claim_tiebreak", "own_items"}
CHANGES_NO_COUNT = {"fictive_hand"}  # it only makes the last tile come earlier (A12.7)


def name_of(case: object) -> str:
    return case if isinstance(case, str) else ""


@pytest.mark.parametrize(("option", "value", "others", "given", "key", "before", "after"), EFFECTS, ids=name_of)
def test_a_house_rule_changes_a_result(option, value, others, given, key, before, after):
    plain, changed = scored(given, **others), scored(given, **{**others, option: value})
    assert (plain[key], changed[key]) == (before, after)


@pytest.mark.parametrize(("option", "value", "others", "given", "key", "before", "after"), EFFECTS, ids=name_of)
def test_a_default_may_be_given_explicitly(option, value, others, given, key, before, after):
    default = next(each.default for each in BOOKS["korean_japanese"].options if each.name == option)
    assert scored(given, **{**others, option: default}) == scored(given, **others)


def test_every_house_rule_changes_something():
    rules = {option.name: option for option in BOOKS["korean_japanese"].options}
    tried = {(option, value if isinstance(value, str) else None) for option, value, *_case in EFFECTS}
    choices = {
        (name, value)
        for name, option in rules.items()
        for value in (option.choices if option.takes == "choice" else ())
        if value != option.default and isinstance(value, str)
    }
    assert sorted(set(rules) - {option for option, _value in tried} - SEEN_ELSEWHERE - CHANGES_NO_COUNT) == []
    assert sorted(choice for choice in choices - tried if choice[0] not in SEEN_ELSEWHERE) == []


def test_a_fictive_hand_does_not_change_the_count():
    for given in (WIND_DRAGON, RICH, ORPHANS, FOUR_ALIKE):
        assert scored(given, fictive_hand=True) == scored(given)


def test_the_length_of_a_match_says_how_many_hands_it_takes():
    ten = {"hands": [{"draw": True}] * 10}
    assert asked("korean_japanese", "match", options={}, input=ten)["error"].startswith("The match has finished.")
    for length in (18, 27):
        result = asked("korean_japanese", "match", options={"match_length": length}, input=ten)["result"]
        assert result["carry_after"] == list(range(1, 11))


def test_the_tie_break_of_claims_skips_the_bonus():
    example = next(each for each in EXAMPLES if each["id"] == "KJ-102")
    by_turn = asked("korean_japanese", "claim", options={"claim_tiebreak": "hand_turn"}, input=example["input"])
    by_bonus = asked("korean_japanese", "claim", options={}, input=example["input"])
    assert (by_turn["result"]["winner"], by_bonus["result"]["winner"]) == ("P2", "P3")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"north_tile": True, "wind_set": "NES"}, "“north_tile” and “wind_set” can’t be played together."),
        ({"no_bamboo": True, "five_bamboo_pair": True}, "“no_bamboo” and “five_bamboo_pair” can’t be played together."),
    ],
)
def test_house_rules_that_contradict_each_other_are_refused(options, sentence):
    assert refused(WIND_DRAGON, **options) == sentence


def test_the_recap_is_the_same_game_with_its_own_defaults():
    for given in (WIND_DRAGON, RICH, ORPHANS, SMALL_WINDS, said(WIND_DRAGON, goulash_carry=2)):
        recap = asked("malaysian_recap", options={}, input=given)["result"]
        assert recap == scored(given, **RECAP_DEFAULTS)


# ── the doras of A12 ─────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("turned", "dora", "options"),
    [
        *((f"{n}{suit}", f"{n % 9 + 1}{suit}", {}) for n in range(1, 10) for suit in "pm"),
        *(("1s", "9s", {}), ("9s", "1s", {}), ("5s", "9s", {"five_bamboo_pair": True})),
        *(("dG", "dR", {}), ("dR", "dW", {}), ("dW", "dG", {})),
        *(("E", "S", {}), ("S", "W", {}), ("W", "E", {})),
        *(("W", "N", {"north_tile": True}), ("N", "E", {"north_tile": True}), ("E", "S", {"north_tile": True})),
        *(("N", "E", {"wind_set": "NES"}), ("E", "S", {"wind_set": "NES"}), ("S", "N", {"wind_set": "NES"})),
    ],
)
def test_the_next_tile_is_dora(turned, dora, options):
    others = [tile for tile in ("1p", "4p", "7p", "1m", "4m", "7m", "dW", "E") if tile != dora][:6]
    pairs = [tile for tile in (dora, *others) for _copy in "12"]
    given = {**hand("", dora), "concealed": pairs, "revealed_indicator": turned, "dora_indicator": turned}
    bonus = scored(given, revealed_dora=True, dead_wall_dora=True, limits="none", **options)["bonus_items"]
    points = {item: points for item, points in bonus.items() if "dora" in item}
    assert points == {"dora_tile": 2, "revealed_dora_tile": 2, "revealed_dora_eye": 1}


@pytest.mark.parametrize(("flowers", "points"), [(0, {}), (2, {"flower": 4}), (3, {"flower": 6, "all_flowers": 2})])
def test_a_flower_turned_on_the_dead_wall_doubles_the_flowers(flowers, points):
    given = said(WIND_DRAGON, dora_indicator="flower", flowers=flowers)
    assert scored(given, dead_wall_dora=True)["bonus_items"] == points


def test_a_turned_flower_counts_only_where_the_dead_wall_is_played():
    given = said(WIND_DRAGON, dora_indicator="flower", revealed_indicator="flower", flowers=4)
    assert scored(given, revealed_dora=True)["bonus_items"] == {"flower": 4, "all_flowers": 4}
    assert refused(given, dead_wall_dora=True) == must_be_whole("flowers", 0, 3)


def test_a_revealed_dora_as_a_kong_is_ten_points():
    given = hand("234p 678m 55p", "4p discard", pongs="E", kongs="dR", revealed_indicator="dG")
    bonus = scored(given, revealed_dora=True)["bonus_items"]
    assert bonus == {"revealed_dora_tile": 4, "revealed_dora_kong": 6}


@pytest.mark.parametrize(("red", "points"), [(0, 0), (1, 1), (2, 6)])
def test_both_red_fives_are_six(red, points):
    given = hand("55p 55m 66m EE SS WW 11p", "5m discard")
    given |= {"red_fives": red}
    assert scored(given, red_dora=True)["bonus_items"].get("red_dora", 0) == points
