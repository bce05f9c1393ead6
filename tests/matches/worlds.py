"""One world for all tests of a module: built once, and as good as new for each of them."""

from copy import deepcopy

import pytest
from django.db import transaction

from tests.matches.cast import Phone


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
    """A phone with the same cookies: what a test does to them must not reach the next test."""
    other = Phone()
    other.client.cookies = deepcopy(phone.client.cookies)
    return other
