"""Helpers for tests of the outbox: wait for its scripts, go offline, read the waiting entries and the log."""

import re

from playwright.sync_api import Page, expect

from matches.models import Event, Match
from tests import wording
from tests.browser.pages import Table

LOST = "ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to load|htmx:(sendError|timeout|responseError)"
WAITING = """() => new Promise((good, bad) => {
  const asked = indexedDB.open("scorekeeper");
  asked.onerror = bad;
  asked.onsuccess = () => {
    const all = asked.result.transaction("outbox").objectStore("outbox").getAll();
    all.onsuccess = () => { asked.result.close(); good(all.result); };
  };
})"""


def ready(page: Page) -> None:
    """Wait until the outbox is loaded."""
    page.locator("html[data-later=on]").wait_for(state="attached")


def offline(table: Table, gone: bool = True) -> None:
    """Go offline, or online again."""
    table.page.context.set_offline(gone)


def waiting(page: Page) -> list[dict]:
    """The waiting entries on the phone, in order."""
    return page.evaluate(WAITING)


def says(page: Page, text: str | re.Pattern[str]) -> None:
    """Expect this text in the outbox line above the page."""
    expect(page.locator(".later-line")).to_contain_text(text)


def waits(page: Page, entries: int) -> None:
    """Expect this number of entries to wait for the network."""
    says(page, wording.waiting_for_network(entries))


def needs_you(page: Page, entries: int) -> None:
    """Expect this number of entries to need a decision."""
    says(page, wording.needs_you(entries))


def is_empty(page: Page) -> None:
    """Expect the outbox to be empty."""
    ready(page)  # until it is loaded, the line is hidden anyway
    for _try in range(200):
        left = waiting(page)
        if not left:
            break
        page.wait_for_timeout(100)
    assert left == []
    expect(page.locator(".later-line")).to_be_hidden(timeout=20_000)


def log(code: str) -> list[tuple[str, str, int]]:
    """Winner, payer and points of each hand in the log; for a draw and other events only the kind."""
    events = Event.objects.filter(match=Match.objects.get(code=code)).order_by("seq")
    return [
        (each.payload["winner"], each.payload["win"].get("from", "wall"), each.payload["hand_points"])
        if each.kind == "hand"
        else each.kind
        for each in events
    ]


def enter(table: Table, winner: str, source: str = "Wall", points: int = 5, save: str = "Keep and send later") -> None:
    """Enter a hand in the offline sheet."""
    table.tap(table.card(winner))
    expect(table.page.locator("#sheet-title")).to_contain_text("offline")
    table.source(source)
    table.tap(table.chip("Hand-points", points))
    table.tap(table.button(save))
    expect(table.page.locator("#sheet")).to_be_hidden()


def draw(table: Table) -> None:
    """Enter a goulash offline."""
    table.tap(table.link("Goulash, no winner"))
    table.tap(table.button("Keep and send later"))
    expect(table.page.locator("#sheet")).to_be_hidden()
