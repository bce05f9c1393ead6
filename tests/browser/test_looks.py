"""What people type, long matches and large text: nothing is cut, nothing runs out of a screen of 360 px."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser import pages, site
from tests.browser.pages import Table
from tests.browser.site import SHEETS
from tests.matches.table import wall

NAMES = {
    "long": ("Bartholomäus Nepomuk Freiherr von Ostsee", "Wilhelmina-Philippa van der Oosterscheld", "Ann"),
    "right to left": ("محمد بن عبد الرحمن بن علي الأندلسي", "שרה בת־אליעזר", "Bea"),
    "signs": ("<b>Ann</b>", "🐉🀄👩‍👩‍👧‍👦", "Bea & \"Cho\" {{ 7 }} 'x'"),
    "without a space": (
        "Donaudampfschifffahrtsgesellschaftskapit",
        "W" * 40,
        "あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよら",
    ),
}
WIDTH = "document.scrollingElement.scrollWidth"
# What moves with time has come to its end; what moves with scrolling never does.
STILL = """Promise.allSettled(document.getAnimations()
  .filter((each) => each.timeline === document.timeline).map((each) => each.finished))"""
WIDEST = """() => [...document.querySelectorAll('body *')]
  .filter((each) => each.getBoundingClientRect().right > 361 && !each.closest('.scroll, .ledger, svg'))
  .map((each) => `${each.tagName}.${each.className}`).slice(0, 4)"""

HALF_OUT = """() => [...document.querySelectorAll('a, button, summary, label.chip, h1, h2')]
  .filter((each) => each.checkVisibility() && !each.closest('.visually-hidden, .skip'))
  .filter((each) => each.getBoundingClientRect().left < 0)
  .map((each) => each.textContent.trim())"""


def fits(page: Page, where: str) -> list[str]:
    """What is wider than the phone and by which element; what lies beyond its left edge."""
    page.evaluate(STILL)
    width = page.evaluate(WIDTH)
    out = page.evaluate(HALF_OUT)
    found = [f"{where}: {width} px, {page.evaluate(WIDEST)}"] if width > 360 else []
    return [*found, f"{where}: {out} cut at the left"] if out else found


def everywhere(table: Table, prepare=lambda page: None) -> list[str]:
    """Every page and every sheet that is too wide for the phone."""
    page, found = table.page, []
    for address in site.addresses(table):
        page.goto(address)
        prepare(page)
        found += fits(page, address.replace(table.code, "…"))
    for sheet in SHEETS:
        page.goto(table.address)
        sheet.open(page)
        prepare(page)
        found += fits(page, sheet.name)
    return found


@pytest.mark.parametrize("names", NAMES.values(), ids=NAMES)
def test_names_are_shown_as_they_were_typed_and_fit(phone, play, names):
    table = pages.start(phone, *names)
    play(table, *site.ENTRIES)
    expect(phone.locator(".player .name")).to_have_text(list(names))
    assert phone.locator("main b:not(.mute)").count() == 0
    assert everywhere(table) == []


def test_text_of_twice_the_size_fits(table, play):
    play(table, *site.ENTRIES)

    def twice(page: Page) -> None:
        size = "parseFloat(getComputedStyle(document.querySelector('main p, main label, main a, h1, h2')).fontSize)"
        before = page.evaluate(size)
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert page.evaluate(size) >= 1.9 * before

    assert everywhere(table, twice) == []


def test_twenty_seven_hands_fit_and_the_last_is_in_sight(phone, play):
    table = pages.start(phone, hands=27)
    play(table, *[("hand", wall(f"P{no % 3 + 1}", 13)) for no in range(26)])
    table.is_at("Hand 27 of 27")
    assert everywhere(table) == []
    table.open()
    expect(table.row(26)).to_be_in_viewport()
    for name in pages.NAMES:
        expect(table.card(name)).to_be_in_viewport(ratio=1)


def test_the_table_fits_the_phone_held_sideways(table, play):
    play(table, *site.ENTRIES)
    table.page.set_viewport_size({"width": 740, "height": 360})
    assert table.page.evaluate(WIDTH) <= 740
    for name in pages.NAMES:
        card = table.card(name)
        card.scroll_into_view_if_needed()
        expect(card).to_be_in_viewport(ratio=1)


def test_a_narrow_phone_of_320_px_needs_no_scrolling_sideways(table, play):
    play(table, *site.ENTRIES)
    table.page.set_viewport_size({"width": 320, "height": 640})
    for address in site.addresses(table):
        table.page.goto(address)
        assert table.page.evaluate(WIDTH) <= 320, address


def test_dark_or_light_can_be_chosen_and_stays(table):
    page = table.page
    page.goto("/")
    page.locator("summary[aria-label=Menu]").tap()
    page.get_by_role("button", name="Dark").tap()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    table.open()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
