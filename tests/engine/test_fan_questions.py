"""Input of the Malaysian fan game: every key with wrong values, each refused with one sentence."""

import json
from typing import Any

import pytest

from engine.json_api import answer
from engine.rulesets import BOOKS
from engine.rulesets.malaysian_fan.entry.reader import (
    BY_LIST,
    BY_NUMBERS,
    COMMON_KEYS,
    KNOWN_TO_MATCH,
    TILE_KEYS,
    WIN_KEYS,
)
from engine.rulesets.malaysian_fan.house import OPTIONS
from tests.engine.fan_asking import SYSTEM, answered, fan, hand, refused
from tests.engine.tables import refused as refused_at_table
from tests.engine.tile_asking import FLAG_WRONG, GONE, asked, changed
from tests.wording import below_minimum, must_be_one_of, must_be_whole

GOOD = hand("234p 678p J5p 5p", "4p discard", "pong:dR*1", "pong:dG", faces=2)
NUMBER_WRONG = [None, -1, 5, 1.0, True, "1", [], [1], {}, 10**30]
TILES_WRONG = [None, "1p", 7, {"1p": 1}, ["1p", 7], ["10p"], ["J"], ["JJ3p"], ["3pJ"], ["j3p"], [None], [["1p"]]]
PLAYER_WRONG = [None, "", "P4", 1, True, [], {"P1": 1}]
LIST_WRONG = [None, 0, 1, "1", {}, [0], [5], [1, 1], ["1"], [True], [None], [1.0], [1, 2, 3, 4, 4]]
# (path in the input, field that the error names, invalid values)
WRONG: list[tuple[str, str, list[Any]]] = [
    ("winner", "winner", [GONE, *PLAYER_WRONG]),
    ("concealed", "concealed", [GONE, *TILES_WRONG]),
    ("melds", "melds", [None, "E", 1, {}, [1], [None], [["pong"]], [{}], [{"type": "pong"}]]),
    ("melds.0.type", "melds", [GONE, None, "", "pung", 1]),
    ("melds.0.tile", "melds", [GONE, None, "10p", "JdR", "J", 1, ["E"]]),
    ("melds.0.exposed", "exposed", FLAG_WRONG),
    ("melds.0.jokers", "jokers", [*NUMBER_WRONG, 4]),
    ("melds.0.flowers", "flowers", [1]),
    ("win", "win", [GONE, None, [], "wall", 1, {}]),
    ("win.by", "by", [GONE, None, "", "tsumo", "WALL", 1, []]),
    ("win.tile", "tile", [GONE, None, "10p", "J", "JJ5p", 1, ["4p"]]),
    ("win.from", "from", [GONE, *PLAYER_WRONG, "P1"]),
    ("win.last_tile", "last_tile", FLAG_WRONG),
    ("win.first_tile", "first_tile", FLAG_WRONG),
    ("win.replacement", "replacement", [*FLAG_WRONG, True]),
    ("win.double_kong", "double_kong", [*FLAG_WRONG, True]),
    ("win.concealed_kong", "concealed_kong", [*FLAG_WRONG, True]),
    ("win.how", "how", [1]),
    ("flowers", "flowers", LIST_WRONG),
    ("seasons", "seasons", LIST_WRONG),
    ("faces", "faces", NUMBER_WRONG),
    ("animals", "animals", NUMBER_WRONG),
    ("hand_no", "hand_no", [GONE, None, -1, True, "1", 0, 28]),
    ("round", "round", [None, "S", "N", "X", 1, []]),
    ("seats", "seats", [None, "E", [], {}, {"P1": "E"}, {"P1": "S", "P2": "W", "P3": "E"}]),
    ("players", "players", [None, "", ["a", "b"], ["a", "b", "b"], {"P1": 1}]),
    # Keys that this game doesn't have, and keys of another way of counting.
    ("waiting", "waiting", [{"P2": True}]),
    ("opp_declared", "opp_declared", [{}]),
    ("declared_ready", "declared_ready", [False]),
    ("all_declared", "all_declared", [False]),
    ("winner_discards", "winner_discards", [[], ["1p"]]),
    ("goulash_carry", "goulash_carry", [0, 1, 100]),
    ("matching_players", "matching_players", [0]),
    ("dora_indicator", "dora_indicator", ["1p"]),
    ("red_fives", "red_fives", [0]),
    ("honba", "honba", [0]),
    ("norths", "norths", [0]),
    ("fan", "fan", [7]),
    ("maximum", "maximum", [True]),
    ("patterns", "patterns", [[]]),
    ("bonus_items", "bonus_items", [{}]),
    ("hand_points", "hand_points", [3]),
    ("limit", "limit", ["full"]),
]


