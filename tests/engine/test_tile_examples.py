"""The worked examples of tests/golden, except the fan game’s: with the engine, and in one run of `manage.py score`."""

import json
from io import StringIO

import pytest
from django.core.management import call_command

from engine.json_api import answer
from tests.engine.tile_asking import EXAMPLES

QUESTION = ("id", "system", "type", "options", "input")


def question(example: dict) -> str:
    return json.dumps({key: example[key] for key in QUESTION})


def of_interest(example: dict, reply: dict) -> dict:
    assert reply["id"] == example["id"]
    assert "error" not in reply, reply
    return {key: reply["result"][key] for key in example["expected"]}


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["id"])
def test_a_worked_example_has_the_expected_result(example):
    reply = of_interest(example, answer(question(example)))
    assert reply == example["expected"], example["why"]
    names = (example["expected"].get("limit") or {}).get("names")
    assert names is None or reply["limit"]["names"] == names


def test_the_command_answers_all_examples(tmp_path):
    file = tmp_path / "examples.jsonl"
    file.write_text("\n".join(map(question, EXAMPLES)))
    call_command("score", str(file), stdout=(said := StringIO()))
    replies = [json.loads(line) for line in said.getvalue().splitlines()]
    assert [of_interest(each, reply) for each, reply in zip(EXAMPLES, replies, strict=True)] == [
        each["expected"] for each in EXAMPLES
    ]


def test_each_example_has_a_name_of_its_own_and_a_reason():
    assert len({example["id"] for example in EXAMPLES}) == len(EXAMPLES) > 80
    assert all(example["why"] and example["title"] for example in EXAMPLES if example["why"] != "")
