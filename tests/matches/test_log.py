"""The write path of the log: idempotent saves, refusals, and outcomes."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from engine.errors import RuleViolation
from engine.seats import PerSeat, Seat
from matches import actions
from matches.log.state import LOGS, open_match
from matches.models import Event, EventNote, LedgerRow, Match
from tests.matches.table import NAMES, OTHER, PHONE, at, discard, join, new_key, read, start, wall

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def test_a_hand_is_saved_with_its_ledger_row_and_the_summary_of_the_match():
    match = start()
    outcome = actions.record_entry(kind="hand", payload=wall("P2", 4, 7), **at(match))
    assert isinstance(outcome, actions.Saved)
    row = LedgerRow.objects.get(match=match)
    assert (row.seq, row.position, row.hand_no) == (1, 1, 1)
    assert (row.d1, row.d2, row.d3, row.b1, row.b2, row.b3) == (-11, 22, -11, -11, 22, -11)
    match.refresh_from_db()
    assert (match.version, match.hand_no, match.balances) == (1, 2, PerSeat(-11, 22, -11))
    assert outcome.reading.log.state.balances == PerSeat(-11, 22, -11)


def test_the_same_key_and_entry_again_is_already_saved():
    match = start()
    entry = at(match)
    first = actions.record_entry(kind="hand", payload=wall(), **entry)
    again = actions.record_entry(kind="hand", payload=dict(reversed(wall().items())), **entry)
    assert isinstance(again, actions.AlreadySaved)
    assert again.event.pk == first.event.pk
    assert Event.objects.filter(match=match).count() == 1


def test_a_repeated_entry_is_confirmed_even_to_a_phone_whose_right_was_revoked():
    match = start()
    entry = at(match)
    actions.record_entry(kind="hand", payload=wall(), **entry)
    actions.record_entry(kind="draw", payload={"draw": True}, **at(match))
    again = actions.record_entry(kind="hand", payload=wall(), **(entry | {"device": OTHER}))
    assert isinstance(again, actions.AlreadySaved)


def test_the_same_key_with_another_entry_shows_what_was_saved():
    match = start()
    entry = at(match)
    first = actions.record_entry(kind="hand", payload=wall(), **entry)
    with pytest.raises(actions.KeyReuse) as refused:
        actions.record_entry(kind="hand", payload=wall(hand_points=6), **entry)
    assert refused.value.saved == first.event
    with pytest.raises(actions.KeyReuse):
        actions.record_entry(kind="draw", payload={"draw": True}, **entry)
    assert Event.objects.filter(match=match).count() == 1


def test_true_is_not_one_in_the_comparison_of_entries():
    match = start()
    entry = at(match)
    actions.record_entry(kind="draw", payload={"draw": True}, **entry)
    with pytest.raises(actions.KeyReuse):
        actions.record_entry(kind="draw", payload={"draw": 1}, **entry)


def test_an_entry_for_an_earlier_state_shows_the_entries_in_between():
    match = start()
    join(match)
    stale = at(match, device=OTHER)
    actions.record_entry(kind="hand", payload=wall(), **at(match))
    actions.record_entry(kind="draw", payload={"draw": True}, **at(match))
    with pytest.raises(actions.Conflict) as refused:
        actions.record_entry(kind="hand", payload=wall("P2"), **stale)
    assert refused.value.expected == 1
    assert [event.kind for event in refused.value.events] == ["hand", "draw"]
    assert len(refused.value.reading.log.rows) == 2
    assert Event.objects.filter(match=match).count() == 2


def test_an_entry_for_a_future_state_is_a_conflict_without_entries_in_between():
    match = start()
    with pytest.raises(actions.Conflict) as refused:
        actions.record_entry(kind="draw", payload={"draw": True}, **at(match, expected_seq=5))
    assert refused.value.events == ()


def test_a_conflict_is_reported_before_the_rules_are_checked():
    match = start()
    entry = at(match)
    actions.record_entry(kind="draw", payload={"draw": True}, **at(match))
    with pytest.raises(actions.Conflict):
        actions.record_entry(kind="hand", payload={"winner": "P9"}, **entry)


def test_a_stranger_and_a_removed_match_look_alike():
    match = start()
    with pytest.raises(actions.NotAllowed):
        actions.record_entry(kind="draw", payload={"draw": True}, **at(match, device=OTHER))
    Match.objects.filter(pk=match.pk).update(purging_at=match.created_at)
    with pytest.raises(actions.NotAllowed):
        actions.record_entry(kind="draw", payload={"draw": True}, **at(match))
    assert Event.objects.count() == 0


@pytest.mark.parametrize("key", ["", "short", "x" * 23, "ä" * 22, "x" * 21 + "\n", "x" * 22 + "\n"])
def test_a_malformed_key_is_refused(key):
    match = start()
    with pytest.raises(RuleViolation) as refused:
        actions.record_entry(kind="draw", payload={"draw": True}, **at(match, key=key))
    assert refused.value.field == "key"


@pytest.mark.parametrize(
    "payload",
    [
        {"winner": "P1", "win": {"by": "wall"}, "hand_points": 1.5, "bonus_points": 2},
        {"winner": "P1", "win": {"by": "wall"}, "hand_points": 2**70, "bonus_points": 2},
        {"winner": "P1\ud800", "win": {"by": "wall"}},
        {"winner": "P1\0"},
        {1: 2},
    ],
)
def test_a_payload_that_no_file_could_hold_is_refused(payload):
    match = start()
    with pytest.raises(RuleViolation):
        actions.record_entry(kind="hand", payload=payload, **at(match))


def test_an_entry_that_the_rules_refuse_is_not_stored():
    match = start()
    with pytest.raises(RuleViolation) as refused:
        actions.record_entry(kind="hand", payload=wall(hand_points=2), **at(match))
    assert refused.value.field == "hand_points"
    assert (Event.objects.count(), LedgerRow.objects.count()) == (0, 0)


def test_time_never_runs_backwards_in_a_log(monkeypatch):
    match = start()
    first = actions.record_entry(kind="draw", payload={"draw": True}, **at(match)).event

    class EarlierClock:
        @staticmethod
        def now(zone):
            return first.at.replace(year=first.at.year - 1)

    monkeypatch.setattr("matches.actions.append.datetime", EarlierClock)
    assert actions.record_entry(kind="draw", payload={"draw": True}, **at(match)).event.at == first.at


def test_every_kind_sent_twice_is_one_event_and_with_a_new_key_a_conflict():
    match = start()
    entries = [
        ("hand", wall()),
        ("draw", {"draw": True}),
        ("penalty", {"penalty": {"P1": -10, "P2": 10}, "ends_hand": False}),
        ("correct", {"target": 1, "replace": {"kind": "hand", "payload": wall("P3")}}),
        ("undo", {"target": 4}),
        ("redo", {}),
        ("extend", {"match_length": 18}),
        ("close", None),
        ("reopen", {}),
    ]
    for seq, (kind, told) in enumerate(entries, start=1):
        payload = told if told is not None else read(match).log.state.balances.as_dict()
        entry = at(match)
        assert entry["expected_seq"] == seq
        assert type(actions.append_event(kind=kind, payload=payload, **entry)) is actions.Saved
        assert type(actions.append_event(kind=kind, payload=payload, **entry)) is actions.AlreadySaved
        with pytest.raises(actions.Conflict):
            actions.append_event(kind=kind, payload=payload, **(entry | {"key": new_key()}))
        assert Event.objects.filter(match=match).count() == seq


def test_two_phones_that_undo_the_same_hand_undo_one():
    match = start()
    join(match)
    actions.record_entry(kind="hand", payload=wall(), **at(match))
    actions.record_entry(kind="hand", payload=wall("P2"), **at(match))
    one, other = at(match), at(match, device=OTHER)
    actions.undo_last(target=2, **one)
    with pytest.raises(actions.Conflict):
        actions.undo_last(target=2, **other)
    assert [row.seq for row in read(match).log.rows] == [1]


def test_a_closed_match_only_accepts_its_reopening():
    match = start()
    actions.record_entry(kind="hand", payload=wall(), **at(match))
    actions.close_match(balances=PerSeat(16, -8, -8), **at(match))
    assert Match.objects.get(pk=match.pk).closed
    with pytest.raises(RuleViolation):
        actions.record_entry(kind="draw", payload={"draw": True}, **at(match))
    actions.reopen_match(note="Bea found a flower", **at(match))
    assert not Match.objects.get(pk=match.pk).closed
    assert read(match).notes == {3: "Bea found a flower"}


def test_free_text_is_stored_outside_of_the_hash_chain():
    match = start()
    actions.record_entry(
        kind="penalty",
        payload={"penalty": {"P1": 10, "P2": -20, "P3": 10}, "ends_hand": True},
        note="  wrong   kong ",
        **at(match),
    )
    assert EventNote.objects.get(match=match).text == "wrong kong"
    assert "kong" not in str(Event.objects.get(match=match).payload)


def test_a_correction_rewrites_only_the_rows_from_there_on():
    match = start()
    for winner in ("P1", "P2", "P3"):
        actions.record_entry(kind="hand", payload=wall(winner), **at(match))
    kept, *__ = LedgerRow.objects.filter(match=match).values_list("pk", flat=True)
    actions.correct_entry(target=2, kind="draw", payload={"draw": True}, **at(match))
    rows = list(LedgerRow.objects.filter(match=match))
    assert rows[0].pk == kept
    assert [(row.seq, row.position, row.b1, row.b2, row.b3) for row in rows] == [
        (1, 1, 16, -8, -8),
        (2, 2, 16, -8, -8),
        (3, 3, 3, -21, 18),
    ]


def queries_of(write):
    with CaptureQueriesContext(connection) as asked:
        write()
    return [query["sql"] for query in asked.captured_queries]


def test_a_plain_entry_runs_five_queries():
    """The lock, the reloaded match (it was read before the first hand), two inserts, the summary."""
    match = start()
    actions.record_entry(kind="hand", payload=wall(), **at(match))
    told = at(match)
    asked = queries_of(lambda: actions.record_entry(kind="hand", payload=discard("P3", "P1"), **told))
    # In a test the transaction is a savepoint: two more queries, like BEGIN and COMMIT in production.
    assert len([sql for sql in asked if "SAVEPOINT" not in sql]) == 5, asked


def test_a_correction_with_a_note_runs_seven_queries():
    match = start()
    for winner in ("P1", "P2", "P3"):
        actions.record_entry(kind="hand", payload=wall(winner), **at(match))
    told = at(match)
    asked = queries_of(
        lambda: actions.correct_entry(target=1, kind="hand", payload=wall("P2"), note="misheard", **told)
    )
    assert len([sql for sql in asked if "SAVEPOINT" not in sql]) == 7, asked


def test_a_match_that_is_not_cached_is_read_with_four_queries():
    match = start()
    actions.record_entry(kind="hand", payload=wall(), **at(match))
    LOGS.clear()
    with CaptureQueriesContext(connection) as asked:
        reading = read(match)
        told = (reading.names, reading.may_score(PHONE), reading.may_score(OTHER))
        assert reading.log.state.balances == PerSeat(16, -8, -8)
    assert told == (NAMES, True, False)
    assert reading.name_at(Seat.P2, 1) == "Bea"
    assert len(asked) == 4


def test_the_length_of_a_log_is_limited(monkeypatch):
    monkeypatch.setattr("matches.actions.append.MOST_EVENTS", 1)
    match = start()
    actions.record_entry(kind="draw", payload={"draw": True}, **at(match))
    with pytest.raises(RuleViolation):
        actions.record_entry(kind="draw", payload={"draw": True}, **at(match))


def test_a_match_can_only_be_closed_with_its_own_balances():
    match = start()
    for balances in ({"P1": False, "P2": 0, "P3": 0}, {"P1": 0, "P2": 0}, {"P1": 1, "P2": -1, "P3": 0}):
        with pytest.raises(RuleViolation):
            actions.append_event(kind="close", payload=balances, **at(match))
    assert isinstance(actions.close_match(balances=PerSeat(0, 0, 0), **at(match)), actions.Saved)


def test_a_phone_that_opened_the_match_writes_with_four_more_queries():
    """Opening: the match with the phone's right, and the events. Then: the locked row, two inserts, the summary."""
    match = start()
    actions.record_entry(kind="hand", payload=wall(), **at(match))
    told = at(match)
    LOGS.clear()
    asked = queries_of(lambda: write_after_opening(match, told))
    assert len([sql for sql in asked if "SAVEPOINT" not in sql]) == 6, asked


