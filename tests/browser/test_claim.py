"""A match that a guest has scored is added to a club, with all its points, on the guest's phone."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser import pages
from tests.matches.table import wall


@pytest.mark.thorough
@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "none"])
def test_a_guests_match_is_claimed_for_a_club(new_context, play, scripts):
    page = new_context(java_script_enabled=scripts).new_page()
    table = pages.open_match(page)
    play(table, *[("hand", wall("P1", 5))] * 9)
    table.shows(144, -72, -72)

    page.goto("/account/new/")
    page.get_by_label("Username").fill("ann")
    page.get_by_label("Password", exact=True).fill("four quiet tiles")
    page.get_by_role("button", name="Create account").tap()
    expect(page.get_by_role("link", name="Create club")).to_be_visible()
    page.goto("/c/new/")
    page.get_by_label("Club name").fill("Friday club")
    page.get_by_role("button", name="Create club").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Friday club")
    club = page.url

    page.goto(table.address + "end/")
    page.get_by_role("main").get_by_role("link", name=re.compile("^Add to club")).tap()
    for name in pages.NAMES:
        expect(page.get_by_role("group", name=name).get_by_label("Club player")).to_have_value(name)
    page.get_by_role("group", name="Cho").get_by_label("Guest, not on the roster").check()
    page.get_by_role("button", name="Add to club").tap()
    expect(page.get_by_role("link", name=re.compile("Friday club"))).to_be_visible()

    page.goto(club + "season/")
    expect(page.locator(".season tbody tr")).to_have_count(2)
    expect(page.locator(".season tbody tr")).to_contain_text(["Ann", "Bea"])
    page.goto(table.address)
    table.shows(144, -72, -72)
