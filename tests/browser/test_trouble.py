"""Repeated taps, an out-of-date page, a failing network: a hand is saved once and nothing is lost."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from matches.models import Event, Match
from tests.browser.pages import Table
from tests.matches.table import wall


def kinds(table: Table) -> list[str]:
    """The kinds of the events in the database."""
    match = Match.objects.get(code=table.code)
    return list(Event.objects.filter(match=match).order_by("seq").values_list("kind", flat=True))


# Timed in the page: on a busy machine, taps sent from outside arrive late and are no longer fast.
TEN_TAPS = """async ([x, y, pause]) => {
  for (let time = 0; time < 10; time++) {
    const under = document.elementFromPoint(x, y);
    under.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, clientX: x, clientY: y }));
    under.closest('a, button, label, summary')?.click();
    await new Promise((next) => setTimeout(next, pause));
  }
}"""


def ten_fast_taps(page: Page, target: Locator, pause: int, said: str = "") -> None:
    """Tap ten times at the target's current position, then wait for `said` in the toast and for an idle page."""
    expect(target).to_be_visible()
    page.evaluate("Promise.allSettled(document.getAnimations().map((each) => each.finished))")
    expect(page.locator(".fresh")).to_have_count(0)
    box = target.bounding_box()
    page.evaluate(TEN_TAPS, [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, pause])
    expect(page.locator("#toast")).to_contain_text(said)
    page.wait_for_load_state("networkidle")
    expect(page.locator(".fresh")).to_have_count(0)


def filled_in(table: Table) -> Locator:
    """Fill in the sheet of a hand completely, and return its save button."""
    table.take("Ann")
    table.source("Bea")
    table.tap(table.chip("Hand-points", 5))
    return table.page.get_by_role("button", name=re.compile("^Save hand"))


@pytest.mark.parametrize("pause", [0, pytest.param(90, marks=pytest.mark.thorough)])
def test_ten_fast_taps_on_save_give_one_hand(table, pause):
    ten_fast_taps(table.page, filled_in(table), pause, "Saved ✓ hand 1")
    assert kinds(table) == ["hand"]
    table.shows(14, -12, -2)  # Bea 2x5 + 2, Cho 2


@pytest.mark.parametrize("pause", [0, pytest.param(90, marks=pytest.mark.thorough)])
def test_ten_fast_taps_on_undo_undo_one_hand(table, play, pause):
    play(table, *[("hand", wall("P1"))] * 5)
    ten_fast_taps(table.page, table.button("Undo hand 5"), pause, "Undone")
    assert kinds(table) == [*["hand"] * 5, "undo"]
    table.asks(5)


@pytest.mark.thorough
@pytest.mark.parametrize("pause", [0, 90])
def test_ten_fast_taps_on_goulash_ask_once_and_save_one_goulash(table, pause):
    ten_fast_taps(table.page, table.link("Goulash, no winner"), pause)
    assert kinds(table) == []
    ten_fast_taps(table.page, table.button("Save goulash, hand 1"), pause, "Saved ✓ hand 1")
    assert kinds(table) == ["draw"]


@pytest.mark.thorough
def test_undoing_hand_after_hand_is_not_treated_as_repeated_taps(table, play):
    play(table, *[("hand", wall("P1"))] * 3)
    for no in (3, 2, 1):
        table.undo(f"hand {no}")
        table.asks(no)
    assert kinds(table) == ["hand"] * 3 + ["undo"] * 3


@pytest.mark.thorough
def test_the_back_button_after_a_save_shows_the_current_match(table):
    table.win(1, "Ann", "Wall", 5)
    table.page.goto(table.address + "history/")
    table.page.go_back()
    table.shows(16, -8, -8)
    table.page.goto("/")
    table.page.go_back()
    table.shows(16, -8, -8)
    table.is_at_hand(2)


@pytest.mark.thorough
def test_a_page_that_comes_back_is_never_out_of_date(table, play):
    """Another phone or tab has saved a hand while this page was in the background."""
    page = table.page
    page.goto(table.address + "history/")
    other = page.context.new_page()
    other.goto(table.address)
    Table(other).win(1, "Ann", "Wall", 5)
    page.bring_to_front()
    page.go_back()
    table.shows(16, -8, -8)


@pytest.fixture
def behind(table, complaints) -> Table:
    """A second tab with hand 1 filled in, after Ann's hand 1 was saved in the first tab."""
    complaints.allow("409")
    tab = table.page.context.new_page()
    tab.goto(table.address)
    second = Table(tab)
    filled_in(second)
    table.page.bring_to_front()
    table.win(1, "Cho", "Wall", 5)
    tab.bring_to_front()
    return second


@pytest.mark.thorough
def test_an_outdated_page_shows_both_hands_and_saves_mine_as_the_next(behind):
    behind.tap(behind.save_button(1))
    sheet = behind.page.locator("#sheet")
    expect(sheet).to_contain_text("Needs attention")
    expect(sheet).to_contain_text("Hand 1: Cho by self-draw")
    expect(sheet).to_contain_text("The table is now on hand 2.")
    assert kinds(behind) == ["hand"]
    behind.tap(sheet.get_by_role("button", name="Save my entry too"))
    behind.saved(2)
    assert kinds(behind) == ["hand", "hand"]
    behind.shows(6, -20, 14)  # Cho's hand: -8, -8, +16; mine: +14, -12, -2


