"""Keyboard only: enter and save a hand, close the sheet, undo; the focus is always visible."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.pages import Table

FOCUS = """() => {
  const at = document.activeElement;
  if (!at || at === document.body) return null;
  const shown = at.matches('input.visually-hidden') ? at.nextElementSibling : at;
  const style = getComputedStyle(shown);
  const box = shown.getBoundingClientRect();
  return {
    name: (at.ariaLabel || at.textContent || at.name || at.tagName).trim().replace(/\\s+/g, ' ').slice(0, 60),
    outline: style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2,
    seen: box.bottom > 0 && box.top < innerHeight && box.width > 0,
  };
}"""


@pytest.fixture
def desk(table) -> Table:
    """A new table, used only with the keyboard."""
    return table


def press(page: Page, *keys: str) -> None:
    """Press keys one after the other, and expect the focus to stay visible."""
    for key in keys:
        page.keyboard.press(key)
        focus = page.evaluate(FOCUS)
        if key in ("Tab", "Shift+Tab") and focus:
            assert focus["outline"] and focus["seen"], f"the focus cannot be seen: {focus}"


def tab_to(page: Page, locator, most: int = 40) -> None:
    """Press Tab until the element has focus."""
    for _time in range(most):
        if locator.evaluate("(element) => element === document.activeElement"):
            return
        press(page, "Tab")
    raise AssertionError(f"Tab never comes to {locator}")


def test_a_hand_is_entered_saved_and_undone_with_the_keyboard_only(desk):
    page = desk.page
    desk.open()
    tab_to(page, desk.card("Bea"))
    press(page, "Enter")
    expect(page.locator("#sheet-title")).to_contain_text("Bea wins hand 1")
    page.wait_for_function("document.querySelector('#sheet').contains(document.activeElement)")
    tab_to(page, page.locator("#source-wall"))
    press(page, "Space")
    tab_to(page, page.locator("#points-3"))
    press(page, "Space", "ArrowRight", "ArrowRight")
    expect(page.locator("#points-5")).to_be_checked()
    expect(page.locator("#sheet-bar .words")).to_have_text("Bea wins 16 Ann pays 8, Cho pays 8")
    tab_to(page, desk.save_button(1))
    press(page, "Enter")
    desk.saved(1)
    # Announced politely. The pressed button is gone with the old table, so the focus moves to the next question.
    expect(page.locator("#announce")).to_have_attribute("role", "status")
    expect(page.locator("#announce")).to_have_text(re.compile(r"Saved ✓ hand 1\. Ann −8, Bea \+16, Cho −8\."))
    expect(page.locator("#ask")).to_be_focused()
    press(page, "Tab")
    expect(desk.card("Ann")).to_be_focused()
    desk.shows(-8, 16, -8)
    tab_to(page, desk.button("Undo hand 1"))
    press(page, "Enter")
    desk.says("Undone")
    expect(page.locator("#ask")).to_be_focused()
    desk.shows(0, 0, 0)


def test_the_focus_stays_in_the_sheet_until_escape_closes_it_and_then_returns_to_the_card(desk):
    page = desk.page
    desk.open()
    tab_to(page, desk.card("Cho"))
    press(page, "Enter")
    expect(page.locator("#sheet-title")).to_contain_text("Cho wins hand 1")
    for _time in range(40):
        press(page, "Tab")
        outside = "document.activeElement !== document.body && !document.activeElement.closest('#sheet')"
        assert not page.evaluate(outside)
    press(page, "Escape")
    expect(page.locator("#sheet-title")).to_have_count(0)
    expect(desk.card("Cho")).to_be_focused()
    desk.shows(0, 0, 0)


@pytest.mark.thorough
def test_the_first_tab_offers_to_skip_to_the_content(desk):
    page = desk.page
    for address in ("/", desk.address, desk.address + "end/"):
        page.goto(address)
        press(page, "Tab")
        expect(page.get_by_role("link", name="Skip to content")).to_be_focused()
        expect(page.get_by_role("link", name="Skip to content")).to_be_in_viewport()
        press(page, "Enter")
        expect(page.locator("#main")).to_be_focused()
