"""Drops the triggers of append-only tables while a transactional test flushes the database. During the tests themselves
the triggers are active."""

import pytest
from pytest_django.plugin import blocking_manager_key

EMPTIES_TABLES = {"transactional_db", "live_server", "django_db_reset_sequences"}


def _guards():
    from matches.log import append_only as events
    from people.audit import append_only as audit
    from tournaments.models import append_only as results

    return (events, audit, results)


def _empties_tables(item):
    marker = item.get_closest_marker("django_db")
    return bool(EMPTIES_TABLES & set(getattr(item, "fixturenames", ()))) or bool(
        marker and (marker.kwargs.get("transaction") or marker.kwargs.get("reset_sequences"))
    )


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item, nextitem):
    """Wrap the tear-down, which flushes the database: DELETE on SQLite, TRUNCATE on PostgreSQL."""
    if not item.funcargs or not _empties_tables(item):  # a skipped test has no funcargs
        return (yield)
    with item.config.stash[blocking_manager_key].unblock():
        for guard in _guards():
            guard.remove()
    try:
        return (yield)
    finally:
        if nextitem is not None:  # after the last test the database itself is gone
            with item.config.stash[blocking_manager_key].unblock():
                for guard in _guards():
                    guard.install()
