"""Scan, join and score; the right to score is revoked while the sheet is open."""

import re

import pytest
from playwright.sync_api import expect

from matches.links import links_of
from matches.models import Event, Match
from tests.browser.pages import Table
from tests.matches.table import wall

TO_FIRST_HAND = 6  # taps in addition to those of the hand itself


def scanned(table, role):
    """The address in the QR code."""
    letter = {"watching": "s", "scoring": "t"}[role]
    token = links_of(Match.objects.get(code=table.code))[role].token
    return f"{table.page.evaluate('location.origin')}/{letter}/{token}"


@pytest.fixture
def other(new_context):
    """Another phone, whose browser has never visited the site."""
    return new_context().new_page()


def joined(page, address):
    page.goto(address)
    second = Table(page)
    second.tap(page.get_by_role("button", name="Join as a scorer"))
    expect(page.get_by_role("heading", name=re.compile("^Who won hand"))).to_be_visible()
    page.wait_for_load_state()
    second.address = page.url
    return second


@pytest.mark.parametrize("scripts", [True, pytest.param(False, marks=pytest.mark.thorough)])
def test_from_the_scan_to_the_first_hand_as_a_guest(table, new_context, scripts):
    page = new_context(java_script_enabled=scripts).new_page()
    page.goto(scanned(table, "scoring"))
    expect(page.get_by_role("heading", name="Join the table as a scorer?")).to_be_visible()
    expect(page.get_by_role("main")).to_contain_text("Ann")
    second = Table(page, scripts=scripts)
    second.tap(page.get_by_role("button", name="Join as a scorer"))
    expect(page).to_have_url(table.address)
    before_the_hand = second.taps
    second.win(1, "Bea", "Ann", 5)
    assert before_the_hand <= TO_FIRST_HAND
    assert second.taps - before_the_hand == 4
    second.shows(-12, 14, -2)
    assert Event.objects.get().by == "d2"


@pytest.mark.thorough
def test_a_scan_to_watch_follows_the_match_at_a_clean_address(table, play, other):
    other.goto(scanned(table, "watching"))
    expect(other).to_have_url(table.address)
    watcher = Table(other)
    watcher.shows(0, 0, 0)
    expect(other.get_by_role("heading", name="Balances (watching only)")).to_be_visible()
    play(table, ("hand", wall("P1", 5)))
    expect(other.locator(".player .amt").first).to_have_text("+16", timeout=15_000)


@pytest.mark.thorough
def test_the_plain_address_without_a_link_shows_nothing(table, other, complaints):
    complaints.allow("404")
    assert other.goto(table.address).status == 404
    expect(other.get_by_role("heading", name="Page not found")).to_be_visible()


def test_if_the_right_is_revoked_while_the_sheet_is_open_the_entry_is_kept(table, other, complaints):
    complaints.allow("410|Failed to load|htmx:responseError")
    second = joined(other, scanned(table, "scoring"))
    second.take("Bea")
    second.source("Ann")
    second.tap(second.chip("Hand-points", 5))
    save = other.get_by_role("button", name="Save hand 1")
    expect(save).to_be_visible()

    table.page.goto(table.address + "share/")
    table.page.get_by_role("button", name="Revoke access for phone 2").tap()
    expect(table.page.get_by_role("button", name="Revoke access for phone 2")).to_have_count(0)

    second.tap(save)
    sheet = other.locator("#sheet")
    expect(sheet.get_by_role("heading", name="This phone can no longer score this match")).to_be_visible()
    expect(sheet).to_contain_text("Bea from Ann")
    expect(sheet).to_contain_text("Your entry isn’t saved, but it’s still on this page.")
    assert Event.objects.count() == 0

    tab = other.context.new_page()  # the new code, scanned with the same phone
    joined(tab, scanned(table, "scoring"))
    tab.close()
    sheet.get_by_role("button", name="Send again").tap()
    # That tab also sends waiting entries, as every page does, so it may have been first.
    expect(other.locator("#toast")).to_contain_text(re.compile("(Saved ✓|Already saved:) hand 1"))
    second.shows(-12, 14, -2)
    assert [event.by for event in Event.objects.all()] == ["d2"]


@pytest.mark.thorough
def test_the_two_codes_cannot_be_confused(table):
    page = table.page
    page.goto(table.address + "share/")
    to_watch = page.get_by_role("img", name="QR code for the watch link")
    to_score = page.get_by_role("img", name="QR code for the scoring link")
    expect(to_watch).to_be_visible()
    expect(to_score).to_be_hidden()
    page.locator("summary", has_text="Scoring link").tap()
    expect(to_score).to_be_visible()
    borders = page.locator(".link-card").evaluate_all("(cards) => cards.map((c) => getComputedStyle(c).borderColor)")
    assert len(set(borders)) == 2
    page.emulate_media(media="print")
    expect(to_watch).to_be_visible()
    expect(to_score).to_be_hidden()