@pytest.mark.parametrize(("path", "field", "values"), WRONG, ids=[path for path, _field, _values in WRONG])
def test_a_wrong_value_is_refused_in_a_sentence_that_names_its_field(path, field, values):
    for value in values:
        sentence = refused(changed(GOOD, path, value))
        assert field in sentence, (value, sentence)
        assert sentence.endswith(".") and "\n" not in sentence and "%(" not in sentence, (value, sentence)


def test_every_key_of_a_hand_is_tried():
    tried = {path for path, _field, _values in WRONG}
    keys = {*COMMON_KEYS, *KNOWN_TO_MATCH, *TILE_KEYS, *BY_LIST, *BY_NUMBERS, *(f"win.{key}" for key in WIN_KEYS)}
    assert keys - tried == set()


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_a_house_rule_refuses_wrong_values_by_its_name(option):
    for value in ("", "x", -1, 1.5, 10**30, [], {}, 0, True, None, 3, 18, "each", "doubling"):
        whole = type(value) is int
        fits = (
            (option.takes == "switch" and value is True)
            or (option.name == "min_fan" and whole and 0 <= value <= 10)
            or (option.name == "max_fan" and whole and 5 <= value <= 99)
            or (option.takes == "choice" and whole == (option.name == "match_length") and value in list(option.choices))
        )
        reply = asked(SYSTEM, options={option.name: value}, input=GOOD)
        assert ("result" in reply) == fits, value
        if not fits:
            assert reply["error"].endswith(".")
            assert option.name in reply["error"] or (option.name, value) == ("min_fan", 18)


@pytest.mark.parametrize(
    ("house", "sentence"),
    [
        ({"min_fan": 11}, "max_fan must be at least min_fan, which is 11."),
        ({"max_fan": 4}, "max_fan must be at least min_fan, which is 5."),
        ({"max_fan": 26, "unit": "doubling"}, "With doubling, max_fan can be at most 25, which is 20 above min_fan."),
        ({"goulash_per_draw": 5}, "goulash_per_draw isn’t a house rule in this rule book."),
    ],
)
def test_house_rules_that_contradict_each_other_are_refused(house, sentence):
    assert refused(GOOD, **house) == sentence


def test_the_defaults_of_version_1():
    defaults = {"min_fan": 5, "max_fan": 10, "match_length": 9, "payment": "discarder_double", "unit": "linear"}
    rules = BOOKS[SYSTEM]({})
    assert (rules.version, rules.house.as_dict()) == (1, {**defaults, "small_dragons_total": True})


def test_house_rules_at_their_bounds_are_played_and_beyond_them_refused():
    assert answered(GOOD, min_fan=40, max_fan=99)["reason"] == "minimum_not_reached"
    assert refused(GOOD, min_fan=41, max_fan=99) == must_be_whole("min_fan", 0, 40)
    assert refused(GOOD, max_fan=100) == must_be_whole("max_fan", 1, 99)
    assert answered(GOOD, min_fan=5, max_fan=5)["payments"]["P1"] == 10
    assert answered(GOOD, max_fan=25, unit="doubling")["payments"]["P1"] == 2


@pytest.mark.parametrize("type_", ["draw", "settlement", "", None])
def test_there_are_hands_claims_and_matches_and_nothing_else(type_):
    reply = answer(json.dumps({"id": 1, "system": SYSTEM, "type": type_, "input": GOOD}))
    assert reply["error"] == must_be_one_of("type", "hand, claim, match")


def test_every_key_of_the_result_is_always_there():
    keys = ["legal", "reason", "patterns", "maximum", "fan_total", "payments"]
    hands = (GOOD, changed(GOOD, "faces", 0), changed(GOOD, "concealed", ["1p"]), changed(GOOD, "concealed", []))
    assert [list(answered(each)) for each in hands] == [keys] * 4
    assert answered(changed(GOOD, "concealed", [])) == {
        "legal": False,
        "reason": "wrong_tile_count",
        "patterns": {},
        "maximum": [],
        "fan_total": 0,
        "payments": {"P1": 0, "P2": 0, "P3": 0},
    }


