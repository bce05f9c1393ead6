"""Entries wait in the phone's outbox until they are saved: with two tabs, a killed tab, failing storage or server."""

import pytest
from playwright.sync_api import expect

from tests.browser import later, pages
from tests.browser.later import LOST, offline
from tests.browser.pages import Table
from tests.browser.test_trouble import filled_in, ten_fast_taps
from tests.matches.table import wall

NOTHING_KEPT = "This browser can’t save hands offline. Keep this page open until everything is saved."
DENIED = "Object.defineProperty(window, 'indexedDB', {get() { throw new DOMException('denied', 'SecurityError'); }})"
CLOSED_ONCE = """() => {
  const open = IDBDatabase.prototype.transaction;
  IDBDatabase.prototype.transaction = function (...told) {
    IDBDatabase.prototype.transaction = open;
    throw new DOMException("closed", "InvalidStateError");
  };
}"""


@pytest.fixture
def table(phone, complaints) -> Table:
    """A match that has just been started, with its outbox loaded."""
    complaints.allow(LOST)
    table = pages.open_match(phone)
    later.ready(phone)
    return table


def saves(route) -> bool:
    return route.request.method == "POST" and "action=check" not in (route.request.post_data or "")


def answered(table: Table, answers: list, path: str = "**/hand/"):
    """Answer the first saves with `answers`, one each; the server answers the rest."""

    def handle(route):
        if saves(route) and answers:
            answers.pop(0)(route)
        else:
            route.continue_()

    table.page.route(path, handle)


def status(code):
    return lambda route: route.fulfill(status=code, body="trouble")


def lost(route):
    route.fetch()
    route.abort()


HAND = ("P1", "P2", 5)  # what `filled_in` enters


@pytest.mark.parametrize(
    "code", [503, *(pytest.param(code, marks=pytest.mark.thorough) for code in (429, 500, 502, 504))]
)
def test_a_hand_is_sent_again_until_a_failing_server_accepts_it(table, code):
    answered(table, [status(code)])
    table.tap(filled_in(table))
    later.waits(table.page, 1)
    expect(table.page.locator("#sheet")).to_be_hidden()
    later.is_empty(table.page)
    assert later.log(table.code) == [HAND]
    table.shows(14, -12, -2)


def test_a_response_that_is_not_from_this_site_confirms_nothing(table):
    """A captive portal, as in a hotel, answers every request with 200."""
    answered(table, [lambda route: route.fulfill(status=200, body="<h1>Welcome to our Wi-Fi</h1>")])
    table.tap(filled_in(table))
    later.waits(table.page, 1)
    later.is_empty(table.page)
    assert later.log(table.code) == [HAND]
    expect(table.page.get_by_text("Wi-Fi")).to_have_count(0)


@pytest.mark.thorough
def test_the_table_does_not_wait_for_a_server_that_hangs(table):
    held = []
    answered(table, [held.append])
    table.tap(filled_in(table))
    later.says(table.page, "Sending…")
    expect(table.page.locator(".later-line")).to_contain_text("Waiting for network (1)", timeout=15_000)
    expect(table.page.locator("#sheet")).to_be_hidden()
    later.is_empty(table.page)
    assert later.log(table.code) == [HAND]


def test_a_hand_whose_response_is_lost_is_sent_again_and_counts_once(table):
    answered(table, [lost, lost])
    table.tap(filled_in(table))
    later.waits(table.page, 1)
    table.says("Already saved: hand 1")
    later.is_empty(table.page)
    assert later.log(table.code) == [HAND]


@pytest.mark.parametrize(
    "arrived",
    [True, pytest.param(False, marks=pytest.mark.thorough)],
    ids=["the server has it", "the server has nothing"],
)
def test_a_tab_that_is_killed_during_a_save_loses_nothing(table, arrived):
    context, sent = table.page.context, []

    def hold(route):
        if saves(route):
            sent.append(route.fetch().status if arrived else 0)
        else:
            route.continue_()

    context.route("**/hand/", hold)
    table.tap(filled_in(table))
    later.says(table.page, "Sending…")
    table.page.close()
    context.unroute("**/hand/")
    assert len(sent) == 1
    again = Table(context.new_page())
    again.address = table.address
    again.open()
    later.ready(again.page)
    again.shows(14, -12, -2)
    later.is_empty(again.page)
    assert later.log(table.code) == [HAND]


