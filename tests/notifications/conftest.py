"""Fixtures: a local push service and mail server, and a tournament whose first round is published."""

import pytest

from delivery.worker import run_ready
from scorekeeper.web import mail as mail_settings
from tests.matches.worlds import standing  # noqa: F401 - a fixture
from tests.notifications.mail_server import mail_server
from tests.notifications.push_service import push_service
from tests.tournaments.table_cast import Hall


@pytest.fixture
def service(settings):
    settings.ALLOW_PRIVATE_ADDRESSES, settings.PUSH_HOSTS = True, ["127.0.0.1"]
    with push_service() as service:
        yield service


@pytest.fixture
def mails(settings):
    """A mail server on this machine that the site uses."""
    with mail_server() as server:
        settings.EMAIL_URL = f"smtp://127.0.0.1:{server.port}"
        for name, value in mail_settings.server_settings(settings.EMAIL_URL).items():
            setattr(settings, name, value)
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.DEFAULT_FROM_EMAIL = "Scorekeeper <club@club.example>"
        yield server


@pytest.fixture(scope="module")
def first_hall(standing):  # noqa: F811
    return Hall(public=True)


@pytest.fixture
def hall(first_hall):
    """A hall that is created once per module; each test gets it unchanged."""
    return first_hall.again()


@pytest.fixture(autouse=True)
def _one_connection(monkeypatch):
    """Keep the database connection open after a task, because the test's transaction uses it."""
    monkeypatch.setattr("delivery.worker.close_old_connections", lambda: None)


@pytest.fixture
def work():
    """Run the tasks that are due."""

    def run():
        for queue in ("notifications", "slow notifications"):
            run_ready(queue)

    return run
