"""One world for all tests of a module: built once, and as good as new for each of them."""

from copy import copy, deepcopy

import pytest
from django.db import transaction
from django.test import Client


@pytest.fixture(scope="module")
def standing(django_db_setup, django_db_blocker):
    """Keep what module fixtures save until the module's last test.

    Each test of the module runs in a savepoint inside this transaction, and only what that test did is rolled back.
    """
    around = transaction.atomic()
    around._from_testcase = True  # lets durable transactions run inside, as in a TestCase
    with django_db_blocker.unblock(), around:
        yield
        transaction.set_rollback(True)


def again(phone):
    """The same phone with cookies of its own: what a test does to them must not reach the next test."""
    other = copy(phone)
    other.client = Client(enforce_csrf_checks=True)
    other.client.cookies, other.client.defaults = deepcopy(phone.client.cookies), dict(phone.client.defaults)
    return other
