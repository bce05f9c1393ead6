"""Lifts the log's triggers while a transactional test empties its tables. They stand in every test itself."""

import pytest
from pytest_django.plugin import blocking_manager_key

EMPTIES_TABLES = {"transactional_db", "live_server", "django_db_reset_sequences"}


def _empties_tables(item):
    marker = item.get_closest_marker("django_db")
    return bool(EMPTIES_TABLES & set(getattr(item, "fixturenames", ()))) or bool(
        marker and (marker.kwargs.get("transaction") or marker.kwargs.get("reset_sequences"))
    )


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item, nextitem):
    """Around the tear-down, which flushes: DELETE on SQLite, TRUNCATE on PostgreSQL."""
    if not _empties_tables(item):
        return (yield)
    from matches import guards

    with item.config.stash[blocking_manager_key].unblock():
        guards.remove()
    try:
        return (yield)
    finally:
        if nextitem is not None:  # after the last test the database itself is gone
            with item.config.stash[blocking_manager_key].unblock():
                guards.install()
