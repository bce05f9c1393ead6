"""Offline: the app opens, hands can be entered, and all are saved once and in order when the network is back."""

import re

import pytest
from playwright.sync_api import expect

from scorekeeper.web import static_files
from tests.browser import later, pages
from tests.browser.pages import Table
from tests.matches.table import wall

LOST = "ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to load|htmx:sendError|Failed to fetch"
KEPT = "caches.open('pages').then((pages) => pages.keys()).then((all) => all.map(({url}) => new URL(url).pathname))"
SEVENTY = """caches.open('pages').then((pages) =>
  Promise.all([...Array(70).keys()].map((no) => pages.put(`/${no}`, new Response('')))))"""
ALL_KEPT = """async () => {
  const all = [];
  for (const name of await caches.keys()) for (const {url, method} of await (await caches.open(name)).keys())
    all.push(`${method} ${new URL(url).pathname}`);
  return all;
}"""

# The newest service worker is active, and no other is installing or waiting.
SETTLED = """navigator.serviceWorker.getRegistration().then(({ active, installing, waiting }) =>
  Boolean(active && active.state === 'activated' && !installing && !waiting))"""


def kept(table: Table) -> None:
    """Wait until the service worker is active and has cached the current page."""
    later.ready(table.page)
    table.page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
    for path in (f"/m/{table.code}/", f"/m/{table.code}/later/"):
        for _try in range(100):
            if path in table.page.evaluate(KEPT):
                break
            table.page.wait_for_timeout(100)
            if _try == 20:
                table.open()
                later.ready(table.page)
        else:
            raise AssertionError(f"{path} is not kept")


def keeps_nothing(page) -> None:
    """Wait until no match page is cached. The service worker deletes them after its response."""
    for _try in range(100):
        if page.evaluate(KEPT) == []:
            return
        page.wait_for_timeout(50)
    raise AssertionError(page.evaluate(KEPT))


def keeps(table: Table, sum_: str) -> None:
    """Wait until the cached page shows this sum. It is cached when the table is idle."""
    held = """([path, sum]) => caches.open('pages').then((pages) => pages.match(path))
      .then((page) => page && page.text())
      .then((text) => Boolean(text) && text.replaceAll(/<[^>]*>/g, '').includes(sum))"""
    for _try in range(150):
        if table.page.evaluate(held, [f"/m/{table.code}/", sum_]):
            return
        table.page.wait_for_timeout(100)
    raise AssertionError(f"{sum_} is not in the page that is kept")


@pytest.fixture
def app(new_context, complaints) -> Table:
    """A match on a phone with a service worker."""
    complaints.allow(LOST)
    table = pages.open_match(new_context(service_workers="allow").new_page())
    kept(table)
    return table


def offline(table: Table, gone: bool = True) -> None:
    table.page.context.set_offline(gone)


def test_three_offline_hands_survive_a_reload_and_are_saved_in_order(app):
    app.win(1, "Ann", "Wall", 5)
    offline(app)
    later.enter(app, "Bea", "Ann", 6)
    later.draw(app)
    later.enter(app, "Cho", "Wall", 7)
    later.waits(app.page, 3)
    app.page.reload()
    app.shows(16, -8, -8)
    later.waits(app.page, 3)
    expect(app.page.get_by_role("heading", name="Who won the next hand?")).to_be_visible()
    assert later.log(app.code) == [("P1", "wall", 5)]
    offline(app, False)
    later.is_empty(app.page)
    assert later.log(app.code) == [("P1", "wall", 5), ("P2", "P1", 6), "draw", ("P3", "wall", 7)]
    app.asks(5)


@pytest.mark.thorough
def test_the_app_opens_offline_and_lists_the_matches_of_this_phone(app):
    app.win(1, "Ann", "Wall", 5)
    keeps(app, "+16")
    offline(app)
    app.page.goto("/")
    expect(app.page.get_by_role("heading", name="No network")).to_be_visible()
    match = app.page.locator("a.match")
    expect(match).to_contain_text("Ann, Bea, Cho")
    expect(match.locator(".three")).to_have_text("Ann+16Bea−8Cho−8")
    match.tap()
    app.shows(16, -8, -8)
    later.says(app.page, re.compile(r"No network\. Last updated at \d?\d:\d\d"))


@pytest.mark.thorough
def test_a_cached_page_that_is_up_to_date_says_so_when_online_again(app):
    app.win(1, "Ann", "Wall", 5)
    keeps(app, "+16")
    offline(app)
    app.page.reload()
    later.says(app.page, re.compile(r"No network\. Last updated at \d?\d:\d\d"))
    offline(app, False)
    expect(app.page.locator(".later-line")).to_be_hidden(timeout=10_000)
    app.shows(16, -8, -8)


