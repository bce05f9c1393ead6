"""An East round of riichi sanma with chips on a phone, compared with a ledger calculated by hand; its pages."""

import csv
import io

import pytest
from playwright.sync_api import Page, expect

from tests.browser import pages
from tests.browser.page_checks import barriers_in_themes, overflow
from tests.browser.pages import whole
from tests.browser.test_east_round import Parlour
from tests.matches.tenhou_cast import Table as TenhouTable
from tests.matches.tenhou_cast import whole as whole_log
from tests.matches.tenhou_cast import won
from tests.thorough import sized

# Everybody begins with 35,000 and no chips; Ann deals first. Tenhou's rules, the East round alone, and chips: one for
# each uradora and each red five, worth 500 each. In brackets: points, chips; then honba and sticks on the table.
#
#   E1    Ann and Bea declare riichi; Ann, the dealer, ron from Bea with riichi, pinfu, a North, a red five and an
#         uradora: a mangan of 12,000, and Bea's stick; 2 chips
#                                    (+13,000, -13,000, 0)         (48,000, 22,000, 35,000)  (+2, -2, 0)   1, 0
#   E1.1  Cho tsumo, 3 han 40 fu: 2,600 from the dealer and 1,300 (North's share is lost), a honba of 100 from each
#                                    (-2,700, -1,400, +4,100)      (45,300, 20,600, 39,100)  (+2, -2, 0)   0, 0
#   E2    Bea, the dealer, declares riichi; draw, she and Cho are tenpai: 1,000 to each from Ann, the stick stays
#                                    (-2,000, 0, +1,000)           (43,300, 20,600, 40,100)  (+2, -2, 0)   1, 1
#   E2.1  Cho discards the tile on which both win with 2 han 30 fu: Ann, next in turn, 2,000, a honba of 200 and the
#         stick; Bea, the dealer, 2,900 and a chip
#                                    (+3,200, +2,900, -5,100)      (46,500, 23,500, 35,000)  (+2, -1, -1)  2, 0
#   E2.2  Cho declares riichi; Ann ron from Bea, a sanbaiman of 24,000 with two honba of 200, and Cho's stick; 2 chips.
#         Bea is below 0: the match ends
#                                    (+25,400, -24,400, -1,000)    (71,900, -900, 34,000)    (+4, -3, -1)  3, 0
#
# Settlement, in thousands over 40.0: Ann 31.9, uma 20.0, oka 15.0, chips 2.0; Cho -6.0, chips -0.5; Bea -40.9,
# uma -20.0, chips -1.5.
LEDGER = [
    # hand, changes, points, change in chips, chips, sticks on the table
    ("E1", (13000, -13000, 0), (48000, 22000, 35000), (2, -2, 0), (2, -2, 0), 0),
    ("E1.1", (-2700, -1400, 4100), (45300, 20600, 39100), (0, 0, 0), (2, -2, 0), 0),
    ("E2", (-2000, 0, 1000), (43300, 20600, 40100), (0, 0, 0), (2, -2, 0), 1000),
    ("E2.1", (3200, 2900, -5100), (46500, 23500, 35000), (0, 1, -1), (2, -1, -1), 0),
    ("E2.2", (25400, -24400, -1000), (71900, -900, 34000), (2, -2, 0), (4, -3, -1), 0),
]
HAND = "2p 3p 4p 5p 6p 7p 3s 4s 5s 6s 6s 7s 8s 9s"
FIVE_TAPS = 5  # winner, wall, han, fu, save


class Round(Parlour):
    """The score page of riichi sanma with chips."""

    def stands(self, row: int, carry: str) -> None:
        """Expect these points and chips after this ledger row. `carry`: honba and sticks in words, or ""."""
        _hand, _changes, points, _change, chips, sticks = LEDGER[row]
        assert (sum(points) + sticks, sum(chips)) == (105_000, 0)
        expect(self.page.locator(".player .amt")).to_have_text(
            [f"{each:,}".replace("-", pages.MINUS) for each in points]
        )
        expect(self.page.locator(".player .chip-n")).to_have_text(
            [f"{pages.signed(each)} chip{'' if abs(each) == 1 else 's'}" for each in chips]
        )
        line = self.page.locator(".carry")
        expect(line).to_have_count(1 if carry else 0)
        if carry:
            expect(line).to_contain_text(f"On the table: {carry}")

    def keys(self, tiles: str) -> None:
        for tile in tiles.split():
            self.tap(self.page.locator(f"#pad [data-tile='{tile}']"))

    def more(self, what: str, times: int = 1) -> None:
        """Press the plus button beside `what` this many times."""
        for _each in range(times):
            self.tap(self.page.get_by_role("button", name=f"{what}: one more"))


