"""Refusals of the ledger: each names its field and the valid values."""

import pytest

from tests.engine.logs import DRAW, FINE, FOUL, HAND, RULES, correct, play, refusal
from tests.engine.tables import by_list, by_numbers
from tests.wording import below_minimum, must_be_one_of, must_be_whole

FULL = [DRAW] * 9
TAKES_REPLACE = ("target", "A correction needs replace and either target or after.")
NO_ENTRY = "must be the number of an entry in this match"
REFUSALS = {
    "an event of no kind": ([], ("shout", {}), ("kind", "kind must be one of: hand, draw, penalty, correct,")),
    "a payload that is a list": ([], ("extend", []), ("payload", "payload must be an object with names and values.")),
    "a hand that is a list": ([], ("hand", []), ("payload", "payload must be an object with names and values.")),
    "an entry after the last hand": (
        FULL,
        HAND,
        ("entry", "The match has finished. You can’t add an entry after its last hand."),
    ),
    "a fine after the last hand": (
        FULL,
        FINE,
        ("entry", "The match has finished. You can’t add an entry after its last hand."),
    ),
    "nothing to undo": ([], ("undo", {"target": 1}), ("kind", "There’s nothing to undo.")),
    "an undo of an earlier entry": (
        [HAND, DRAW],
        ("undo", {"target": 1}),
        ("target", "Only the latest entry can be undone: number 2."),
    ),
    "an undo of nothing in particular": ([HAND], ("undo", {}), ("target", "target must be a whole number from 1")),
    "an undo with a reason": ([HAND], ("undo", {"target": 1, "why": ""}), ("why", "why isn’t allowed here.")),
    "nothing to redo": ([HAND], ("redo", {}), ("kind", "There’s nothing to redo.")),
    "a redo after another entry": (
        [HAND, ("undo", {"target": 1}), DRAW],
        ("redo", {}),
        ("kind", "There’s nothing to redo."),
    ),
    "a redo after closing and reopening": (
        [HAND, ("undo", {"target": 1}), ("close", {"P1": 0, "P2": 0, "P3": 0}), ("reopen", {})],
        ("redo", {}),
        ("kind", "There’s nothing to redo."),
    ),
    "a fine put in after the last hand": (
        FULL,
        correct(FINE, after=9),
        ("correct", "This match already has all 9 hands."),
    ),
    "a shorter match": (
        [],
        ("extend", {"match_length": 9}),
        ("match_length", "match_length must be greater than the current length."),
    ),
    "a match of 19 hands": (
        [],
        ("extend", {"match_length": 19}),
        ("match_length", "match_length must be greater than the current length. Possible numbers of hands: 18, 27."),
    ),
    "an extension to yes": (
        [],
        ("extend", {"match_length": True}),
        ("match_length", must_be_whole("match_length", 1, 99)),
    ),
    "a longer match than the longest": (
        [("extend", {"match_length": 27})],
        ("extend", {"match_length": 27}),
        ("match_length", "match_length can’t be extended: the match already has its maximum number of hands."),
    ),
    "a close with other balances": (
        [HAND],
        ("close", {"P1": 0, "P2": 0, "P3": 0}),
        ("payload", "These aren’t the current balances. To end the match, enter the current balances."),
    ),
    "a reopening of an open match": ([], ("reopen", {}), ("kind", "The match hasn’t ended, so it can’t be reopened.")),
    "a correction of nothing": ([HAND], ("correct", {"replace": None}), TAKES_REPLACE),
    "a correction by nothing": ([HAND], ("correct", {"target": 1}), TAKES_REPLACE),
    "a correction in two places": ([HAND], ("correct", {"target": 1, "after": 1, "replace": None}), TAKES_REPLACE),
    "a correction of a later entry": (
        [HAND],
        correct(DRAW, target=2),
        ("target", f"target {NO_ENTRY}. There’s no entry 2."),
    ),
    "a void of a later entry": ([HAND], correct(None, target=7), ("target", f"target {NO_ENTRY}. There’s no entry 7.")),
    "a correction of a correction": (
        [HAND, correct(DRAW, target=1)],
        correct(HAND, target=2),
        ("target", f"target {NO_ENTRY}. There’s no entry 2."),
    ),
    "an entry put in after nothing": (
        [HAND],
        correct(DRAW, after=5),
        ("after", f"after {NO_ENTRY}. There’s no entry 5."),
    ),
    "an insertion of nothing": ([HAND], correct(None, after=1), ("replace", "replace must contain the missing entry.")),
    "a replacement without a payload": (
        [HAND],
        ("correct", {"target": 1, "replace": {"kind": "draw"}}),
        ("replace", "replace must be an object with kind and payload."),
    ),
    "a replacement that is text": (
        [HAND],
        ("correct", {"target": 1, "replace": "draw"}),
        ("replace", "replace must be an object with kind and payload."),
    ),
    "a replacement by an undo": (
        [HAND],
        correct(("undo", {"target": 1}), target=1),
        ("kind", "kind must be hand, draw or penalty."),
    ),
    "a replacement below the minimum": (
        [HAND],
        correct(("hand", by_numbers(2, 2)), target=1),
        ("hand_points", below_minimum(3, 2)),
    ),
    "a replacement that names another hand": (
        [HAND, DRAW],
        correct(("hand", by_numbers(4, 2, hand_no=2)), target=1),
        ("hand_no", "hand_no must be the same as in the match: 1."),
    ),
    "a forgotten hand that has no room": (
        FULL,
        correct(HAND, after=3),
        ("correct", "This match already has all 9 hands."),
    ),
    "a fine that would end a hand too many": (
        [FINE, *FULL],
        correct(FOUL, target=1),
        ("correct", "This match already has all 9 hands."),
    ),
}


