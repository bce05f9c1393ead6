"""Who is at the table: the phone that scores, a second one, one that watches, a stranger."""

import pytest

from tests.matches.cast import Phone, join, watch
from tests.matches.worlds import standing  # noqa: F401 - a fixture


@pytest.fixture
def phone(db):
    """A phone of the club; the one that starts the match may score it."""
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
    """A phone that holds the watching link of the match, and has started another one."""
    other = Phone()
    other.start(("Xan", "Yva", "Zoe"))
    watch(code, other)
    return other


@pytest.fixture
def stranger(db):
    """A phone that never joined anything, but has a match of its own."""
    other = Phone()
    other.start(("Xan", "Yva", "Zoe"))
    return other


@pytest.fixture(params=[False, True], ids=["plain", "htmx"])
def htmx(request):
    """The same thing without scripts and with htmx."""
    return request.param