def test_a_round_with_chips_begins_with_two_hands_that_pay_as_they_should(phone):
    first_two_hands(phone)


@pytest.mark.thorough
def test_an_east_round_with_chips_is_played_to_its_settlement(phone):
    table = first_two_hands(phone)
    a_draw_with_two_tenpai(table)
    a_double_ron(table)
    a_bust(table)
    settled(table)


def first_two_hands(page: Page) -> Round:
    table = started(page)
    a_ron_by_tiles(table)
    a_self_draw_in_five_taps(table)
    return table


def started(page: Page) -> Round:
    """Start an East round from the home page as a guest."""
    page.goto("/")
    page.get_by_role("link", name="Start match").tap()
    page.get_by_label("Rule book").select_option(label="Riichi sanma")
    expect(page.get_by_role("radio", name="Tenhou")).to_be_checked()
    for label, name in (("East", "Ann"), ("South", "Bea"), ("West", "Cho")):
        page.get_by_label(label).first.fill(name)
    page.get_by_text("House rules in detail").tap()
    page.get_by_role("radio", name="East round only").check()
    for label, value in (("each uradora", "1"), ("each red five", "1")):
        page.get_by_label(f"Chips for {label}").fill(value)
    page.get_by_label("Value of a chip").fill("500")
    page.get_by_role("button", name="Start match").tap()
    expect(page.get_by_role("heading", name=whole("East 1"))).to_be_visible()
    page.wait_for_load_state()
    table = Round(page)
    table.shows(35000, 35000, 35000)
    expect(page.locator(".player .chip-n")).to_have_text(["0 chips"] * 3)
    return table


def a_ron_by_tiles(table: Round) -> None:
    """Riichi on two cards; the hand by keypad, with an uradora, a North set aside and a red five."""
    page = table.page
    table.riichi("Ann")
    table.riichi("Bea")
    table.shows(34000, 34000, 35000)
    expect(page.locator(".carry")).to_contain_text("2,000 in sticks")
    table.take("Ann")
    table.tap(page.locator("label[for=way-tiles]"))
    expect(page.locator("#tile-hand")).to_contain_text("Leave out Norths set aside")
    table.keys(HAND)
    expect(page.locator("#pad")).to_be_hidden()
    table.source("Bea")
    expect(page.get_by_label("Winner’s riichi")).to_have_value("riichi")
    table.declared("Opponents’ riichi", "Bea")
    table.preview("Ann wins 3,900 Bea pays 3,900 2 han 30 fu, chips: 0 / 0 / 0")
    indicators = page.get_by_role("group", name="Uradora indicators")
    table.tap(indicators.get_by_role("button", name="Add tiles"))
    table.keys("1p")
    expect(indicators.get_by_role("button", name="Remove 1 circle")).to_be_visible()
    table.more("Norths set aside")
    table.more("Red fives")
    table.preview("Ann wins 13,000 Bea pays 13,000 5 han, Mangan, chips: +2 / −2 / 0")
    table.save("E1")
    table.stands(0, "1 honba")
    table.is_at("East 1 · 1 honba")


def a_self_draw_in_five_taps(table: Round) -> None:
    before = table.taps
    table.take("Cho")
    table.source("Wall")
    table.tap(table.chip("Han", 3))
    expect(table.button("Choose the number of fu")).to_be_visible()
    table.tap(table.chip("Fu", 40))
    table.preview("Cho wins 4,100 Ann pays 2,700, Bea pays 1,400 chips: 0 / 0 / 0")
    table.save("E1.1")
    assert table.taps - before == FIVE_TAPS
    table.stands(1, "")
    table.is_at("East 2")
    expect(table.card("Bea").locator(".tag")).to_have_text("Dealer")


def a_draw_with_two_tenpai(table: Round) -> None:
    table.riichi("Bea")
    table.tap(table.link("Draw (ryuukyoku)"))
    table.declared("Who was tenpai?", "Bea")
    table.tap(table.switch("Who was tenpai?", "Cho"))
    expect(table.page.locator("#draw-says")).to_have_text("Ann loses 2,000, Cho gains 1,000.")
    table.tap(table.button("Save draw, hand E2"))
    table.saved("E2")
    table.stands(2, "1 honba, 1,000 in sticks")
    table.is_at("East 2 · 1 honba")


