"""Sessions are found by a query of our own, and are Django's all the same."""

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


def test_a_cookie_that_no_session_has_is_nobody_and_no_error():
    """PostgreSQL takes no text with a NUL in it, and a cookie can hold one."""
    for value in (r'"abcdefghij\000k"', r'"\377"', "A" * 5000, "", "a b"):
        client = Client(headers={"Cookie": f"{settings.SESSION_COOKIE_NAME}={value}"})
        assert client.get("/").status_code == 200


def test_a_session_that_django_made_is_known():
    assert dict(SessionStore(made(db.SessionStore)).items()) == {"device": "phone"}


def test_django_knows_a_session_of_ours():
    assert dict(db.SessionStore(made()).items()) == {"device": "phone"}


def test_what_was_put_in_later_is_there():
    session = SessionStore(made())
    session["theme"] = "dark"
    session.save()
    assert dict(SessionStore(session.session_key).items()) == {"device": "phone", "theme": "dark"}


@pytest.mark.parametrize("seconds", [-1, -3600, -1e7])
def test_a_session_that_has_expired_holds_nothing_and_gets_another_key(seconds):
    key = made()
    Session.objects.update(expire_date=datetime.now(UTC) + timedelta(seconds=seconds))
    session = SessionStore(key)
    assert (session.get("device"), session.session_key) == (None, None)


def test_a_session_that_expires_in_a_minute_is_still_one():
    key = made()
    Session.objects.update(expire_date=datetime.now(UTC) + timedelta(minutes=1))
    assert SessionStore(key)["device"] == "phone"


@pytest.mark.parametrize("key", ["", "x", "a" * 32, "' OR 1=1 --"])
def test_a_key_that_was_made_up_is_no_session(key):
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


def test_data_that_was_tampered_with_is_no_session():
    key = made()
    Session.objects.update(session_data="e30:aaaaaa:bbbb")
    assert SessionStore(key).get("device") is None


def test_pages_find_sessions_by_it():
    client = Client()
    client.cookies[settings.SESSION_COOKIE_NAME] = made()
    assert isinstance(client.session, SessionStore)
