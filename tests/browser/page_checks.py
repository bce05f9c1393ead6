"""Checks that browser tests run on a page: accessibility barriers found by axe, and overflow of the screen."""

import zlib
from functools import cache
from pathlib import Path

import axe_playwright_python
from playwright.sync_api import Page

from tests.thorough import THOROUGH

ALL_RULES = {"resultTypes": ["violations"]}
ALL_BUT_CONTRAST = {**ALL_RULES, "rules": {"color-contrast": {"enabled": False}}}  # contrast is the slowest rule
COLOUR_RULES = {**ALL_RULES, "runOnly": ["color-contrast", "link-in-text-block"]}
# The rules of axe for both themes, split into three parts that take about equally long.
PARTS = (("light", ALL_BUT_CONTRAST), ("light", COLOUR_RULES), ("dark", COLOUR_RULES))

# Waits until time-based animations have ended; scroll-driven ones never end.
STILL = """Promise.allSettled(document.getAnimations()
  .filter((each) => each.timeline === document.timeline).map((each) => each.finished))"""
WIDTH = "document.scrollingElement.scrollWidth"
WIDEST = """(width) => [...document.querySelectorAll('body *')]
  .filter((each) => each.getBoundingClientRect().right > width + 1 && !each.closest('.scroll, .ledger, svg'))
  .map((each) => `${each.tagName}.${each.className}`).slice(0, 4)"""
# Not what can be scrolled to: in a right-to-left page, the rest of a row that scrolls is beyond the left edge.
HALF_OUT = """() => {
  const scrolls = (each) => each !== document.body
    && (/auto|scroll/.test(getComputedStyle(each).overflowX) || scrolls(each.parentElement));
  return [...document.querySelectorAll('a, button, summary, label.chip, h1, h2')]
    .filter((each) => each.checkVisibility() && !each.closest('.visually-hidden, .skip'))
    .filter((each) => each.getBoundingClientRect().left < 0 && !scrolls(each))
    .map((each) => each.textContent.trim());
}"""
TEXT_SIZE = "parseFloat(getComputedStyle(document.querySelector('main p, main label, main a, h1, h2')).fontSize)"

USUAL = 16  # pixels: the browser's default text size


@cache
def axe_source() -> str:
    return next(Path(axe_playwright_python.__file__).parent.rglob("axe.min.js")).read_text()


def barriers(page: Page, where: str, rules: dict = ALL_RULES) -> list[str]:
    """Serious and critical violations found by axe: the rule and the element."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe_source())
    violations = page.evaluate("(options) => axe.run(document, options)", rules)["violations"]
    return [
        f"{where}: {violation['id']}: {node['target']} {node['failureSummary'].splitlines()[-1].strip()}"
        for violation in violations
        if violation["impact"] in ("serious", "critical")
        for node in violation["nodes"][:3]
    ]


def barriers_in_theme(page: Page, where: str, scheme: str, rules: dict = ALL_RULES) -> list[str]:
    """Violations found by axe in this colour scheme; afterwards the page is light."""
    page.evaluate(STILL)
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    try:
        return barriers(page, f"{where}, {scheme}", rules)
    finally:
        page.emulate_media(color_scheme="light", reduced_motion="reduce")


def barriers_in_themes(page: Page, where: str) -> list[str]:
    """Violations found by axe in both themes. `make test` checks one of PARTS, chosen by the name of the state.

    Only colours differ between the themes.
    """
    if not THOROUGH:
        scheme, rules = PARTS[zlib.crc32(where.encode()) % len(PARTS)]
        return barriers_in_theme(page, where, scheme, rules)
    return [*barriers_in_theme(page, where, "light"), *barriers_in_theme(page, where, "dark", COLOUR_RULES)]


def overflow(page: Page, where: str) -> list[str]:
    """Elements wider than the screen, and elements beyond its left edge."""
    page.evaluate(STILL)
    width, available = page.evaluate(WIDTH), page.viewport_size["width"]
    cut = page.evaluate(HALF_OUT)
    too_wide = [f"{where}: {width} px on {available}: {page.evaluate(WIDEST, available)}"] if width > available else []
    return [*too_wide, f"{where}: {cut} cut at the left"] if cut else too_wide


def overflow_at(page: Page, where: str, width: int, height: int) -> list[str]:
    """Overflow on a screen of another size; afterwards the page has its old size again."""
    before = page.viewport_size
    page.set_viewport_size({"width": width, "height": height})
    try:
        return overflow(page, f"{where}, {width}x{height}")
    finally:
        page.set_viewport_size(before)


def overflow_of_large_text(page: Page, where: str) -> list[str]:
    """Overflow when the browser's text size is doubled; afterwards it has its default size again.

    The text size is set in the browser, not on the page, because it also scales the breakpoints. The layout is then
    that of a screen of half the size, with text twice as large.
    """
    size = page.viewport_size
    page.set_viewport_size({side: length // 2 for side, length in size.items()})
    before = page.evaluate(TEXT_SIZE)
    page.set_viewport_size(size)
    browser = page.context.new_cdp_session(page)
    try:
        browser.send("Page.setFontSizes", {"fontSizes": {"standard": 2 * USUAL}})
        grown = page.evaluate(TEXT_SIZE)
        small = [f"{where}: text of {before} px grows to {grown} px only"] if grown < 1.9 * before else []
        return [*small, *overflow(page, f"{where}, text twice as large")]
    finally:
        browser.send("Page.setFontSizes", {"fontSizes": {"standard": USUAL}})
        browser.detach()
