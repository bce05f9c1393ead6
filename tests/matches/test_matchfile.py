"""Match files: out and in again, and what is said of one that is not whole."""

import io
import json
import time

import pytest
from django.core.management import call_command
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import RuleViolation
from engine.seats import Seat
from matches import actions
from matches.files import match_file
from matches.models import Event, Match
from tests.matches.table import OTHER, PHONE, at, discard, new_key, read, start, wall

pytestmark = pytest.mark.django_db


def exported(match):
    return match_file.dump(match_file.document(read(match)))


@pytest.fixture
def data():
    """A file with everything: a house rule, a goulash, notes, a correction, undo, a closed match."""
    match = start(options={"limit": 50})
    actions.record_entry(kind="hand", payload=wall("P2", 4, 7), **at(match))
    actions.record_entry(kind="draw", payload={"draw": True}, **at(match))
    actions.record_entry(kind="hand", payload={**discard("P1", "P3"), "waiting": {"P2": True}}, **at(match))
    actions.record_entry(
        kind="penalty",
        payload={"penalty": {"P1": -20, "P2": 10, "P3": 10}, "ends_hand": False},
        note="Řekl „ron“ <3",
        **at(match),
    )
    actions.correct_entry(target=1, kind="hand", payload=wall("P3"), note="misheard", **at(match))
    actions.record_entry(kind="draw", payload={"draw": True}, **at(match))
    actions.undo_last(target=6, **at(match))
    actions.close_match(balances=read(match).log.state.balances, **at(match))
    return exported(match)


def test_a_file_has_the_keys_of_the_format_in_order(data):
    file = json.loads(data)
    assert list(file) == [
        "format", "version", "system", "rules_version", "options", "players", "events", "ledger", "standings", "notes",
    ]  # fmt: skip
    assert list(file["events"][0]) == ["seq", "key", "kind", "payload", "at", "by", "previous_hash", "hash"]
    assert file["players"] == {"P1": "Ann", "P2": "Bea", "P3": "Cho"}
    assert file["options"] == {"limit": 50}
    assert file["notes"] == {"4": "Řekl „ron“ <3", "5": "misheard"}
    assert data.endswith(b"}\n")


def test_a_file_without_notes_has_no_such_key():
    match = start()
    assert list(json.loads(exported(match)))[-1] == "standings"
    assert json.loads(exported(match))["events"] == []


def test_import_and_export_give_the_same_file(data):
    match = actions.import_match(device=OTHER, data=data, key=new_key())
    assert exported(match) == data
    assert (match.version, match.closed, match.name, match.title) == (8, True, "", "Ann, Bea, Cho")


def test_the_importing_phone_is_the_next_device_and_goes_on(data):
    match = actions.import_match(device=OTHER, data=data, key=new_key())
    assert read(match).devices == {OTHER: 2}
    outcome = actions.reopen_match(**at(match, device=OTHER))
    assert (outcome.event.by, outcome.event.seq) == ("d2", 9)
    actions.record_entry(kind="hand", payload=wall(), **at(match, device=OTHER))
    assert match_file.check(match_file.read(exported(match))).last_seq == 10


def test_the_same_import_twice_is_one_match_and_another_file_is_told_so(data):
    key = new_key()
    match = actions.import_match(device=OTHER, data=data, key=key)
    assert actions.import_match(device=OTHER, data=data, key=key) == match
    with pytest.raises(actions.KeyReuse) as refused:
        actions.import_match(device=OTHER, data=exported(start()), key=key)
    assert refused.value.saved == match
    with pytest.raises(actions.KeyReuse):
        actions.import_match(device=PHONE, data=data, key=key)


def changed(data, *path, to):
    """The file with one value replaced (`to` may be a function of the old one)."""
    file = json.loads(data)
    place = file
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = to(place[path[-1]]) if callable(to) else to
    return json.dumps(file).encode()


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
def test_what_does_not_hold_is_said_and_nothing_is_imported(data, path, to, sentence):
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
def test_what_has_not_the_shape_of_the_format_is_named(data, path, to, field):
    with pytest.raises(RuleViolation) as refused:
        actions.import_match(device=OTHER, data=changed(data, *path, to=to), key=new_key())
    assert refused.value.field == field
    assert str(refused.value)


def test_a_key_too_many_or_too_few_is_named(data):
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
def test_no_bytes_are_more_than_a_sentence(data):
    with pytest.raises(RuleViolation) as refused:
        match_file.read(data)
    assert str(refused.value).endswith(".")


@pytest.mark.parametrize("twice", ['"version": 1', '"seq": 1', '"winner": "P1"', '"P1": "Ann"'])
def test_a_key_that_stands_twice_is_named(twice):
    data = SMALL.replace(twice, f"{twice}, {twice}", 1).encode()
    with pytest.raises(RuleViolation, match="appears twice in the same object."):
        match_file.read(data)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


def problems_of(file):
    """Every sentence that is said of a file; whatever it holds, sentences are all that comes of it."""
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