def test_seats_can_be_given_as_winds_and_players_by_name():
    named = {
        **{key: value for key, value in GOOD.items() if key != "hand_no"},
        "players": ["Ann", "Bea", "Cho"],
        "round": "W",
        "seats": {"Ann": "S", "Bea": "W", "Cho": "E"},
        "winner": "Cho",
        "win": {"by": "discard", "tile": "4p", "from": "Ann"},
    }
    assert answered(named)["payments"] == {"Ann": -10, "Bea": 0, "Cho": 10}


# ── entries by numbers and by list ───────────────────────────────────────────

BY_NUMBER = {"winner": "P1", "win": {"by": "discard", "from": "P2"}, "fan": 7}
BELOW = below_minimum(5, 4, "fan")


@pytest.mark.parametrize(
    ("more", "field", "part"),
    [
        ({"fan": 4}, "fan", BELOW),
        ({"fan": -1}, "fan", "0 to 99"),
        ({"fan": 100}, "fan", "0 to 99"),
        ({"fan": True}, "fan", "0 to 99"),
        ({"fan": "7"}, "fan", "0 to 99"),
        ({"maximum": True}, "maximum", "maximum can’t be combined with fan."),
        ({"maximum": 1}, "maximum", "true or false"),
        ({"patterns": []}, "fan", "isn’t allowed here. Use one of:"),
        ({"hand_points": 7}, "hand_points", "isn’t allowed here. Use one of:"),
        ({"waiting": {"P3": True}}, "waiting", "isn’t allowed here. Use one of:"),
        ({"faces": 1}, "faces", "isn’t allowed here. Use one of:"),
        ({"hand_no": 2}, "hand_no", "must be the same as in the match: 1."),
        ({"round": "S"}, "round", "must be the same as in the match: E."),
        (
            {"win": {"by": "wall", "concealed_kong": True}},
            "concealed_kong",
            "concealed_kong is only possible with a robbed kong.",
        ),
        (
            {"win": {"by": "rob_kong", "from": "P2", "concealed_kong": True}},
            "concealed_kong",
            (
                "concealed_kong can be used only when the hand is entered as tiles. In this game, no hand can "
                "rob a concealed kong."
            ),
        ),
        ({"win": {"by": "wall", "first_tile": 1}}, "first_tile", "true or false"),
        (
            {"win": {"by": "discard", "from": "P2", "double_kong": True}},
            "double_kong",
            "only possible with a self-draw",
        ),
    ],
)
def test_impossible_numbers_are_refused(more, field, part):
    said = refused_at_table(fan(), {**BY_NUMBER, **more})
    assert said is not None and said[0] == field and part in said[1], said


def test_a_list_is_read_as_a_list():
    listed = {"winner": "P1", "win": {"by": "wall"}}
    for patterns in (None, "faces", {}, [1], [None], [["faces"]]):
        said = refused_at_table(fan(), {**listed, "patterns": patterns})
        assert said == ("patterns", "patterns must be a list of pattern ids.")
    assert refused_at_table(fan(), {**listed, "patterns": ["faces"] * 5, "maximum": True}) == (
        "maximum",
        "maximum can’t be combined with fan.",
    )
    assert refused_at_table(fan(), {**listed, "patterns": [], "maximum": True}) is None
    assert refused_at_table(fan(), {**listed, "maximum": False, "fan": 5}) is None
    assert refused_at_table(fan(), {**listed, "bonus_items": {}, "patterns": []}) is not None


# ── questions on a sheet ─────────────────────────────────────────────────────


def test_the_other_questions_of_a_sheet_are_the_optional_keys_of_an_entry():
    asked_of = {detail.key: detail.beside for detail in fan().details}
    assert {key for key, beside in asked_of.items() if beside == ("tiles",)} == TILE_KEYS - {"concealed", "melds"}
    assert {key for key, beside in asked_of.items() if beside == ("win",)} | {"concealed_kong"} == WIN_KEYS - {
        *("by", "from", "tile")
    }
    assert [(detail.key, detail.takes, detail.most) for detail in fan().details[:4]] == [
        *(("flowers", "numbers", 4), ("seasons", "numbers", 4), ("faces", "number", 4), ("animals", "number", 4))
    ]
