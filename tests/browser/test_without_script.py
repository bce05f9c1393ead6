"""A match without JavaScript: plain forms, "Work out" instead of the live preview, the same texts."""

import csv
import io
import json

import pytest
from playwright.sync_api import expect

from tests.browser.pages import Table, start, whole

# By the club's rules, worked out by hand:
#                                                             payments          balances
#   1  Ann from the wall, 3: each 3 + 3 = 6                 (+12, -6, -6)     (12, -6, -6)
#   2  goulash                                              (0, 0, 0)         (12, -6, -6)
#   3  Bea from Ann, 5: Ann 2x5 + 2 + 5 = 17, Cho was
#      waiting: 0 + 5 = 5                                   (-17, +22, -5)    (-5, 16, -11)
#   4  Cho robs Bea's kong, 4; bonus 2 + 1:
#      Bea 2x4 + 3 = 11, Ann 3                              (-3, -11, +14)    (-8, 5, 3)
#   5  penalty, Ann 5 to each, the hand continues           (-10, +5, +5)     (-18, 10, 8)
#   5  Ann limit 40 from the wall: each 40                  (+80, -40, -40)   (62, -30, -32)
#   Then hand 3 is corrected: Cho was not waiting and also pays the 2 for winning:
#   3  Ann 17, Cho 2 + 5 = 7                                (-17, +24, -7)    (-5, 18, -13)
#   4  as before                                                              (-8, 7, 1)
#   5  as before                                                              (-18, 12, 6), (62, -28, -34)
#   6  Bea from Cho, by list: all chows with no honours 3:
#      Cho 2x3 + 2 = 8, Ann 2                               (-2, +10, -8)     (60, -18, -42)
#   7  goulash, undone: it was Cho from the wall, 6, with
#      2 flowers: each 6 + 3 + 2 = 11                       (-11, -11, +22)   (49, -29, -20)
#   8  goulash                                              (0, 0, 0)         (49, -29, -20)
#   9  Bea from the wall, 3: each 3 + 3 + 5 = 11            (-11, +22, -11)   (38, -7, -31)
LEDGER = [
    ("1", (12, -6, -6), (12, -6, -6)),
    ("2", (0, 0, 0), (12, -6, -6)),
    ("3", (-17, 24, -7), (-5, 18, -13)),
    ("4", (-3, -11, 14), (-8, 7, 1)),
    ("5", (-10, 5, 5), (-18, 12, 6)),
    ("5", (80, -40, -40), (62, -28, -34)),
    ("6", (-2, 10, -8), (60, -18, -42)),
    ("7", (-11, -11, 22), (49, -29, -20)),
    ("8", (0, 0, 0), (49, -29, -20)),
    ("9", (-11, 22, -11), (38, -7, -31)),
]


@pytest.fixture
def plain(new_context):
    """A phone whose browser has JavaScript disabled."""
    return new_context(java_script_enabled=False).new_page()


@pytest.mark.thorough
def test_nine_hands_are_played_without_any_script(plain):
    table = start(plain)
    table.scripts = False
    five_hands(table)
    cho_was_not_waiting(table)
    last_four_hands(table)
    close(table)
    files_agree(table)


def five_hands(table: Table) -> None:
    table.win(1, "Ann", "Wall", 3, pays="Ann wins 12 Bea pays 6, Cho pays 6")
    table.shows(12, -6, -6)
    table.goulash(2)
    table.shows(12, -6, -6)
    table.win(3, "Bea", "Ann", 5, waiting=["Cho"])
    table.shows(-5, 16, -11)
    table.win(4, "Cho", "Bea", 4, robbed=True)
    table.shows(-8, 5, 3)
    table.penalty("Ann", "Wrong pong or kong call")
    table.shows(-18, 10, 8)
    table.win(5, "Ann", "Wall", "Limit", pays="Ann wins 80 Bea pays 40, Cho pays 40")
    table.shows(62, -30, -32)


