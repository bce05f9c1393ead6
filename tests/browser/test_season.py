"""A season of many matches on a phone of 360 px: it fits, its charts match the table, and it works without scripts."""

import os
from datetime import timedelta

import pytest
from playwright.sync_api import expect

from tests.matches.seasons import NOON, club, hand, match, players

MATCHES = 200


@pytest.fixture
def year(transactional_db):
    """A public club with eight players and many matches of one hand; each player plays in three of eight matches."""
    friday = club(name="Friday club")
    people = players(
        friday, "Ann", "Bea", "Cho", "Donaudampfschifffahrtsgesellschaftskapitän", "Eva", "Fay", "Gus", "Hal"
    )
    for no in range(MATCHES):
        three = [people[(no * step + shift) % 8] for step, shift in ((1, 0), (1, 1), (1, 3))]
        winner, source = (("P1", None), ("P2", "P1"), ("P3", "P2"), ("P1", "P3"))[no % 4]
        match(friday, three, hand(winner, source, 3 + no % 17), began=NOON + timedelta(days=no))
    return friday


def wide(page):
    return page.evaluate("document.scrollingElement.scrollWidth")


@pytest.mark.thorough
def test_a_season_of_many_matches_fits_a_phone(year, phone, desktop):
    for page, size in ((phone, 360), (desktop, 1280)):
        page.goto(f"/c/{year.code}/season/")
        expect(page.locator(".season tbody tr")).to_have_count(8)
        assert wide(page) == size
        matches = [int(text) for text in page.locator(".season tbody td:nth-child(3)").all_inner_texts()]
        assert sum(matches) == 3 * MATCHES
        shot(page, "season")
        page.get_by_role("link", name="Ann", exact=True).click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Ann")
        expect(page.locator("figure svg")).to_have_count(5)
        expect(page.locator("#matches tbody tr")).to_have_count(3 * MATCHES // 8)
        assert wide(page) == size
        for figure in page.locator("figure svg").all():
            box = figure.bounding_box()
            assert box["x"] >= 0 and box["x"] + box["width"] <= size
        shot(page, "player")


def test_days_are_chosen_without_a_script(transactional_db, new_context):
    friday = club()
    people = players(friday, *"ABCDEFGH")
    for no in range(4):
        match(friday, people[no : no + 3], hand(), began=NOON + timedelta(days=no))
    page = new_context(java_script_enabled=False).new_page()
    page.goto(f"/c/{friday.code}/season/")
    page.get_by_text("Dates: all time").tap()
    page.get_by_label("First day").fill("2026-03-01")
    page.get_by_label("Last day").fill("2026-03-02")
    page.get_by_role("button", name="Show").tap()
    expect(page.locator(".season tbody tr")).to_have_count(4)
    page.get_by_role("link", name="All time").tap()
    expect(page.locator(".season tbody tr")).to_have_count(6)


def shot(page, name):
    if folder := os.environ.get("SHOTS"):
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            page.screenshot(path=f"{folder}/{name}-{page.viewport_size['width']}-{scheme}.png", full_page=True)