@pytest.mark.thorough
def test_only_the_pages_of_the_latest_matches_are_cached(app):
    app.page.evaluate(SEVENTY)
    app.open()
    kept(app)
    for _try in range(50):
        if len(app.page.evaluate(KEPT)) <= 60:
            break
        app.page.wait_for_timeout(100)
    found = app.page.evaluate(KEPT)
    assert len(found) == 60
    assert {f"/m/{app.code}/", f"/m/{app.code}/later/", "/69"} < set(found)


@pytest.mark.thorough
def test_a_waiting_hand_is_also_sent_from_the_home_page(app):
    offline(app)
    later.enter(app, "Bea", "Ann", 6)
    offline(app, False)
    page = app.page.context.new_page()
    app.page.close()
    page.goto("/")
    later.ready(page)
    later.is_empty(page)
    assert later.log(app.code) == [("P2", "P1", 6)]


@pytest.mark.thorough
def test_only_visited_matches_and_files_of_the_app_are_cached(app):
    page = app.page
    app.win(1, "Ann", "Wall", 5)
    for path in (
        "/",
        "/account/in/",
        "/c/",
        "/glossary/",
        *(f"/m/{app.code}/{end}" for end in ("history/", "share/", "hand/", "end/")),
    ):
        page.goto(path)
    ours = {"GET /offline/", "GET /later/", f"GET /m/{app.code}/", f"GET /m/{app.code}/later/"}
    held = set(page.evaluate(ALL_KEPT))
    assert {each for each in held if "/static/" not in each} == ours


@pytest.mark.thorough
def test_signing_in_or_out_deletes_the_cached_pages(app):
    page = app.page
    page.goto("/account/new/")
    page.get_by_label("Username").fill("ann")
    page.locator("input[name=password]").fill("five quiet tiles")
    page.get_by_role("button", name="Create account").tap()
    expect(page.get_by_role("link", name="Create club")).to_be_visible()
    page.goto("/")
    expect(page.get_by_role("heading", name="In progress")).to_be_visible()
    page.wait_for_load_state()
    keeps_nothing(page)
    app.open()
    kept(app)
    page.goto("/account/")
    page.get_by_role("button", name="Sign out", exact=True).tap()
    expect(page.get_by_role("heading", name="In progress")).to_be_visible()
    page.wait_for_load_state()
    keeps_nothing(page)


@pytest.mark.thorough
def test_a_match_that_is_no_longer_visible_is_deleted_from_the_cache(app):
    app.page.context.clear_cookies(name="sid")
    app.open()
    expect(app.page.get_by_role("heading", name="Page not found")).to_be_visible()
    keeps_nothing(app.page)


@pytest.mark.thorough
def test_a_new_version_of_the_app_keeps_waiting_entries(app, monkeypatch):
    offline(app)
    later.enter(app, "Bea", "Ann", 6)
    monkeypatch.setattr(static_files, "version", lambda: "newer")
    app.page.reload()
    offline(app, False)
    app.page.evaluate("navigator.serviceWorker.getRegistration().then((one) => one.update())")
    app.page.reload()
    later.is_empty(app.page)
    for _try in range(600):
        if "static-newer" in app.page.evaluate("caches.keys()") and app.page.evaluate(SETTLED):
            break
        app.page.wait_for_timeout(50)
    assert app.page.evaluate(SETTLED)
    assert later.log(app.code) == [("P2", "P1", 6)]
    kept(app)
    offline(app)
    app.open()
    expect(app.page.locator(".player")).to_have_count(3)


@pytest.mark.thorough
def test_switching_off_the_service_worker_deletes_its_caches(app, settings):
    settings.SERVICE_WORKER = False
    app.page.evaluate("navigator.serviceWorker.getRegistration().then((one) => one.update())")
    for _try in range(100):
        if app.page.evaluate("caches.keys()") == []:
            break
        app.page.wait_for_timeout(50)
    assert app.page.evaluate("caches.keys()") == []
    assert app.page.evaluate("navigator.serviceWorker.getRegistration().then((one) => !one || !one.active)") is True


@pytest.mark.thorough
def test_a_watcher_sees_the_last_state_and_cannot_enter_anything(app, new_context, play):
    app.page.goto(app.address + "share/")
    link = app.page.locator(".link-card a").first.get_attribute("href")
    other = new_context(service_workers="allow").new_page()
    other.goto(link)
    watcher = Table(other)
    kept(watcher)
    play(app, ("hand", wall("P1", 5)))
    expect(other.locator(".player .amt").first).to_have_text("+16", timeout=15_000)
    keeps(watcher, "+16")
    other.context.set_offline(True)
    other.reload()
    watcher.shows(16, -8, -8)
    later.says(other, "No network")
    expect(other.locator("a.player")).to_have_count(0)
