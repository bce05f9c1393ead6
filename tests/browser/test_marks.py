"""Jokers on the keypad of a rule book that has them."""

import re

import pytest
from playwright.sync_api import expect

from engine import rulesets
from tests.browser.test_tiles import Tapper
from tests.matches.strange_book import Strange


@pytest.fixture
def thumb(phone, base_url, monkeypatch) -> Tapper:
    """A match of the test rule book (strange_book.py), with the sheet for a hand by tiles open."""
    monkeypatch.setattr(rulesets, "VERSIONS", (*rulesets.VERSIONS, Strange))
    monkeypatch.setitem(rulesets.BOOKS, Strange.key, Strange)
    phone.goto(f"{base_url}/start/?system={Strange.key}")
    for chair, name in (("P1", "Ann"), ("P2", "Bea"), ("P3", "Cho")):
        phone.locator(f"#id_{chair}").fill(name)
    phone.get_by_role("button", name="Start").tap()
    thumb = Tapper(phone)
    thumb.tiles_of("Ann")
    return thumb


def tiles(thumb: Tapper, field: str = "tiles") -> str:
    return thumb.page.locator(f"#{field}").input_value()


@pytest.mark.thorough
def test_a_joker_is_tapped_before_the_tile_that_it_stands_for(thumb):
    expect(thumb.page.locator("[data-mark]")).to_have_text(re.compile(r"^\s*Joker\s*first\s*$"))
    thumb.enter("mark:1p 23p")
    assert tiles(thumb) == "J1p 23p"
    joker = thumb.page.get_by_role("button", name="Joker 1 circle")
    expect(joker).to_be_visible()
    expect(thumb.page.locator("#tile-hand .tile-mark")).to_have_count(1)
    thumb.enter("mark:9p")
    thumb.tap(thumb.page.locator("[data-mark]"))
    expect(thumb.page.locator("[data-tile='5p']")).to_be_disabled()  # there are only two


@pytest.mark.thorough
def test_a_set_on_the_table_takes_a_joker_with_the_next_tap(thumb):
    thumb.enter("pong:9p")
    assert tiles(thumb, "melds") == "pong:9p"
    thumb.tap(thumb.page.locator("[data-mark]"))
    thumb.page.locator("#tile-hand [data-at]").tap()
    assert tiles(thumb, "melds") == "pong:J9p"
    thumb.page.locator("#tile-hand [data-at]").tap()  # separated again
    assert (tiles(thumb, "melds"), tiles(thumb)) == ("", "J9p 99p")
