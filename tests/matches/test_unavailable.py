"""If the database is locked or its disk is full, the entry is kept on the page and can be sent again."""

import sqlite3
from contextlib import contextmanager

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection

from matches.models import Event, Match
from tests.matches.cast import Phone, match_file, payments
from tests.wording import from_the_wall, hand_saved

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="holds a SQLite file as another process would"),
]


@contextmanager
def held():
    """Another process holds the write lock; the lock time-out is short."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout")
        patience = cursor.fetchone()[0]
        cursor.execute("PRAGMA busy_timeout = 50")
    other = sqlite3.connect(connection.settings_dict["NAME"], isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    try:
        yield
    finally:
        other.execute("ROLLBACK")
        other.close()
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA busy_timeout = {patience}")


@contextmanager
def full():
    """The database can't grow and has no free pages."""
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE ballast (bytes BLOB)")
        while (empty := _told(cursor, "freelist_count")) > 0:
            cursor.execute("INSERT INTO ballast VALUES (zeroblob(%s))", [empty * _told(cursor, "page_size") // 2])
        cursor.execute(f"PRAGMA max_page_count = {_told(cursor, 'page_count')}")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA max_page_count = 1073741823")
            cursor.execute("DROP TABLE ballast")


def _told(cursor, setting):
    cursor.execute(f"PRAGMA {setting}")
    return cursor.fetchone()[0]


def kept(page, status, ending):
    """The form on the page that says that nothing was saved yet."""
    assert page.status == status, page
    assert page.headers["Retry-After"] == "2"
    assert "Your entry is still on this page. Send it again: it can’t be saved twice." in page
    return page.form(ending)


def test_a_hand_for_a_locked_database_is_kept_and_saved_once(phone, code, htmx):
    form = phone.get(f"/m/{code}/hand/?winner=P1").form("/hand/")
    with held():
        page = phone.send(form, source="wall", points="5", waiting=["P2"], htmx=htmx)
        assert "The server is busy right now." in page
        again = kept(page, 503, "/hand/")
        assert page.headers.get("HX-Retarget") == ("#sheet" if htmx else None)
        assert again.values("key") == form.values("key")
        assert again.values("expected_seq") == ["1"]
        assert again.values("waiting") == ["P2"]
        kept(phone.send(again, htmx=htmx), 503, "/hand/")
        phone.table(code)  # reading isn't blocked
    assert payments(code) == []
    assert hand_saved(1) in phone.follow(phone.send(again))
    assert "Already saved: hand 1" in phone.follow(phone.send(again))
    assert payments(code) == [(14, -6, -8)]


def test_every_other_form_is_kept_too(phone, code, htmx):
    phone.hand(code)
    told = {"offender": "P1", "what": "other", "amount": "5"}
    for where, ending, sent in (
        ("draw/", "/draw/", {}),
        ("penalty/", "/penalty/", told),
        ("hands/1/correct/", "/correct/", {"points": "9"}),
        ("hands/1/void/", "/void/", {"note": "twice"}),
        ("hands/after/0/?kind=penalty", "/after/0/", told),
        ("", "/undo/", {}),
        ("players/", "/players/", {"name": "Anna"}),
    ):
        before = Event.objects.count()
        form = phone.get(f"/m/{code}/{where}").form(ending)
        with held():
            again = kept(phone.send(form, htmx=htmx, **sent), 503, ending)
        assert Event.objects.count() == before
        assert phone.send(again).status == 303
        assert Event.objects.count() == before + (ending != "/players/")


def test_a_full_disk_is_reported_and_nothing_is_lost(phone, code, htmx):
    saved = 0
    with full():
        for _try in range(300):  # the last pages have room for some
            form = phone.get(f"/m/{code}/penalty/").form("/penalty/")
            told = {"offender": "P1", "what": "other", "amount": "1", "note": "x" * 250}
            page = phone.send(form, htmx=htmx, **told)
            if page.status == 507:
                break
            saved += 1
        assert "The server’s disk is full. Its administrator must free up some space." in page
        again = kept(page, 507, "/penalty/")
        assert Event.objects.count() == saved
    assert phone.send(again).status == 303
    assert phone.send(again).status == 303
    assert Event.objects.count() == saved + 1
    assert again.values("note") == ["x" * 250]


@pytest.mark.parametrize("known", [True, False], ids=["known phone", "new phone"])
def test_the_start_of_a_match_is_kept(phone, known):
    phone = phone if known else Phone()
    if known:
        phone.start()
    before = Match.objects.count()
    form = phone.get("/start/").form("/start/")
    with held():
        page = phone.send(form, button=("action", "start"), P1="Dan", P2="Eve", P3="Fay")
        again = kept(page, 503, "/start/")
    assert again.values("key") == form.values("key")
    first, second = phone.send(again).goes_to, phone.send(again).goes_to
    assert first == second
    assert Match.objects.count() == before + 1
    assert "Dan East" in phone.get(first)


def test_a_file_that_could_not_be_imported_must_be_chosen_again(phone, code):
    phone.hand(code)
    data, _document = match_file(phone, code)
    form = phone.get("/import/").form("/import/")
    with held():
        page = phone.post("/import/", {**form.data(), "file": SimpleUploadedFile("match.json", data)}, status=503)
        assert "The server is busy right now." in page
        assert "still on this page" not in page  # no page can keep a file
    again = page.form("/import/")
    assert again.values("key") == form.values("key")
    page = phone.post("/import/", {**again.data(), "file": SimpleUploadedFile("match.json", data)})
    assert from_the_wall("Ann") in phone.follow(page)


def test_archive_delete_value_and_rematch_are_kept(phone, code):
    for _hand in range(9):
        phone.draw(code)
    phone.send(phone.get(f"/m/{code}/end/").form("/close/"))
    phone.hand(phone.start())
    end = phone.get(f"/m/{code}/end/")
    with held():
        forms = [kept(phone.send(end.form(ending)), 503, ending) for ending in ("/archive/", "/rematch/")]
        kept(phone.post(f"/m/{code}/value/", {"value": "0.1", "unit": "EUR"}), 503, "/value/")
        delete = kept(phone.post(f"/m/{code}/delete/", {"sure": "yes"}), 503, "/delete/")
    for form in forms:
        assert phone.send(form).status == 303
    assert phone.send(delete).goes_to == "/"
    assert not Match.objects.filter(code=code).exists()
