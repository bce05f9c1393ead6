"""Hands of the Malaysian fan game by tiles: worked examples, and random hands compared with the oracle."""

import json
from collections import Counter
from io import StringIO
from itertools import product

import pytest
from django.core.management import call_command

from engine.json_api import answer
from engine.rulesets import BOOKS
from engine.rulesets.malaysian_fan.house import OPTIONS
from tests.engine import fan_oracle, fan_questions
from tests.engine.fan_asking import EXAMPLES, SYSTEM, answered, hand
from tests.engine.slow_reader import cut
from tests.engine.tile_asking import RANDOM_HANDS, chance
from tests.thorough import SEED

QUESTION = ("id", "system", "type", "options", "input")
HANDS = [example for example in EXAMPLES if example["type"] == "hand"]


def question(example: dict) -> str:
    return json.dumps({key: example[key] for key in QUESTION})


def of_interest(example: dict, reply: dict) -> dict:
    assert reply["id"] == example["id"]
    assert "error" not in reply, reply
    return {key: reply["result"][key] for key in example["expected"]}


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["id"])
def test_a_worked_example_has_the_expected_result(example):
    assert of_interest(example, answer(question(example))) == example["expected"], example["why"]


def test_the_command_answers_all_examples(tmp_path):
    file = tmp_path / "examples.jsonl"
    file.write_text("\n".join(map(question, EXAMPLES)))
    call_command("score", str(file), stdout=(said := StringIO()))
    replies = [json.loads(line) for line in said.getvalue().splitlines()]
    assert [of_interest(each, reply) for each, reply in zip(EXAMPLES, replies, strict=True)] == [
        each["expected"] for each in EXAMPLES
    ]


def test_each_example_has_a_name_of_its_own_and_a_reason():
    assert len({example["id"] for example in EXAMPLES}) == len(EXAMPLES) > 50
    assert all(example["why"] and example["title"] for example in EXAMPLES)


def test_every_item_and_every_maximum_hand_occurs_in_the_examples():
    found = {item for each in HANDS for item in (*each["expected"]["patterns"], *each["expected"]["maximum"])}
    assert found == {pattern.id for pattern in BOOKS[SYSTEM].patterns}


def test_every_reason_occurs_in_the_examples():
    assert {each["expected"]["reason"] for each in HANDS} == {
        *("exposed_chow", "wrong_tile_count", "tile_not_in_deck", "winning_tile_missing"),
        *("not_a_legal_hand", "minimum_not_reached", None),
    }


# ── the oracle ───────────────────────────────────────────────────────────────


@pytest.mark.parametrize("example", HANDS, ids=lambda example: example["id"])
def test_the_oracle_agrees_with_the_examples(example):
    assert fan_oracle.result(example["options"], example["input"]) == example["expected"]


def test_random_hands_agree_with_the_oracle():
    hands = max(RANDOM_HANDS, 500)  # with fewer, rare items may be missing
    random, reasons, items = chance(41), Counter[str | None](), Counter[str]()
    for _hand in range(hands):
        house, given = fan_questions.house_rules(random), fan_questions.question(random)
        found = answered(given, **house)
        assert found == fan_oracle.result(house, given), (SEED, house, given)
        reasons[found["reason"]] += 1
        items.update((*found["patterns"], *found["maximum"]))
    assert set(items) == {pattern.id for pattern in BOOKS[SYSTEM].patterns}
    assert len(reasons) == 7
    assert reasons[None] > hands / 3


def test_a_joker_completes_a_hand_as_exactly_the_tiles_that_a_brute_force_reader_finds():
    """Tries one or two jokers as every tile of the deck in every position of a random hand."""
    random, hands, completed = chance(42), 0, 0
    while hands < max(RANDOM_HANDS // 250, 20) or completed <= 10:
        hands += 1
        concealed = [tile for each in fan_questions.sets_of(random)[2:] for tile in each[:3]]
        if max(Counter([*concealed, *["1p", "E"] * 3]).values()) > 4:
            continue
        gone = random.sample(range(len(concealed)), random.choice((1, 2)))
        rest = [tile for place, tile in enumerate(concealed) if place not in gone]
        for kinds in product(fan_oracle.DECK, repeat=len(gone)):
            given = hand("22p", "2p", "pong:1p", "pong:E", faces=4)
            given["concealed"] = [*rest, *(f"J{kind}" for kind in kinds)]
            given["win"]["tile"] = given["concealed"][0]
            legal = any(len(sets) == 2 for sets, _pair in cut(tuple(sorted([*rest, *kinds]))))
            assert (answered(given)["reason"] != "not_a_legal_hand") == legal, (SEED, given)
            completed += legal


# ── house rules ──────────────────────────────────────────────────────────────

SMALL = hand("234p 678p dWdW", "4p discard", "pong:dR", "pong:dG", faces=2)
SEVEN = hand("222p 999p 55p", "5p discard", "pong:dR", "pong:E", faces=1)  # 1 + 2 + 1 + 2 + 1
HOUSES = [
    ("min_fan", 8, SEVEN, "reason", None, "minimum_not_reached"),
    ("max_fan", 6, SEVEN, "payments", {"P1": 14, "P2": -14, "P3": 0}, {"P1": 12, "P2": -12, "P3": 0}),
    ("payment", "each", SEVEN, "payments", {"P1": 14, "P2": -14, "P3": 0}, {"P1": 14, "P2": -7, "P3": -7}),
    ("unit", "doubling", SEVEN, "payments", {"P1": 14, "P2": -14, "P3": 0}, {"P1": 8, "P2": -8, "P3": 0}),
    ("small_dragons_total", False, SMALL, "fan_total", 6, 8),
]


@pytest.mark.parametrize(
    ("option", "value", "given", "key", "usual", "changed"), HOUSES, ids=lambda each: str(each)[:20]
)
def test_a_house_rule_changes_the_expected_result(option, value, given, key, usual, changed):
    assert (answered(given)[key], answered(given, **{option: value})[key]) == (usual, changed)


def test_every_house_rule_that_affects_counting_is_tested():
    assert {option.name for option in OPTIONS} - {house[0] for house in HOUSES} == {"match_length"}
