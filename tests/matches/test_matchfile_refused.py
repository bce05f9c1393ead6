"""Invalid match files: each is refused with a message that names the place."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import RuleViolation
from matches import actions
from matches.files import match_file
from matches.models import Match
from tests.matches.matchfile_cast import SMALL, changed, whole_file
from tests.matches.table import OTHER, new_key, wall

pytestmark = pytest.mark.django_db


@pytest.fixture
def data():
    return whole_file()


@pytest.mark.parametrize(
    ("path", "to", "sentence"),
    [
        (
            ("events", 0, "payload", "hand_points"),
            5,
            "Event 1 has been altered since it was recorded: its hash doesn’t match.",
        ),
        (
            ("events", 1, "at"),
            "2026-01-01T00:00:00.000000Z",
            "Event 2 has been altered since it was recorded: its hash doesn’t match.",
        ),
        (("events", 2, "by"), "d2", "Event 3 has been altered since it was recorded: its hash doesn’t match."),
        (("events", 3, "hash"), "0" * 64, "Event 4 has been altered since it was recorded: its hash doesn’t match."),
        (
            ("events", 3, "previous_hash"),
            "0" * 64,
            "Event 4 doesn’t follow the one before it: its previous_hash is wrong.",
        ),
        (("events", 1, "seq"), 3, "Event number 2 has seq 3. The seq values must run from 1 without gaps."),
        (
            ("events",),
            lambda events: events[1:],
            "Event number 1 has seq 2. The seq values must run from 1 without gaps.",
        ),
        (("options",), {}, "Event 1 doesn’t follow the one before it: its previous_hash is wrong."),
        (("options",), {"limit": 51, "x": 1}, "x isn’t a house rule in this rule book."),
        (("system",), "bridge", "system must be one of: korean_japanese."),
        (("rules_version",), 99, "rules_version must be 1, the rules version that Scorekeeper uses."),
        (("ledger", 0, "P1"), 5, "Row 1 of ledger differs"),
        (("ledger",), [], "Number of rows in ledger: 0 in the file, 4 according to the events."),
        (("standings", 0, "points"), 5, "Row 1 of standings differs"),
    ],
)
def test_an_inconsistent_file_is_refused_and_nothing_is_imported(data, path, to, sentence):
    before = Match.objects.count()
    with pytest.raises(RuleViolation) as refused:
        actions.import_match(device=OTHER, data=changed(data, *path, to=to), key=new_key())
    assert sentence.split(":")[0] in str(refused.value) or str(refused.value).startswith(sentence)
    assert Match.objects.count() == before


@pytest.mark.parametrize(
    ("path", "to", "field"),
    [
        (("format",), "other", "format"),
        (("version",), True, "version"),
        (("version",), 2, "version"),
        (("rules_version",), True, "rules_version"),
        (("rules_version",), "1", "rules_version"),
        (("options",), [], "options"),
        (("players",), {"P1": "Ann", "P2": "Bea"}, "players.P3"),
        (("players", "P2"), 7, "players.P2"),
        (("players", "P2"), "ann", "P2"),
        (("events",), {}, "events"),
        (("events", 0), [], "events[0]"),
        (("events", 0, "seq"), True, "events[0].seq"),
        (("events", 0, "key"), "short", "events[0].key"),
        (("events", 0, "kind"), "win", "events[0].kind"),
        (("events", 0, "kind"), ["hand"], "events[0].kind"),
        (("events", 0, "payload"), None, "events[0].payload"),
        (("events", 0, "payload", "win"), "\ud800", "events[0].payload"),
        (("events", 0, "at"), "2026-02-31T00:00:00.000000Z", "events[0].at"),
        (("events", 0, "at"), "2026-01-01T00:00:00Z", "events[0].at"),
        (("events", 0, "at"), "0001-01-01T00:00:00.000000Z", "events[0].at"),
        (("events", 0, "at"), "9999-12-31T23:59:59.999999Z", "events[0].at"),
        (("events", 0, "by"), "d0", "events[0].by"),
        (("events", 0, "hash"), "A" * 64, "events[0].hash"),
        (("ledger", 0, "hand"), False, "ledger[0].hand"),
        (("standings", 0, "player"), "P4", "standings[0].player"),
        (("standings", 0, "player"), {}, "standings[0].player"),
        (("notes",), {"99": "x"}, "notes"),
        (("notes",), {"1": 5}, "notes"),
    ],
)
def test_values_of_a_wrong_type_are_named(data, path, to, field):
    with pytest.raises(RuleViolation) as refused:
        actions.import_match(device=OTHER, data=changed(data, *path, to=to), key=new_key())
    assert refused.value.field == field
    assert str(refused.value)


def test_an_extra_or_missing_key_is_named(data):
    file = json.loads(data)
    for wrong in ({**file, "extra": 1}, {k: v for k, v in file.items() if k != "ledger"}):
        with pytest.raises(RuleViolation) as refused:
            match_file.read(json.dumps(wrong).encode())
        assert "extra" in str(refused.value) or "ledger" in str(refused.value)
    file["events"][0]["extra"] = 1
    with pytest.raises(RuleViolation, match="extra"):
        match_file.read(json.dumps(file).encode())


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"null",
        b"[]",
        b"{}",
        b"\xff\xfe",
        b'{"format": 1, "format": 2}',
        b'{"version": NaN}',
        b'{"version": 1.0}',
        b'{"version": 1e5}',
        b'{"version": -Infinity}',
        b'{"version": ' + b"9" * 5000 + b"}",
        b'{"version": ' + str(2**53).encode() + b"}",
        b"[" * 100_000,
        b'{"a":' * 40_000,
        b" " * (256 * 1024 + 1),
    ],
)
def test_any_bytes_give_one_message(data):
    with pytest.raises(RuleViolation) as refused:
        match_file.read(data)
    assert str(refused.value).endswith(".")


@pytest.mark.parametrize("twice", ['"version": 1', '"seq": 1', '"winner": "P1"', '"P1": "Ann"'])
def test_a_duplicate_key_is_named(twice):
    data = SMALL.replace(twice, f"{twice}, {twice}", 1).encode()
    with pytest.raises(RuleViolation, match="appears twice in the same object."):
        match_file.read(data)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


def problems_of(file):
    """All messages about a file. Invalid content must not raise any other error."""
    try:
        return [str(problem) for problem in match_file.problems(match_file.read(json.dumps(file).encode()))]
    except RuleViolation as refused:
        return [str(refused)]


@given(st.data())
def test_any_value_in_any_place_is_accepted_or_refused_with_a_sentence(drawn):
    file = json.loads(SMALL)
    place = drawn.draw(st.sampled_from(sorted(file)))
    if place == "events":
        event = file["events"][drawn.draw(st.integers(0, 1))]
        event[drawn.draw(st.sampled_from(sorted(event)))] = drawn.draw(json_values)
    else:
        file[place] = drawn.draw(json_values)
    assert all(problems_of(file))


PAYLOADS = {
    "hand": wall() | {"waiting": {"P2": True}, "opp_declared": {"P2": True}, "declared_ready": False},
    "penalty": {"penalty": {"P1": 10, "P2": -10}, "ends_hand": True, "note": ""},
    "correct": {"target": 1, "after": 1, "replace": {"kind": "draw", "payload": {"draw": True}}},
    "undo": {"target": 2},
    "redo": {"target": 1},
    "extend": {"match_length": 18},
    "close": {"P1": 16, "P2": -8, "P3": -8},
    "reopen": {"reason": ""},
    "draw": {"draw": True},
}


BY_LIST = {"winner": "P1", "win": {"by": "wall", "tile": "1p"}, "patterns": ["dragon_pong"], "bonus_items": {"wall": 1}}


odd = st.one_of(
    st.none(), st.booleans(), st.integers(-3, 30), st.sampled_from(["P1", "P2", "", "hand", "wall"]), json_values
)


@given(st.data())
def test_any_payload_of_any_kind_is_accepted_or_refused_with_a_sentence(drawn):
    kind = drawn.draw(st.sampled_from(sorted(PAYLOADS)))
    start_from = drawn.draw(st.sampled_from([PAYLOADS[kind], *([BY_LIST] if kind == "hand" else [])]))
    payload = json.loads(json.dumps(start_from))
    for __ in range(drawn.draw(st.integers(1, 3))):
        place = payload
        name = drawn.draw(st.sampled_from([*sorted(place), "extra"]))
        if isinstance(place.get(name), dict) and place[name] and drawn.draw(st.booleans()):
            place, name = place[name], drawn.draw(st.sampled_from(sorted(place[name])))
        if drawn.draw(st.booleans()):
            place.pop(name, None)
        else:
            place[name] = drawn.draw(odd)
        if not payload:
            break
    file = json.loads(SMALL)
    file["events"][1] |= {"kind": kind, "payload": payload}
    assert all(problems_of(file))
