"""While the database is locked, nothing is changed, the page says so, and the form can be sent again."""

from datetime import timedelta

import pytest
from django.db import connection

from people.db.transactions import DiskFull, Unavailable
from people.models import Audit, Device, Tries, User
from tests.matches.test_unavailable import held
from tests.people.cast import PASSWORD, Person

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="holds a SQLite file as another process would"),
]

BUSY = "The server is busy right now."


def everything():
    return [list(model.objects.order_by("pk").values()) for model in (User, Device, Audit, Tries)]


@pytest.mark.parametrize("trouble", [Unavailable, DiskFull])
def test_a_phone_stays_signed_in_when_the_database_fails_after_the_password_check(monkeypatch, trouble):
    """A 5xx response sets no cookie, so a new session id would be lost."""
    ann, other = Person("ann"), Person("ann")
    ann.sign_up()
    other.sign_in()
    code = ann.start()
    form = ann.get("/account/sessions/").form("/account/sessions/end/")
    sent = {"button": ("which", "others"), "old_password": PASSWORD}

    def gone(*_row, **_told):
        raise trouble

    with monkeypatch.context() as held:
        held.setattr("people.audit.log.record", gone)
        ann.send(form, status=trouble.status, **sent)
    assert ann.is_in and other.is_in
    ann.draw(code)
    ann.send(form, status=303, **sent)
    assert (ann.is_in, other.is_in) == (True, False)


def test_a_phone_signed_out_from_elsewhere_can_still_score_after_a_server_error(monkeypatch):
    ann, other = Person("ann"), Person("ann")
    ann.sign_up()
    code = ann.start()
    other.sign_in()
    form = other.get("/account/sessions/").form("/account/sessions/end/")
    other.send(form, status=303, button=("which", "others"), old_password=PASSWORD)

    def crash(*_row, **_told):
        raise RuntimeError

    with monkeypatch.context() as bad:
        bad.setattr("people.views.guards.see", crash)
        bad.setattr(ann.client, "raise_request_exception", False)
        ann.get("/account/", status=500)
    assert not ann.is_in
    ann.draw(code)


@pytest.mark.parametrize(
    ("page", "path", "sent"),
    [
        ("/account/new/", "/account/new/", {"username": "bea", "password": PASSWORD}),
        ("/account/in/", "/account/in/", {"username": "ann", "password": PASSWORD}),
        ("/account/", "/account/", {"name": "Ann Lee"}),
        ("/account/", "/account/out/", {}),
        ("/account/password/", "/account/password/", {"old_password": PASSWORD, "password": "five quiet tiles"}),
        ("/account/sessions/", "/account/sessions/end/", {"button": ("which", "others"), "old_password": PASSWORD}),
    ],
)
def test_nothing_is_half_done_while_the_database_is_locked(page, path, sent):
    ann, other = Person("ann"), Person("ann")
    ann.sign_up()
    other.sign_in()
    form = ann.get(page).form(path)
    before = everything()
    with held():
        answer = ann.send(form, status=503, **sent)
    assert BUSY in answer
    assert answer.headers.get("Retry-After", "2") == "2"
    assert everything() == before
    assert ann.is_in and other.is_in
    ann.send(form, status=303, **sent)


def test_a_page_opens_although_the_visit_cannot_be_stored_and_the_next_visit_is():
    ann = Person("ann")
    ann.sign_up()
    long_ago = Device.objects.get().seen_at - timedelta(minutes=11)
    Device.objects.update(seen_at=long_ago)
    with held():
        assert ann.is_in
    assert Device.objects.get().seen_at == long_ago
    assert ann.is_in
    assert Device.objects.get().seen_at > long_ago
