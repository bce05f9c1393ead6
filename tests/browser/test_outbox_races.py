"""A save is in flight while the table goes on: entries and server updates in the meantime."""

import re
from contextlib import suppress

import pytest
from playwright.sync_api import Error, Route, expect

from tests.browser import later, pages
from tests.browser.pages import Table
from tests.browser.test_trouble import filled_in
from tests.matches.table import wall

HAND = ("P1", "P2", 5)  # what `filled_in` enters
TOLD = """() => new MutationObserver(() => {
  const news = document.querySelector('.sheet-news');
  if (news) window.told = news.textContent;
}).observe(document.body, { childList: true, subtree: true })"""
WENT_BACK = """() => {
  window.back = false;
  const amount = () => document.querySelector('.player .amt').textContent;
  let saved = false;
  new MutationObserver(() => {
    saved = saved || amount() === '+8';
    window.back = window.back || (saved && amount() === '+16');
  }).observe(document.body, { childList: true, subtree: true, characterData: true });
}"""
HURRIED = """() => {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  AbortSignal.timeout = (ms) => timeout(ms / 10);
}"""
ASLEEP = "() => { navigator.locks.request('outbox', () => new Promise(() => {})); }"
TROUBLE = "Failed to load|htmx:(sendError|timeout|responseError)"


@pytest.fixture
def table(phone, complaints) -> Table:
    """A match that has just been started, with its outbox loaded."""
    complaints.allow(TROUBLE)
    table = pages.open_match(phone)
    later.ready(phone)
    return table


def saves(route: Route) -> bool:
    return route.request.method == "POST" and "action=check" not in (route.request.post_data or "")


@pytest.fixture
def held(table) -> list[Route]:
    """Saves that are held back until the test lets them continue."""
    found: list[Route] = []
    table.page.route("**/hand/", lambda route: found.append(route) if saves(route) else route.continue_())
    return found


def sent(table: Table, held: list[Route]) -> None:
    table.tap(filled_in(table))
    later.says(table.page, "Sending…")
    assert len(held) == 1


def next_hand_half_typed(table: Table) -> None:
    """The first hand is being sent and its sheet is closed; the next hand's sheet is open."""
    table.page.locator("#sheet [data-close]").first.tap(timeout=4000)
    expect(table.page.locator("#sheet")).to_be_hidden()
    table.tap(table.card("Bea"))
    expect(table.page.locator("#sheet-title")).to_have_text("Hand 2, offline")
    table.source("Wall")
    table.tap(table.chip("Hand-points", 6))


@pytest.mark.thorough
@pytest.mark.parametrize("code", [0, 503], ids=["saved", "refused"])
def test_the_sheet_of_the_next_hand_stays_open_when_the_previous_hand_is_answered(table, held, code):
    sent(table, held)
    next_hand_half_typed(table)
    held.pop().fulfill(status=code, body="trouble") if code else held.pop().continue_()
    later.waits(table.page, 1) if code else table.shows(14, -12, -2)
    table.page.unroute("**/hand/")
    table.page.wait_for_timeout(300)
    assert table.page.locator("#sheet").evaluate("(sheet) => sheet.open && !sheet.inert")
    table.tap(table.button("Keep and send later"))
    expect(table.page.locator("#sheet")).to_be_hidden()
    later.is_empty(table.page)
    assert later.log(table.code) == [HAND, ("P2", "wall", 6)]


@pytest.mark.thorough
def test_a_hand_refused_after_its_sheet_was_closed_is_not_lost(table, held, complaints):
    complaints.allow("422")
    sent(table, held)
    table.page.locator("#sheet [data-close]").first.tap(timeout=4000)
    held.pop().fulfill(status=422, body="<p>No</p>")
    later.needs_you(table.page, 1)
    assert [entry["needs"] for entry in later.waiting(table.page)] == [422]


@pytest.mark.thorough
def test_a_match_that_the_server_cannot_save_does_not_block_others(table):
    broken = lambda route: route.fulfill(status=500) if saves(route) else route.continue_()  # noqa: E731
    table.page.route(f"**/m/{table.code}/hand/", broken)
    table.tap(filled_in(table))
    later.waits(table.page, 1)
    other = pages.start(table.page)  # by the same phone: `open_match` would set the cookie of another one
    later.ready(other.page)
    other.win(1, "Ann", "Wall", 5)
    later.waits(other.page, 1)
    assert later.log(other.code) == [("P1", "wall", 5)]
    table.page.unroute(f"**/m/{table.code}/hand/")
    later.is_empty(other.page)
    assert later.log(table.code) == [HAND]


