"""The connection pool for PostgreSQL (docs/hosting.md)."""

import time
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection

import pytest
from django.db import OperationalError, connection

from people.db.postgresql import BoundedConnection

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

ENDED = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s AND pid <> pg_backend_pid()"
OPEN = "SELECT count(*) FROM pg_stat_activity WHERE datname = %s AND pid <> pg_backend_pid()"


def ready_status(server):
    phone = HTTPConnection(server.thread.host, server.thread.port, timeout=30)
    try:
        phone.request("GET", "/readyz")
        return phone.getresponse().status
    finally:
        phone.close()


def rows_of(words):
    with connection.cursor() as cursor:
        cursor.execute(words, [connection.settings_dict["NAME"]])
        return cursor.fetchall()


def test_requests_succeed_after_postgresql_has_closed_every_connection(live_server):
    with ThreadPoolExecutor(6) as phones:
        assert list(phones.map(lambda _each: ready_status(live_server), range(24))) == [200] * 24
        closed = [row for row in rows_of(ENDED) if row == (True,)]
        assert 1 <= len(closed) <= connection.pool.max_size
        assert list(phones.map(lambda _each: ready_status(live_server), range(24))) == [200] * 24


def test_more_phones_than_connections_are_all_answered(live_server):
    phones = 3 * connection.pool.max_size
    with ThreadPoolExecutor(phones) as all_:
        assert list(all_.map(lambda _each: ready_status(live_server), range(2 * phones))) == [200] * 2 * phones
    assert rows_of(OPEN)[0][0] < connection.pool.max_size


def test_a_server_waits_no_longer_for_the_database_than_a_browser_for_the_server(monkeypatch):
    """For example for a commit while the standby is down, for which PostgreSQL itself would wait forever."""
    monkeypatch.setattr(BoundedConnection, "patience", 0.5)
    began = time.monotonic()
    with connection.cursor() as cursor, pytest.raises(OperationalError):
        cursor.execute("SELECT pg_sleep(10)")
    assert time.monotonic() - began < 5
    connection.close()
    assert rows_of(OPEN)[0][0] >= 0
    with connection.cursor() as cursor:  # an error in a statement doesn't close the connection
        with pytest.raises(OperationalError):
            cursor.execute("SET statement_timeout = 100; SELECT pg_sleep(10)")
        cursor.execute("RESET statement_timeout")
