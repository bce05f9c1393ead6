"""The two clubs of the table of rights, built once for all tests of a module."""

import pytest

from tests.matches.worlds import standing  # noqa: F401 - a fixture
from tests.rights.cast import World


@pytest.fixture(scope="module")
def other(standing):  # noqa: F811
    """The world of another club."""
    return World("Sunday club")


@pytest.fixture(scope="module")
def world(other):
    """The club, the match and the tournament that all roles request."""
    return World()


@pytest.fixture(scope="module")
def who(world, other):
    """The phone of each role. Tests make their requests inside `taken_back`, which undoes what they change."""
    return world.people(other)
