"""Events that revoke the tokens of an account, besides revoking and expiry of a single token."""

import json

import pytest

from people.actions.accounts import deactivate
from people.models import Audit, Club, Token
from tests.api.programs import program
from tests.people.cast import PASSWORD
from tests.people.club_cast import Person, member

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann(db):
    return Person("ann")


@pytest.fixture
def tool(ann):
    """A program with a token of Ann."""
    return program(ann.user, Club.objects.get(code=ann.found()))


def works(tool):
    return tool.get("clubs").status_code == 200


def test_a_new_password_revokes_all_tokens(ann, tool):
    assert works(tool)
    form = ann.get("/account/password/").form("/account/password/")
    ann.send(form, status=303, old_password=PASSWORD, password="five quiet tiles")
    assert not works(tool)


def test_signing_out_everywhere_else_revokes_all_tokens(ann, tool):
    ann.post("/account/sessions/end/", {"which": "others", "old_password": PASSWORD}, status=303)
    assert not works(tool)


def test_a_closed_account_has_no_tokens_even_after_it_is_reopened(ann, tool):
    deactivate(user=ann.user)
    ann.user.refresh_from_db()
    ann.user.is_active = True
    ann.user.save()
    assert not works(tool)


def test_tokens_are_in_the_file_with_ones_own_data_and_erased_with_the_account(ann, tool):
    told = json.loads(ann.get("/my-data/person.json").response.content)
    assert [(row["name"], row["scope"], row["revoked_at"]) for row in told["tokens"]] == [
        ("The club's website", "score", None)
    ]
    token = tool.headers["Authorization"].split()[1]
    assert token not in json.dumps(told)
    member(Club.objects.get().code, "owner", "bea")
    form = ann.get("/my-data/erase/").form("/my-data/erase/")
    ann.send(form, status=303, old_password=PASSWORD, sure="yes")
    assert Token.objects.count() == 0
    assert not works(tool)


def test_the_log_names_the_token_and_not_a_phone_with_the_same_cookies(ann, tool):
    phone = ann.start()
    assert phone
    tool.client.cookies = ann.client.cookies
    names = {"P1": "Ann", "P2": "Bea", "P3": "Cho"}
    tool.send("matches", {"club": Club.objects.get().code, "system": "korean_japanese", "players": names})
    row = Audit.objects.filter(what="match_started").latest("pk")
    assert (row.label, row.device) == ("The club's website", "")