def a_double_ron(table: Round) -> None:
    page = table.page
    table.take("Ann")
    table.source("Cho")
    table.tap(table.chip("Han", 2))
    table.tap(table.chip("Fu", 30))
    table.tap(table.link("Another player also wins on this tile"))
    expect(page.locator("#sheet-title")).to_have_text("Two players win on the same tile")
    bea = page.get_by_role("group", name=whole("Bea"))
    bea.get_by_label("Han", exact=True).fill("2")
    bea.get_by_label("Fu").select_option("30")
    bea.get_by_label("Chips from each payer").fill("1")
    says = "Ann wins 3,200, Bea wins 2,900. Cho pays 5,100, chips: 0 / +1 / −1"
    expect(page.locator("#sheet .say")).to_have_text(says)
    table.save("E2.1")
    table.stands(3, "2 honba")
    table.is_at("East 2 · 2 honba")


def a_bust(table: Round) -> None:
    table.riichi("Cho")
    table.take("Ann")
    table.source("Bea")
    table.tap(table.chip("Han", "Sanbaiman"))
    table.more("Chips from each payer", 2)
    table.preview("Ann wins 25,400 Bea pays 24,400, Cho pays 1,000 Sanbaiman, chips: +2 / −2 / 0")
    table.save("E2.2")
    table.stands(4, "")
    table.is_at("The match has finished")


def settled(table: Round) -> None:
    page = table.page
    table.tap(table.link("Show result"))
    expect(page.get_by_role("heading", name="Ann wins the match")).to_be_visible()
    expect(page.get_by_text("A player had too few points to continue.")).to_be_visible()
    places = page.locator(".places li")
    expect(places.locator(".amt")).to_have_text(["+68.9+4 chips", "−6.5−1 chip", "−62.4−3 chips"])
    for place, shares in enumerate(
        (
            "71,900 points, difference from return points +31.9, chips +2.0, uma +20.0, oka +15.0",
            "34,000 points, difference from return points −6.0, chips −0.5",
            "−900 points, difference from return points −40.9, chips −1.5, uma −20.0",
        )
    ):
        expect(places.nth(place)).to_contain_text(shares)
    expect(page.locator(".points tr")).to_have_text(["Bea pays Ann 62.4", "Cho pays Ann 6.5"])
    with page.expect_download() as download:
        table.tap(page.get_by_role("link", name="CSV"))
    rows = list(csv.DictReader(io.StringIO(download.value.path().read_text("utf-8-sig"))))
    assert [_of_file(row) for row in rows] == LEDGER
    table.end()


def _of_file(row: dict[str, str]) -> tuple[object, ...]:
    """A row of the file in the form of a row of `LEDGER`."""
    columns = ("change", "balance", "chip_change", "chips")
    return (
        row["label"],
        *(tuple(int(row[f"{column}_P{chair}"]) for chair in (1, 2, 3)) for column in columns),
        int(row["on_table"]),
    )


# ── its pages ────────────────────────────────────────────────────────────────

TILES = {
    "winner": "P1",
    "win": {"by": "ron", "from": "P2", "tile": "9s"},
    "concealed": HAND.split(),
    "riichi": "riichi",
}
ENTRIES = (
    ("hand", {**TILES, "riichi_by": ["P2"], "ura_indicators": ["1p"], "norths": 1, "red": 1}),
    ("draw", {"tenpai": ["P2"], "riichi_by": ["P2"]}),
)
SHEETS = ("hand/?winner=P2", "hand/?winner=P2&way=list", "hand/?winner=P2&way=tiles")
PAGES = sized(
    ("", *SHEETS[1:], "hands/1/", "end/"),
    ("", *SHEETS, "draw/", "claims/", "penalty/", "waits/", "hands/1/", "card/", "end/"),
)
CARD = sized((), ("/rules/riichi_sanma/tenhou/", "/rules/riichi_sanma/parlour/"))


def test_its_pages_fit_and_are_accessible(phone, play):
    table, problems = pages.open_match(phone, system="riichi_sanma", preset="parlour"), []
    play(table, *ENTRIES)
    for address in (*CARD, *(table.address + each for each in PAGES)):
        phone.goto(address)
        where = address.replace(table.code, "…")
        problems += [*overflow(phone, where), *barriers_in_themes(phone, where)]
    assert problems == []


@pytest.mark.parametrize("agrees", [True, pytest.param(False, marks=pytest.mark.thorough)])
def test_the_preview_of_a_log_fits_and_is_accessible(phone, agrees):
    log = whole_log() if agrees else TenhouTable()
    if not agrees:
        won(log, 3900, "30符3飜3900点")
    phone.goto("/import/")
    phone.get_by_label("Or paste a log from Tenhou").fill(log.data().decode())
    phone.get_by_role("button", name="Import").tap()
    expect(phone.get_by_role("region", name="Hands")).to_be_visible()
    expect(phone.get_by_role("region", name="Differences")).to_have_count(0 if agrees else 1)
    assert [*overflow(phone, "preview"), *barriers_in_themes(phone, "preview")] == []
