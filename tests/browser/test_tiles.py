"""Hands by tiles on a screen of 360 by 740: tapped on the keypad, previewed, saved, shown, refused."""

import re

import pytest
from playwright.sync_api import expect

from engine.hands.tiles import parse_tiles, text
from tests.browser.test_taps import COVERED_BY, STILL, Thumb

# Ann is East, Bea South, Cho West in the first hand.
COMMON = "pong:S pong:dG 2345567p 8p"  # melds first; the last tile wins
DRAGONS = "pong:dR pong:dG 234p 99m dW dW dW"
TWO_WAYS = "222333444p 678m 9m 9m"


class Tapper(Thumb):
    """A thumb at the keypad, where every key must be in reach."""

    def tiles_of(self, winner: str) -> None:
        self.take(winner)
        self.tap(self.page.locator("label[for=way-tiles]"))
        expect(self.page.locator("#pad")).to_be_visible()
        expect(self.page.locator("#tile-hand .go")).to_contain_text("14")

    def key(self, tile: str) -> None:
        self.tap(self.page.locator(f"[data-tile='{tile}']"))

    def enter(self, hand: str) -> int:
        """Tap the tiles of a hand, and return the number of taps."""
        before = self.taps
        for word in hand.split():
            kind, _colon, tile = word.rpartition(":")
            if kind:
                self.tap(self.page.locator(f"[data-meld={kind}]"))
            for each in parse_tiles(tile):
                self.key(text(each))
        return self.taps - before

    def opened(self, no: int) -> None:
        self.row(no).locator("a.row").tap()
        expect(self.page.get_by_role("heading", name=f"Hand {no}", exact=True)).to_be_visible()


@pytest.fixture
def thumb(table) -> Tapper:
    return Tapper(table.page)


def test_a_common_win_takes_at_most_fourteen_taps_for_its_tiles_and_four_more(thumb):
    """Before the last tile, the keypad shows which tiles complete the hand."""
    thumb.tiles_of("Bea")
    *before, last = COMMON.split()
    taps = thumb.enter(" ".join(before))
    bar = thumb.page.locator("#sheet-bar")
    expect(bar).to_contain_text("Completed by")
    ringed = thumb.page.locator(".key-wins")
    expect(ringed).not_to_have_count(0)
    for name in ringed.evaluate_all("(keys) => keys.map((key) => key.ariaLabel)"):
        expect(bar).to_contain_text(name)
    assert taps + thumb.enter(last) <= 14
    thumb.source("Ann")
    expect(thumb.page.locator("#sheet-bar .wins")).to_contain_text("Bea wins")
    thumb.save(1)
    assert thumb.taps <= 14 + 4
    thumb.opened(1)
    drawn = thumb.page.get_by_role("region", name="The winning hand")
    expect(drawn.get_by_role("img", name="South")).to_have_count(3)
    expect(drawn.locator(".tile-won")).to_have_count(1)
    expect(drawn).to_contain_text("from Ann")


@pytest.mark.thorough
def test_the_keys_stay_where_they_are_when_the_count_appears(thumb):
    thumb.tiles_of("Bea")
    key, bar = thumb.page.locator("[data-tile='dG']"), thumb.page.locator("#sheet-bar")
    thumb.page.evaluate(STILL)
    before = key.bounding_box()
    expect(bar).not_to_contain_text("so far")
    thumb.enter("pong:S")
    expect(bar).to_contain_text("so far")
    assert key.bounding_box() == before


@pytest.mark.thorough
def test_a_limit_hand_by_its_tiles(thumb):
    thumb.tiles_of("Cho")
    thumb.enter(DRAGONS)
    thumb.source("Wall")
    expect(thumb.page.locator("#sheet-bar .words")).to_contain_text("Cho wins 80")
    thumb.save(1)
    thumb.shows(-40, -40, 80)
    thumb.opened(1)
    expect(thumb.page.locator(".points")).to_contain_text("Great dragons")


@pytest.mark.thorough
def test_the_better_of_two_readings_is_paid_and_the_other_offered(thumb):
    thumb.tiles_of("Ann")
    thumb.enter(TWO_WAYS)
    thumb.source("Bea")
    expect(thumb.page.locator("#sheet-bar .words")).to_contain_text("Ann wins 24")
    thumb.save(1)
    thumb.shows(24, -19, -5)
    thumb.opened(1)
    expect(thumb.page.locator(".points").first).to_contain_text("Two identical chows")
    other = thumb.page.locator("details", has_text="Another way to read the tiles")
    other.locator("summary").tap()
    expect(other).to_contain_text("Three concealed pongs")
    expect(other).to_contain_text(re.compile("This reading would score \\d+\\."))


