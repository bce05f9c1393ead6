"""Counting hands by tiles: the engine compared with tile_oracle.py, and invariants of every count."""

import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from engine.errors import RuleViolation
from engine.json_api import answer
from engine.rulesets import BOOKS, rule_book
from tests.engine import tile_oracle, tile_questions
from tests.engine.tile_asking import EXAMPLES, RANDOM_HANDS, chance, hand, scored
from tests.thorough import SEED, sized

HANDS = max(RANDOM_HANDS, sized(3_000, 20_000))  # the oracle, which is slower, counts RANDOM_HANDS of them
SYSTEMS = ("korean_japanese", "korean_japanese", "malaysian_recap")


def table_of(random: Random, system: str) -> dict:
    """House rules that contradict neither each other nor the defaults of the system."""
    while True:
        options = tile_questions.house_rules(random, system)
        try:
            rule_book(system, options)
        except RuleViolation:
            continue
        return options


def random_questions(number: int) -> Iterator[tuple[str, dict, dict]]:
    """(system, options, input)"""
    random = chance(1)
    for _each in range(number):
        system = random.choice(SYSTEMS)
        options = table_of(random, system)
        yield system, options, tile_questions.question(random, rule_book(system, options).house.as_dict())


def result_of(system: str, options: dict, given: dict) -> dict:
    line = json.dumps({"system": system, "type": "hand", "options": options, "input": given})
    reply = answer(line)
    assert "error" not in reply, (reply, line)
    return reply["result"]


@cache
def answered() -> tuple[tuple[str, dict, dict, dict], ...]:
    """(system, options, input, result)"""
    return tuple((*asked, result_of(*asked)) for asked in random_questions(HANDS))


@cache
def random_results() -> tuple[tuple[dict, dict], ...]:
    """(house rules, result) of the random hands that are legal, or only below the minimum."""
    return tuple(
        (rule_book(system, options).house.as_dict(), result)
        for system, options, _given, result in answered()
        if result["legal"] or result["reason"] == "minimum_not_reached"
    )


def test_the_oracle_gets_the_same_result():
    """Random hands, and the first hand with each item and each reason."""
    seen = set()
    for number, (system, options, given, result) in enumerate(answered()):
        told = {result["reason"], *result["patterns"], *result["bonus_items"]}
        if number >= RANDOM_HANDS and told <= seen:
            continue
        seen |= told
        expected = tile_oracle.result(rule_book(system, options).house.as_dict(), given)
        assert result == expected, (SEED, number, system, options, json.dumps(given))


def test_every_refusal_and_every_kind_of_hand_is_among_the_random_ones():
    kinds = Counter(
        result["reason"] or (result["limit"] or {"kind": "count"})["kind"]
        for _system, _options, _given, result in answered()
    )
    reasons = {"exposed_chow", "wrong_tile_count", "tile_not_in_deck", "winning_tile_missing", "sacred_discard"}
    reasons |= {"declared_ready_needs_concealed", "three_declared_ready_draw", "not_a_legal_hand"}
    assert set(kinds) == reasons | {"minimum_not_reached", "count", "half", "full"}
    assert kinds["count"] > HANDS / 4


SET_ITEMS = {"dragon_pong", "two_dragons", "seat_dragon", "wind_pong", "seat_wind", "round_wind", "kong"} | {
    *("three_kongs", "bamboo_terminal_pong", "both_bamboo", "identical_chows", "straight", "three_concealed_pongs"),
    *("all_pongs", "all_terminals_honours", "all_chows", "north_kong"),
}
CHOW_ITEMS = {"identical_chows", "straight", "all_chows"}
HONOUR_ITEMS = {"dragon_pong", "two_dragons", "seat_dragon", "wind_pong", "seat_wind", "round_wind"}
HONOUR_ITEMS |= {"north_pair", "north_kong"}
BAMBOO_ITEMS = {"bamboo_terminal_pong", "both_bamboo"}
# A6, "what cannot be together": an item, and the items that it excludes.
EXCLUDES = {
    "all_chows": SET_ITEMS - CHOW_ITEMS,
    "straight": {"two_dragons", "both_bamboo", "three_concealed_pongs", "three_kongs", "all_pongs"},
    "identical_chows": {"three_concealed_pongs", "three_kongs", "all_pongs"},
    "pure": BAMBOO_ITEMS,
    "pure_no_honours": BAMBOO_ITEMS | HONOUR_ITEMS,
    "no_honours": HONOUR_ITEMS,
    "seven_pairs": SET_ITEMS,
}
# An item, and the required points of another item.
IMPLIES = {
    "two_dragons": {"dragon_pong": 2},
    "both_bamboo": {"bamboo_terminal_pong": 2},
    "three_kongs": {"kong": 2},  # the third may be North, which has a line of its own
    "all_terminals_honours": {"all_pongs": 3},
    "pure_no_honours": {"pure": 3},
    "concealed_wall": {"concealed": 2},
    "seven_pairs": {"concealed": 2},
    "seat_wind": {"wind_pong": 1},
    "round_wind": {"wind_pong": 1},
    "all_chows": {"no_honours": 1},
}


