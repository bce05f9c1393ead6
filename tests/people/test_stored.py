"""The session store reads sessions with its own query, and is compatible with Django's."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.conf import settings
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.test import Client

from people.accounts.session_store import SessionStore

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def made(store=SessionStore):
    session = store()
    session["device"] = "phone"
    session.create()
    return session.session_key


def test_a_cookie_without_a_session_is_a_guest_and_no_error():
    """PostgreSQL refuses text that contains NUL, and a cookie can contain one."""
    for value in (r'"abcdefghij\000k"', r'"\377"', "A" * 5000, "", "a b"):
        client = Client(headers={"Cookie": f"{settings.SESSION_COOKIE_NAME}={value}"})
        assert client.get("/").status_code == 200


def test_our_store_reads_a_session_that_django_created():
    assert dict(SessionStore(made(db.SessionStore)).items()) == {"device": "phone"}


def test_django_reads_a_session_that_our_store_created():
    assert dict(db.SessionStore(made()).items()) == {"device": "phone"}


def test_values_added_later_are_stored():
    session = SessionStore(made())
    session["theme"] = "dark"
    session.save()
    assert dict(SessionStore(session.session_key).items()) == {"device": "phone", "theme": "dark"}


@pytest.mark.parametrize("seconds", [-1, -3600, -1e7])
def test_an_expired_session_is_empty_and_gets_a_new_key(seconds):
    key = made()
    Session.objects.update(expire_date=datetime.now(UTC) + timedelta(seconds=seconds))
    session = SessionStore(key)
    assert (session.get("device"), session.session_key) == (None, None)


def test_a_session_that_expires_in_a_minute_is_still_valid():
    key = made()
    Session.objects.update(expire_date=datetime.now(UTC) + timedelta(minutes=1))
    assert SessionStore(key)["device"] == "phone"


@pytest.mark.parametrize("key", ["", "x", "a" * 32, "' OR 1=1 --"])
def test_an_invented_key_has_no_session(key):
    made()
    session = SessionStore(key)
    assert (session.get("device"), session.session_key) == (None, None)


def test_the_hourly_job_removes_expired_sessions_and_keeps_the_others():
    unit = (settings.BASE_DIR / "deploy/scorekeeper-backup.service").read_text()
    commands = re.findall(r"^ExecStartPost=.*manage\.py (\w+)$", unit, re.MULTILINE)
    old, new = made(), made()
    Session.objects.filter(pk=old).update(expire_date=datetime.now(UTC) - timedelta(days=1))
    for command in commands:
        call_command(command)
    assert [session.pk for session in Session.objects.all()] == [new]


def test_a_session_with_manipulated_data_is_empty():
    key = made()
    Session.objects.update(session_data="e30:aaaaaa:bbbb")
    assert SessionStore(key).get("device") is None


def test_pages_use_this_session_store():
    client = Client()
    client.cookies[settings.SESSION_COOKIE_NAME] = made()
    assert isinstance(client.session, SessionStore)