@pytest.mark.thorough
def test_an_outdated_page_can_keep_the_saved_hand(behind):
    behind.tap(behind.save_button(1))
    behind.tap(behind.page.locator("#sheet").get_by_role("link", name="Keep saved version"))
    behind.shows(-8, -8, 16)
    assert kinds(behind) == ["hand"]


@pytest.mark.thorough
def test_an_undo_from_an_outdated_page_undoes_nothing(table, play, complaints):
    complaints.allow("409")
    play(table, ("hand", wall("P1")))
    tab = table.page.context.new_page()
    tab.route(re.compile(r"\?v="), lambda route: route.fulfill(status=204))  # it gets no updates of the other
    tab.goto(table.address)
    second = Table(tab)
    table.page.bring_to_front()
    table.win(2, "Bea", "Wall", 5)
    tab.bring_to_front()
    second.tap(second.button("Undo hand 1"))
    expect(tab.locator("#sheet")).to_contain_text("Check the table before you undo.")
    assert kinds(table) == ["hand", "hand"]
    second.tap(tab.get_by_role("link", name="Go to table"))
    expect(second.button("Undo hand 2")).to_be_visible()


@pytest.fixture
def plain(table) -> Table:
    """The table before its outbox is loaded: the page says that the result is unknown, and keeps the sheet."""
    table.page.route("**/later/", lambda route: route.abort())
    table.page.reload()
    return table


def test_before_the_outbox_is_loaded_a_saved_hand_is_not_saved_twice(plain, complaints):
    """The server had saved it, but the response was lost. Sent again, it is the same hand."""
    complaints.allow("ERR_FAILED|Failed to load|htmx:sendError")
    page, lost = plain.page, []

    def lose_the_answer(route):
        if "action=check" in (route.request.post_data or "") or lost:
            route.continue_()
            return
        lost.append(route.fetch().status)
        route.abort()

    save = filled_in(plain)
    expect(save).to_be_visible()
    page.route("**/hand/", lose_the_answer)
    plain.tap(save)
    expect(page.get_by_text("Your entry hasn’t been confirmed as saved")).to_be_visible()
    assert lost == [200]
    assert kinds(plain) == ["hand"]
    expect(page.locator("#sheet input[name=points][value='5']")).to_be_checked()
    plain.tap(save)
    plain.says("Already saved: hand 1")
    assert kinds(plain) == ["hand"]
    plain.shows(14, -12, -2)


@pytest.mark.thorough
def test_before_the_outbox_is_loaded_a_server_error_keeps_the_sheet_to_send_again(plain, complaints):
    complaints.allow("500|502|Failed to load|htmx:responseError|ERR_FAILED")
    page = plain.page
    save = filled_in(plain)
    expect(save).to_be_visible()
    page.route("**/hand/", lambda route: route.fulfill(status=502, body="gone"))
    plain.tap(save)
    expect(page.get_by_text("Your entry hasn’t been confirmed as saved")).to_be_visible()
    page.unroute("**/hand/")
    plain.tap(save)
    plain.saved(1)
    assert kinds(plain) == ["hand"]


@pytest.mark.thorough
def test_before_the_outbox_is_loaded_an_expired_token_asks_to_send_again(plain, complaints):
    complaints.allow("403|Failed to load|htmx:responseError|ERR_FAILED")
    page = plain.page
    save = filled_in(plain)
    expect(save).to_be_visible()
    page.context.clear_cookies(name="csrf")
    plain.tap(save)
    expect(page.locator("#sheet")).to_contain_text("This page is out of date")
    page.locator("#sheet").get_by_role("button", name="Send again").tap()
    plain.asks(2)
    assert kinds(plain) == ["hand"]


@pytest.mark.thorough
def test_ticks_made_faster_than_the_network_are_all_kept(table):
    """The response to the first tick must not undo the second."""
    page = table.page
    table.take("Ann")
    table.source("Bea")
    table.by_list()
    page.wait_for_timeout(400)
    asked = []

    def hold(route):
        asked.append(route)
        if len(asked) > 1:
            route.continue_()

    page.route("**/hand/", hold)
    with page.expect_request("**/hand/"):
        table.tick("All chows")
    for _try in range(100):
        if asked:
            break
        page.wait_for_timeout(50)
    page.locator("label.pat").filter(has_text="Straight").tap()
    asked[0].continue_()
    page.wait_for_timeout(1000)
    expect(page.locator("[name='t.straight']")).to_be_checked()
    expect(page.locator("[name='t.all_chows']")).to_be_checked()
    table.preview("Ann wins 16 Bea pays 14, Cho pays 2")  # straight 3, all chows 2, no honours 1: 2x6 + 2, 2
