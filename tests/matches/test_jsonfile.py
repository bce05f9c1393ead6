"""Untrusted JSON files: parsed strictly, in linear time."""

import json

import pytest

from engine.errors import RuleViolation
from matches.files.schema import MOST_SHOWN, number, parse_json, read_row, text
from tests.growth import assert_in_proportion


def refusal_of(data):
    with pytest.raises(RuleViolation) as refusal:
        parse_json(data)
    return refusal.value


@pytest.mark.parametrize(
    ("written", "key"),
    [
        ('{"a": 1, "b": 2, "a": 3}', "a"),
        ('{"a": {"b": 1, "b": 2}}', "b"),
        ('{"%s": 1, "%s": 2}' % (("k" * 99,) * 2), "k" * MOST_SHOWN),
    ],
)
def test_a_duplicate_key_is_named(written, key):
    refusal = refusal_of(written.encode())
    assert (refusal.field, str(refusal)) == (key, f"{key} appears twice in the same object.")


@pytest.mark.parametrize(
    "last", ["0", pytest.param("another", marks=pytest.mark.thorough)], ids=["with one twice", "all different"]
)
def test_an_object_of_many_keys_is_parsed_in_linear_time(last):
    def read(size):
        data = ("{" + "".join(f'"{number}": 1,' for number in range(size)) + f'"{last}": 1}}').encode()
        try:
            parse_json(data)
        except RuleViolation as refusal:
            assert refusal.field == "0"

    assert_in_proportion(read, 3_000)


@pytest.mark.parametrize(
    "data",
    [b"[" * 100_000, b'{"a":' * 100_000, b"9" * 400_000, b"-" + b"9" * 400_000, json.dumps("\ud800" * 50_000).encode()],
    ids=["lists in lists", "objects in objects", "a long number", "a long negative number", "halves of characters"],
)
def test_deep_or_long_input_is_either_refused_or_parsed(data):
    try:
        parse_json(data)
    except RuleViolation as refusal:
        assert len(str(refusal)) < 200


@pytest.mark.parametrize(
    ("kind", "value", "sentence"),
    [
        (text(3, 1), "long", "rows[0].it must be text of 1 to 3 characters."),
        (text(3, 1), "", "rows[0].it must be text of 1 to 3 characters."),
        (number(2, 9), 10, "rows[0].it must be a whole number from 2 to 9."),
        (number(2, 9), True, "rows[0].it must be a whole number from 2 to 9."),
    ],
)
def test_a_value_beyond_a_limit_is_refused_with_its_limits(kind, value, sentence):
    with pytest.raises(RuleViolation) as refusal:
        read_row({"it": value}, {"it": kind}, "rows[0]")
    assert (refusal.value.field, str(refusal.value)) == ("rows[0].it", sentence)
