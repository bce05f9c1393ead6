"""Match files: export and import, the hash chain, the command that verifies them, the demo match."""

import io
import json
import time

import pytest
from django.core.management import call_command

from engine.seats import Seat
from matches import actions
from matches.files import match_file
from matches.models import Event, Match
from tests.matches.matchfile_cast import SMALL, changed, exported, whole_file
from tests.matches.table import OTHER, PHONE, at, new_key, read, start, wall

pytestmark = pytest.mark.django_db


@pytest.fixture
def data():
    return whole_file()


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


def test_the_same_import_twice_is_one_match_and_a_different_file_gets_a_message(data):
    key = new_key()
    match = actions.import_match(device=OTHER, data=data, key=key)
    assert actions.import_match(device=OTHER, data=data, key=key) == match
    with pytest.raises(actions.KeyReuse) as refused:
        actions.import_match(device=OTHER, data=exported(start()), key=key)
    assert refused.value.saved == match
    with pytest.raises(actions.KeyReuse):
        actions.import_match(device=PHONE, data=data, key=key)


def test_the_hash_chain_is_as_documented():
    """Computed from docs/formats.md, without code of the project."""
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
    """(exit status, output) of the command."""
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


def test_a_copy_of_the_demo_match_belongs_to_the_phone():
    call_command("load_demo", stdout=io.StringIO())
    demo = Match.objects.get(is_demo=True)
    copy = actions.copy_match(match=demo, device=OTHER, key=new_key())
    assert (copy.is_demo, copy.name, exported(copy)) == (False, demo.name, exported(demo))
    with pytest.raises(actions.NotAllowed):
        actions.copy_match(match=copy, device=OTHER, key=new_key())


def test_the_demo_match_is_loaded_once_and_has_the_ledger_of_the_screenshots():
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


@pytest.mark.thorough
def test_the_most_expensive_file_is_checked_in_seconds():
    """Half of its entries are penalties, the others corrections of the first one, each of which replays all."""
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
