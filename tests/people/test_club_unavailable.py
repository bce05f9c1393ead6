"""While the database is locked, the page keeps the input; sent again, it is saved once."""

import pytest
from django.db import connection

from people.models import Club, Player
from tests.matches.test_unavailable import held
from tests.people.club_cast import Person, roster

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "sqlite", reason="holds a SQLite file as another process would"),
]


def kept(page, ending):
    assert (page.status, page.headers["Retry-After"]) == (503, "2")
    assert "Your entry is still on this page. Send it again: it can’t be saved twice." in page
    return page.form(ending)


def test_a_club_and_its_players_are_kept_and_saved_once():
    olga = Person("olga")
    form = olga.get("/c/new/").form("/c/new/")
    with held():
        form = kept(olga.send(form, name="Friday club"), "/c/new/")
    code = olga.send(form, status=303).goes_to.split("/")[2]
    assert Club.objects.count() == 1
    form = olga.get(f"/c/{code}/players/add/").form("/players/add/")
    with held():
        form = kept(olga.send(form, button=("action", "add"), names="Ann 1\nBea"), "/players/add/")
    olga.send(form, status=303)
    assert roster(code) == [("Ann", 1), ("Bea", None)]


def test_a_download_that_cannot_be_logged_is_refused():
    olga = Person("olga")
    code = olga.found()
    olga.add(code, "Ann")
    with held():
        page = olga.get(f"/c/{code}/players/{Player.objects.get().pk}/person.json", status=503)
    assert "Try again" in page
