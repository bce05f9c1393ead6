"""What waits on the phone and needs somebody: another hand was saved meanwhile, or the right to score is gone."""

import re

import pytest
from playwright.sync_api import expect

from matches import actions
from matches.models import Event, Match, MatchDevice
from tests.browser import later, pages
from tests.browser.later import LOST, offline
from tests.browser.pages import Table
from tests.browser.test_links import joined, scanned
from tests.matches.table import at, join, wall


@pytest.fixture
def table(phone, complaints) -> Table:
    """A match that has just been started, its outbox there."""
    complaints.allow(LOST)
    table = pages.start(phone)
    later.ready(phone)
    return table


# ── somebody else was faster ──────────────────────────────────────────────────


@pytest.fixture
def overtaken(table, complaints):
    """Two hands wait; meanwhile another phone has saved Cho's as hand 1."""
    complaints.allow("409")
    offline(table)
    later.enter(table, "Ann", "Bea", 5)
    later.enter(table, "Bea", "Wall", 6)
    match = Match.objects.get(code=table.code)
    join(match)
    actions.record_entry(**at(match, device=MatchDevice.objects.last().device), kind="hand", payload=wall("P3", 5))
    offline(table, False)
    later.says(table.page, "Needs you (1)")
    assert [entry["needs"] for entry in later.waiting(table.page)] == [409, 0]
    return table


def compare(table: Table):
    table.page.locator(".later-line").tap()
    table.tap(table.button("Compare and decide"))
    sheet = table.page.locator("#sheet")
    expect(sheet).to_contain_text("Hand 1: Cho from the wall")
    expect(sheet).to_contain_text("Yours, not saved yet")
    return sheet


def test_both_hands_were_played_and_what_waits_follows(overtaken):
    compare(overtaken).get_by_role("button", name="Save mine as well").tap()
    later.is_empty(overtaken.page)
    assert later.log(overtaken.code) == [("P3", "wall", 5), ("P1", "P2", 5), ("P2", "wall", 6)]


def test_it_was_the_same_hand_and_what_waits_follows(overtaken):
    compare(overtaken).get_by_role("link", name="Keep what is saved").tap()
    later.is_empty(overtaken.page)
    assert later.log(overtaken.code) == [("P3", "wall", 5), ("P2", "wall", 6)]
    overtaken.asks(3)


def test_a_decision_survives_a_reload_and_the_rest_of_the_house_goes_on(overtaken):
    overtaken.page.reload()
    later.says(overtaken.page, "Needs you (1)")
    other = pages.start(overtaken.page)
    later.ready(other.page)
    other.win(1, "Ann", "Wall", 5)
    assert later.log(other.code) == [("P1", "wall", 5)]
    later.says(other.page, "Needs you (1)")


def test_an_entry_that_nobody_needs_is_thrown_away_only_when_asked(overtaken):
    page = overtaken.page
    page.locator(".later-line").tap()
    page.once("dialog", lambda dialog: dialog.dismiss())
    overtaken.tap(overtaken.button("Throw away"))
    assert len(later.waiting(page)) == 2
    page.once("dialog", lambda dialog: dialog.accept())
    overtaken.tap(overtaken.button("Throw away"))
    later.says(page, "Needs you (1)")
    assert [entry["seq"] for entry in later.waiting(page)] == [1]


# ── the right to score ────────────────────────────────────────────────────────


def test_a_right_taken_away_meanwhile_keeps_the_entry_and_shows_it_to_scan(table, new_context, complaints):
    complaints.allow("410")
    other = joined(new_context().new_page(), scanned(table, "scoring"))
    later.ready(other.page)
    offline(other)
    later.enter(other, "Bea", "Ann", 6)
    table.page.goto(table.address + "share/")
    table.page.get_by_role("button", name="Take the right to score from phone 2").tap()
    expect(table.page.get_by_role("button", name="Take the right to score from phone 2")).to_have_count(0)
    offline(other, False)
    later.says(other.page, "Needs you (1)")
    other.page.locator(".later-line").tap()
    other.tap(other.button("Compare and decide"))
    sheet = other.page.locator("#sheet")
    expect(sheet).to_contain_text("This phone may no longer score this table")
    expect(sheet).to_contain_text("Bea from Ann")
    expect(sheet.get_by_role("img", name="QR code of the entry")).to_be_visible()
    address = sheet.locator(".qr").get_attribute("data-text")
    assert Event.objects.count() == 0
    table.page.goto(address)
    table.tap(table.page.get_by_role("button", name=re.compile("^Save hand 1")))
    table.shows(-14, 16, -2)


def test_who_joins_again_sends_what_waited(table, new_context, complaints):
    complaints.allow("410")
    other = joined(new_context().new_page(), scanned(table, "scoring"))
    later.ready(other.page)
    offline(other)
    later.enter(other, "Bea", "Ann", 6)
    MatchDevice.objects.filter(number=2).update(revoked_at="2026-01-01T00:00Z")
    offline(other, False)
    later.says(other.page, "Needs you (1)")
    MatchDevice.objects.filter(number=2).update(revoked_at=None)
    other.open()
    later.ready(other.page)
    later.is_empty(other.page)
    assert later.log(table.code) == [("P2", "P1", 6)]
