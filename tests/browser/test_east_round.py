"""An East round of Honshu sanma on a phone, compared with a ledger calculated by hand."""

import csv
import io

import pytest
from playwright.sync_api import expect

from tests.browser.pages import Table, whole

# Everybody begins with 35,000; Ann deals first. The rules are those of the text, the East round alone.
#
#   E1    Cho declares riichi; Bea ron from Cho, 5 han: 4,000 and the stick
#                                                     (0, +5,000, -5,000)          (35,000, 40,000, 30,000)
#   E2    draw, Bea alone is tenpai and deals again   (-1,000, +2,000, -1,000)     (34,000, 42,000, 29,000)
#   E2.1  Bea, the dealer, tsumo, 3 han: 500 from each and a honba of 100
#                                                     (-600, +1,200, -600)         (33,400, 43,200, 28,400)
#   E2.2  Bea declares riichi and discards the tile on which both win: Cho, next in turn, 4 han: 2,000, two honba
#         of 200 and the stick; Ann 6 han: 8,000      (+8,000, -11,400, +3,400)    (41,400, 31,800, 31,800)
#   E3    Ann declares riichi; draw, Ann alone is tenpai, the stick stays
#                                                     (+1,000, -1,000, -1,000)     (42,400, 30,800, 30,800)
#
# Settlement, in thousands over 40.0: Ann 2.4, the oka 15.0 and the stick 1.0; Bea and Cho -9.2 each.
LEDGER = [
    ("E1", (0, 5000, -5000), (35000, 40000, 30000)),
    ("E2", (-1000, 2000, -1000), (34000, 42000, 29000)),
    ("E2.1", (-600, 1200, -600), (33400, 43200, 28400)),
    ("E2.2", (8000, -11400, 3400), (41400, 31800, 31800)),
    ("E3", (1000, -1000, -1000), (42400, 30800, 30800)),
]
HAN = "Han, including bazoro"


class Parlour(Table):
    """The score page of a game with points and riichi sticks."""

    def riichi(self, name: str) -> None:
        stick = self.page.get_by_role("button", name=f"Riichi , {name}")
        expect(stick).to_have_attribute("aria-pressed", "false")
        self.tap(stick)
        expect(stick).to_have_attribute("aria-pressed", "true")

    def shows(self, *points: int) -> None:
        expect(self.page.locator(".player .amt")).to_have_text([f"{each:,}" for each in points])

    def declared(self, question: str, *names: str) -> None:
        """Expect these switches to be on when the sheet opens."""
        on = self.page.get_by_role("group", name=whole(question)).get_by_role("switch", checked=True)
        expect(on).to_have_count(len(names))
        for name in names:
            expect(self.switch(question, name)).to_be_checked()

    def won(self, no: str, winner: str, source: str, han: int, says: str) -> None:
        self.take(winner)
        self.source(source)
        self.tap(self.chip(HAN, han))
        self.preview(says)
        self.save(no)

    def draw(self, no: str, *tenpai: str) -> None:
        self.tap(self.link("Draw (ryuukyoku)"))
        for name in tenpai:
            self.tap(self.switch("Who was tenpai?", name))
        self.tap(self.button(f"Save draw, hand {no}"))
        self.saved(no)

    def end(self) -> None:
        """Open the result page."""
        self.tap(self.button("End match"))
        expect(self.page.get_by_role("button", name="Rematch")).to_be_visible()


def parlour(page) -> Parlour:
    """Start an East round as a guest."""
    page.goto("/start/?system=honshu")
    for label, name in (("East", "Ann"), ("South", "Bea"), ("West", "Cho")):
        page.get_by_label(f"{label}").first.fill(name)
    page.get_by_text("House rules in detail").tap()
    page.get_by_label("Length of the match").select_option("east")
    page.get_by_role("button", name="Start match").tap()
    expect(page.get_by_role("heading", name=whole("East 1"))).to_be_visible()
    page.wait_for_load_state()
    return Parlour(page)


