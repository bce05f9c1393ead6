"""What a test run says of itself: the seed to repeat it, and loudly what it left out."""

import os
import random
import shutil

import pytest

NEEDS = {
    "browser": "no Chromium found. Get one: apt-get install chromium fonts-noto-cjk (or set CHROMIUM=/path/to/it)",
    "caddy": "no Caddy found. Get one: apt-get install caddy",
    "systemd": "no systemd-analyze found. Get one: apt-get install systemd",
    "postgres": "no PostgreSQL. Name one: DATABASE_URL=postgres://user@127.0.0.1:5432/name make test",
}


PROGRAMS = {"caddy": "caddy", "systemd": "systemd-analyze"}


def available(need: str) -> bool:
    """Whether this run has what tests with that marker need."""
    if need == "browser":
        from tests.browsing import chromium

        return chromium() is not None
    if need in PROGRAMS:
        return shutil.which(PROGRAMS[need]) is not None
    from django.db import connection

    return connection.vendor == "postgresql"


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config):
    """Draw the seed ourselves, so that it can be printed and handed to xdist's workers."""
    if config.option.hypothesis_seed is None:
        config.option.hypothesis_seed = str(random.randrange(2**32))


def pytest_report_header(config):
    return f"repeat with: --hypothesis-seed={config.option.hypothesis_seed}"


def pytest_runtest_setup(item):
    for need, reason in NEEDS.items():
        if item.get_closest_marker(need) and not available(need):
            if os.environ.get(f"REQUIRE_{need.upper()}") == "1":
                pytest.fail(f"REQUIRE_{need.upper()}=1, but {reason}", pytrace=False)
            pytest.skip(f"{need}: {reason}")


def pytest_terminal_summary(terminalreporter, config):
    terminalreporter.line(f"hypothesis: repeat with --hypothesis-seed={config.option.hypothesis_seed}")
    skipped = [str(report.longrepr) for report in terminalreporter.stats.get("skipped", [])]
    for need, reason in NEEDS.items():
        count = sum(f"{need}: {reason}" in text for text in skipped)
        if count:
            terminalreporter.line(f"NOT RUN: {count} {need} tests: {reason}", yellow=True, bold=True)
