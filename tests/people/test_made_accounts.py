"""Accounts created by commands, for the demonstration and for proofs."""

import pytest

from people.actions.accounts import deactivate, make_account
from people.models import User
from tests.people.cast import done

pytestmark = pytest.mark.django_db


def test_an_account_is_created_once_without_a_password_and_returned_afterwards():
    first = make_account(username="demo-organiser", name="Demo organiser")
    second = make_account(username="demo-organiser", name="Somebody else")
    assert first == second == User.objects.get()
    assert (second.username, second.name) == ("demo-organiser", "Demo organiser")
    assert not second.has_usable_password()
    assert done() == [("signed_up", "demo-organiser", str(first.pk), False)]


def test_an_account_with_capitals_is_the_same_account():
    made = make_account(username="demo", name="Demo")
    assert make_account(username="Demo", name="Demo") == made
    assert User.objects.count() == 1


def test_an_account_that_was_closed_stays_closed():
    made = make_account(username="demo", name="Demo")
    deactivate(user=made)
    assert not make_account(username="demo", name="Demo").is_active
    assert [what for what, _who, _about, _refused in done()] == ["signed_up", "account_closed"]
