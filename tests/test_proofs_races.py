"""What the suite of races sends and asks for: whose hand stands where six phones press at once."""

import threading
from collections import Counter

import pytest

from proofs.suites.races import AT_ONCE, at_once, expected


class Pressed:
    """A phone that is told what the test says, and keeps what it sent."""

    def __init__(self, number, told):
        self.number, self.told, self.sent = number, told, []

    def press(self, path, fields):
        self.sent.append((path, fields, threading.get_ident()))
        return self.told


def phones(*told):
    return [Pressed(number, each) for number, each in enumerate(told)]


def test_one_hand_from_six_phones_is_one_key_and_saved_as_soon_as_one_was_told_so():
    six = phones("none", "none", "303", "none", "503", "303")
    (sent,) = at_once(six, "abc", "same", 4)
    assert {(path, fields["key"], fields["expected_seq"]) for each in six for path, fields, _id in each.sent} == {
        ("/m/abc/hand/", sent["key"], "4")
    }
    assert (sent["winner"], sent["points"], sent["acked"]) == ("P1", 9, True)
    assert sorted(sent["answers"]) == ["303", "303", "503", "none", "none", "none"]


def test_six_hands_for_one_place_are_six_keys_and_each_is_saved_only_where_its_phone_was_told_so():
    six = phones("409", "409", "303", "409", "409", "409")
    sent = at_once(six, "abc", "own", 4)
    assert [each["acked"] for each in sent] == [False, False, True, False, False, False]
    assert [each["points"] for each in sent] == [3, 4, 5, 6, 7, 8]
    assert [each.sent[0][1]["key"] for each in six] == [each["key"] for each in sent]
    assert len({each["key"] for each in sent}) == AT_ONCE == 6


def test_six_undos_take_back_the_entry_before():
    six = phones(*["409"] * 6)
    sent = at_once(six, "abc", "undo", 4)
    assert [path for each in six for path, _fields, _id in each.sent] == ["/m/abc/undo/"] * 6
    assert [each.sent[0][1] for each in six] == [
        {"target": "3", "key": each["key"], "expected_seq": "4"} for each in sent
    ]
    assert [each["acked"] for each in sent] == [False] * 6


@pytest.mark.parametrize(
    ("kind", "answers", "right"),
    [
        ("same", {"303": 6}, True),
        ("same", {"303": 5, "409": 1}, False),
        ("same", {"303": 5, "none": 1}, False),
        ("own", {"303": 1, "409": 5}, True),
        ("own", {"303": 2, "409": 4}, False),
        ("own", {"409": 6}, False),
        ("own", {"303": 1, "409": 4, "404": 1}, False),
        ("undo", {"303": 1, "409": 5}, True),
        ("undo", {"303": 6}, False),
    ],
)
def test_one_of_six_hands_is_taken_and_five_are_told_of_the_conflict_but_one_hand_is_saved_for_all(
    kind, answers, right
):
    assert (Counter(answers) == expected(kind)) is right
