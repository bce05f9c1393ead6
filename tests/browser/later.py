"""What the tests of the outbox share: its scripts there, no network, what waits on the phone and stands in the log."""

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
    """The outbox is there."""
    page.locator("html[data-later=on]").wait_for(state="attached")


def offline(table: Table, gone: bool = True) -> None:
    """The network goes, or comes back."""
    table.page.context.set_offline(gone)


def waiting(page: Page) -> list[dict]:
    """The entries on the phone, in order."""
    return page.evaluate(WAITING)


def says(page: Page, text: str | re.Pattern[str]) -> None:
    """The line of the outbox over the page."""
    expect(page.locator(".later-line")).to_contain_text(text)


def waits(page: Page, entries: int) -> None:
    """So many entries wait on the phone for the network."""
    says(page, wording.waiting_for_network(entries))


def needs_you(page: Page, entries: int) -> None:
    """So many entries need a decision."""
    says(page, wording.needs_you(entries))


def is_empty(page: Page) -> None:
    """Nothing waits any more."""
    ready(page)  # before that, the line is hidden whatever waits
    for _try in range(200):
        left = waiting(page)
        if not left:
            break
        page.wait_for_timeout(100)
    assert left == []
    expect(page.locator(".later-line")).to_be_hidden(timeout=20_000)


def log(code: str) -> list[tuple[str, str, int]]:
    """Who won each hand, from whom, with what; a drawn one and all else by its kind alone."""
    events = Event.objects.filter(match=Match.objects.get(code=code)).order_by("seq")
    return [
        (each.payload["winner"], each.payload["win"].get("from", "wall"), each.payload["hand_points"])
        if each.kind == "hand"
        else each.kind
        for each in events
    ]


def enter(table: Table, winner: str, source: str = "Wall", points: int = 5, save: str = "Keep and send later") -> None:
    """A hand in the sheet that opens without a network."""
    table.tap(table.card(winner))
    expect(table.page.locator("#sheet-title")).to_contain_text("offline")
    table.source(source)
    table.tap(table.chip("Hand-points", points))
    table.tap(table.button(save))
    expect(table.page.locator("#sheet")).to_be_hidden()


def draw(table: Table) -> None:
    """A goulash without a network."""
    table.tap(table.link("Goulash, no winner"))
    table.tap(table.button("Keep and send later"))
    expect(table.page.locator("#sheet")).to_be_hidden()