@pytest.mark.thorough
def test_ten_fast_taps_without_a_network_keep_one_hand(table):
    save = filled_in(table)
    expect(save).to_be_visible()
    offline(table)
    ten_fast_taps(table.page, save, 90)
    later.waits(table.page, 1)
    offline(table, False)
    later.is_empty(table.page)
    assert later.log(table.code) == [HAND]


def test_two_tabs_that_wait_send_each_hand_once_and_in_order(table):
    offline_first = table.page.context.new_page()
    offline_first.goto(table.address)
    second = Table(offline_first)
    later.ready(offline_first)
    offline(table)
    table.page.bring_to_front()
    later.enter(table, "Ann", "Wall", 5)
    offline_first.bring_to_front()
    later.waits(offline_first, 1)
    later.enter(second, "Bea", "Ann", 6)
    table.page.bring_to_front()
    later.waits(table.page, 2)
    later.enter(table, "Cho", "Wall", 7)
    offline(table, False)
    later.is_empty(table.page)
    later.is_empty(offline_first)
    assert later.log(table.code) == [("P1", "wall", 5), ("P2", "P1", 6), ("P3", "wall", 7)]


@pytest.mark.thorough
def test_a_sheet_that_was_opened_before_another_hand_waited_needs_a_decision(table, complaints):
    """Both were filled in for hand 1. A person must decide whether they are the same hand."""
    complaints.allow("409")
    tab = table.page.context.new_page()
    tab.goto(table.address)
    second = Table(tab)
    later.ready(tab)
    save = filled_in(second)
    expect(save).to_be_visible()
    offline(table)
    table.page.bring_to_front()
    later.enter(table, "Bea", "Ann", 6)
    tab.bring_to_front()
    second.tap(save)
    later.waits(tab, 2)
    assert [entry["seq"] for entry in later.waiting(tab)] == [1, 1]
    offline(table, False)
    later.needs_you(tab, 1)
    assert later.log(table.code) == [("P2", "P1", 6)]
    assert [entry["needs"] for entry in later.waiting(tab)] == [409]


@pytest.mark.thorough
def test_a_waiting_entry_can_be_removed_and_the_rest_moves_up(table):
    offline(table)
    later.enter(table, "Ann", "Wall", 5)
    later.enter(table, "Bea", "Ann", 6)
    later.enter(table, "Cho", "Wall", 7)
    table.page.locator(".later-line").tap()
    rows = table.page.locator("#later-items li")
    expect(rows.nth(1)).to_contain_text("Who won: Bea; Won from: Ann; Hand-points: 6")
    expect(rows.nth(0)).to_contain_text("Sent but not confirmed")
    expect(rows.nth(0).get_by_role("button", name="Don’t send")).to_be_hidden()
    expect(rows.nth(1)).to_contain_text("Not sent yet. Payments will be calculated when the network is back.")
    rows.nth(1).get_by_role("button", name="Don’t send").tap()
    expect(rows).to_have_count(2)
    assert [entry["seq"] for entry in later.waiting(table.page)] == [1, 2]
    offline(table, False)
    later.is_empty(table.page)
    assert later.log(table.code) == [("P1", "wall", 5), ("P3", "wall", 7)]


@pytest.mark.thorough
def test_the_offline_sheet_does_not_offer_the_winner_as_discarder(table):
    offline(table)
    table.tap(table.card("Ann"))
    source = table.page.get_by_role("group", name="Won from", exact=True).locator("label:visible")
    expect(source).to_have_text(["Wall", "Bea", "Cho"])
    table.tap(table.chip("Who won", "Cho"))
    expect(source).to_have_text(["Wall", "Ann", "Bea"])
    table.tap(table.button("Keep and send later"))  # incomplete entries are not stored
    expect(table.page.locator("#sheet")).to_be_visible()
    assert later.waiting(table.page) == []


def test_an_undo_waits_its_turn(table, play):
    play(table, ("hand", wall("P1", 5)))
    later.ready(table.page)
    offline(table)
    table.tap(table.button("Undo hand 1"))
    later.waits(table.page, 1)
    later.enter(table, "Bea", "Wall", 6)
    table.tap(table.button("Undo hand 1"))  # a waiting entry is removed from the list, not undone
    expect(table.page.locator("#later-items li")).to_have_count(2)
    offline(table, False)
    later.is_empty(table.page)
    assert later.log(table.code) == [("P1", "wall", 5), "undo", ("P2", "wall", 6)]


