"""Names, notes and numbers as people type them, also with random text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import RuleViolation
from engine.seats import PerSeat
from matches.forms.option_fields import _new_key
from matches.forms.point_value import ValueForm
from people.text.cleaning import MOST_TYPED, alike, clean_name, clean_names, clean_note, tidy, whole_number
from tests.growth import assert_in_proportion
from tournaments.entries.list_import import plain

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Ann", "Ann"),
        ("  Ann \u00a0 Lee\t", "Ann Lee"),
        ("A\u0301da", "Áda"),
        ("A\u200bnn\ufeff", "Ann"),
        ("\u5f20\u4e09", "\u5f20\u4e09"),
        ("🀄", "🀄"),
        (FAMILY, FAMILY),
        ("😀" * 40, "😀" * 40),
        ("7", "7"),
        ("O'Brien <b>", "O'Brien <b>"),
        ("{{7*7}}", "{{7*7}}"),
        ("=1+1", "=1+1"),
        ("\u2067\u05d0\u05d1\u2069", "\u2067\u05d0\u05d1\u2069"),
    ],
)
def test_a_name_is_tidied(typed, name):
    assert clean_name(typed, "P1") == name


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "   ",
        "\u200b\u200b",
        "\u200d",
        "...",
        "-",
        "\0",
        "A\0",
        "A\x0bB\x1b",
        "A\x1b[31m",
        "A\ud800",
        "A\ue000",
        "A\u202eB",
        "A\u2067B",
        "A\u2069B",
        "\u2067A\u202c",
        "a" * 41,
        "😀" * 41,
        "a" + "\u0301" * 500,
        "\u5f20" * 54,
    ],
)
def test_an_invalid_name_is_refused_at_its_field(typed):
    with pytest.raises(RuleViolation) as refused:
        clean_name(typed, "P2")
    assert refused.value.field == "P2"
    assert str(refused.value)


@pytest.mark.parametrize("other", ["ann", "ANN", " Ann ", "Ａnn", "A\u200cnn", "A\u200bnn"])
def test_three_names_differ_for_a_reader(other):
    with pytest.raises(RuleViolation) as refused:
        clean_names(PerSeat("Ann", "Bea", other))
    assert refused.value.field == "P3"


def test_a_note_may_be_empty_and_is_one_line():
    assert clean_note("", "note") == ""
    assert clean_note("one\r\n two\t three ", "note") == "one two three"
    for odd in ("x" * 281, "a\x07b", "a\u202eb"):
        with pytest.raises(RuleViolation):
            clean_note(odd, "note")


@given(st.text())
def test_any_text_is_a_name_or_refused(text):
    try:
        name = clean_name(text, "P1")
    except RuleViolation:
        return
    assert clean_name(name, "P1") == name
    assert len(name.encode()) <= 160


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("12", 12),
        (" 12 ", 12),
        ("+12", 12),
        ("-12", -12),
        ("\u221212", -12),
        ("\uff0d\uff11\uff12", -12),
        ("\uff11\uff12", 12),
        ("\u0661\u0662", 12),
        ("1 000", 1000),
        ("1\u202f000", 1000),
        ("1\u2009000", 1000),
        ("1\u00a0000", 1000),
        ("-0", 0),
        ("007", 7),
    ],
)
def test_a_whole_number_is_read_as_a_person_types_it(typed, number):
    assert whole_number(typed, "points", -9999, 9999) == number


@pytest.mark.parametrize(
    "typed",
    [
        "", " ", "-", "+", "--1", "1_000", "1e3", "1.5", "1,5", "1٫5", "NaN", "inf", "0x10", "½", "²x", "1 00",
        "10 00", "12a", "\0", "9" * 5000, "10000", "-10000", str(2**63), "1\n2", "' OR 1=1--", "\ud800",
    ],
)  # fmt: skip
def test_text_that_is_not_a_whole_number_in_range_is_refused(typed):
    with pytest.raises(RuleViolation) as refused:
        whole_number(typed, "points", -9999, 9999)
    assert refused.value.field == "points"


def refusal_of(read, text):
    with pytest.raises(RuleViolation) as refusal:
        read(text, "field")
    return str(refusal.value)


READERS = {
    "name": lambda text: refusal_of(clean_name, text),
    "note": lambda text: refusal_of(clean_note, text),
    "number": lambda text: refusal_of(lambda typed, field: whole_number(typed, field, 1, 9), text),
    "tidied": tidy,
    "compared": alike,
    "value of a point": lambda text: ValueForm({"value": text, "unit": "EUR"}).is_valid(),
    "key of an own item": lambda text: _new_key(text, set()),
    "cell of a list": plain,
}


@pytest.mark.parametrize("read", READERS.values(), ids=READERS)
def test_a_text_of_marks_that_must_be_sorted_takes_no_time_that_its_size_does_not_deserve(read):
    assert_in_proportion(lambda size: read("a" + "\u0301\u0327" * size), 10_000)


def test_a_far_too_long_name_or_note_is_refused_even_if_its_beginning_is_valid():
    assert refusal_of(clean_name, "Ann" + " " * MOST_TYPED + "Bea") == "A name can have at most 40 characters."
    assert refusal_of(clean_note, "late" + " " * MOST_TYPED + "x") == "A note can have at most 280 characters."