@pytest.mark.parametrize("name", REFUSALS)
def test_a_refusal_names_its_field(name):
    events, new, (field, sentence) = REFUSALS[name]
    said = refusal(play(RULES, *events), new)
    assert said is not None and said[0] == field and said[1].startswith(sentence), said


def test_entries_that_add_no_hand_can_be_inserted_after_the_last_hand():
    """After the end of the match, a fine that doesn't end a hand, or a replacement of a hand, can still be inserted."""
    assert refusal(play(RULES, *FULL), correct(FINE, after=4)) is None
    assert refusal(play(RULES, *FULL), correct(HAND, target=9)) is None


WITH = {"penalty": {"P1": 10, "P2": -10}}
BAD_ENTRIES = [
    ("draw", {}, "draw", "draw must be true."),
    ("draw", {"draw": 1}, "draw", "draw must be true."),
    ("draw", {"draw": True, "tenpai": []}, "tenpai", "tenpai isn’t allowed here. Use one of: draw."),
    (
        "penalty",
        {},
        "penalty",
        "penalty must give each player’s gain or loss: at least one player must pay, and the sum must be 0.",
    ),
    (
        "penalty",
        {"penalty": {"P1": 10, "P2": -9}},
        "penalty",
        "penalty must give each player’s gain or loss: at least one player must pay, and the sum must be 0.",
    ),
    (
        "penalty",
        {"penalty": {"P1": 0}},
        "penalty",
        "penalty must give each player’s gain or loss: at least one player must pay, and the sum must be 0.",
    ),
    ("penalty", {"penalty": {"P4": 10, "P2": -10}}, "penalty", "penalty must be one of these players: P1, P2, P3."),
    ("penalty", {"penalty": {"P1": "10", "P2": -10}}, "penalty", must_be_whole("penalty", -99999, 99999)),
    ("penalty", {"penalty": [10, -10, 0]}, "penalty", "penalty must be an object with names and values."),
    ("penalty", {**WITH, "ends_hand": "no"}, "ends_hand", "ends_hand must be true or false."),
    ("penalty", {**WITH, "payer": "P2"}, "payer", "payer isn’t allowed here."),
    ("hand", {}, "winner", "winner must be one of these players: P1, P2, P3."),
    ("hand", {**HAND[1], "winner": "Anna"}, "winner", "winner must be one of these players: P1, P2, P3."),
    ("hand", {**HAND[1], "winner": "P2"}, "from", "The winner can’t also be the discarder."),
    ("hand", {**HAND[1], "win": {"by": "luck"}}, "win", "by must be wall, discard or rob_kong."),
    ("hand", {**HAND[1], "win": "wall"}, "win", "win must be an object with names and values."),
    ("hand", {**HAND[1], "win": {"by": "discard"}}, "from", "from must be one of these players: P1, P2, P3."),
    ("hand", {**HAND[1], "win": {"by": "wall", "from": "P2"}}, "from", "from must be empty for a self-draw."),
    (
        "hand",
        {**HAND[1], "win": {"by": "discard", "from": "P2", "replacement": True}},
        "replacement",
        "A replacement tile is only possible with a self-draw.",
    ),
    ("hand", {**HAND[1], "han": 3}, "han", "han isn’t allowed here."),
    ("hand", {**HAND[1], "hand_points": "4"}, "hand_points", must_be_whole("hand_points", 0, 999)),
    ("hand", {**HAND[1], "hand_points": 4.0}, "hand_points", must_be_whole("hand_points", 0, 999)),
    ("hand", {**HAND[1], "hand_points": 1000}, "hand_points", must_be_whole("hand_points", 0, 999)),
    ("hand", {**HAND[1], "hand_points": -1}, "hand_points", must_be_whole("hand_points", 0, 999)),
    (
        "hand",
        {**HAND[1], "bonus_points": 1},
        "bonus_points",
        "Enter a whole number of bonus-points. Every win earns at least 2.",
    ),
    ("hand", {"winner": "P1", "win": {"by": "wall"}, "hand_points": 3}, "bonus_points", "bonus_points must be a whole"),
    ("hand", {**HAND[1], "limit": "half"}, "limit", "limit can’t be combined with points."),
    (
        "hand",
        {"winner": "P1", "win": {"by": "wall"}, "limit": "double"},
        "limit",
        must_be_one_of("limit", "half, full"),
    ),
    ("hand", {**by_list("kong"), "limit": "half"}, "limit", "limit can’t be combined with points."),
    ("hand", {**by_list("kong"), "hand_points": 3}, "hand_points", "hand_points isn’t allowed here."),
    ("hand", {**by_list(), "patterns": "kong"}, "patterns", "patterns must be a list of pattern ids."),
    ("hand", {**by_list(), "patterns": [1]}, "patterns", "patterns must be a list of pattern ids."),
    ("hand", {**by_list(), "bonus_items": ["flower"]}, "bonus_items", "bonus_items must be an object with names and"),
    ("hand", {**by_list(), "bonus_items": {"flower": True}}, "flower", must_be_whole("flower", 1, 999)),
    ("hand", {**HAND[1], "waiting": {"P1": True}}, "waiting", "waiting can only contain the winner’s opponents."),
    ("hand", {**HAND[1], "waiting": {"P9": True}}, "waiting", "waiting must be one of these players: P1, P2, P3."),
    ("hand", {**HAND[1], "waiting": {"P2": 1}}, "waiting", "waiting must be true or false for each player."),
    ("hand", {**HAND[1], "opp_declared": {"P1": True}}, "opp_declared", "opp_declared can only contain the winner’s"),
    ("hand", {**HAND[1], "declared_ready": "yes"}, "declared_ready", "declared_ready must be true or false."),
    ("hand", {**HAND[1], "hand_no": 2}, "hand_no", "hand_no must be the same as in the match: 1."),
    ("hand", {**HAND[1], "hand_no": True}, "hand_no", "hand_no must be the same as in the match: 1."),
    ("hand", {**HAND[1], "round": "S"}, "round", "round must be the same as in the match: E."),
    (
        "hand",
        {**HAND[1], "seats": {"P1": "W", "P2": "E", "P3": "S"}},
        "seats",
        "seats must be the same as in the match:",
    ),
    ("hand", {**HAND[1], "goulash_carry": 1}, "goulash_carry", "goulash_carry must be the same as in the match: 0."),
]


@pytest.mark.parametrize(("kind", "payload", "field", "sentence"), BAD_ENTRIES)
def test_an_entry_that_cannot_be_read_says_what_it_takes(kind, payload, field, sentence):
    said = refusal([], (kind, payload))
    assert said is not None and said[0] == field and said[1].startswith(sentence), said


def test_an_entry_may_repeat_what_the_match_knows():
    known = {"hand_no": 1, "round": "E", "seats": {"P1": "E", "P2": "S", "P3": "W"}, "goulash_carry": 0}
    assert refusal([], ("hand", {**HAND[1], **known})) is None


def test_a_player_who_is_not_waiting_may_be_named_even_the_winner():
    assert refusal([], ("hand", {**HAND[1], "waiting": {"P1": False, "P2": False, "P3": True}})) is None
