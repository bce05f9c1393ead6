"""Who runs what when tests run side by side. A browser is many processes by itself: half of the workers run one, no
more, so that a machine with two cores shows no page late because of two of them."""

import zlib

import pytest
from xdist.scheduler import LoadScopeScheduling

PARTS = 4  # of a file: what one worker takes at a time


class Lanes(LoadScopeScheduling):
    """Browser tests in as many queues as there are pairs of workers, each of which stays with one worker."""

    def _split_scope(self, nodeid: str) -> str:
        number = zlib.crc32(nodeid.encode())
        if "[chromium" in nodeid:
            return f"browser-{number % max(1, self.numnodes // 2)}"
        return f"{nodeid.partition('::')[0]}-{number % PARTS}"


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    return Lanes(config, log)
