"""Constraints and triggers of the database, tested with plain SQL on SQLite or PostgreSQL."""

import pytest
from django.db import DatabaseError, IntegrityError, connection, transaction

from engine import hash_chain
from engine.seats import PerSeat, Seat
from matches import actions
from matches.log import append_only
from matches.models import Event, EventNote, LedgerRow, Match, MatchDevice, Sitting
from tests.matches.table import OTHER, PHONE, at, new_key, read, start, wall

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
def match():
    match = start()
    actions.record_entry(kind="hand", payload=wall("P2", 4, 7), **at(match))
    actions.record_entry(
        kind="penalty",
        payload={"penalty": {"P1": 10, "P2": -20, "P3": 10}, "ends_hand": False},
        note="late",
        **at(match),
    )
    return match


def run(sql, *values):
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql, values)


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE matches_event SET payload = '{}'",
        "UPDATE matches_event SET seq = seq + 10",
        "UPDATE matches_event SET hash = previous_hash WHERE seq = 1",
        "DELETE FROM matches_event",
        "DELETE FROM matches_event WHERE seq = 2",
    ],
)
def test_the_database_refuses_to_change_or_remove_an_event(match, sql):
    before = list(Event.objects.values())
    with pytest.raises(DatabaseError, match=append_only.MESSAGE):
        run(sql)
    assert list(Event.objects.values()) == before


def test_the_database_refuses_to_empty_the_log_or_replace_an_event(match):
    sql = "TRUNCATE matches_event"
    if connection.vendor == "sqlite":
        sql = "INSERT OR REPLACE INTO matches_event SELECT * FROM matches_event WHERE seq = 1"
    else:
        run("SET CONSTRAINTS ALL IMMEDIATE")  # no rows of the test itself may interfere
    with pytest.raises(DatabaseError, match=append_only.MESSAGE):
        run(sql)
    assert Event.objects.count() == 2


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE matches_ledgerrow SET d1 = d1 + 1",
        "UPDATE matches_ledgerrow SET b3 = b3 - 1",
        "UPDATE matches_match SET b2 = b2 + 1",
        "UPDATE matches_sitting SET chair = 'P4'",
        "UPDATE matches_sitting SET name = ''",
        "UPDATE matches_ledgerrow SET position = 1",
    ],
)
def test_the_database_refuses_invalid_values(match, sql):
    with pytest.raises(IntegrityError):
        run(sql)


def test_seq_and_key_are_unique_in_a_match(match):
    first = Event.objects.get(match=match, seq=1)
    for changes in ({"seq": 3}, {"key": new_key()}):
        told = {"match": match, "kind": "draw", "payload": {}, "at": first.at, "by": "d1"}
        told |= {"seq": first.seq, "key": first.key, "hash": "0" * 64, "previous_hash": "0" * 64}
        with pytest.raises(IntegrityError), transaction.atomic():
            Event.objects.create(**(told | changes))


def test_a_match_with_events_can_only_be_deleted_by_removal(match):
    with pytest.raises(DatabaseError):
        match.delete()
    with pytest.raises(actions.NotAllowed):
        actions.purge_match(match=match, device=OTHER)
    other = start()
    actions.record_entry(kind="draw", payload={"draw": True}, **at(other))
    actions.purge_match(match=match, device=PHONE)
    for model in (Event, EventNote, LedgerRow, Sitting, MatchDevice):
        assert not model.objects.filter(match_id=match.pk).exists()
    assert list(Match.objects.all()) == [other]
    assert Event.objects.count() == 1


def test_the_chain_can_be_recomputed_from_the_rows_of_the_database(match):
    actions.record_entry(kind="hand", payload={**wall("P3"), "waiting": {"P2": True, "P1": False}}, **at(match))
    stored = [event.as_dict() for event in Event.objects.filter(match=match)]
    assert list(hash_chain.breaks(hash_chain.first_hash(match.system, match.options), stored)) == []
    stored[1]["payload"]["ends_hand"] = True
    broken = list(hash_chain.breaks(hash_chain.first_hash(match.system, match.options), stored))
    assert [str(each) for each in broken] == ["Event 2 has been altered since it was recorded: its hash doesn’t match."]


def test_events_contain_no_names(match):
    actions.rename_player(match=match, device=PHONE, chair=Seat.P1, name="Annabelle")
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM matches_event")
        told = str(cursor.fetchall())
    assert not any(name in told for name in ("Ann", "Bea", "Cho", "late"))
    assert read(match).names == PerSeat("Annabelle", "Bea", "Cho")


@pytest.mark.django_db(transaction=True)
def test_the_triggers_are_active_in_a_transactional_test(match):
    with pytest.raises(DatabaseError, match=append_only.MESSAGE):
        run("DELETE FROM matches_event")


@pytest.mark.django_db(transaction=True)
def test_the_triggers_are_active_again_after_such_a_test(match):
    with pytest.raises(DatabaseError, match=append_only.MESSAGE):
        run("UPDATE matches_event SET seq = 9")
