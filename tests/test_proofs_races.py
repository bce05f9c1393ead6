"""What the race suite of the proofs sends and expects when six phones press a button at the same time."""

import threading
from collections import Counter

import pytest

from proofs.suites.races import AT_ONCE, at_once, expected


class Pressed:
    """A phone that gets the given answers and records what it sends."""

    def __init__(self, number, told):
        self.number, self.told, self.sent = number, told, []

    def press(self, path, fields):
        self.sent.append((path, fields, threading.get_ident()))
        return self.told


def phones(*told):
    return [Pressed(number, each) for number, each in enumerate(told)]


def test_one_hand_from_six_phones_has_one_key_and_is_saved_if_any_phone_was_told_so():
    six = phones("none", "none", "303", "none", "503", "303")
    (sent,) = at_once(six, "abc", "same", 4)
    assert {(path, fields["key"], fields["expected_seq"]) for each in six for path, fields, _id in each.sent} == {
        ("/m/abc/hand/", sent["key"], "4")
    }
    assert (sent["winner"], sent["points"], sent["acked"]) == ("P1", 9, True)
    assert sorted(sent["answers"]) == ["303", "303", "503", "none", "none", "none"]


def test_six_hands_for_one_place_have_six_keys_and_only_the_confirmed_one_is_saved():
    six = phones("409", "409", "303", "409", "409", "409")
    sent = at_once(six, "abc", "own", 4)
    assert [each["acked"] for each in sent] == [False, False, True, False, False, False]
    assert [each["points"] for each in sent] == [3, 4, 5, 6, 7, 8]
    assert [each.sent[0][1]["key"] for each in six] == [each["key"] for each in sent]
    assert len({each["key"] for each in sent}) == AT_ONCE == 6


def test_six_undos_target_the_previous_entry():
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
def test_of_six_hands_one_is_saved_and_five_conflict_but_the_same_hand_is_saved_for_all(kind, answers, right):
    assert (Counter(answers) == expected(kind)) is right
