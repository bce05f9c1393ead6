"""Fixtures for the browser tests: a new table, and hands entered without the browser."""

import pytest

from matches import actions
from matches.models import Match
from tests.browser import pages
from tests.browser.pages import Table
from tests.matches import table as tables


@pytest.fixture(autouse=True)
def newer_checks(complaints) -> None:
    """While a hand is filled in, a newer check of the sheet aborts the older one, which htmx logs in the console."""
    complaints.allow("htmx:(afterRequest|sendAbort)")


@pytest.fixture
def table(phone) -> Table:
    """A new match of Ann, Bea and Cho, which this phone scores."""
    return pages.open_match(phone)


@pytest.fixture
def play():
    """`play(table, ("hand", payload), …)` adds entries to the log as the match's first phone."""

    def make(table: Table, *entries: tuple[str, dict]) -> None:
        for kind, payload in entries:
            match = Match.objects.get(code=table.code)
            device = match.devices.order_by("number").first().device
            actions.record_entry(**tables.at(match, device=device), kind=kind, payload=payload)
        table.open()

    return make
