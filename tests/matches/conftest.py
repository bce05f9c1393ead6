"""Fixtures of phones: one that scores, a second one, a watcher, a stranger."""

import pytest

from tests.matches.cast import Phone, join, watch
from tests.matches.worlds import standing  # noqa: F401 - a fixture


@pytest.fixture
def phone(db):
    """A phone. If it starts a match, it may score it."""
    return Phone()


@pytest.fixture
def code(phone):
    """A match of Ann, Bea and Cho that `phone` has started."""
    return phone.start()


@pytest.fixture
def second(code):
    """A second phone that may score the match."""
    other = Phone()
    join(code, other)
    return other


@pytest.fixture
def watcher(code):
    """A phone with the watch link of the match, which has started another match."""
    other = Phone()
    other.start(("Xan", "Yva", "Zoe"))
    watch(code, other)
    return other


@pytest.fixture
def stranger(db):
    """A phone that has only started its own match."""
    other = Phone()
    other.start(("Xan", "Yva", "Zoe"))
    return other


@pytest.fixture(params=[False, True], ids=["plain", "htmx"])
def htmx(request):
    """Runs a test with plain forms and with htmx."""
    return request.param
