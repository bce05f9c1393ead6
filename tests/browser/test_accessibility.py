"""axe finds no accessibility barrier on pages that only appear after an error or at the end of a match."""

from playwright.sync_api import expect

from matches.links import links_of
from matches.models import Match
from tests.browser.page_checks import barriers_in_themes
from tests.browser.pages import Table


def test_dark_is_dark_and_light_is_light(table):
    def ground(scheme):
        table.page.emulate_media(color_scheme=scheme)
        return table.page.evaluate("getComputedStyle(document.documentElement).backgroundColor")

    assert ground("light") != ground("dark")


def test_error_pages_and_result_pages_are_accessible(table, play, new_context, complaints):
    """Empty, refused, out of date, watched, finished, closed."""
    complaints.allow("4(04|09|10|22)")
    page, problems = table.page, []
    watcher = new_context().new_page()
    watcher.goto("/")
    problems += barriers_in_themes(watcher, "home, empty")
    match = Match.objects.get(code=table.code)
    tokens = {role: link.token for role, link in links_of(match).items()}
    origin = page.evaluate("location.origin")
    watcher.goto(f"{origin}/t/{tokens['scoring']}")
    problems += barriers_in_themes(watcher, "join")
    watcher.goto(f"{origin}/s/{tokens['watching']}")
    problems += barriers_in_themes(watcher, "match, watched")
    watcher.goto("/start/")
    watcher.get_by_role("button", name="Start match").tap()
    expect(watcher.get_by_role("alert").first).to_be_visible()
    problems += barriers_in_themes(watcher, "start, refused")
    watcher.goto("/m/nothing/")
    problems += barriers_in_themes(watcher, "not found")
    second = page.context.new_page()
    second.goto(table.address)
    behind = Table(second)
    behind.take("Ann")
    behind.tap(behind.button("Choose who paid"))
    expect(second.locator("#sheet").get_by_role("alert").first).to_be_visible()
    problems += barriers_in_themes(second, "sheet, refused")
    behind.tap(behind.chip("Won from", "Wall"))
    behind.tap(behind.chip("Hand-points", 4))
    expect(behind.button("Save hand 1")).to_be_visible()
    play(table, ("draw", {"draw": True}))
    behind.tap(behind.button("Save hand 1"))
    expect(second.get_by_role("heading", name="Needs attention")).to_be_visible()
    problems += barriers_in_themes(second, "conflict")
    play(table, *[("draw", {"draw": True})] * 8)
    problems += barriers_in_themes(page, "match, over")
    watcher.goto(f"{origin}/t/{tokens['scoring']}")
    watcher.get_by_role("button", name="Join as a scorer").tap()
    expect(watcher).to_have_url(table.address)
    page.goto(table.address + "share/")
    page.locator("summary", has_text="Scoring link").tap()
    problems += barriers_in_themes(page, "share, with the link to score")
    take_away = page.get_by_role("button", name="Revoke access for phone 2")
    take_away.tap()
    expect(take_away).to_have_count(0)
    watcher.goto(table.address + "hand/?winner=P1")
    expect(watcher.get_by_role("heading", name="This phone can no longer score this match")).to_be_visible()
    problems += barriers_in_themes(watcher, "right taken away")
    page.goto(table.address + "end/")
    problems += barriers_in_themes(page, "end, over")
    page.get_by_role("button", name="End match").tap()
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    problems += barriers_in_themes(page, "end, closed")
    page.goto(table.address + "delete/")
    page.get_by_role("button", name="Delete").tap()
    expect(page.get_by_role("alert")).to_be_visible()
    problems += barriers_in_themes(page, "delete, asked")
    assert problems == []