@pytest.mark.parametrize("item", EXCLUDES)
def test_no_count_contains_items_that_exclude_each_other(item):
    counts = [set(result["patterns"]) for _house, result in random_results() if item in result["patterns"]]
    assert counts != [], "the line occurs"
    assert [count & EXCLUDES[item] for count in counts if count & EXCLUDES[item]] == []


@pytest.mark.parametrize("item", IMPLIES)
def test_a_count_contains_the_items_that_an_item_requires(item):
    """Unless the table doesn't play it."""
    short = [
        (result["patterns"], other)
        for house, result in random_results()
        for other, least in IMPLIES[item].items()
        if item in result["patterns"] and result["patterns"].get(other, 0) < least
        if other not in house["items_off"] and not (other == "no_honours" and house["pure_excludes_no_honours"])
    ]
    assert short == []


def test_a_hand_has_at_most_four_sets():
    kinds = ("dragon_pong", "wind_pong", "bamboo_terminal_pong")
    for _house, result in random_results():
        patterns = result["patterns"]
        pongs = sum(patterns.get(kind, 0) for kind in kinds) + ("north_kong" in patterns)
        chows = 4 if "all_chows" in patterns else 3 if "straight" in patterns else patterns.get("identical_chows", 0)
        assert pongs + chows <= 4 or result["limit"], patterns


def test_the_parts_add_up_to_the_whole():
    for house, result in random_results():
        if result["limit"]:
            assert (result["hand_points"], result["bonus_points"], result["bonus_from"]) == (None, None, {})
            assert set(result["patterns"].values()) == {result["limit"]["value"]}
        else:
            assert sum(result["patterns"].values()) == result["hand_points"]
            winning = 0 if "win" in house["items_off"] or result["bonus_points"] == 0 else 2
            assert sum(result["bonus_items"].values()) + winning == result["bonus_points"]
        assert sum(result["payments"].values()) == 0
        assert 0 not in {*result["patterns"].values(), *result["bonus_items"].values()} or result["limit"]


def test_every_pattern_bonus_item_and_limit_hand_occurs():
    """In the worked examples or among the random hands; the points for winning have no item of their own."""
    items = {item.id if item.kind != "limit" else f"limit:{item.id}" for item in BOOKS["korean_japanese"].patterns}
    results = [example["expected"] for example in EXAMPLES if example["system"] in SYSTEMS] + [
        result for _house, result in random_results()
    ]
    seen = {item for result in results for key in ("patterns", "bonus_items") for item in result.get(key, ())}
    assert sorted(items - seen - {"win"}) == []
    assert sorted(seen - items) == []


# ── decisions where the rules are ambiguous ──────────────────────────────────


def test_a_kong_of_the_own_wind_in_the_own_round_counts_four_times():
    result = scored(hand("234p 678m 55p 234m", "4p discard", kongs="E"), min_hand_points=0)
    assert result["patterns"] == {"wind_pong": 1, "seat_wind": 1, "round_wind": 1, "kong": 1}


def test_three_dragons_are_four_points_where_no_limit_is_played():
    result = scored(hand("234p 55m", "4p discard", pongs="dW dG dR"), limits="none")
    assert result["patterns"] == {"dragon_pong": 3, "two_dragons": 1}


def test_four_identical_chows_count_as_two_pairs():
    result = scored(hand("222233334444p 55m", "5m"), limits="none")
    assert result["patterns"]["identical_chows"] == 4


