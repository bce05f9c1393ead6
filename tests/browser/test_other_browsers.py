"""The app in WebKit, the engine of every iPhone, and in Firefox. `make test` saves one hand in WebKit. The thorough run
repeats in both browsers what other tests play in Chromium.

All requests go through a proxy that can be cut. Both browsers are then offline, like a phone whose Wi-Fi has no
internet.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Locator, Page, expect

from proofs.proxy import Proxy
from tests import other_browsers
from tests.browser import later, pages, test_nine_hands
from tests.browser.test_offline import kept
from tests.browser.test_tiles import DRAGONS, Tapper
from tests.browsing import Complaints
from tests.tournaments.table_cast import Hall
from tournaments.links import table_token

SIZE = {"width": 360, "height": 740}


class Line(Proxy):
    """A proxy between browser and server. It loses all requests while it is `cut`."""

    cut = False

    def fault(self, request: bytes) -> str:
        return "request lost" if self.cut else ""


@pytest.fixture
def line(live_server) -> Iterator[Line]:
    with Line(live_server.url, 0, {}) as line:
        threading.Thread(target=line.serve_forever, daemon=True).start()
        yield line
        line.shutdown()


@pytest.fixture(scope="module")
def firefox(playwright):
    with other_browsers.firefox(playwright) as browser:
        yield browser


@pytest.fixture(scope="module")
def display():
    with other_browsers.screen(1280, 900) as display:
        yield display


@contextmanager
def opened_firefox(request, url: str, complaints: Complaints) -> Iterator[Page]:
    with request.getfixturevalue("firefox").new_context(viewport=SIZE, locale="en-GB") as context:
        complaints.watch(context)
        yield context.new_page()


@contextmanager
def opened_webkit(request, url: str, complaints: Complaints) -> Iterator[Page]:
    display, playwright = request.getfixturevalue("display"), request.getfixturevalue("playwright")
    with other_browsers.webkit(playwright, display, url, **SIZE) as page:
        complaints.watch(page.context)
        # WebKit doesn't know `manifest-src`, styles plain text inline, and reports requests cancelled by navigation.
        complaints.allow("manifest-src|/healthz|due to access control checks")
        yield page


OPENED = {"firefox": opened_firefox, "webkit": opened_webkit}


@pytest.fixture(
    params=[
        pytest.param("webkit", marks=pytest.mark.webkit),
        pytest.param("firefox", marks=[pytest.mark.firefox, pytest.mark.thorough]),
    ]
)
def phone(request, complaints, line, monkeypatch) -> Iterator[Page]:
    """A page of 360 × 740 px in Firefox or WebKit. Their drivers can't tap, so a tap is a click."""
    goto = Page.goto
    monkeypatch.setattr(Locator, "tap", Locator.click)
    monkeypatch.setattr(Page, "goto", lambda page, path: goto(page, urljoin(line.url, path)))
    with OPENED[request.param](request, urljoin(line.url, "/healthz"), complaints) as page:
        yield page


# Legends that overlap the upper edge of their fieldset.
TOO_HIGH = """() => [...document.querySelectorAll("fieldset > legend:not(.visually-hidden)")].filter((legend) => {
  const words = document.createRange();
  words.selectNodeContents(legend);
  const part = legend.parentElement;
  const inside = part.getBoundingClientRect().top + parseFloat(getComputedStyle(part).paddingTop);
  return part.checkVisibility() && words.getBoundingClientRect().top < inside - 4;
}).map((legend) => legend.textContent)"""
COLUMNS = "(grid) => getComputedStyle(grid).gridTemplateColumns.split(' ').length"


class Walker(Tapper):
    """Taps without checking the thumb's reach. Playwright itself checks whether a target is covered."""

    tap = pages.Table.tap


def test_a_hand_is_saved(phone):
    phone.goto("/start/")
    assert phone.evaluate(TOO_HIGH) == []
    table = Walker(pages.open_match(phone).page)
    table.take("Ann")
    assert phone.locator(".chips-6").evaluate(COLUMNS) == 6
    phone.locator(".ask-waits").click(trial=True)  # nothing covers it
    table.source("Cho")
    table.tap(table.chip("Hand-points", 5))
    table.tap(phone.locator("label.switch", has_text="Cho"))
    table.preview("Ann wins 12 Bea pays 2, Cho pays 10")
    table.save(1)
    table.shows(12, -2, -10)


@pytest.mark.thorough
def test_the_page_shows_no_scroll_bar_beside_the_open_sheet(phone):
    table = pages.open_match(phone)
    phone.evaluate("document.querySelector('main').style.minHeight = '1500px'")  # longer than the screen
    table.take("Ann")
    assert phone.evaluate("innerWidth - document.documentElement.clientWidth") == 0


@pytest.mark.thorough
def test_a_limit_hand_is_tapped_saved_and_undone(phone):
    table = Tapper(pages.open_match(phone).page)
    table.tiles_of("Cho")
    table.enter(DRAGONS)
    table.source("Wall")
    table.save(1)
    table.shows(-40, -40, 80)
    table.undo("hand 1")
    table.shows(0, 0, 0)


@pytest.mark.thorough
def test_a_table_plays_nine_hands(phone):
    table = pages.start(phone)
    test_nine_hands.first_six_hands(table)
    table.penalty("Bea", "Wrong pong or kong call")
    table.shows(*test_nine_hands.AFTER_THE_PENALTY)
    test_nine_hands.hand_two_was_no_goulash(table)
    test_nine_hands.last_three_hands(table)
    test_nine_hands.undo_and_redo(table)
    test_nine_hands.ledger_reads(table)
    test_nine_hands.close(table)


@pytest.mark.thorough
def test_offline_hands_survive_a_reload_and_are_saved_in_order(phone, line, complaints):
    complaints.allow(f"{later.LOST}|Connection terminated")
    table = pages.open_match(phone)
    table.win(1, "Ann", "Wall", 5)
    kept(table)
    line.cut = True
    later.enter(table, "Bea", "Ann", 6)
    later.draw(table)
    later.waits(phone, 2)
    phone.reload()
    table.shows(16, -8, -8)
    later.waits(phone, 2)
    line.cut = False
    later.is_empty(phone)
    assert later.log(table.code) == [("P1", "wall", 5), ("P2", "P1", 6), "draw"]


@pytest.mark.thorough
def test_a_tournament_table_goes_from_its_card_to_a_result(phone):
    hall = Hall(public=True)
    phone.goto(f"/e/{hall.tournament.code}/t/1/{table_token(hall.tournament, 1)}")
    phone.get_by_role("button", name="Join table 1").tap()
    phone.get_by_role("button", name="Start scoring").tap()
    table = pages.Table(phone)
    table.win(1, hall.here().sitting[hall.here().seats[0].entrant_id])
    phone.get_by_role("link", name="Go to tournament").tap()
    expect(phone.get_by_role("link", name="Go to scoring")).to_be_visible()
