"""A program can find out what was saved after a lost response, a conflict or a restart."""

import json

import pytest

from matches.models import Event, Match
from people.models import Club
from tests.api.programs import NAMES, program
from tests.people.club_cast import Person
from tests.tournaments.cast import tournament
from tournaments.models import Table

pytestmark = pytest.mark.django_db
HAND = {"winner": "P2", "win": {"by": "discard", "from": "P1"}, "hand_points": 6, "bonus_points": 2}
WON = {"P1": -14, "P2": 16, "P3": -2}
NOTHING = {"P1": 0, "P2": 0, "P3": 0}


@pytest.fixture
def ann(db):
    return Person("ann")


@pytest.fixture
def club(ann):
    return Club.objects.get(code=ann.found())


@pytest.fixture
def tool(ann, club):
    """A program that has started a match."""
    found = program(ann.user, club)
    start = {"club": club.code, "system": "korean_japanese", "players": NAMES}
    found.path = f"matches/{found.send('matches', start).json()['code']}"
    return found


def entry(seq, **more):
    return {"kind": "hand", "payload": {**HAND, **more}, "expected_seq": seq}


def saved(answer):
    assert answer.status_code == 200, answer.content
    return answer.json()


def test_an_event_is_the_same_wherever_it_is_read(ann, club, tool):
    for seq in (1, 2):
        saved(tool.send(f"{tool.path}/entries", entry(seq)))
    listed = tool.get(f"{tool.path}/events").json()["events"]
    stream = tool.get(f"{tool.path}/stream")
    lines = stream.streaming_content
    assert [json.loads(next(lines)) for _event in range(2)] == listed
    for close in stream._resource_closers:
        close()
    assert tool.send(f"{tool.path}/entries", entry(1)).json()["saved"] == listed
    assert all(len(event["at"]) == len("2026-11-20T20:04:05.123456Z") for event in listed)


def test_each_event_says_how_it_changed_the_points(tool):
    saved(tool.send(f"{tool.path}/entries", entry(1)))
    saved(tool.send(f"{tool.path}/entries", {**entry(2), "kind": "draw", "payload": {"draw": True}}))
    saved(tool.send(f"{tool.path}/entries/1", entry(3, winner="P3"), method="put"))
    saved(tool.send(f"{tool.path}/undo", {"target": 3, "expected_seq": 4}))
    saved(tool.send(f"{tool.path}/close", {"expected_seq": 5}))
    events = tool.get(f"{tool.path}/events").json()["events"]
    moved = {"P1": 0, "P2": -18, "P3": 18}
    back = {"P1": 0, "P2": 18, "P3": -18}
    assert [(event["kind"], event["hand"], event["changes"]) for event in events] == [
        ("hand", 1, WON),
        ("draw", 2, NOTHING),
        ("correct", 3, moved),
        ("undo", 3, back),
        ("close", 3, NOTHING),
    ]
    assert events[2]["balances"] == {"P1": -14, "P2": -2, "P3": 16}
    assert events[-1]["balances"] == tool.get(tool.path).json()["balances"] == WON
    for after in range(6):
        assert tool.get(f"{tool.path}/events?after={after}").json()["events"] == events[after:]


def test_the_response_names_the_target_of_an_undo(tool):
    def target():
        match = tool.get(tool.path).json()
        return match["undoable"], match["redoable"]

    assert target() == (None, None)
    saved(tool.send(f"{tool.path}/entries", entry(1)))
    assert target() == (1, None)
    saved(tool.send(f"{tool.path}/entries/1", entry(2, winner="P3"), method="put"))
    assert target() == (2, None)  # the correction, not the original entry
    refused = tool.send(f"{tool.path}/undo", {"target": 1, "expected_seq": 3})
    assert (refused.status_code, refused.json()["field"]) == (422, "target")
    saved(tool.send(f"{tool.path}/undo", {"target": 2, "expected_seq": 3}))
    assert target() == (1, 2)
    saved(tool.send(f"{tool.path}/close", {"expected_seq": 4}))
    assert target() == (None, None)


def test_the_reason_for_a_correction_is_kept_beside_the_note_of_the_entry(tool):
    saved(tool.send(f"{tool.path}/entries", {**entry(1), "note": "a long hand"}))
    saved(tool.send(f"{tool.path}/entries/1", {**entry(2, winner="P3"), "note": "fixed"}, method="put"))
    (row,) = tool.get(tool.path).json()["entries"]
    assert (row["note"], row["reason"]) == ("a long hand", "fixed")
    assert [event["note"] for event in tool.get(f"{tool.path}/events").json()["events"]] == ["a long hand", "fixed"]


