"""A hand of Honshu sanma by tiles on a phone: dora indicators from the keypad, a fourth kong without a last tile."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser import pages

HAND = "2p 3p 4p 5p 6p 7p 3s 4s 5s 6s 7s 8s 6s 6s"


@pytest.fixture
def sheet(phone) -> Page:
    """The sheet for a hand that Bea has won, by tiles."""
    pages.open_match(phone, system="honshu")
    phone.locator("a[href*='winner=P2']").tap()
    expect(phone.get_by_role("heading", name="Bea wins hand E1")).to_be_visible()
    phone.locator("label[for=way-tiles]").tap()
    expect(phone.locator("#pad")).to_be_visible()
    return phone


def keys(page: Page, tiles: str) -> None:
    for word in tiles.split():
        kind, _colon, tile = word.rpartition(":")
        if kind:
            page.locator(f"[data-meld={kind}]").tap()
        page.locator(f"#pad [data-tile='{tile}']").tap()


def indicators(page: Page) -> Locator:
    return page.get_by_role("group", name="Dora indicators", exact=True)


@pytest.mark.thorough
def test_dora_indicators_are_tapped_and_shown_as_tiles(sheet):
    keys(sheet, HAND)
    expect(sheet.locator("#pad")).to_be_hidden()
    sheet.locator("label[for=source-P1]").tap()
    expect(sheet.locator("#sheet-bar .wins")).to_have_text("Bea wins 2,000")
    field = sheet.locator("#dora_indicators")
    expect(field).to_be_hidden()
    indicators(sheet).get_by_role("button", name="Add tiles").tap()
    keys(sheet, "5p 6s E")
    names = ["Remove 5 circles", "Remove 6 bamboo", "Remove East"]
    expect(indicators(sheet).locator("[data-out]")).to_have_count(3)
    assert indicators(sheet).locator("[data-out]").evaluate_all("(all) => all.map((each) => each.ariaLabel)") == names
    expect(field).to_have_value("5p 6s E")
    # One 6 circles, one 7 bamboo: 6 han.
    expect(sheet.locator("#sheet-bar .wins")).to_have_text("Bea wins 8,000")
    sheet.locator("#pad [data-back]").tap()
    expect(field).to_have_value("5p 6s")
    expect(sheet.locator("#tiles")).to_have_value("234567p 34567866s")
    indicators(sheet).get_by_role("button", name="Remove 5 circles").tap()
    expect(field).to_have_value("6s")
    # The tap that hides the keys is not lost, although the page moves.
    sheet.get_by_role("button", name="Norths set aside: one more").tap()
    expect(sheet.locator("#pad")).to_be_hidden()
    expect(sheet.get_by_label("Norths set aside", exact=True)).to_have_value("1")
    sheet.locator("label[for=source-wall]").tap()
    sheet.get_by_role("button", name="Save hand E1").tap()
    expect(sheet.locator("#toast")).to_contain_text("Saved ✓ hand E1")


@pytest.mark.thorough
def test_the_keys_fill_the_indicators_where_a_tapped_button_gets_no_focus(sheet):
    # Some browsers don't focus a button that is tapped.
    sheet.evaluate(
        """document.addEventListener("mousedown", (event) => {
            if (event.target.closest("button")) { event.preventDefault(); document.activeElement.blur(); }
        })"""
    )
    keys(sheet, HAND)
    sheet.locator("label[for=source-P1]").tap()
    field = sheet.locator("#dora_indicators")
    indicators(sheet).get_by_role("button", name="Add tiles").tap()
    keys(sheet, "5p E")
    expect(field).to_have_value("5p E")
    expect(sheet.locator("#sheet-bar .wins")).to_have_text("Bea wins 4,000")
    # A tap on the hand makes the keypad enter tiles of the hand again.
    sheet.locator("#tile-hand [data-won]").tap()
    keys(sheet, "9s")
    expect(field).to_have_value("5p E")
    expect(sheet.locator("#tiles")).to_have_value("234567p 34567869s")


@pytest.mark.thorough
def test_the_fourth_kong_wins_with_one_tile_beside_it(sheet):
    keys(sheet, "kong:1p kong:2p kong:3p kong:4s 9s")
    sheet.locator("label[for=source-wall]").tap()
    sheet.get_by_text("More", exact=True).tap()
    sheet.get_by_role("switch", name="Won with the fourth kong").check()
    expect(sheet.locator("#sheet-bar .wins")).to_have_text("Bea wins 24,000")
    sheet.get_by_role("button", name="Save hand E1").tap()
    expect(sheet.locator("#toast")).to_contain_text("Saved ✓ hand E1")


@pytest.mark.thorough
def test_indicators_are_added_and_removed_with_the_keyboard_only(sheet):
    keys(sheet, HAND)
    indicators(sheet).get_by_role("button", name="Add tiles").press("Enter")
    expect(sheet.locator("#pad button:focus")).to_have_count(1)
    sheet.locator("#pad [data-tile='5p']").press("Enter")
    expect(sheet.locator("#dora_indicators")).to_have_value("5p")
    indicators(sheet).get_by_role("button", name="Remove 5 circles").press("Enter")
    expect(sheet.locator("#dora_indicators")).to_have_value("")
    expect(indicators(sheet).get_by_role("button", name="Add tiles")).to_be_focused()
