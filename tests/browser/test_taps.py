"""How many taps a hand takes on a screen of 360 by 740, with each target in reach of a thumb without scrolling."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.pages import Table, open_match
from tests.matches.table import discard, wall

HEIGHT, WIDTH, LEAST = 740, 360, 48
GOULASH = ("draw", {"draw": True})
LONG_NAMES = ("Bartholomäus Nepomuk Freiherr von Ostsee", "Wilhelmina-Philippa van der Oosterscheld", "Maximiliana")
STILL = "Promise.allSettled(document.getAnimations().map((each) => each.finished))"
COVERED_BY = """(target) => {
  const box = target.getBoundingClientRect();
  const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  if (hit && (target.contains(hit) || hit.contains(target))) return "";
  return hit ? hit.cloneNode().outerHTML : "nothing: it is off the screen";
}"""


class Thumb(Table):
    """A table where every tap must be within reach: on the screen without scrolling, uncovered, and large enough."""

    def tap(self, target: Locator) -> None:
        expect(target).to_be_visible()
        self.page.evaluate(STILL)
        box = self._box(target)
        seen = f"{target} at {box}"
        assert box["y"] >= 0 and box["y"] + box["height"] <= HEIGHT, f"not on the screen: {seen}"
        assert box["x"] >= 0 and box["x"] + box["width"] <= WIDTH, f"not on the screen: {seen}"
        assert box["width"] >= LEAST and box["height"] >= LEAST, f"too small for a thumb: {seen}"
        self._uncovered(target)
        super().tap(target)

    def _uncovered(self, target: Locator) -> None:
        """Expect nothing to cover it. A response that arrives now may move the page once."""
        for _try in range(20):
            if not (cover := target.evaluate(COVERED_BY)):
                return
            self.page.wait_for_timeout(100)
        raise AssertionError(f"{target} is covered by {cover}")

    def _box(self, target: Locator) -> dict[str, float]:
        """Its bounding box. While a sheet is being replaced, it has none."""
        for _try in range(100):
            if box := target.bounding_box():
                return box
            self.page.wait_for_timeout(50)
        raise AssertionError(f"{target} is not on the page")


@pytest.fixture
def thumb(table) -> Thumb:
    return Thumb(table.page)


@pytest.fixture
def late(thumb, play) -> Thumb:
    """A match before its last hand, with a full ledger and a pending goulash."""
    hands = [("hand", wall("P1", 5)), ("hand", discard("P2", "P3", 13)), ("hand", wall("P3", 3))]
    play(thumb, *hands, *hands, hands[0], GOULASH)
    return thumb


@pytest.mark.parametrize(
    ("winner", "source", "points", "balances"),
    [
        ("Ann", "Wall", 3, (12, -6, -6)),  # each 3 + 3
        pytest.param("Bea", "Cho", 13, (-2, 30, -28), marks=pytest.mark.thorough),  # Cho 2x13 + 2, Ann 2
        pytest.param("Cho", "Ann", "Half-limit", (-40, -20, 60), marks=pytest.mark.thorough),  # Ann 2x20, Bea 20
        pytest.param("Ann", "Bea", "Limit", (120, -80, -40), marks=pytest.mark.thorough),  # Bea 2x40, Cho 40
    ],
)
def test_a_win_takes_four_taps_including_save(thumb, winner, source, points, balances):
    thumb.win(1, winner, source, points)
    thumb.shows(*balances)
    assert thumb.taps == 4


def test_a_win_takes_four_taps_in_the_last_hand_too(late):
    late.win(9, "Bea", "Ann", 7)
    assert late.taps == 4


def test_long_names_leave_all_three_cards_above_the_buttons(phone):
    open_match(phone, *LONG_NAMES)
    card, bar = phone.locator(".player").last.bounding_box(), phone.locator(".score > .bar").bounding_box()
    assert card and bar and card["y"] + card["height"] <= bar["y"]
    expect(phone.locator(".top .sub")).to_have_attribute("title", re.compile(re.escape(LONG_NAMES[2])))


@pytest.mark.thorough
def test_the_payer_of_a_penalty_is_not_offered_as_its_receiver(thumb):
    thumb.page.locator("summary[aria-label=More]").tap()
    thumb.link("Penalty").tap()
    thumb.chip("Who pays", "Bea").tap()
    for name, offered in (("Ann", True), ("Bea", False), ("Cho", True)):
        expect(thumb.chip("Paid to", name)).to_be_visible(visible=offered)
    thumb.page.get_by_role("radio", name=re.compile("^Too many or too few tiles")).check()
    expect(thumb.page.locator("#penalty-says")).to_have_text("Ann gains 5, Bea loses 10, Cho gains 5.")


@pytest.mark.thorough
def test_a_win_takes_four_taps_with_long_names(phone):
    open_match(phone, *LONG_NAMES)
    table = Thumb(phone)
    table.win(1, LONG_NAMES[1], LONG_NAMES[0], 9)
    assert table.taps == 4


def test_an_undo_takes_one_tap_and_a_goulash_two(late):
    late.undo("hand 8")
    late.asks(8)
    assert late.taps == 1
    late.goulash(8)
    assert late.taps == 1 + 2


def test_the_message_leaves_the_rounds_and_the_ledger_in_view_and_takes_no_tap_from_what_it_covers(thumb):
    thumb.win(1, "Ann", "Wall", 5)
    toast, rounds = thumb.page.locator("#toast .toast"), thumb.page.locator("#rounds")
    thumb.page.evaluate(STILL)
    box, below = toast.bounding_box(), rounds.bounding_box()
    assert box and below and box["y"] + box["height"] <= below["y"]
    assert toast.evaluate(COVERED_BY) != ""  # the tap reaches the element below
    expect(thumb.page.get_by_role("button", name="Undo")).to_have_count(1)  # the message has no second one


@pytest.mark.thorough
def test_the_sheet_says_what_is_missing_where_the_thumb_is(thumb):
    thumb.take("Ann")
    expect(thumb.button("Choose who paid")).to_be_visible()
    thumb.source("Bea")
    expect(thumb.button("Choose hand-points")).to_be_visible()
    thumb.tap(thumb.chip("Hand-points", 4))
    expect(thumb.save_button(1)).to_be_in_viewport(ratio=1)


@pytest.mark.thorough
def test_the_list_stays_where_it_is_when_a_pattern_is_ticked(thumb):
    thumb.take("Bea")
    thumb.by_list()
    thumb.page.wait_for_load_state("networkidle")
    moved = {}
    for pattern in ("all_pongs", "concealed"):
        row = thumb.page.locator("label.pat").filter(has=thumb.page.locator(f"[id='t.{pattern}']"))
        row.evaluate("(row) => row.scrollIntoView({ block: 'center' })")
        before = row.bounding_box()["y"]
        with thumb.page.expect_response("**/hand/"):
            row.tap()
        expect(row.locator("input")).to_be_checked()
        thumb.page.wait_for_load_state("networkidle")
        expect(thumb.page.locator(".htmx-request, .htmx-swapping, .htmx-settling")).to_have_count(0)
        moved[pattern] = round(row.bounding_box()["y"] - before)
    assert moved == dict.fromkeys(moved, 0)


@pytest.mark.thorough
@pytest.mark.parametrize("way", ["Numbers", "List"])
def test_a_robbed_kong_is_not_offered_for_a_self_draw(thumb, way):
    thumb.take("Bea")
    if way == "List":
        thumb.by_list()
    robbed = thumb.page.get_by_text("The tile was robbed from a kong")
    thumb.source("Wall")
    expect(robbed).to_be_hidden()
    thumb.source("Cho")
    expect(robbed).to_be_visible()
