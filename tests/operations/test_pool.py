"""Lines to a PostgreSQL, of which each process keeps a few and lends them (docs/hosting.md)."""

from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection

import pytest
from django.db import connection

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

ENDED = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s AND pid <> pg_backend_pid()"
OPEN = "SELECT count(*) FROM pg_stat_activity WHERE datname = %s AND pid <> pg_backend_pid()"


def asked(server):
    phone = HTTPConnection(server.thread.host, server.thread.port, timeout=30)
    try:
        phone.request("GET", "/readyz")
        return phone.getresponse().status
    finally:
        phone.close()


def ask(words):
    with connection.cursor() as cursor:
        cursor.execute(words, [connection.settings_dict["NAME"]])
        return cursor.fetchall()


def test_pages_come_after_postgresql_has_closed_every_line_as_if_nothing_had_been(live_server):
    with ThreadPoolExecutor(6) as phones:
        assert list(phones.map(lambda _each: asked(live_server), range(24))) == [200] * 24
        closed = [row for row in ask(ENDED) if row == (True,)]
        assert 1 <= len(closed) <= connection.pool.max_size
        assert list(phones.map(lambda _each: asked(live_server), range(24))) == [200] * 24


def test_more_phones_than_lines_are_all_answered(live_server):
    phones = 3 * connection.pool.max_size
    with ThreadPoolExecutor(phones) as all_:
        assert list(all_.map(lambda _each: asked(live_server), range(2 * phones))) == [200] * 2 * phones
    assert ask(OPEN)[0][0] < connection.pool.max_size
