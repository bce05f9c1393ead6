"""Waiting entries that need a decision: another hand was saved meanwhile, or the right to score was revoked."""

import re

import pytest
from playwright.sync_api import expect

from matches import actions
from matches.models import Event, Match, MatchDevice
from tests.browser import later, pages
from tests.browser.later import LOST, offline
from tests.browser.pages import Table
from tests.browser.test_links import joined, scanned
from tests.matches.table import NAMES, at, join, new_key, wall

# Makes this tab the last one to send.
SLOW = """() => {
  const request = navigator.locks.request.bind(navigator.locks);
  navigator.locks.request = (...asked) => new Promise((then) => setTimeout(then, 2000)).then(() => request(...asked));
}"""
PUT = """(entry) => new Promise((good) => {
  const asked = indexedDB.open("scorekeeper");
  asked.onsuccess = () => {
    const transaction = asked.result.transaction("outbox", "readwrite");
    transaction.objectStore("outbox").put(entry);
    transaction.oncomplete = () => { asked.result.close(); good(); };
  };
})"""


@pytest.fixture
def table(phone, complaints) -> Table:
    """A match that has just been started, with its outbox loaded."""
    complaints.allow(LOST)
    table = pages.open_match(phone)
    later.ready(phone)
    return table


def another_match(table: Table) -> Table:
    """A second match on the same phone."""
    device = Match.objects.get(code=table.code).started_by
    told = {"name": "", "names": NAMES, "system": "korean_japanese", "options": {}, "key": new_key()}
    table.page.goto(f"/m/{actions.start_match(device=device, **told).code}/")
    return Table(table.page)


# ── another phone was faster ──────────────────────────────────────────────────


@pytest.fixture
def overtaken(table, complaints):
    """Two hands wait while another phone saves Cho's hand as hand 1."""
    complaints.allow("409")
    offline(table)
    later.enter(table, "Ann", "Bea", 5)
    later.enter(table, "Bea", "Wall", 6)
    match = Match.objects.get(code=table.code)
    join(match)
    actions.record_entry(**at(match, device=MatchDevice.objects.last().device), kind="hand", payload=wall("P3", 5))
    offline(table, False)
    later.needs_you(table.page, 1)
    assert [entry["needs"] for entry in later.waiting(table.page)] == [409, 0]
    return table


def compare(table: Table):
    table.page.locator(".later-line").tap()
    table.tap(table.button("Compare and decide"))
    sheet = table.page.locator("#sheet")
    expect(sheet).to_contain_text("Hand 1: Cho by self-draw")
    expect(sheet).to_contain_text("Your entry (not saved yet)")
    return sheet


@pytest.mark.thorough
def test_both_hands_are_kept_and_waiting_hands_follow(overtaken):
    compare(overtaken).get_by_role("button", name="Save my entry too").tap()
    later.is_empty(overtaken.page)
    assert later.log(overtaken.code) == [("P3", "wall", 5), ("P1", "P2", 5), ("P2", "wall", 6)]


@pytest.mark.thorough
def test_the_same_hand_is_saved_once_and_waiting_hands_follow(overtaken):
    compare(overtaken).get_by_role("link", name="Keep saved version").tap()
    later.is_empty(overtaken.page)
    assert later.log(overtaken.code) == [("P3", "wall", 5), ("P2", "wall", 6)]
    overtaken.asks(3)


def test_a_pending_decision_survives_a_reload_and_other_matches_go_on(overtaken):
    overtaken.page.reload()
    later.needs_you(overtaken.page, 1)
    other = another_match(overtaken)
    later.ready(other.page)
    other.win(1, "Ann", "Wall", 5)
    assert later.log(other.code) == [("P1", "wall", 5)]
    later.needs_you(other.page, 1)


def test_my_hand_replaces_the_saved_one_and_waiting_hands_follow(overtaken):
    compare(overtaken).get_by_role("button", name="Save my entry instead").tap()
    later.is_empty(overtaken.page)
    assert later.log(overtaken.code) == [("P3", "wall", 5), "correct", ("P2", "wall", 6)]
    overtaken.shows(5, 6, -11)
    overtaken.asks(3)


@pytest.mark.thorough
@pytest.mark.parametrize("incomplete_before", [False, True])
def test_the_tab_that_entered_a_hand_shows_the_refusal_that_another_tab_got(table, complaints, incomplete_before):
    complaints.allow("409|422")
    second = Table(table.page.context.new_page())
    second.page.goto(table.address)
    later.ready(second.page)
    second.take("Ann")
    if incomplete_before:
        second.tap(second.button("Choose who paid"))
        expect(second.page.locator("#sheet").get_by_role("alert").first).to_be_visible()
    second.source("Wall")
    second.tap(second.chip("Hand-points", 4))
    expect(second.save_button(1)).to_be_visible()
    match = Match.objects.get(code=table.code)
    join(match)
    actions.record_entry(**at(match, device=MatchDevice.objects.last().device), kind="hand", payload=wall("P3", 5))
    second.page.evaluate(SLOW)
    second.tap(second.save_button(1))
    table.page.evaluate("window.dispatchEvent(new Event('online'))")
    later.needs_you(table.page, 1)
    expect(second.page.get_by_role("heading", name="Needs attention")).to_be_visible()
    second.tap(second.button("Save my entry too"))
    later.is_empty(second.page)
    assert later.log(table.code) == [("P3", "wall", 5), ("P1", "wall", 4)]