def write_after_opening(match, told):
    reading = open_match(match.code, PHONE)
    assert reading.may_score(PHONE) and not reading.may_score(None)
    assert len(reading.log.rows) == 1
    actions.record_entry(kind="hand", payload=discard("P3", "P1"), **(told | {"match": reading.match}))


def test_entries_added_after_the_match_was_opened_are_seen_under_the_lock():
    match = start()
    actions.record_entry(kind="hand", payload=wall(), **at(match))
    opened = read(match)
    assert len(opened.events) == 1
    actions.record_entry(kind="draw", payload={"draw": True}, **at(match))
    actions.record_entry(kind="draw", payload={"draw": True}, **at(match))
    with pytest.raises(actions.Conflict) as refused:
        actions.record_entry(kind="draw", payload={"draw": True}, **at(opened.match, expected_seq=2))
    assert [event.seq for event in refused.value.events] == [2, 3]
    assert isinstance(actions.record_entry(kind="draw", payload={"draw": True}, **at(opened.match)), actions.Saved)


def test_a_reading_is_consistent():
    match = start()
    actions.record_entry(kind="hand", payload=wall(), **at(match))
    opened = read(match)
    actions.record_entry(kind="draw", payload={"draw": True}, **at(match))
    assert (opened.version, [event.seq for event in opened.events]) == (1, [1])
