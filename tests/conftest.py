"""Shared test set-up. Browser fixtures are in browsing.py, the report of a run in reporting.py."""

import gc
import os
from pathlib import Path

import hypothesis
import pytest
from django.template.base import Template
from django.utils import translation

from tests.migrated import copy_migrated_database
from tests.thorough import amount

# Playwright keeps an event loop in the test's thread; Django would take that for asynchronous code.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

pytest_plugins = ["tests.reporting", "tests.lanes", "tests.browsing", "tests.guarding"]

# No deadline: a busy machine must not fail a test. The blob lets anybody reproduce a failure.
EXAMPLES = amount("HYPOTHESIS_EXAMPLES", 12, 200)
hypothesis.settings.register_profile("project", deadline=None, print_blob=True, max_examples=EXAMPLES)
hypothesis.settings.load_profile("project")


def pytest_collection_finish():
    """Exclude long-lived objects such as modules from garbage collection, so that full collections are faster."""
    gc.collect()
    gc.freeze()


RENDER = Template._render


@pytest.fixture(scope="session", autouse=True)
def _templates_as_in_production(django_test_environment):
    """Undo what Django's test environment does to templates: it copies every context, which no test reads."""
    Template._render = RENDER


@pytest.fixture(scope="session")
def base_url(live_server):
    """`page.goto("/")` opens the live server. (Here, because pytest-playwright's own would win over a plugin's.)"""
    return live_server.url


@pytest.fixture(scope="session")
def django_db_keepdb(django_db_modify_db_settings):
    """Each worker's SQLite database begins as a copy of one that was migrated: pytest-django finds it and keeps it."""
    from django.db import connection

    if connection.vendor != "sqlite":
        return False
    copy_migrated_database(Path(connection.settings_dict["TEST"]["NAME"]))
    return True


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup, django_db_blocker):
    """At the end, remove the copied SQLite database, or close all connections to PostgreSQL before it is dropped."""
    yield
    from django.db import connection

    if connection.vendor == "sqlite":
        with django_db_blocker.unblock():
            connection.close()
        Path(connection.settings_dict["NAME"]).unlink(missing_ok=True)
    if connection.vendor == "postgresql":
        with django_db_blocker.unblock():
            connection.close()
            connection.close_pool()
            with connection._nodb_cursor() as cursor:
                asking = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s"
                cursor.execute(asking, [connection.settings_dict["NAME"]])


@pytest.fixture(autouse=True)
def _in_english():
    """Begin each test in English: a request activates its language for the whole thread and doesn't reset it."""
    with translation.override("en"):
        yield