def cho_was_not_waiting(table: Table) -> None:
    page = table.page
    table.correct(3)
    table.tap(table.switch("Waiting at the end", "Cho"))
    table.tap(table.button("Calculate"))
    expect(page.locator(".compare > div").first).to_contain_text("Bea +22")
    expect(page.locator(".compare > div").last).to_contain_text("Bea +24")
    fourth = page.locator(".later tbody tr").first
    expect(fourth.locator("s")).to_have_text(["was +5", "was +3"])
    expect(fourth.locator("b")).to_have_text(["−8", "+7", "+1"])
    expect(page.locator("#say")).to_have_text("Bea gains 2, Cho loses 2")
    table.tap(table.button("Save correction"))
    table.says("Saved ✓ correction")
    table.shows(62, -28, -34)


def last_four_hands(table: Table) -> None:
    table.take("Bea")
    table.source("Cho")
    table.by_list()
    table.tick("All chows")
    table.preview("Bea wins 10 Ann pays 2, Cho pays 8")
    table.save(6)
    table.shows(60, -18, -42)
    table.goulash(7)
    table.undo("hand 7")
    table.shows(60, -18, -42)
    table.redo()
    table.is_at_hand(8)
    table.undo("hand 7")
    table.win(7, "Cho", "Wall", 6, bonus=5)
    table.shows(49, -29, -20)
    table.goulash(8)
    table.win(9, "Bea", "Wall", 3)
    table.shows(38, -7, -31)
    table.is_at("All 9 hands played")


def close(table: Table) -> None:
    page = table.page
    table.tap(table.link("Show result"))
    table.tap(table.button("End match"))
    expect(page.get_by_role("heading", name=whole("Match finished"))).to_be_visible()
    expect(page.locator(".places .amt")).to_have_text(["+38", "−7", "−31"])


def files_agree(table: Table) -> None:
    rows = list(csv.DictReader(io.StringIO(taken(table, "CSV").decode("utf-8-sig"))))
    chairs = ("P1", "P2", "P3")
    assert [
        (
            row["hand"],
            tuple(int(row[f"change_{chair}"]) for chair in chairs),
            tuple(int(row[f"balance_{chair}"]) for chair in chairs),
        )
        for row in rows
    ] == LEDGER
    match = json.loads(taken(table, "Match file"))
    assert [tuple(row[chair] for chair in chairs) for row in match["ledger"]] == [each[2] for each in LEDGER]


def taken(table: Table, name: str) -> bytes:
    with table.page.expect_download() as download:
        table.tap(table.link(name))
    return download.value.path().read_bytes()


def test_an_incomplete_hand_is_refused_and_its_choices_are_kept(plain, complaints):
    complaints.allow("422")
    table = start(plain)
    table.scripts = False
    table.take("Ann")
    table.source("Bea")
    table.tap(table.save_button(1))
    expect(plain.get_by_role("alert").first).to_contain_text("Not saved yet")
    expect(plain.locator("input[name=source][value=P2]")).to_be_checked()
    table.tap(table.chip("Hand-points", 5))
    table.save(1)
    table.shows(14, -12, -2)  # Bea 2x5 + 2, Cho 2


@pytest.mark.thorough
def test_a_hand_is_counted_from_tiles_that_are_typed(plain):
    table = start(plain)
    table.scripts = False
    table.take("Bea")
    table.tap(plain.locator("label[for=way-tiles]"))
    table.tap(table.button("Calculate"))
    plain.get_by_label("Concealed tiles, including the winning tile").fill("34p 678m 99m")
    plain.get_by_label("Sets on the table").fill("pong:dR pong:dG")
    table.tap(table.button("Calculate"))
    expect(plain.locator("#sheet-bar")).to_contain_text("Completed by 2 circles, 5 circles")
    plain.get_by_label("Concealed tiles, including the winning tile").fill("34p 678m 99m 5p")
    table.source("Wall")
    table.preview("Bea wins 12 Ann pays 6, Cho pays 6")
    table.save(1)
