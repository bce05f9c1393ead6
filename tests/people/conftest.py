"""Who has an account: Ann, signed in on her phone; a browser without one."""

import pytest

from tests.matches.cast import Phone
from tests.people.cast import Person


@pytest.fixture
def ann(db):
    """Ann, who has just made her account on this phone."""
    person = Person("ann")
    person.sign_up()
    return person


@pytest.fixture
def guest(db):
    """A browser in which nobody is signed in."""
    return Person("nobody")


@pytest.fixture
def phone(db):
    """A phone of a guest."""
    return Phone()


@pytest.fixture
def code(phone):
    """A match of Ann, Bea and Cho that `phone` has started."""
    return phone.start()