@pytest.mark.thorough
def test_a_hand_below_the_minimum_is_refused_with_the_reason(thumb, complaints):
    complaints.allow("422")
    thumb.tiles_of("Ann")
    thumb.enter("pong:W 234p 678p 345m 9m 9m")
    thumb.source("Bea")
    reason = "Not enough hand-points: the hand has 1, and this table’s minimum is 3."
    expect(thumb.page.locator("#sheet-bar")).to_contain_text(reason)
    thumb.page.locator("#sheet-bar button[name=save]").tap()
    expect(thumb.page.locator("#sheet .alert")).to_contain_text(reason)
    expect(thumb.page.locator("#tile-hand.full")).to_be_visible()
    thumb.open()
    thumb.shows(0, 0, 0)


@pytest.mark.thorough
def test_the_winning_tile_can_be_one_of_a_triple(thumb):
    """The keys are disabled when the hand is full: a tap on the triple marks it, a second one exposes it."""
    thumb.tiles_of("Ann")
    thumb.enter("dR dR dR dG dG dG 234p 678m 9m 9m")
    go = thumb.page.locator("#tile-hand .go")
    expect(go).to_have_text("Won on 9 characters")
    thumb.page.locator("[data-three=dR]").tap()
    expect(go).to_have_text("Won on red dragon")
    expect(thumb.page.locator("#tile")).to_have_value("dR")
    thumb.page.locator("[data-three=dR]").tap()
    expect(go).to_have_text("Won on 9 characters")
    expect(thumb.page.locator("#melds")).to_have_value("pong:dR")


@pytest.mark.thorough
def test_tiles_are_added_to_a_hand_by_numbers(thumb):
    """The keypad on the correction page works like the one on the sheet."""
    thumb.win(1, "Ann", "Bea", 4)
    thumb.opened(1)
    page = thumb.page
    page.get_by_role("link", name="Add tiles").tap()
    pad = page.locator("#pad")
    expect(pad).to_be_visible()
    for tile in parse_tiles(TWO_WAYS):
        page.locator(f"[data-tile='{text(tile)}']").tap()
    expect(pad).to_be_hidden()
    expect(page.locator("#tile-hand")).to_contain_text("Won on 9 characters")
    expect(page.locator("#consequences")).to_contain_text("+24")
    page.get_by_role("button", name="Save correction").tap()
    thumb.shows(24, -19, -5)


def test_taps_before_the_script_of_the_keys_is_loaded_are_kept(thumb):
    """On a slow network the keys are there before their script."""
    page, held = thumb.page, []
    page.context.route("**/keypad*.js", lambda route: held.append(route))
    thumb.take("Ann")
    with page.expect_request("**/keypad*.js"):
        thumb.tap(page.locator("label[for=way-tiles]"))
    for tile in ("2p", "3p", "4p"):
        page.locator(f"[data-tile='{tile}']").tap()
    held[0].continue_()
    expect(page.locator("#tiles")).to_have_value("234p")
    thumb.key("5p")
    expect(page.locator("#tiles")).to_have_value("2345p")


@pytest.mark.thorough
def test_the_tiles_are_kept_on_the_way_to_the_sheet_for_two_claims_and_back(thumb):
    page = thumb.page
    thumb.tiles_of("Bea")
    thumb.enter(COMMON)
    thumb.source("Ann")
    expect(page.locator("#sheet-bar .wins")).to_contain_text("Bea wins")
    page.get_by_role("link", name="Another player claims this tile too").tap()
    bea = page.get_by_role("group", name="Bea")
    expect(bea.get_by_role("img", name="South")).to_have_count(3)
    expect(page.locator("#points_P2")).to_be_hidden()
    expect(page.locator(".htmx-settling")).to_have_count(0)  # htmx adds its listeners 20 ms later
    page.locator("#points_P3").fill("3")
    expect(page.locator("#sheet-bar")).to_contain_text("Bea gets the tile")
    page.get_by_role("button", name="Back to one winner").tap()
    expect(page.locator("#tile-hand")).to_contain_text("Won on 8 circles")
    expect(page.locator("#source-P1")).to_be_checked()
    expect(thumb.save_button(1)).to_be_visible()


def test_a_reload_keeps_the_tiles_of_the_open_sheet(thumb):
    page = thumb.page
    thumb.tiles_of("Bea")
    thumb.enter("pong:S 234p")
    page.reload()
    expect(page.locator("#sheet-title")).to_have_text("Bea wins hand 1")
    expect(page.locator("#tile-hand .go")).to_have_text("8 tiles to go")
    thumb.enter("pong:dG 567p 8p 8p")
    thumb.source("Ann")
    expect(page.locator("#sheet-bar .wins")).to_contain_text("Bea wins")
    page.reload()
    expect(page.locator("#source-P1")).to_be_checked()
    thumb.save(1)
    page.reload()
    expect(page.locator("#sheet")).to_be_hidden()
    thumb.asks(2)