def _small():
    from engine import hash_chain

    events, previous = [], hash_chain.first_hash("korean_japanese", {})
    for seq, (kind, payload) in enumerate([("hand", wall()), ("draw", {"draw": True})], start=1):
        event = {"seq": seq, "key": f"{seq:022d}", "kind": kind, "payload": payload}
        event |= {"at": "2026-11-20T20:04:05.123456Z", "by": "d1", "previous_hash": previous}
        previous = event["hash"] = hash_chain.event_hash(previous, event)
        events.append(event)
    rows = [{"hand": n, "seq": n, "P1": 16, "P2": -8, "P3": -8} for n in (1, 2)]
    places = [(1, "P1", 16), (2, "P2", -8), (2, "P3", -8)]
    return json.dumps(
        {
            "format": "scorekeeper-match",
            "version": 1,
            "system": "korean_japanese",
            "rules_version": 1,
            "options": {},
            "players": {"P1": "Ann", "P2": "Bea", "P3": "Cho"},
            "events": events,
            "ledger": rows,
            "standings": [dict(zip(("rank", "player", "points"), place, strict=True)) for place in places],
        }
    )


SMALL = _small()


def test_the_chain_is_as_the_format_says():
    """Computed here with nothing of ours, from the words of docs/formats.md."""
    import hashlib

    head = b'{"format":"scorekeeper-match","options":{},"system":"korean_japanese","version":1}'
    file = json.loads(SMALL)
    first = file["events"][0]
    assert first["previous_hash"] == hashlib.sha256(head).hexdigest()
    said = (
        '{"at":"2026-11-20T20:04:05.123456Z","by":"d1","key":"0000000000000000000001","kind":"hand","payload":'
        '{"bonus_points":3,"hand_points":5,"win":{"by":"wall"},"winner":"P1"},"seq":1}'
    )
    assert first["hash"] == hashlib.sha256((first["previous_hash"] + said).encode()).hexdigest()
    assert list(match_file.problems(match_file.read(SMALL.encode()))) == []


def verified(path, capsys):
    """(exit code, what it said)."""
    out, err = io.StringIO(), io.StringIO()
    try:
        call_command("verify_match", str(path), stdout=out, stderr=err)
    except SystemExit as stop:
        return stop.code, err.getvalue()
    return 0, out.getvalue()


def test_the_command_says_what_it_found_without_a_database(data, tmp_path, capsys, django_assert_num_queries):
    path = tmp_path / "match.json"
    path.write_bytes(data)
    with django_assert_num_queries(0):
        code, said = verified(path, capsys)
    assert (code, said.split(",")[0]) == (0, "The file is valid: 8 events in an unbroken chain")
    path.write_bytes(changed(data, "events", 2, "by", to="d7"))
    assert verified(path, capsys) == (1, "Event 3 has been altered since it was recorded: its hash doesn’t match.\n")
    path.write_bytes(b"[" * 200_000)
    assert verified(path, capsys) == (1, "The file is nested too deeply.\n")
    assert verified(tmp_path / "none.json", capsys)[0] == 1


def test_a_copy_of_the_demonstration_is_ones_own():
    call_command("load_demo", stdout=io.StringIO())
    demo = Match.objects.get(is_demo=True)
    copy = actions.copy_match(match=demo, device=OTHER, key=new_key())
    assert (copy.is_demo, copy.name, exported(copy)) == (False, demo.name, exported(demo))
    with pytest.raises(actions.NotAllowed):
        actions.copy_match(match=copy, device=OTHER, key=new_key())


def test_the_demonstration_is_loaded_once_and_has_the_ledger_of_the_pictures():
    for __ in range(2):
        out = io.StringIO()
        call_command("load_demo", stdout=out)
    demo = Match.objects.get(is_demo=True)
    assert out.getvalue() == f"/m/{demo.code}/\n"
    assert Event.objects.filter(match=demo).count() == 6
    log = read(demo).log
    assert [tuple(row.payments) for row in log.rows] == [
        (-11, 22, -11), (0, 0, 0), (24, -8, -16), (-20, -20, 40), (-4, -20, 24), (0, 0, 0),
    ]  # fmt: skip
    assert tuple(log.state.balances) == (-11, -26, 37)
    assert (log.state.dealer, log.state.goulash) == (Seat.P1, 1)


def test_the_dearest_file_is_checked_in_seconds():
    """Half of it penalties, the other half corrections of the first one: each folds all of them again."""
    from engine import hash_chain
    from matches.files.match_file import MOST_EVENTS

    events, previous = [], hash_chain.first_hash("korean_japanese", {})
    penalty = {"penalty": {"P1": 1, "P2": -1}, "ends_hand": False}
    for seq in range(1, MOST_EVENTS + 1):
        kind, payload = "penalty", penalty
        if seq > MOST_EVENTS // 2:
            kind, payload = "correct", {"target": 1, "replace": {"kind": "penalty", "payload": penalty}}
        event = {"seq": seq, "key": f"{seq:022d}", "kind": kind, "payload": payload}
        event |= {"at": "2026-11-20T20:04:05.123456Z", "by": "d1", "previous_hash": previous}
        previous = event["hash"] = hash_chain.event_hash(previous, event)
        events.append(event)
    file = {**json.loads(SMALL), "events": events, "ledger": [], "standings": []}
    before = time.process_time()
    found = list(match_file.problems(match_file.read(json.dumps(file, separators=(",", ":")).encode())))
    assert time.process_time() - before < 10
    assert "200 according to the events" in str(found[0])
