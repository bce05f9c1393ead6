"""A push service of this machine, which the site may reach, and a tournament whose first round is published."""

import pytest

from delivery.worker import run_ready
from tests.notifications.push_service import push_service
from tests.tournaments.table_cast import Hall


@pytest.fixture
def service(settings):
    settings.ALLOW_PRIVATE_ADDRESSES = True
    with push_service() as service:
        yield service


@pytest.fixture
def hall():
    return Hall(public=True)


@pytest.fixture
def work():
    """Run the tasks that are due."""
    return lambda: run_ready("notifications")