@pytest.mark.thorough
def test_a_reload_keeps_the_tiles_of_a_correction(thumb):
    thumb.win(1, "Ann", "Bea", 4)
    thumb.opened(1)
    page = thumb.page
    page.get_by_role("link", name="Add tiles").tap()
    for tile in ("2p", "2p", "2p", "3p"):
        page.locator(f"[data-tile='{tile}']").tap()
    page.get_by_label("Reason").fill("Ann had kept the tiles")
    page.reload()
    expect(page.locator("#tile-hand .go")).to_have_text("10 tiles to go")
    expect(page.locator("#tiles")).to_have_value("2223p")
    expect(page.get_by_label("Reason")).to_have_value("Ann had kept the tiles")
    for tile in parse_tiles("33444p 678m 9m 9m"):
        page.locator(f"[data-tile='{text(tile)}']").tap()
    expect(page.locator("#consequences")).to_contain_text("+24")
    page.reload()
    expect(page.locator("#consequences")).to_contain_text("+24")
    page.get_by_role("button", name="Save correction").tap()
    thumb.shows(24, -19, -5)


@pytest.mark.thorough
def test_a_reload_keeps_the_tiles_of_a_sheet_on_its_own_page(thumb):
    page = thumb.page
    page.goto(f"{page.url}hand/?winner=P2&way=tiles")
    for tile in ("S", "S", "2p"):
        page.locator(f"[data-tile='{tile}']").tap()
    page.reload()
    expect(page.locator("#tile-hand .go")).to_have_text("11 tiles to go")
    for tile in parse_tiles("S 345567p dG dG dG 2p"):
        page.locator(f"[data-tile='{text(tile)}']").tap()
    page.locator("label[for=source-P1]").tap()
    page.reload()
    expect(page.locator("#source-P1")).to_be_checked()
    expect(page.locator("#tile-hand .go")).to_have_text("Won on 2 circles")
    page.locator("button[name=save]").tap()
    thumb.asks(2)
    page.go_back()
    expect(page.locator("#tiles")).to_have_value("")


@pytest.mark.thorough
def test_opening_the_match_again_shows_the_table(thumb):
    thumb.tiles_of("Bea")
    thumb.enter("234p")
    thumb.open()
    thumb.asks(1)
    expect(thumb.page.locator("#sheet")).to_be_hidden()


@pytest.mark.thorough
def test_a_sheet_that_was_closed_stays_closed(thumb):
    thumb.tiles_of("Bea")
    thumb.enter("234p")
    thumb.page.get_by_role("link", name="Close").tap()
    thumb.page.reload()
    thumb.asks(1)
    expect(thumb.page.locator("#sheet")).to_be_hidden()


@pytest.mark.thorough
def test_pong_and_kong_say_that_they_come_before_the_tile(thumb):
    page = thumb.page
    thumb.tiles_of("Bea")
    expect(page.locator("#tile-hand")).to_contain_text("tap Pong or Kong, then its tile")
    for name in ("Pong", "Kong"):
        expect(page.get_by_role("button", name=re.compile(rf"^{name}\s*first$"))).to_be_visible()
    thumb.tap(page.locator("[data-meld=kong]"))
    expect(page.locator("#tile-hand .go")).to_have_text("Kong: now tap its tile")
    expect(page.locator("#tile-said")).to_have_text("Kong: now tap its tile")
    thumb.key("S")
    expect(page.get_by_role("button", name="Kong South, Exposed")).to_be_visible()


SIDEWAYS = {"width": 740, "height": 360}
SIDES = "(keys) => keys.map((key) => key.getBoundingClientRect()).flatMap(({ width, height }) => [width, height])"

OUT_OF_SIGHT = f"""(selector) => [...document.querySelectorAll(selector)].filter((each) => {{
  const box = each.getBoundingClientRect();
  const inside = box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth;
  return !inside || ({COVERED_BY})(each);
}}).map((each) => each.ariaLabel || each.textContent)"""


def in_sight(page, selector: str) -> None:
    """Expect all elements of the selector to be entirely on the screen and not covered."""
    expect(page.locator(selector)).not_to_have_count(0)
    assert page.evaluate(OUT_OF_SIGHT, selector) == []


def test_hand_and_keys_are_seen_together_on_a_phone_held_sideways(thumb):
    page = thumb.page
    page.set_viewport_size(SIDEWAYS)
    thumb.take("Bea")
    page.locator("label[for=way-tiles]").tap()
    for tile in ("S", "S", "2p", "3p", "4p", "5p"):
        page.locator(f"[data-tile='{tile}']").tap()
        in_sight(page, "#pad button")
        in_sight(page, "#tile-hand button")
    in_sight(page, "#sheet-bar button[name=save]")
    assert min(page.locator("#pad button").evaluate_all(SIDES)) >= 48


@pytest.mark.thorough
@pytest.mark.parametrize("address", ["waits/", "hands/after/0/?way=tiles&winner=P2"])
def test_hand_and_keys_are_seen_together_on_a_page_held_sideways(thumb, address):
    page = thumb.page
    page.set_viewport_size(SIDEWAYS)
    page.goto(thumb.address + address)
    page.locator("#tile-hand").scroll_into_view_if_needed()
    for tile in ("S", "S", "2p", "3p", "4p", "5p"):
        page.locator(f"[data-tile='{tile}']").tap()
    in_sight(page, "#pad button")
    in_sight(page, "#tile-hand button")
