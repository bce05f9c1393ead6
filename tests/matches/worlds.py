"""Module-scoped database fixtures: built once, and restored for each test."""

from copy import copy, deepcopy

import pytest
from django.db import transaction
from django.test import Client

from tests.matches.cast import Phone


@pytest.fixture(scope="module")
def standing(django_db_setup, django_db_blocker):
    """A transaction around a whole module, so that module fixtures can save to the database.

    Each test of the module runs in a savepoint inside this transaction, and only its own changes are rolled back.
    """
    around = transaction.atomic()
    around._from_testcase = True  # allows durable transactions inside, as in a TestCase
    with django_db_blocker.unblock(), around:
        yield
        transaction.set_rollback(True)


def again(phone):
    """A copy of the phone with its own cookies and user, so that changes don't affect the next test."""
    other = copy(phone)
    other.client = Client(enforce_csrf_checks=True)
    other.client.cookies, other.client.defaults = deepcopy(phone.client.cookies), dict(phone.client.defaults)
    if hasattr(phone, "user"):
        other.user = deepcopy(phone.user)
    return other


def one_match(**fields):
    """Three fixtures for a module whose tests all use the same new match: `started, phone, code = one_match()`.

    `fields` are those of the start page. `phone` is the phone that started the match, `code` the code of the match.
    """

    @pytest.fixture(scope="module")
    def started(standing):
        phone = Phone()
        return phone, phone.start(**fields)

    @pytest.fixture
    def phone(started):
        return again(started[0])

    @pytest.fixture
    def code(started):
        return started[1]

    return started, phone, code
