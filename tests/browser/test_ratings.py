"""Ratings on a phone of 360 px and on a desktop: everything fits, and the chart has all players and links to them."""

import os
import random

import pytest
from playwright.sync_api import expect

from tests.matches.seasons import club, hand, match, players

NAMES = (
    "Ann", "Bartholomäus Nepomuk Freiherr von Ostsee", "Cho", "Donaudampfschifffahrtsgesellschaftskapitän",
    "あいうえおかきくけこさしすせそたちつてと", "محمد بن عبد الرحمن", "Gus", "Hal",
)  # fmt: skip


@pytest.fixture
def friday(transactional_db):
    """A public club with eight players, from strong to weak, and two who played once."""
    friday = club(name="Donaudampfschifffahrtsgesellschaft")
    people, lots = players(friday, *NAMES), random.Random(5)
    for _no in range(45):
        three = sorted(lots.sample(range(8), 3))
        winner = lots.choices(("P1", "P2", "P3"), (5, 3, 2))[0]
        loser = lots.choice([chair for chair in ("P1", "P2", "P3") if chair != winner])
        match(friday, [people[no] for no in three], hand(winner, loser, lots.randint(3, 12)))
    match(friday, [people[0], *players(friday, "Ivy", "Joe")], hand("P2", "P1"))
    return friday


@pytest.mark.thorough
def test_ratings_fit_a_phone_and_a_desktop(friday, phone, desktop):
    for page, size in ((phone, 360), (desktop, 1280)):
        page.goto(f"/c/{friday.code}/season/")
        page.get_by_role("link", name="Ratings").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Ratings")
        expect(page.locator(".season tbody tr")).to_have_count(10)
        expect(page.locator("figure circle")).to_have_count(10)
        assert page.evaluate("document.scrollingElement.scrollWidth") == size
        frame = page.locator("figure").bounding_box()
        for part in page.locator("figure circle, figure .whisker, figure .name").all():
            box = part.bounding_box()
            assert frame["x"] <= box["x"] and box["x"] + box["width"] <= frame["x"] + frame["width"]
        table = page.locator("table.season").bounding_box()
        assert table["width"] <= size  # no column is beyond the edge
        shot(page, "ratings")
        page.get_by_role("link", name="How is this calculated?").click()
        page.locator("#how summary").click()
        expect(page.get_by_text("Calculated from all matches, using the Plackett–Luce model:")).to_be_visible()
        shot(page, "ratings-how")


def shot(page, name):
    if folder := os.environ.get("SHOTS"):
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            page.screenshot(path=f"{folder}/{name}-{page.viewport_size['width']}-{scheme}.png", full_page=True)
