"""The score page in landscape, and in the chosen colour scheme."""

from playwright.sync_api import expect

from tests.browser import pages, site
from tests.browser.page_checks import WIDTH


def test_the_table_fits_the_phone_held_sideways(table, play):
    play(table, *site.ENTRIES)
    table.page.set_viewport_size({"width": 740, "height": 360})
    assert table.page.evaluate(WIDTH) <= 740
    for name in pages.NAMES:
        card = table.card(name)
        card.scroll_into_view_if_needed()
        expect(card).to_be_in_viewport(ratio=1)


def test_dark_or_light_can_be_chosen_and_stays(table):
    page = table.page
    page.goto("/")
    page.locator("summary[aria-label=Menu]").tap()
    page.get_by_role("button", name="Dark").tap()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    table.open()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