@pytest.mark.thorough
def test_an_east_round_is_played_to_its_settlement(phone):
    table = parlour(phone)
    table.shows(35000, 35000, 35000)
    a_riichi_that_somebody_else_collects(table)
    a_draw_with_one_tenpai(table)
    the_dealer_deals_again(table)
    two_win_on_one_tile(table)
    a_stick_that_nobody_collects(table)
    settled(table)


def a_riichi_that_somebody_else_collects(table: Parlour) -> None:
    table.riichi("Cho")
    table.shows(35000, 35000, 34000)
    expect(table.page.locator(".carry")).to_contain_text("1,000 in sticks")
    table.take("Bea")
    table.declared("Riichi", "Cho")
    table.tap(table.page.locator("#sheet [data-close]"))
    table.won("E1", "Bea", "Cho", 5, "Bea wins 5,000 Cho pays 5,000")
    table.shows(*LEDGER[0][2])


def a_draw_with_one_tenpai(table: Parlour) -> None:
    table.is_at("East 2")
    table.draw("E2", "Bea")
    table.shows(*LEDGER[1][2])
    table.is_at("East 2 · 1 honba")
    expect(table.page.locator(".carry")).to_contain_text("1 honba")
    expect(table.card("Bea").locator(".tag")).to_have_text("Dealer")


def the_dealer_deals_again(table: Parlour) -> None:
    table.won("E2.1", "Bea", "Wall", 3, "Bea wins 1,200 Ann pays 600, Cho pays 600")
    table.shows(*LEDGER[2][2])
    table.is_at("East 2 · 2 honba")


def two_win_on_one_tile(table: Parlour) -> None:
    table.riichi("Bea")
    table.take("Ann")
    table.source("Bea")
    table.tap(table.chip(HAN, 6))
    table.tap(table.link("Another player also wins on this tile"))
    expect(table.page.locator("#sheet-title")).to_have_text("Two players win on the same tile")
    expect(table.page.get_by_role("group", name=whole("Bea"))).to_be_hidden()
    table.declared("Riichi", "Bea")
    table.page.get_by_role("group", name=whole("Cho")).get_by_label(HAN).fill("4")
    expect(table.page.locator("#sheet .say")).to_have_text("Cho wins 3,400, Ann wins 8,000. Bea pays 11,400")
    table.save("E2.2")
    table.shows(*LEDGER[3][2])
    table.is_at("East 3")
    expect(table.page.locator(".carry")).to_have_count(0)


def a_stick_that_nobody_collects(table: Parlour) -> None:
    table.riichi("Ann")
    table.draw("E3")  # the sheet already shows that a player who declared riichi is tenpai
    table.shows(*LEDGER[4][2])
    table.is_at("The match has finished")
    expect(table.page.locator(".carry")).to_contain_text("go to first")


def settled(table: Parlour) -> None:
    page = table.page
    table.tap(table.link("Show result"))
    expect(page.get_by_role("heading", name="Ann wins the match")).to_be_visible()
    places = page.locator(".places li")
    expect(places.locator(".amt")).to_have_text(["+18.4", "\u22129.2", "\u22129.2"])
    expect(places.first).to_contain_text(
        "42,400 points, difference from return points +2.4, oka +15.0, remaining sticks, rounding"
    )
    expect(page.locator(".points tr")).to_have_text(["Bea pays Ann 9.2", "Cho pays Ann 9.2"])
    with page.expect_download() as download:
        table.tap(page.get_by_role("link", name="CSV"))
    rows = list(csv.DictReader(io.StringIO(download.value.path().read_text("utf-8-sig"))))
    assert [
        tuple(tuple(int(row[f"{column}_P{chair}"]) for chair in (1, 2, 3)) for column in ("change", "balance"))
        for row in rows
    ] == [line[1:] for line in LEDGER]
    table.end()
