"""Exclusions and implications of ticks are derived from the rows that count them, and agree with the rules."""

from engine.rulesets import rule_book
from engine.rulesets.korean_japanese.entry.compatibility import compatibility as korean_japanese
from engine.rulesets.malaysian_fan.entry.checklist import compatibility as malaysian_fan

HONOURS = {"dragon_pong", "two_dragons", "seat_dragon", "wind_pong", "seat_wind", "round_wind"}
NORTHS = {"north_pair", "north_kong", "north_win"}
BAMBOO = {"bamboo_terminal_pong", "both_bamboo"}


def test_the_korean_japanese_patterns_imply_the_patterns_that_they_include():
    grounds = korean_japanese(rule_book("korean_japanese", {}).house).grounds
    assert {item: dict(found) for item, found in grounds.items() if found} == {
        "two_dragons": {"dragon_pong": 2},
        "seat_dragon": {"dragon_pong": 1},
        "seat_wind": {"wind_pong": 1},
        "round_wind": {"wind_pong": 1},
        "both_bamboo": {"bamboo_terminal_pong": 2},
        "three_kongs": {"kong": 3},
        "all_terminals_honours": {"all_pongs": 1},
        "pure_no_honours": {"pure": 1, "no_honours": 1},
        "seven_pairs": {"concealed": 1},
        "concealed_wall": {"concealed": 1},
    }


def test_the_korean_japanese_patterns_exclude_what_their_tiles_exclude():
    excluded = korean_japanese(rule_book("korean_japanese", {}).house).excluded
    assert excluded["no_honours"] == excluded["all_chows"] == HONOURS | NORTHS
    assert excluded["pure"] == BAMBOO
    assert excluded["pure_no_honours"] == HONOURS | NORTHS | BAMBOO
    assert excluded["all_terminals_honours"] == {"pure_no_honours"}
    assert excluded["north_kong"] == {"north_pair", "north_win"}
    assert {"all_pongs", "all_chows", "kong", "straight"} <= excluded["seven_pairs"]


def test_a_house_rule_changes_what_a_pure_hand_excludes():
    table = korean_japanese(rule_book("korean_japanese", {"pure_excludes_no_honours": True}).house)
    assert "no_honours" in table.excluded["pure"] and dict(table.grounds["pure_no_honours"]) == {"pure": 1}


def test_the_malaysian_items_imply_and_exclude_others():
    table = malaysian_fan(rule_book("malaysian_fan", {"small_dragons_total": False}).house)
    assert {item: dict(found) for item, found in table.grounds.items() if found} == {
        "small_dragons": {"dragon_pong": 2},
        "all_faces": {"faces": 4},
        "all_animals": {"animals": 4},
        "flower_set": {"own_flower": 1},
    }
    assert table.excluded["no_flowers"] == {"faces", "all_faces", "animals", "all_animals", "own_flower", "flower_set"}
    assert table.excluded["three_dragons"] == {"small_dragons"}
    assert table.excluded["first_tile"] == {"last_tile"}
    assert "small_four_winds" in table.excluded["small_dragons"] and "mixed_suit" in table.excluded["one_suit"]


def test_small_dragons_counted_in_total_need_no_ticked_pongs():
    table = malaysian_fan(rule_book("malaysian_fan", {}).house)
    assert table.grounds["small_dragons"] == () and "small_dragons" in table.excluded["dragon_pong"]
