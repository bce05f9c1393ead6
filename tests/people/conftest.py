"""Fixtures: Ann with an account on her phone, a guest, a club night, the clock of one-time codes, Ann's app."""

from copy import copy
from datetime import UTC, datetime, timedelta

import pyotp
import pytest

from tests.matches.cast import Phone
from tests.matches.worlds import again, standing  # noqa: F401 - a fixture
from tests.people.cast import Person
from tests.people.night_cast import Evening
from tests.people.second_factor_cast import CODE, set_up


@pytest.fixture
def ann(db):
    """Ann, who has just signed up on this phone."""
    person = Person("ann")
    person.sign_up()
    return person


@pytest.fixture(scope="module")
def first_evening(standing):  # noqa: F811
    return Evening()


@pytest.fixture
def evening(first_evening):
    """A club and its night, created once per module; each test gets them unchanged."""
    evening = copy(first_evening)
    evening.olga = again(first_evening.olga)
    return evening


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


@pytest.fixture
def clock(monkeypatch):
    """`clock(30)` moves the clock of one-time codes 30 seconds forward. Between two calls it stands still."""

    class Still(datetime):
        at = datetime.now(UTC)

        @classmethod
        def now(cls, tz=None):
            return cls.at

    monkeypatch.setattr("people.accounts.second_factors.datetime", Still)

    def later(seconds):
        Still.at += timedelta(seconds=seconds)

    later.now = lambda: Still.at
    return later


@pytest.fixture
def app(ann, clock):
    """Ann's authenticator app, set up. `app()` is the code that it shows, `app(1)` the next one."""
    secret, page = set_up(ann, clock)

    def show(steps=0):
        return pyotp.TOTP(secret).at(clock.now(), counter_offset=steps)

    show.recovery = CODE.findall(page.text)
    clock(60)  # the code of the set-up is used
    return show