def test_a_repeated_key_with_another_note_is_another_request(tool):
    key = "the key of one entry"
    saved(tool.send(f"{tool.path}/entries", {**entry(1), "note": "one"}, key=key))
    assert saved(tool.send(f"{tool.path}/entries", {**entry(1), "note": " one "}, key=key))["repeated"] is True
    other = tool.send(f"{tool.path}/entries", {**entry(1), "note": "two"}, key=key)
    assert (other.status_code, other.json()["field"]) == (422, "Idempotency-Key")
    Match.objects.get().notes.all().delete()  # erased meanwhile
    assert saved(tool.send(f"{tool.path}/entries", {**entry(1), "note": "one"}, key=key))["repeated"] is True


def test_a_program_knows_its_own_entries_after_a_restart(ann, club, tool):
    other = program(ann.user, club, name="Another program")
    steps = [
        ("entries", entry(1), "post"),
        ("undo", {"target": 1, "expected_seq": 2}, "post"),
        ("redo", {"expected_seq": 3}, "post"),
        ("entries/1", entry(4, winner="P3"), "put"),
        ("insertions", {**entry(5), "after": 0}, "post"),
        ("entries/1/void", {"expected_seq": 6}, "post"),
        ("close", {"expected_seq": 7}, "post"),
        ("reopen", {"expected_seq": 8, "note": "one hand is missing"}, "post"),
    ]
    for path, content, method in steps:
        saved(tool.send(f"{tool.path}/{path}", content, method=method, key=f"key of {path}"))
    saved(other.send(f"{tool.path}/entries", entry(9), key="key of entries"))
    own = [event["own"] for event in tool.get(f"{tool.path}/events").json()["events"]]
    assert own == [True] * 8 + [False]
    for seq, (path, _content, _method) in enumerate(steps, start=1):
        found = tool.get(f"{tool.path}/events?key=key of {path}").json()
        assert ([event["seq"] for event in found["events"]], found["version"]) == ([seq], 9)
    assert [event["seq"] for event in other.get(f"{tool.path}/events?key=key of entries").json()["events"]] == [9]
    assert tool.get(f"{tool.path}/events?key=never sent").json()["events"] == []


def test_a_closed_match_is_reopened_with_a_reason(tool):
    saved(tool.send(f"{tool.path}/close", {"expected_seq": 1}))
    refused = tool.send(f"{tool.path}/reopen", {"expected_seq": 2})
    assert (refused.status_code, refused.json()["field"]) == (422, "note")
    match = saved(tool.send(f"{tool.path}/reopen", {"expected_seq": 2, "note": "too early"}))["match"]
    assert (match["status"], match["hand_no"]) == ("running", 1)
    assert Event.objects.get(seq=2).kind == "reopen"


def test_the_key_of_a_conflict_serves_for_the_next_try(ann, club, tool):
    other, key = program(ann.user, club, name="Another program"), "the key of one hand"
    saved(other.send(f"{tool.path}/entries", entry(1)))
    assert tool.send(f"{tool.path}/entries", entry(1), key=key).status_code == 409
    assert saved(tool.send(f"{tool.path}/entries", entry(2), key=key))["seq"] == 2
    assert tool.send(f"{tool.path}/entries", entry(3), key=key).status_code == 422


def test_a_hand_with_its_number_is_not_saved_as_another_hand(ann, club, tool):
    other = program(ann.user, club, name="Another program")
    saved(other.send(f"{tool.path}/entries", entry(1)))
    number = tool.send(f"{tool.path}/entries", entry(1)).json()["saved"][0]["hand"]
    assert (number, tool.get(tool.path).json()["hand_no"]) == (1, 2)
    refused = tool.send(f"{tool.path}/entries", entry(2, hand_no=1))
    assert (refused.status_code, refused.json()["field"]) == (422, "hand_no")


def test_a_match_says_at_which_table_of_a_tournament_it_is(ann, club, tool):
    assert tool.get(tool.path).json()["table"] is None
    event = tournament(club, published=1)
    match = Match.objects.get()
    Table.objects.filter(round__tournament=event, number=2).update(match=match)
    Match.objects.update(within=f"/t/{event.code}/tables/2/")
    assert tool.get(tool.path).json()["table"] == {"tournament": event.code, "round": 1, "table": 2}
    table = tool.get(f"tournaments/{event.code}/rounds/next").json()["tables"][1]
    assert [table[name] for name in ("match", "match_status", "match_version")] == [match.code, "running", 0]


def test_a_rule_book_explains_its_options_and_names_its_patterns(tool):
    books = {book["key"]: book for book in tool.get("rule-books").json()}
    for book in books.values():
        assert {option["name"]: option["default"] for option in book["described"]} == book["options"]
        assert all(option["label"] for option in book["described"])
    assert "dragon_pong" in {pattern["key"] for pattern in books["korean_japanese"]["patterns"]}
    meant = {pattern["title"]: pattern["gloss"] for pattern in books["riichi_sanma"]["patterns"]}
    assert (meant["Toitoi"], meant["Pinfu"]) == ("All pongs", "")
    length = next(option for option in books["korean_japanese"]["described"] if option["name"] == "match_length")
    assert length["default"] in length["choices"]
