"""Fixtures: a tournament in its first round, and a phone that has scanned the card of the first table."""

import pytest

from engine.seating import Budget
from people.audit.log import DEVICE
from people.models import Club
from tests.matches.cast import Phone
from tests.matches.table import new_key
from tests.matches.worlds import again, standing  # noqa: F401 - a fixture
from tests.thorough import sized
from tests.tournaments.persons import Person
from tests.tournaments.table_cast import Hall
from tournaments.draw import methods
from tournaments.files.points_audit import kept_checks
from tournaments.pages import cache


@pytest.fixture(autouse=True)
def _no_cached_pages():
    """Begin each test with empty caches. Their keys contain versions, which repeat after a rollback."""
    cache.clear_all()
    kept_checks.clear()


@pytest.fixture(autouse=True)
def _short_searches(monkeypatch):
    """Search a tenth of the usual time for Swiss rounds and late players' seats. tests/engine searches in full."""
    monkeypatch.setattr(methods, "SEARCH", Budget(sized(6_000, 60_000)))


@pytest.fixture(scope="module")
def founder(standing):  # noqa: F811
    """The account that created the club which a module's tests share."""
    return Person("olga")


@pytest.fixture(scope="module")
def club(founder):
    return Club.objects.get(code=founder.found())


@pytest.fixture
def olga(founder):
    """The founder's phone."""
    return again(founder)


@pytest.fixture(scope="module")
def built_hall(standing):  # noqa: F811
    """The `Hall` that a module's tests share. A module that needs another one overrides this fixture."""
    return Hall(public=True)


@pytest.fixture
def hall(built_hall):
    return built_hall.again()


@pytest.fixture
def table(hall):
    return f"/e/{hall.tournament.code}/rounds/1/tables/1/"


@pytest.fixture
def phone(hall):
    """A phone with the card of the first table."""
    phone = Phone()
    session = phone.client.session
    session[DEVICE] = new_key()
    session.save()
    hall.card(session[DEVICE])
    return phone


@pytest.fixture
def score(hall, phone):
    """The score page of the table's match, with two hands on it."""
    device = phone.client.session[DEVICE]
    match = hall.open(device=device)
    for _no in range(2):
        hall.hand(match, device=device)
    return f"/m/{match.code}/"
