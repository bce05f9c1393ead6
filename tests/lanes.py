"""Which worker runs which tests when tests run side by side.

A file stays together, so that what its tests share is built once. All browser tests stay together too, in one lane for
each pair of workers: a browser is many processes by itself, and two of them on two cores would make pages late.
"""

import os
import re
import zlib

import pytest
from xdist.scheduler import LoadScopeScheduling

BROWSER = re.compile(r"[\[-](chromium|firefox|webkit)[\]-]")  # in the id of every test that has a page


def in_browser(nodeid: str) -> bool:
    """Whether this test has a page."""
    return bool(BROWSER.search(nodeid))


def in_a_savepoint(item: pytest.Item) -> bool:
    """Whether this test uses the tests' database, and is undone by a rollback."""
    marker = item.get_closest_marker("django_db")
    if marker is None:
        return "db" in item.fixturenames and not {"transactional_db", "live_server"} & set(item.fixturenames)
    return not marker.kwargs.get("transaction")


class Lanes(LoadScopeScheduling):
    """Gives each file of tests to one worker. Browser tests are grouped into lanes, each with a worker of its own."""

    def _split_scope(self, nodeid: str) -> str:
        if in_browser(nodeid):
            return f"browser-{zlib.crc32(nodeid.encode()) % max(1, self.numnodes // 2)}"
        return nodeid.partition("::")[0]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config):
    """One worker more than there are cores, because the browser often waits.

    On PostgreSQL, where tests of locks wait for each other a limited time, as many as there are cores.
    """
    return (os.cpu_count() or 1) + ("DATABASE_URL" not in os.environ)


@pytest.hookimpl(trylast=True)  # after pytest-django, which puts tests that empty the database last
def pytest_collection_modifyitems(items):
    """Start with the browser, whose lane takes longest. Then come the tests of processes, which often wait.

    The short files at the end keep all workers busy.
    """
    items.sort(key=lambda item: (not in_browser(item.nodeid), in_a_savepoint(item)))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    config.option.loadscopereorder = False  # by number of tests, which would put the browser last
    return Lanes(config, log)
