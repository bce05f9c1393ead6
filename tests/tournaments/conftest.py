"""A tournament in its first round, and a phone that has scanned the card of the first table."""

import pytest

from tests.matches.cast import Phone
from tests.matches.worlds import standing  # noqa: F401 - a fixture
from tests.tournaments.table_cast import Hall
from tournaments.links import table_token


@pytest.fixture
def hall():
    return Hall(public=True)


@pytest.fixture
def table(hall):
    return f"/e/{hall.tournament.code}/rounds/1/tables/1/"


@pytest.fixture
def phone(hall):
    """A phone with the card of the first table."""
    phone, card = Phone(), f"/e/{hall.tournament.code}/t/1/{table_token(hall.tournament, 1)}"
    phone.send(phone.get(card).form(card), status=303)
    return phone


@pytest.fixture
def score(phone, table):
    """The score page of the table's match, with two hands on it."""
    address = phone.send(phone.get(table).form("/open/"), status=303).goes_to
    for _no in range(2):
        phone.hand(address.split("/")[2])
    return address
