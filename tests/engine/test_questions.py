"""Input of a question: every key with wrong values, each refused with one sentence."""

import json
from typing import Any

import pytest

from engine.json_api import answer
from engine.rulesets import BOOKS
from engine.rulesets.korean_japanese.entry.reader import COMMON_KEYS, KNOWN_TO_MATCH, TILE_KEYS
from tests.engine.tile_asking import (
    EXAMPLES,
    FLAG_WRONG,
    GONE,
    NUMBER_WRONG,
    PLAYER_WRONG,
    TILES_WRONG,
    asked,
    changed,
    hand,
    refused,
    scored,
    show,
)

GOOD = hand("234p 678m 55p", "4p discard", pongs="E dR")
PLAYERS_WRONG = [None, [], ["P2"], "P2", 1, {"P4": True}, {"P2": 1}, {"P2": None}, {"P2": "yes"}, {"P1": True}]
# (path in the input, field that the error names, invalid values)
WRONG: list[tuple[str, str, list[Any]]] = [
    ("winner", "winner", [GONE, *PLAYER_WRONG]),
    ("concealed", "concealed", [GONE, *TILES_WRONG]),
    ("melds", "melds", [None, "E", 1, {"type": "pong"}, [1], [None], [["pong"]], [{}], [{"type": "pong"}]]),
    ("melds.0.type", "melds", [GONE, None, "", "pung", 1, [], {}]),
    ("melds.0.tile", "melds", [GONE, None, "10p", "", 1, ["E"], {}]),
    ("melds.0.exposed", "exposed", FLAG_WRONG),
    ("melds.0.jokers", "jokers", [1]),
    ("win", "win", [GONE, None, [], "wall", 1, True, {}]),
    ("win.by", "by", [GONE, None, "", "tsumo", "ron", "chankan", "first_tile", "WALL", 1, [], {}]),
    ("win.tile", "tile", [GONE, None, "10p", "", 1, ["4p"], {}]),
    ("win.from", "from", [GONE, *PLAYER_WRONG, "P1"]),
    ("win.last_tile", "last_tile", FLAG_WRONG),
    ("win.replacement", "replacement", [*FLAG_WRONG, True]),
    ("win.concealed_kong", "concealed_kong", [*FLAG_WRONG, True]),
    ("win.how", "how", [1]),
    ("flowers", "flowers", [*NUMBER_WRONG, 5, [1, 2]]),
    ("declared_ready", "declared_ready", FLAG_WRONG),
    ("waiting", "waiting", PLAYERS_WRONG),
    ("opp_declared", "opp_declared", PLAYERS_WRONG),
    ("all_declared", "all_declared", FLAG_WRONG),
    ("matching_players", "matching_players", [*NUMBER_WRONG, 3]),
    ("winner_discards", "winner_discards", TILES_WRONG),
    ("goulash_carry", "goulash_carry", [*NUMBER_WRONG, 100]),
    ("dora_indicator", "dora_indicator", ["", "10p", 1, True, ["1p"], {}, "flowers"]),
    ("revealed_indicator", "revealed_indicator", ["", "10p", 1, True, ["1p"], {}, "flowers"]),
    ("red_fives", "red_fives", [*NUMBER_WRONG, 2, 3]),
    ("hand_no", "hand_no", [GONE, *NUMBER_WRONG, 0, 28]),
    ("round", "round", [None, "S", "N", "X", 1, [], {}]),
    ("seats", "seats", [None, "E", [], {}, {"P1": "E"}, {"P1": "S", "P2": "W", "P3": "E"}, {"P1": []}]),
    ("players", "players", [None, "", "P1P2P3", [], ["a", "b"], ["a", "b", "b"], ["a", "b", 3], {"P1": 1}]),
    ("norths", "norths", [1]),
    ("limit", "limit", ["full"]),
    ("hand_points", "hand_points", [3]),
    ("patterns", "patterns", [[]]),
]


@pytest.mark.parametrize(("path", "field", "values"), WRONG, ids=[path for path, _field, _values in WRONG])
def test_a_wrong_value_is_refused_in_a_sentence_that_names_its_field(path, field, values):
    for value in values:
        sentence = refused(changed(GOOD, path, value))
        assert field in sentence, (value, sentence)
        assert sentence.endswith(".") and "\n" not in sentence, (value, sentence)


def test_every_key_of_a_hand_is_tried():
    assert (COMMON_KEYS | KNOWN_TO_MATCH | TILE_KEYS) - {path for path, _field, _values in WRONG} == set()


@pytest.mark.parametrize("option", BOOKS["korean_japanese"].options, ids=lambda option: option.name)
def test_a_house_rule_refuses_wrong_values_by_its_name(option):
    for value in ("", "x", -1, 1.5, 10**30, [], ["x"], [None], {}, [[]], 0, True, None, 3):
        fits = (
            (option.takes == "switch" and value is True)
            or (option.takes == "number" and type(value) is int and option.least <= value <= option.most)
            or (option.takes in ("list", "own") and value == [])
            or (option.optional and value is None)
        )
        reply = asked(options={option.name: value}, input=GOOD)
        assert ("result" in reply) == fits, value
        if not fits:
            assert (option.name in reply["error"], reply["error"].endswith(".")) == (True, True), (value, reply)