# ── two claims ────────────────────────────────────────────────────────────────


@pytest.mark.thorough
@pytest.mark.parametrize("how", ["Enter", "tap"])
def test_asking_who_gets_the_tile_is_no_entry(table, how):
    page = table.page
    page.goto(table.address)
    later.ready(page)
    page.locator("summary[aria-label=More]").tap()
    table.tap(table.link("Two players claim the same tile"))
    page.route("**/claims/", lambda route: None if "action=look" in route.request.post_data else route.continue_())
    table.tap(table.chip("Discarded by", "Cho"))
    page.locator("[name=points_P1]").fill("6")
    page.locator("[name=points_P2]").fill("5")
    with page.expect_response("**/claims/"):
        if how == "Enter":
            page.locator("[name=points_P2]").press("Enter")
        else:
            table.tap(table.button("Who gets the tile?"))
    assert later.waiting(page) == []
    table.tap(table.save_button(1))
    table.saved(1)
    assert later.waiting(page) == []
    table.win(2, "Ann", "Wall", 3)


@pytest.mark.thorough
def test_a_waiting_question_about_two_claims_is_shown_and_can_be_saved(table):
    """Pages loaded before the upgrade to this version stored such entries."""
    page = table.page
    fields = [["discarder", "P3"], ["points_P1", "6"], ["points_P2", "5"], ["action", "check"]]
    entry = {"no": 1, "key": "A" * 22, "code": table.code, "path": f"/m/{table.code}/claims/", "seq": 1}
    page.evaluate(PUT, {**entry, "fields": fields, "tries": 3, "needs": 0})
    page.reload()
    later.needs_you(page, 1)
    page.locator(".later-line").tap()
    table.tap(table.button("Compare and decide"))
    table.tap(table.save_button(1))
    later.is_empty(page)
    assert [kind[0] for kind in later.log(table.code)] == ["P1"]


@pytest.mark.thorough
def test_an_entry_is_discarded_only_after_confirmation(overtaken):
    page = overtaken.page
    page.locator(".later-line").tap()
    page.once("dialog", lambda dialog: dialog.dismiss())
    overtaken.tap(overtaken.button("Discard entry"))
    assert len(later.waiting(page)) == 2
    page.once("dialog", lambda dialog: dialog.accept())
    overtaken.tap(overtaken.button("Discard entry"))
    later.needs_you(page, 1)
    assert [entry["seq"] for entry in later.waiting(page)] == [1]


# ── the right to score ────────────────────────────────────────────────────────


def test_if_the_right_was_revoked_the_entry_is_kept_and_shown_as_a_code_to_scan(table, new_context, complaints):
    complaints.allow("410")
    other = joined(new_context().new_page(), scanned(table, "scoring"))
    later.ready(other.page)
    offline(other)
    later.enter(other, "Bea", "Ann", 6)
    table.page.goto(table.address + "share/")
    table.page.get_by_role("button", name="Revoke access for phone 2").tap()
    expect(table.page.get_by_role("button", name="Revoke access for phone 2")).to_have_count(0)
    offline(other, False)
    later.needs_you(other.page, 1)
    other.page.locator(".later-line").tap()
    other.tap(other.button("Compare and decide"))
    sheet = other.page.locator("#sheet")
    expect(sheet).to_contain_text("This phone can no longer score this match")
    expect(sheet).to_contain_text("Bea from Ann")
    expect(sheet.get_by_role("img", name="QR code for the entry")).to_be_visible()
    address = sheet.locator(".qr").get_attribute("data-text")
    assert Event.objects.count() == 0
    table.page.goto(address)
    table.tap(table.page.get_by_role("button", name=re.compile("^Save hand 1")))
    table.shows(-14, 16, -2)


@pytest.mark.thorough
def test_joining_again_sends_waiting_entries(table, new_context, complaints):
    complaints.allow("410")
    other = joined(new_context().new_page(), scanned(table, "scoring"))
    later.ready(other.page)
    offline(other)
    later.enter(other, "Bea", "Ann", 6)
    MatchDevice.objects.filter(number=2).update(revoked_at="2026-01-01T00:00Z")
    offline(other, False)
    later.needs_you(other.page, 1)
    MatchDevice.objects.filter(number=2).update(revoked_at=None)
    other.open()
    later.ready(other.page)
    later.is_empty(other.page)
    assert later.log(table.code) == [("P2", "P1", 6)]
