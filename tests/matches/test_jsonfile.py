"""JSON files of strangers: read strictly, in a time that their size deserves."""

import json

import pytest

from engine.errors import RuleViolation
from matches.files.schema import MOST_SHOWN, parse_json
from tests.growth import assert_in_proportion


def refusal_of(data):
    with pytest.raises(RuleViolation) as refusal:
        parse_json(data)
    return refusal.value


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ('{"a": 1, "b": 2, "a": 3}', "a"),
        ('{"a": {"b": 1, "b": 2}}', "b"),
        ('{"%s": 1, "%s": 2}' % (("k" * 99,) * 2), "k" * MOST_SHOWN),
    ],
)
def test_a_key_that_stands_twice_is_named(text, key):
    refusal = refusal_of(text.encode())
    assert (refusal.field, str(refusal)) == (key, f"{key} appears twice in the same object.")


@pytest.mark.parametrize("last", ["0", "another"], ids=["with one twice", "all different"])
def test_an_object_of_many_keys_takes_no_time_that_its_size_does_not_deserve(last):
    def read(size):
        data = ("{" + "".join(f'"{number}": 1,' for number in range(size)) + f'"{last}": 1}}').encode()
        try:
            parse_json(data)
        except RuleViolation as refusal:
            assert refusal.field == "0"

    assert_in_proportion(read, 5_000)


@pytest.mark.parametrize(
    "data",
    [b"[" * 100_000, b'{"a":' * 100_000, b"9" * 400_000, b"-" + b"9" * 400_000, json.dumps("\ud800" * 50_000).encode()],
    ids=["lists in lists", "objects in objects", "a long number", "a long negative number", "halves of characters"],
)
def test_what_is_deep_or_long_is_refused_or_read_and_never_more(data):
    try:
        parse_json(data)
    except RuleViolation as refusal:
        assert len(str(refusal)) < 200
