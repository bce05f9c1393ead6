"""Distributes tests over the workers of pytest-xdist.

The tests of a file run on one worker, so that shared fixtures are built once. Browser tests are grouped into lanes, one
lane for every two workers: a browser is many processes, and two browsers on two cores would make pages slow.
"""

import os
import re
import zlib

import pytest
from xdist.scheduler import LoadScopeScheduling

BROWSER = re.compile(r"[\[-](chromium|firefox|webkit)[\]-]")  # in the id of every test that uses a page


def in_browser(nodeid: str) -> bool:
    """Whether this test uses a page."""
    return bool(BROWSER.search(nodeid))


def in_a_savepoint(item: pytest.Item) -> bool:
    """Whether this test uses the test database and is rolled back."""
    marker = item.get_closest_marker("django_db")
    if marker is None:
        return "db" in item.fixturenames and not {"transactional_db", "live_server"} & set(item.fixturenames)
    return not marker.kwargs.get("transaction")


class Lanes(LoadScopeScheduling):
    """Gives each test file to one worker. Browser tests are grouped into lanes, each with its own worker."""

    def _split_scope(self, nodeid: str) -> str:
        if in_browser(nodeid):
            return f"browser-{zlib.crc32(nodeid.encode()) % max(1, self.numnodes // 2)}"
        return nodeid.partition("::")[0]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config):
    """One worker more than there are cores, because the browser often waits.

    On PostgreSQL one worker per core, because tests of locks have time-outs.
    """
    return (os.cpu_count() or 1) + ("DATABASE_URL" not in os.environ)


@pytest.hookimpl(trylast=True)  # after pytest-django, which puts tests that empty the database last
def pytest_collection_modifyitems(items):
    """Run the browser tests first, because their lane takes longest, then tests that start processes and often wait.

    The short files at the end keep all workers busy.
    """
    items.sort(key=lambda item: (not in_browser(item.nodeid), in_a_savepoint(item)))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    config.option.loadscopereorder = False  # by number of tests, which would put the browser last
    return Lanes(config, log)