def test_an_entry_that_the_server_never_accepts_lets_others_go_first_and_can_be_discarded(table):
    broken = lambda route: route.fulfill(status=500) if saves(route) else route.continue_()  # noqa: E731
    table.page.route("**/hand/", broken)
    table.tap(filled_in(table))
    later.waits(table.page, 1)
    for tries in range(later.waiting(table.page)[0]["tries"], 12):
        assert later.waiting(table.page)[0]["needs"] == 0, tries
        with table.page.expect_response("**/hand/"):
            table.page.evaluate("window.dispatchEvent(new Event('online'))")
    later.needs_you(table.page, 1)
    table.page.unroute("**/hand/")
    later.draw(table)
    table.page.locator(".later-line").tap()
    table.tap(table.button("Send other entries first"))
    expect(table.page.locator("#later-items li")).to_have_count(1)
    assert later.log(table.code) == ["draw"]
    table.page.once("dialog", lambda dialog: dialog.accept())
    table.tap(table.button("Discard entry"))
    later.is_empty(table.page)
    table.win(2, "Bea", "Wall", 5)
    assert later.log(table.code) == ["draw", ("P2", "wall", 5)]


@pytest.mark.thorough
def test_your_own_hand_is_not_an_update_while_its_response_is_in_flight(table):
    held = []

    def hold(route: Route) -> None:
        if saves(route):
            held.append((route, route.fetch()))
        else:
            route.continue_()

    table.page.route("**/hand/", hold)
    table.page.evaluate(TOLD)
    table.tap(filled_in(table))
    later.says(table.page, "Sending…")
    table.page.wait_for_timeout(4000)
    route, response = held.pop()
    route.fulfill(response=response)
    table.saved(1)
    assert table.page.evaluate("window.told") is None


@pytest.mark.thorough
def test_an_update_older_than_your_own_hand_does_not_revert_the_table(table, play):
    play(table, ("hand", wall("P1", 5)))
    page, held = table.page, []
    later.ready(page)
    older = page.evaluate("fetch('?v=0', {headers: {'HX-Request': 'true'}}).then((a) => a.text())")
    table.take("Bea")
    table.source("Wall")
    table.tap(table.chip("Hand-points", 5))
    expect(page.locator("#sheet-bar .words")).to_contain_text("Bea wins")
    page.route(re.compile(r"[?]v="), lambda route: held.append(route))
    with page.expect_request(re.compile(r"[?]v=")):
        pass
    page.evaluate(WENT_BACK)
    table.save(2)
    table.shows(8, 8, -16)
    with suppress(Error):  # the request was aborted
        held[0].fulfill(status=200, body=older, content_type="text/html")
    page.wait_for_timeout(300)
    assert page.evaluate("window.back") is False


@pytest.mark.thorough
def test_a_tab_that_was_suspended_while_sending_does_not_block_others(table):
    asleep = table.page.context.new_page()
    asleep.goto("/glossary/")
    asleep.evaluate(ASLEEP)
    table.page.bring_to_front()
    table.page.evaluate(HURRIED)
    table.tap(filled_in(table))
    later.says(table.page, "Sending…")
    table.saved(1)
    assert later.log(table.code) == [HAND]


@pytest.mark.thorough
def test_a_slow_response_is_still_shown_for_comparison(table, held, complaints):
    """Meanwhile the list below is rendered again."""
    complaints.allow("422")
    sent(table, held)
    table.page.locator("#sheet [data-close]").first.tap()
    held.pop().fulfill(status=422, body="<p>No</p>")
    later.needs_you(table.page, 1)
    table.page.locator(".later-line").tap()
    table.tap(table.button("Compare and decide"))
    later.says(table.page, "Sending…")
    held.pop().fulfill(status=422, body="<p>No hand like this</p>")
    expect(table.page.locator("#sheet")).to_have_text("No hand like this")
