"""The waiting helper on a screen of 360 by 740: tap thirteen tiles, see the waits, subtract visible copies."""

import re

import pytest
from playwright.sync_api import expect

from engine.hands.tiles import parse_tiles, text
from tests.browser.pages import start, whole
from tests.browser.test_taps import Thumb
from tests.wording import WON_FROM, waiting_on

VERDICT = waiting_on("Bea", 2, 8)


class Asker(Thumb):
    """A thumb at the keypad for thirteen tiles, where every key must be in reach."""

    def from_menu(self) -> None:
        self.page.locator("summary[aria-label=More]").tap()
        self.page.get_by_role("link", name=whole("Which tiles win?")).tap()
        expect(self.page.get_by_role("heading", name="Which tiles win?")).to_be_visible()

    def key(self, tile: str) -> None:
        self.tap(self.page.locator(f"[data-tile='{tile}']"))

    def keys(self, tiles: str) -> None:
        for tile in parse_tiles(tiles):
            self.key(text(tile))

    @property
    def verdict(self):
        return self.page.locator("#verdict")

    @property
    def waits(self):
        return self.page.locator("details.wait summary b:first-child")


@pytest.fixture
def thumb(table) -> Asker:
    return Asker(table.page)


def test_thirteen_tapped_tiles_show_their_waits(thumb):
    page = thumb.page
    thumb.from_menu()
    thumb.tap(thumb.chip("Whose hand", "Bea South"))
    expect(page.locator("#tile-hand .go")).to_have_text("13 tiles to go")
    thumb.keys("34p 678m 99m")
    before = thumb.taps
    for meld, tile in (("pong", "dR"), ("pong", "dG")):
        thumb.tap(page.locator(f"[data-meld={meld}]"))
        thumb.key(tile)
    assert thumb.taps - before == 4
    expect(thumb.verdict).to_have_text(VERDICT)
    expect(thumb.waits).to_have_text(["2 circles", "5 circles"])
    expect(page.locator("#pad")).to_be_hidden()
    expect(thumb.verdict).to_be_in_viewport(ratio=1)
    expect(page.locator("#waits-said")).to_have_text(VERDICT)
    # The address contains the hand, so a reload or a shared link gives the same answer.
    expect(page).to_have_url(re.compile(r"holder=P2.*tiles=34p\+67899m"))
    page.reload()
    expect(thumb.verdict).to_have_text(VERDICT)
    expect(page.locator("#tile-hand .set")).to_have_count(5)


@pytest.mark.thorough
def test_a_tap_on_the_hand_removes_exposes_and_conceals_tiles(thumb):
    page = thumb.page
    page.goto(thumb.address + "waits/?tiles=dR+dR+dR+dG+dG+dG+34p+678m+99m")
    expect(page.locator("#tile-hand .go")).to_have_text("Tap a tile to remove it")
    expect(page.locator("details.wait").first).to_contain_text("7 hand-points, bonus 7")
    page.locator("[data-three=dR]").tap()  # exposed, so no longer concealed
    expect(page.locator("#melds")).to_have_value("pong:dR")
    expect(page.locator("details.wait").first).to_contain_text("3 hand-points, bonus 3")
    page.locator("#tile-hand [data-one='3p']").tap()
    expect(page.locator("#tile-hand .go")).to_have_text("1 tile to go")
    expect(thumb.verdict).to_have_count(0)
    expect(page.locator("#waits")).to_contain_text("1 tile to go: a waiting hand has 13")
    thumb.key("2p")
    expect(thumb.verdict).to_have_text(waiting_on("Ann", 1, 4))
    expect(thumb.waits).to_have_text(["3 circles"])
    thumb.tap(page.get_by_role("button", name="Undo the last tile").locator("visible=true"))
    expect(page.locator("#pad")).to_be_visible()
    expect(page.locator("#tiles")).not_to_have_value(re.compile("24p"))


@pytest.mark.thorough
def test_a_wait_opens_and_visible_copies_are_subtracted(thumb):
    page = thumb.page
    page.goto(thumb.address + "waits/?holder=P2&tiles=34p+678m+99m&melds=pong:dR+ckong:dG")
    wait = page.locator("details.wait").first
    thumb.tap(wait.locator("summary"))
    expect(wait.get_by_role("table").first).to_contain_text("Two dragons")
    more = page.get_by_role("button", name="2 circles: one more visible")
    for left in (3, 2, 1, 0):
        more.tap()
        expect(page.locator("details.wait").filter(has_text="2 circles")).to_contain_text(f"{left} left")
    expect(thumb.verdict).to_have_text(waiting_on("Bea", 1, 4))
    expect(page.get_by_role("heading", name="No copies left")).to_be_visible()
    expect(more).to_be_disabled()
    page.get_by_text("Flowers and visible tiles").tap()
    elsewhere = page.get_by_role("group", name="Visible elsewhere")
    expect(elsewhere.get_by_role("button", name="Remove 2 circles")).to_have_count(4)
    elsewhere.get_by_role("button", name="Remove 2 circles").first.tap()
    expect(page.locator("#seen")).to_have_value("2p 2p 2p")
    expect(thumb.verdict).to_have_text(waiting_on("Bea", 2, 5))
    elsewhere.get_by_role("button", name="Add tiles").tap()
    page.locator("[data-tile='5p']").tap()
    expect(page.locator("#seen")).to_have_value("2p 2p 2p 5p")
    expect(thumb.verdict).to_have_text(waiting_on("Bea", 2, 4))
    page.get_by_role("switch", name="Had declared ready").tap()
    expect(page.get_by_role("alert")).to_contain_text("You can only declare ready with a concealed hand.")


@pytest.mark.thorough
def test_the_sheet_of_a_hand_links_to_the_helper_and_keeps_the_hand(thumb):
    page = thumb.page
    thumb.take("Ann")
    thumb.tap(thumb.chip(WON_FROM, "Bea"))
    with page.expect_popup() as opened:
        page.get_by_role("link", name="Which tiles win? (opens in a new tab)").tap()
    expect(opened.value.get_by_role("heading", name="Which tiles win?")).to_be_visible()
    expect(page.locator("#source-P2")).to_be_checked()


@pytest.mark.thorough
def test_it_works_without_scripts(new_context):
    page = new_context(java_script_enabled=False).new_page()
    table = start(page)
    page.locator("summary[aria-label=More]").tap()
    page.get_by_role("link", name=whole("Which tiles win?")).tap()
    table.tap(table.chip("Whose hand", "Bea South"))
    page.get_by_label("Concealed tiles").fill("34p 678m 99m")
    page.get_by_role("button", name="Which tiles win?").tap()
    expect(page.locator("#waits")).to_contain_text("6 tiles to go: a waiting hand has 13")
    page.get_by_label("Sets on the table").fill("pong:dR kong:dG")
    page.get_by_text("Flowers and visible tiles").tap()
    elsewhere = page.get_by_role("textbox", name="Visible elsewhere")
    elsewhere.fill("what")
    page.get_by_role("button", name="Which tiles win?").tap()
    expect(page.get_by_role("alert")).to_contain_text("Visible elsewhere: what isn’t a tile.")
    elsewhere.fill("")
    page.get_by_role("button", name="Which tiles win?").tap()
    expect(page.locator("#verdict")).to_have_text(VERDICT)
    page.locator("details.wait summary").first.tap()
    page.get_by_role("button", name="2 circles: one more visible").tap()
    expect(page.locator("#verdict")).to_have_text(waiting_on("Bea", 2, 7))
    expect(page.locator("details.wait").first).to_have_attribute("open", "")