# ── tokens ────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("now", ["none", pytest.param("another", marks=pytest.mark.thorough)])
def test_an_expired_token_is_renewed_automatically(table, now):
    save = filled_in(table)
    expect(save).to_be_visible()
    context = table.page.context
    context.clear_cookies(name="csrf")
    if now == "another":
        context.add_cookies([{"name": "csrf", "value": "x" * 31 + "!", "domain": "localhost", "path": "/"}])
    table.tap(save)
    table.saved(1)
    assert later.log(table.code) == [HAND]


@pytest.mark.thorough
def test_signing_in_while_hands_wait_loses_none(table):
    offline(table)
    later.enter(table, "Ann", "Wall", 5)
    later.enter(table, "Bea", "Wall", 6)
    tab = table.page.context.new_page()
    table.page.evaluate("window.addEventListener('online', (event) => event.stopImmediatePropagation(), true)")
    offline(table, False)
    tab.goto("/account/new/")
    tab.get_by_label("Username").fill("ann")
    tab.locator("input[name=password]").fill("five quiet tiles")
    tab.get_by_role("button", name="Create account").tap()
    tab.wait_for_url(lambda url: "account" not in url)
    table.page.bring_to_front()
    later.is_empty(table.page)
    assert later.log(table.code) == [("P1", "wall", 5), ("P2", "wall", 6)]


# ── the storage ───────────────────────────────────────────────────────────────


@pytest.mark.thorough
def test_a_phone_without_storage_says_so_and_saves_immediately(new_context, complaints):
    complaints.allow(LOST)
    page = new_context().new_page()
    page.add_init_script(DENIED)
    table = pages.open_match(page)
    later.ready(page)
    later.says(page, NOTHING_KEPT)
    table.win(1, "Ann", "Wall", 5)
    offline(table)
    later.enter(table, "Bea", "Ann", 6)
    later.says(page, f"Waiting for network (1). {NOTHING_KEPT}")
    offline(table, False)
    later.says(page, NOTHING_KEPT)
    table.asks(3)
    assert later.log(table.code) == [("P1", "wall", 5), ("P2", "P1", 6)]


@pytest.mark.thorough
def test_a_storage_that_the_browser_closes_is_reopened(table):
    save = filled_in(table)
    expect(save).to_be_visible()
    table.page.evaluate(CLOSED_ONCE)
    table.tap(save)
    table.saved(1)
    later.is_empty(table.page)
    assert later.log(table.code) == [HAND]


@pytest.mark.thorough
def test_entries_evicted_while_the_page_is_open_are_stored_again(table):
    offline(table)
    later.enter(table, "Ann", "Wall", 5)
    later.enter(table, "Bea", "Wall", 6)
    deleted = "new Promise((good) => { indexedDB.deleteDatabase('scorekeeper').onsuccess = () => good(1); })"
    assert table.page.evaluate(deleted) == 1
    there = "indexedDB.databases().then((all) => all.some(({ name }) => name === 'scorekeeper'))"
    for _try in range(100):  # too early, this query would create an empty database
        if table.page.evaluate(there) and len(later.waiting(table.page)) == 2:
            break
        table.page.wait_for_timeout(100)
    assert [entry["seq"] for entry in later.waiting(table.page)] == [1, 2]
    offline(table, False)
    later.is_empty(table.page)
    assert later.log(table.code) == [("P1", "wall", 5), ("P2", "wall", 6)]


@pytest.mark.thorough
def test_a_page_that_comes_back_sends_waiting_entries(table):
    offline(table)
    later.enter(table, "Ann", "Wall", 5)
    later.enter(table, "Bea", "Wall", 6)
    table.page.evaluate("window.addEventListener('online', (event) => event.stopImmediatePropagation(), true)")
    offline(table, False)
    table.page.goto("/glossary/")
    table.page.go_back()
    later.ready(table.page)
    later.is_empty(table.page)
    assert later.log(table.code) == [("P1", "wall", 5), ("P2", "wall", 6)]