def test_a_winning_chow_matches_no_further_tile():
    given = hand("123p 456p 789p 234m 55m", "2m discard")
    assert "matching" not in scored(given)["bonus_items"]
    assert scored(given, matching_bonus="tiles_incl")["bonus_items"]["matching"] == 1


def test_tiles_in_other_sets_match_too():
    given = hand("222p 234p 55m 678m", "2p discard", pongs="dR")
    assert scored(given, min_hand_points=0)["bonus_items"] == {"matching": 3}


def test_a_pong_finished_by_a_discard_is_not_concealed():
    drawn = scored(hand("222p 444m 666m 678p 55p", "2p"))
    thrown = scored(hand("222p 444m 666m 678p 55p", "2p discard"), min_hand_points=0)
    assert ("three_concealed_pongs" in drawn["patterns"], "three_concealed_pongs" in thrown["patterns"]) == (
        True,
        False,
    )


def test_the_winning_tile_is_placed_where_it_pays_most():
    """The discarded 4p can finish 444p or 456p: as 456p three pongs stay concealed."""
    result = scored(hand("222p 444p 456p 666m 55m", "4p discard"))
    assert "three_concealed_pongs" in result["patterns"]


def test_orphans_that_waive_their_limit_have_a_small_count():
    given = hand("1119p 19m 19s ESW dW dG dR", "1p", flowers=4, declared_ready=True)
    result = scored(given, limit=5, half_limit=3)
    assert result["patterns"] == {"concealed": 2, "concealed_wall": 2}
    assert result["bonus_items"]["matching"] == 2


def test_a_dora_among_orphans_is_neither_pair_nor_pong():
    given = hand("1119p 19m 19s ESW dW dG dR", "1p", revealed_indicator="9p", flowers=4)
    bonus = scored(given, limit=2, half_limit=1, revealed_dora=True)["bonus_items"]
    assert {item: points for item, points in bonus.items() if "dora" in item} == {"revealed_dora_tile": 3}


@pytest.mark.parametrize(
    ("given", "north"),
    [
        (hand("NN 234p 678p 234m 678m", "2p"), {"north_pair": 2}),
        (hand("55p 234p 678p 234m", "2p", kongs="N"), {"north_kong": 6}),
        (hand("NN 11p 33p 55m 77m EE dR dR", "1p"), {"north_pair": 2}),
        (hand("55p 234p", "2p", kongs="N dR 3m"), {"north_kong": 6, "kong": 2, "three_kongs": 3, "dragon_pong": 1}),
    ],
)
def test_a_single_north(given, north):
    result = scored(given, north_tile=True)
    others = {"concealed", "concealed_wall", "seven_pairs", "no_honours"}
    assert {item: points for item, points in result["patterns"].items() if item not in others} == north


def test_north_as_bonus_does_not_help_the_minimum():
    given = hand("55p 234p 678p 234m", "2p discard", kongs="N")
    options = {"north_tile": True, "north_points_class": "bonus"}
    result = scored(given, **options)
    assert (result["reason"], result["hand_points"], result["bonus_items"]) == (
        "minimum_not_reached",
        0,
        {"north_kong": 6},
    )
    assert (result["bonus_points"], result["bonus_from"]) == (8, {"P2": 8, "P3": 8})
    assert result["payments"] == {"P1": 0, "P2": 0, "P3": 0}


def test_four_norths_are_two_pairs_where_that_is_allowed():
    given = hand("NNNN 11p 33p 55m 77m dR dR", "1p")
    assert scored(given, north_tile=True, seven_pairs_allow_four=True)["patterns"]["north_pair"] == 4


def test_seats_by_number_give_the_shifted_winds():
    """Hand 5 of a table with wind shift: the round of the East wind, P2 deals as North."""
    given = {**hand("234p 678m 55p", "4p discard", pongs="E S"), "hand_no": 5}
    result = scored(given, wind_set="NES")
    assert result["patterns"] == {"wind_pong": 2, "seat_wind": 1, "round_wind": 1}
    same = {key: value for key, value in given.items() if key != "hand_no"}
    same |= {"round": "E", "seats": {"P1": "S", "P2": "N", "P3": "E"}}
    assert scored(same, wind_set="NES") == result