@pytest.mark.parametrize(
    ("question", "field"),
    [
        ({"system": "riichi"}, "system"),
        ({"system": None}, "system"),
        ({"system": ["korean_japanese"]}, "system"),
        ({"type": "draw"}, "type"),
        ({"type": "settlement"}, "type"),
        ({"type": {}}, "type"),
        ({"options": []}, "options"),
        ({"options": "default"}, "options"),
        ({"options": {"house": 1}}, "house"),
        ({"input": []}, "input"),
        ({"input": None}, "input"),
        ({"result": {}}, "result"),
        ({"id": 1.5}, "id"),
        ({"id": True}, "id"),
        ({"id": [1]}, "id"),
        ({"id": {}}, "id"),
    ],
)
def test_a_line_has_five_keys(question, field):
    line = {"id": "x", "system": "korean_japanese", "type": "hand", "options": {}, "input": GOOD, **question}
    reply = answer(json.dumps(line))
    assert reply["id"] == (None if "id" in question else "x")
    assert field in reply["error"]


@pytest.mark.parametrize("name", ["KJ-001", "", "ž", "\ud800", 0, -7, 10**40, None])
def test_an_id_is_returned_unchanged(name):
    line = {"id": name, "system": "korean_japanese", "type": "hand", "options": {}, "input": GOOD}
    assert answer(json.dumps(line)) == {"id": name, "result": scored(GOOD)}


def test_optional_keys_of_a_line():
    line = {"system": "korean_japanese", "type": "hand", "input": GOOD}
    assert answer(json.dumps(line)) == {"id": None, "result": scored(GOOD)}


def test_the_keys_of_an_example_are_allowed_and_ignored():
    example = {**EXAMPLES[0], "confidence": "certain", "seed_lines": "1"}
    assert answer(json.dumps(example))["id"] == EXAMPLES[0]["id"]


@pytest.mark.parametrize(
    "line",
    [
        "",
        "{",
        "null",
        "[]",
        '"hand"',
        "1",
        "NaN",
        '{"id": NaN}',
        '{"id": Infinity}',
        '{"id": -Infinity}',
        "{'id': 1}",
        '{"id": 1}{"id": 2}',
        '{"id": 01}',
        b'{"id": "\xff\xfe"}',
        b"\xff\xfe{\x00}\x00",
        '{"id": ' + "1" * 5000 + "}",
        "[" * 100_000,
        '{"a":' * 100_000,
        '{"id": ' + "[" * 800 + "]" * 800 + ', "system": 1}x',
    ],
    ids=show,
)
def test_invalid_json_is_refused_in_one_sentence(line):
    assert answer(line) == {"id": None, "error": "line must be one JSON object in UTF-8 that isn’t nested too deeply."}


def test_a_duplicate_key_is_refused():
    assert answer('{"id": 1, "input": {"winner": "P1", "winner": "P2"}}') == {
        "id": None,
        "error": "winner appears twice in the same object.",
    }


@pytest.mark.parametrize("key", ["winner", "concealed", "melds", "win", "seats", "players", "waiting", "flowers", "x"])
def test_too_deep_nesting_is_refused_in_one_sentence(key):
    depths = (100, 900, 985, 990, 1000)
    nested = [each for depth in depths for each in ("[" * depth + "]" * depth, '{"win":' * depth + "1" + "}" * depth)]
    for inner in nested:
        given = json.dumps(GOOD)[:-1] + f', "{key}2": 1}}'
        given = given.replace(f'"{key}2": 1', f'"{key}": {inner}') if key not in GOOD else given
        line = f'{{"id": 1, "system": "korean_japanese", "type": "hand", "options": {{}}, "input": {given}}}'
        reply = answer(line)
        assert "error" in reply, len(inner)
        json.dumps(reply)


def test_a_long_invalid_value_is_shortened_in_the_message():
    for reply in (
        asked(options={"x" * 10_000: 1}, input=GOOD),
        asked(options={}, input={**GOOD, "y" * 10_000: 1}),
        asked(options={}, input=changed(GOOD, "win.tile", "z" * 10_000)),
    ):
        assert len(reply["error"]) < 500


# ── winds and players ────────────────────────────────────────────────────────


@pytest.mark.parametrize("hand_no", [1, 5, 9, 10, 18, 27])
def test_the_winds_may_be_given_instead_of_the_number(hand_no):
    winds, at = "ESW", (hand_no - 1) % 9
    seats = {player: winds[(place - at) % 3] for place, player in enumerate(("P1", "P2", "P3"))}
    said = {"round": winds[at // 3], "seats": seats}
    by_winds = {**{key: value for key, value in GOOD.items() if key != "hand_no"}, **said}
    by_number = {**GOOD, "hand_no": hand_no}
    assert scored(by_winds) == scored(by_number) == scored({**by_number, **said})


@pytest.mark.parametrize(
    "said",
    [
        {},
        {"round": "E"},
        {"seats": {"P1": "E", "P2": "S", "P3": "W"}},
        {"round": "N", "seats": {"P1": "E", "P2": "S", "P3": "W"}},
        {"round": "E", "seats": {"P1": "E", "P2": "W", "P3": "S"}},
        {"round": "E", "seats": {"P1": "E", "P2": "E", "P3": "W"}},
        {"round": "E", "seats": {"P1": "E", "P2": "S"}},
        {"round": "E", "seats": ["E", "S", "W"]},
        {"round": ["E"], "seats": {"P1": "E", "P2": "S", "P3": "W"}},
    ],
)
def test_the_winds_are_those_of_a_table(said):
    sentence = refused({**{key: value for key, value in GOOD.items() if key != "hand_no"}, **said})
    assert any(field in sentence for field in ("hand_no", "round", "seats"))


def test_players_may_have_any_three_names():
    named = {**GOOD, "players": ["Žofie", "", "P1"], "winner": "Žofie", "waiting": {"P1": True}}
    named["win"] = {**GOOD["win"], "from": ""}
    result = scored(named)
    assert result["payments"] == {"Žofie": 10, "": -10, "P1": 0}
    assert result["bonus_from"] == {"": 2, "P1": 0}
