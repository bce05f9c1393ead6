"""The pages on which an account creates and revokes tokens."""

import re

import pytest
from django.utils import timezone

from people.models import Token
from tests.api.programs import Program
from tests.people.cast import PASSWORD
from tests.people.club_cast import Person, member

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann(db):
    person = Person("ann")
    person.code = person.found()
    return person


def make(person, status=200, **fields):
    form = person.get("/account/tokens/new/").form("/account/tokens/new/")
    return person.send(form, status=status, **{"name": "Club website", "old_password": PASSWORD, **fields})


def shown(page):
    return re.search(r"<code>(sk_[\w-]{43})</code>", page.html)[1]


def test_a_token_is_shown_once_and_stored_as_a_hash(ann):
    token = shown(make(ann))
    row = Token.objects.get()
    assert (row.name, row.scope, row.club.code) == ("Club website", "read", ann.code)
    assert (row.expires_at - timezone.now()).days == 89
    assert token not in str(Token.objects.values().get())
    assert token not in ann.get("/account/tokens/").html
    assert Program(token).get("clubs").json() == [
        {"code": ann.code, "name": "Friday club", "public": False, "role": "member"}
    ]


def test_a_revoked_token_stops_working(ann):
    token = shown(make(ann))
    form = ann.get("/account/tokens/").form("/account/tokens/revoke/")
    ann.send(form, button=("token", str(Token.objects.get().pk)), status=303)
    assert Program(token).get("clubs").status_code == 401
    assert "Revoked ✓" in ann.get("/account/tokens/?revoked=1").html


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("old_password", "wrong", "The password is wrong."),
        ("name", " ", 'id="id_name"'),
        ("club", "x" * 22, "Choose one of your clubs."),
        ("scope", "everything", "Choose what the program may do."),
        ("days", "400", "from 1 to 366."),
        ("days", "", "from 1 to 366."),
    ],
)
def test_errors_are_named_and_the_input_is_kept(ann, field, value, says):
    page = make(ann, status=422, **{field: value})
    assert says in page.html
    assert Token.objects.count() == 0
    if field != "name":
        assert 'value="Club website"' in page.html


def test_only_ones_own_tokens_can_be_revoked(ann):
    make(ann)
    bea = member(ann.code, "owner", "bea")
    bea.post("/account/tokens/revoke/", {"token": str(Token.objects.get().pk)}, status=404)
    assert Token.objects.get().revoked_at is None


def test_a_token_ends_when_it_expires_or_its_account_is_closed(ann):
    token = shown(make(ann))
    Token.objects.update(expires_at=timezone.now())
    assert Program(token).get("clubs").status_code == 401
    Token.objects.update(expires_at=timezone.now() + timezone.timedelta(days=1))
    assert Program(token).get("clubs").status_code == 200
    ann.user.is_active = False
    ann.user.save()
    assert Program(token).get("clubs").status_code == 401


def test_without_a_club_no_token_can_be_created(db):
    page = Person("cho").get("/account/tokens/")
    assert "A token belongs to a club." in page.html
    assert "New token" not in page.html


def test_a_token_gives_at_most_the_role_of_its_account(ann):
    bea = member(ann.code, "scorer", "bea")
    page = make(bea, status=422, scope="organise")
    assert "Your own role in this club doesn’t allow this." in page.html
    assert Token.objects.count() == 0
