"""axe on every page and every sheet: phone and desk, light and dark, English and Czech."""

from functools import cache
from pathlib import Path

import axe_playwright_python
import pytest
from django.urls import get_resolver
from playwright.sync_api import Page, expect

from matches.links import links_of
from matches.models import Match
from tests.browser import halls, pages, site
from tests.browser.pages import Table
from tests.browser.site import SHEETS
from tests.browser.test_looks import STILL

SIZES = {"phone": {"width": 360, "height": 740}, "desk": {"width": 1280, "height": 800}}
# Only the colours differ between light and dark: the second look asks about them alone.
ALL = {"resultTypes": ["violations"]}
COLOURS = {**ALL, "runOnly": ["color-contrast", "link-in-text-block"]}


@cache
def axe_source() -> str:
    return next(Path(axe_playwright_python.__file__).parent.rglob("axe.min.js")).read_text()


def serious(page: Page, options: dict) -> list[str]:
    """What axe finds serious or critical: the rule, and where."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe_source())
    found = page.evaluate("(options) => axe.run(document, options)", options)["violations"]
    return [
        f"{each['id']}: {node['target']} {node['failureSummary'].splitlines()[-1].strip()}"
        for each in found
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"][:3]
    ]


def look_at(page: Page, where: str) -> dict[str, list[str]]:
    """The findings of one state of a page, light and dark."""
    page.evaluate(STILL)
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    light = serious(page, ALL)
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    dark = serious(page, COLOURS)
    return {where: light + dark} if light + dark else {}


@pytest.fixture(params=[(size, language) for size in SIZES for language in ("en", "cs")], ids="-".join)
def shown(request, new_context, play) -> Table:
    """A match with an entry of each kind, in one language on one size of screen."""
    size, language = request.param
    context = new_context(viewport=SIZES[size], is_mobile=size == "phone")
    table = pages.start(context.new_page())
    play(table, *site.ENTRIES)
    origin = table.page.evaluate("location.origin")
    context.add_cookies([{"name": "lang", "value": language, "url": origin}])
    table.language = language
    return table


def test_every_page_of_the_site_map_is_looked_at():
    named, of_tournaments = set(), set()

    def walk(patterns, found):
        for pattern in patterns:
            if hasattr(pattern, "url_patterns"):
                walk(pattern.url_patterns, of_tournaments if pattern.namespace == "tournaments" else named)
            else:
                found.add(pattern.name)

    walk(get_resolver().url_patterns, named)
    assert named == set(site.PAGES) | site.NO_PAGES
    assert of_tournaments == set(halls.PAGES) | halls.NO_PAGES


def test_no_page_shuts_anybody_out(shown):
    page, found = shown.page, {}
    for address in site.addresses(shown):
        assert page.goto(address).status == 200, address
        expect(page.locator("html")).to_have_attribute("lang", shown.language)
        found |= look_at(page, address.replace(shown.code, "…"))
    assert found == {}


def test_no_sheet_shuts_anybody_out(shown):
    page, found = shown.page, {}
    for sheet in SHEETS:
        page.goto(shown.address)
        sheet.open(page)
        found |= look_at(page, sheet.name)
    assert found == {}


def test_dark_is_dark_and_light_is_light(table):
    def ground(scheme):
        table.page.emulate_media(color_scheme=scheme)
        return table.page.evaluate("getComputedStyle(document.documentElement).backgroundColor")

    assert ground("light") != ground("dark")


def test_no_state_of_trouble_or_triumph_shuts_anybody_out(table, play, new_context, complaints):
    """Nothing there yet, refused, behind, watched, over, closed."""
    complaints.allow("4(04|09|10|22)")
    page, found = table.page, {}
    watcher = new_context().new_page()
    watcher.goto("/")
    found |= look_at(watcher, "home, empty")
    match = Match.objects.get(code=table.code)
    tokens = {role: link.token for role, link in links_of(match).items()}
    origin = page.evaluate("location.origin")
    watcher.goto(f"{origin}/t/{tokens['scoring']}")
    found |= look_at(watcher, "join")
    watcher.goto(f"{origin}/s/{tokens['watching']}")
    found |= look_at(watcher, "match, watched")
    watcher.goto("/start/")
    watcher.get_by_role("button", name="Start the match").tap()
    expect(watcher.get_by_role("alert").first).to_be_visible()
    found |= look_at(watcher, "start, refused")
    watcher.goto("/m/nothing/")
    found |= look_at(watcher, "not found")
    second = page.context.new_page()
    second.goto(table.address)
    behind = Table(second)
    behind.take("Ann")
    behind.tap(behind.button("Choose who paid"))
    expect(second.locator("#sheet").get_by_role("alert").first).to_be_visible()
    found |= look_at(second, "sheet, refused")
    behind.tap(behind.chip("Won from", "Wall"))
    behind.tap(behind.chip("Hand-points", 4))
    expect(behind.button("Save hand 1")).to_be_visible()
    play(table, ("draw", {"draw": True}))
    behind.tap(behind.button("Save hand 1"))
    expect(second.get_by_role("heading", name="Needs you")).to_be_visible()
    found |= look_at(second, "conflict")
    play(table, *[("draw", {"draw": True})] * 8)
    found |= look_at(page, "match, over")
    watcher.goto(f"{origin}/t/{tokens['scoring']}")
    watcher.get_by_role("button", name="Join as a scorer").tap()
    expect(watcher).to_have_url(table.address)
    page.goto(table.address + "share/")
    page.locator("summary", has_text="To score").tap()
    found |= look_at(page, "share, with the link to score")
    take_away = page.get_by_role("button", name="Take the right to score from phone 2")
    take_away.tap()
    expect(take_away).to_have_count(0)
    watcher.goto(table.address + "hand/?winner=P1")
    expect(watcher.get_by_role("heading", name="This phone may no longer score")).to_be_visible()
    found |= look_at(watcher, "right taken away")
    page.goto(table.address + "end/")
    found |= look_at(page, "end, over")
    page.get_by_role("button", name="Close the match").tap()
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    found |= look_at(page, "end, closed")
    page.goto(table.address + "delete/")
    page.get_by_role("button", name="Delete").tap()
    expect(page.get_by_role("alert")).to_be_visible()
    found |= look_at(page, "delete, asked")
    assert found == {}
