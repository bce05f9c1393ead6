"""What every test may lean on; the browser is in browsing.py, what a run says of itself in reporting.py."""

import os

import hypothesis
import pytest

# Playwright keeps an event loop in the test's thread; Django would take that for asynchronous code.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

pytest_plugins = ["tests.reporting", "tests.lanes", "tests.browsing", "tests.guarding"]

# No deadline: a noisy machine is not a bug. The blob lets anybody repeat a failure.
hypothesis.settings.register_profile("project", deadline=None, print_blob=True)
hypothesis.settings.register_profile("thorough", parent=hypothesis.settings.get_profile("project"), max_examples=2000)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "project"))


@pytest.fixture(scope="session")
def base_url(live_server):
    """`page.goto("/")` opens the live server. (Here, because pytest-playwright's own would win over a plugin's.)"""
    return live_server.url


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup, django_db_blocker):
    """A PostgreSQL drops no database that somebody asks: a pool that was opening a line in the background, say."""
    yield
    from django.db import connection

    if connection.vendor == "postgresql":
        with django_db_blocker.unblock():
            connection.close()
            connection.close_pool()
            with connection._nodb_cursor() as cursor:
                asking = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s"
                cursor.execute(asking, [connection.settings_dict["NAME"]])
