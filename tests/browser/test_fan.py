"""The Malaysian fan game on a screen of 360 by 740: a hand by fan, one by tiles with a joker and flowers."""

import pytest
from playwright.sync_api import expect

from tests.browser.page_checks import barriers_in_themes
from tests.browser.test_tiles import Tapper


@pytest.fixture
def thumb(phone) -> Tapper:
    """A match of the fan game that Ann, Bea and Cho have just started."""
    phone.goto("/start/")
    for chair, name in (("P1", "Ann"), ("P2", "Bea"), ("P3", "Cho")):
        phone.locator(f"#id_{chair}").fill(name)
    phone.get_by_label("Rule book").select_option(label="Malaysian (fan)")
    expect(phone.locator("#house")).to_contain_text("The source of these rules lists only this game’s tiles (C1)")
    expect(phone.get_by_role("radio", name="Doubling")).to_be_visible()
    phone.get_by_role("button", name="Start match").tap()
    expect(phone.get_by_role("heading", name="Hand 1 of 9")).to_be_visible()
    phone.wait_for_load_state()
    return Tapper(phone)


def beside(thumb: Tapper, target) -> None:
    """Scroll the sheet to a target below the tiles, and tap it."""
    target.evaluate("(target) => target.scrollIntoView({ block: 'center' })")
    thumb.tap(target)


@pytest.mark.thorough
def test_a_hand_by_fan_takes_four_taps(thumb):
    thumb.take("Bea")
    thumb.source("Ann")
    thumb.tap(thumb.chip("Fan", 7))
    expect(thumb.page.locator("#sheet-bar .words")).to_have_text("Bea wins 14 Ann pays 14")
    thumb.save(1)
    assert thumb.taps == 4
    thumb.shows(-14, 14, 0)


def test_a_hand_by_tiles_with_a_joker_and_flowers(thumb):
    thumb.tiles_of("Bea")
    thumb.enter("pong:dR mark:2p 34p 567p 567p 9p 9p")
    thumb.source("Wall")
    expect(thumb.page.locator("#sheet-bar")).to_contain_text("No flowers")  # until they are tapped
    marked = thumb.page.locator("#tile-hand .tile-mark")
    expect(marked).to_have_count(1)
    assert "#tile-joker" in marked.locator("use").last.get_attribute("href")
    for chip in ("flowers-2", "seasons-2"):
        beside(thumb, thumb.page.locator(f"label[for={chip}]"))
    more = thumb.page.get_by_role("button", name="Faces")
    beside(thumb, more.last)
    expect(thumb.page.locator("#faces")).to_have_value("1")
    expect(thumb.page.locator("#sheet-bar .words")).to_contain_text("Bea wins 10")
    thumb.save(1)
    thumb.shows(-5, 10, -5)
    thumb.opened(1)
    drawn = thumb.page.get_by_role("region", name="The winning hand")
    expect(drawn.get_by_role("img", name="Joker 2 circles")).to_have_count(1)
    expect(thumb.page.locator(".points")).to_contain_text("2 × Own flower or season")
    expect(thumb.page.locator(".points")).to_contain_text("Fan")


@pytest.mark.thorough
def test_the_reading_keeps_the_joker_in_its_set(thumb):
    thumb.tiles_of("Bea")
    thumb.enter("mark:2p 34p 567p 567p dR dR dR 9p 9p")
    thumb.source("Wall")
    expect(thumb.page.locator("#sheet-bar .words")).to_be_visible()
    first = thumb.page.locator("#tile-hand .set.meld").first
    expect(first.get_by_role("button")).to_have_count(3)
    expect(first.get_by_role("button").first).to_have_accessible_name("Joker 2 circles")
    assert barriers_in_themes(thumb.page, "the sheet with its joker") == []
