"""What a test run reports: the seeds that repeat it, its slowest tests, and the tests that it left out."""

import os
import random
import shutil
from collections import Counter, defaultdict

import pytest

from tests.thorough import SEED, THOROUGH

NEEDS = {
    "browser": "no Chromium found. Get one: apt-get install chromium fonts-noto-cjk (or set CHROMIUM=/path/to/it)",
    "whole_browser": "no Chromium with windows found. Get one: apt-get install chromium (or set CHROMIUM=/path/to/it)",
    "firefox": "no Firefox found. Get one: apt-get install firefox-esr",
    "webkit": "no WebKit found. Get it: apt-get install gir1.2-webkit2-4.1 python3-gi xvfb",
    "caddy": "no Caddy found. Get one: apt-get install caddy",
    "systemd": "no systemd-analyze found. Get one: apt-get install systemd",
    "postgres": "no PostgreSQL. Name one: DATABASE_URL=postgres://user@127.0.0.1:5432/name make test",
}

BROWSERS = ("browser", "whole_browser", "firefox", "webkit")
PROGRAMS = {"caddy": "caddy", "systemd": "systemd-analyze"}


def available(need: str) -> bool:
    """Whether the browser, program or database that this marker requires is available."""
    if need in BROWSERS:
        from tests import browsing, other_browsers

        found = {
            "browser": browsing.chromium,
            "whole_browser": browsing.whole_chromium,
            "firefox": other_browsers.firefox_path,
            "webkit": other_browsers.webkit_path,
        }
        return found[need]() is not None
    if need in PROGRAMS:
        return shutil.which(PROGRAMS[need]) is not None
    from django.db import connection

    return connection.vendor == "postgresql"


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config):
    """Choose the seed here, so that it can be printed and passed to xdist's workers."""
    if config.option.hypothesis_seed is None:
        config.option.hypothesis_seed = str(random.randrange(2**32))


def pytest_report_header(config):
    return [
        "size: thorough" if THOROUGH else "size: every change (make test-thorough runs everything)",
        f"repeat with: SEED={SEED} and --hypothesis-seed={config.option.hypothesis_seed}",
    ]


def pytest_collection_modifyitems(config, items):
    """Leave tests marked `thorough`, and half of the tests that run both plain and with htmx, to the thorough run."""
    if THOROUGH:
        return
    pairs = other_halves(items)
    left_out = [item for item in items if item.get_closest_marker("thorough") or item.nodeid in pairs]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        kept = set(items) - set(left_out)
        items[:] = [item for item in items if item in kept]


def other_halves(items):
    """Of each test that runs both with and without htmx, one of the two cases, alternating."""
    pairs = defaultdict(dict)
    for item in items:
        params = dict(item.callspec.params) if hasattr(item, "callspec") else {}
        if "htmx" in params:
            htmx = params.pop("htmx")
            pairs[item.location[0], item.originalname, repr(params)][htmx] = item.nodeid
    both = (pair for pair in pairs.values() if len(pair) == 2)
    return {pair[number % 2] for number, pair in enumerate(both)}


def pytest_runtest_setup(item):
    for need, reason in NEEDS.items():
        if item.get_closest_marker(need) and not available(need):
            if os.environ.get(f"REQUIRE_{need.upper()}") == "1":
                pytest.fail(f"REQUIRE_{need.upper()}=1, but {reason}", pytrace=False)
            pytest.skip(f"{need}: {reason}")


def pytest_terminal_summary(terminalreporter, config):
    terminalreporter.section("ten slowest tests")
    for test, seconds in slowest(terminalreporter, 10):
        terminalreporter.line(f"{seconds:7.2f} s  {test}")
    terminalreporter.line(f"repeat with: SEED={SEED} and --hypothesis-seed={config.option.hypothesis_seed}")
    skipped = [str(report.longrepr) for report in terminalreporter.stats.get("skipped", [])]
    for need, reason in NEEDS.items():
        count = sum(f"{need}: {reason}" in text for text in skipped)
        if count:
            terminalreporter.line(f"NOT RUN: {count} {need} tests: {reason}", yellow=True, bold=True)


def slowest(terminalreporter, count):
    """The slowest tests, each with its seconds for set-up, call and tear-down."""
    seconds = Counter()
    for reports in terminalreporter.stats.values():
        for report in reports:
            if hasattr(report, "duration"):
                seconds[report.nodeid] += report.duration
    return seconds.most_common(count)
