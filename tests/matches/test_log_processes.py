"""Several simultaneous server processes with a real database: an entry sent twice is saved once."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import connection, connections

from matches import actions
from matches.models import Event, Match
from tests.matches.table import at, start
from tests.thorough import sized

ROOT = Path(__file__).resolve().parents[2]
WRITERS, ENTRIES = sized(3, 5), 18
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


def database_url():
    """The URL of the test database for other processes."""
    told = connection.settings_dict
    if connection.vendor == "sqlite":
        return f"sqlite:///{told['NAME']}"
    user = f"{told['USER']}:{told['PASSWORD']}@" if told["PASSWORD"] else f"{told['USER']}@"
    return f"postgres://{user}{told['HOST']}:{told['PORT']}/{told['NAME']}"


@pytest.fixture(scope="module")
def writers(django_db_setup, django_db_blocker):
    """Processes that are connected to the database and wait for a match code."""
    with django_db_blocker.unblock():
        environment = os.environ | {
            "DATABASE_URL": database_url(),
            "DJANGO_SETTINGS_MODULE": "scorekeeper.settings",
            "PYTHONPATH": str(ROOT),
        }
    command = [sys.executable, str(ROOT / "tests/matches/one_writer.py")]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    writers = [
        subprocess.Popen([*command, str(number), str(ENTRIES)], env=environment, cwd=ROOT, **pipes)
        for number in range(WRITERS)
    ]
    try:
        for writer in writers:
            assert writer.stdout.readline() == "ready\n"
        yield writers
    finally:
        for writer in writers:
            writer.kill()
            writer.wait()
            writer.stdin.close()
            writer.stdout.close()


def written_at_once(writers, match, keys):
    """The outcome of each entry, one list per process; all start at the same moment."""
    for writer in writers:
        writer.stdin.write(f"{match.code} {keys}\n")
        writer.stdin.flush()
    return [json.loads(writer.stdout.readline()) for writer in writers]


@pytest.fixture
def long_match():
    match = start(options={"match_length": 18})
    connections.close_all()
    return match


def test_one_key_from_several_simultaneous_processes_is_one_event(writers, long_match):
    told = written_at_once(writers, long_match, "same")
    for outcomes in zip(*told, strict=True):
        assert sorted(outcomes) == ["AlreadySaved"] * (WRITERS - 1) + ["Saved"]
    assert Event.objects.filter(match=long_match).count() == ENTRIES
    assert Match.objects.get(pk=long_match.pk).version == ENTRIES


def test_of_several_entries_for_the_same_hand_one_is_saved_and_the_others_conflict(writers, long_match):
    told = written_at_once(writers, long_match, "own")
    for outcomes in zip(*told, strict=True):
        assert sorted(outcomes) == ["Conflict"] * (WRITERS - 1) + ["Saved"]
    assert Event.objects.filter(match=long_match).count() == ENTRIES


@pytest.mark.postgres
def test_on_postgresql_other_writers_give_up_if_one_hangs():
    """Others wait for the row lock until `lock_timeout`; then the phone gets a message to try again."""
    match = start()
    other = connection.copy()
    try:
        other.set_autocommit(False)
        with other.cursor() as cursor:
            cursor.execute("SELECT 1 FROM matches_match FOR UPDATE")
        with connection.cursor() as cursor:
            cursor.execute("SET lock_timeout = '100ms'")
        entry = at(match)
        with pytest.raises(actions.Unavailable):
            actions.record_entry(kind="draw", payload={"draw": True}, **entry)
        other.rollback()
        assert isinstance(actions.record_entry(kind="draw", payload={"draw": True}, **entry), actions.Saved)
    finally:
        other.close()
        with connection.cursor() as cursor:
            cursor.execute("RESET lock_timeout")  # the pool reuses the connection in later tests
        connection.close()
