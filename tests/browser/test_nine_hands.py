"""A whole match of nine hands on a phone, compared with a ledger calculated by hand."""

import csv
import io
import json

from openpyxl import load_workbook
from playwright.sync_api import expect

from tests.browser.pages import NAMES, Table, open_match
from tests.wording import WON_FROM

# Ann, Bea and Cho by the club's rules: a winner on a discard gets 2 bonus-points from each, from the wall 3;
# a discarder pays the hand-points twice; a goulash is worth 5 from each to the next winner.
#
#                                                             payments          balances
#   1  Bea from the wall, 4: each 4 + 3 = 7                 (-7, +14, -7)     (-7, 14, -7)
#   2  goulash                                              (0, 0, 0)         (-7, 14, -7)
#   3  Ann from Cho, 6, Cho was waiting:
#      Cho 2x6 + (2-2) + 5 = 17, Bea 2 + 5 = 7              (+24, -7, -17)    (17, 7, -24)
#   4  goulash                                              (0, 0, 0)         (17, 7, -24)
#   5  goulash                                              (0, 0, 0)         (17, 7, -24)
#   6  Cho from the wall, 5: each 5 + 3 + 2x5 = 18          (-18, -18, +36)   (-1, -11, 12)
#   7  penalty, Bea 5 to each, the hand continues           (+5, -10, +5)     (4, -21, 17)
BEFORE_THE_CORRECTION = {
    1: (-7, 14, -7),
    2: (-7, 14, -7),
    3: (17, 7, -24),
    4: (17, 7, -24),
    5: (17, 7, -24),
    6: (-1, -11, 12),
}
AFTER_THE_PENALTY = (4, -21, 17)

# Hand 2 was no goulash: Cho won from Ann with 3 (Ann 2x3 + 2 = 8, Bea 2), so that hand 3 collects no goulash.
#   1  as before                                            (-7, +14, -7)     (-7, 14, -7)
#   2  Cho from Ann, 3                                      (-8, -2, +10)     (-15, 12, 3)
#   3  Ann from Cho, 6: Cho 2x6 + 0 = 12, Bea 2             (+14, -2, -12)    (-1, 10, -9)
#   4, 5  goulash                                                             (-1, 10, -9)
#   6  as before                                            (-18, -18, +36)   (-19, -8, 27)
#   7  penalty as before                                    (+5, -10, +5)     (-14, -18, 32)
#   7  Ann from Bea, half-limit 20: Bea 2x20, Cho 20        (+60, -40, -20)   (46, -58, 12)
#   8  Cho's false mahjong, 20 to each, the hand is over    (+20, +20, -40)   (66, -38, -28)
#   9  Bea from the wall, seven pairs by list:
#      seven pairs 3, concealed 2, concealed from the wall 2: 7 hand-points;
#      winning 2, wall 1, concealed 2, from the wall 2: 7 bonus-points; each pays 14
#                                                           (-14, +28, -14)   (52, -10, -42)
LEDGER = [
    (1, (-7, 14, -7), (-7, 14, -7)),
    (2, (-8, -2, 10), (-15, 12, 3)),
    (3, (14, -2, -12), (-1, 10, -9)),
    (4, (0, 0, 0), (-1, 10, -9)),
    (5, (0, 0, 0), (-1, 10, -9)),
    (6, (-18, -18, 36), (-19, -8, 27)),
    (7, (5, -10, 5), (-14, -18, 32)),
    (7, (60, -40, -20), (46, -58, 12)),
    (8, (20, 20, -40), (66, -38, -28)),
    (9, (-14, 28, -14), (52, -10, -42)),
]
FINAL = LEDGER[-1][2]


def test_a_table_plays_nine_hands_and_every_balance_is_right(phone):
    table = open_match(phone)
    first_six_hands(table)
    table.penalty("Bea", "Wrong pong or kong call")
    table.shows(*AFTER_THE_PENALTY)
    hand_two_was_no_goulash(table)
    last_three_hands(table)
    undo_and_redo(table)
    ledger_reads(table)
    close(table)
    files_agree(table)


def first_six_hands(table: Table) -> None:
    table.win(1, "Bea", "Wall", 4, pays="Bea wins 14 Ann pays 7, Cho pays 7")
    table.shows(*BEFORE_THE_CORRECTION[1])
    table.goulash(2)
    table.shows(*BEFORE_THE_CORRECTION[2])
    expect(table.page.locator(".carry")).to_contain_text("the next winner gets +5 from each opponent")
    table.win(3, "Ann", "Cho", 6, waiting=["Cho"], pays="Ann wins 24 Bea pays 7, Cho pays 17")
    table.shows(*BEFORE_THE_CORRECTION[3])
    expect(table.page.locator(".carry")).to_have_count(0)
    table.goulash(4)
    table.shows(*BEFORE_THE_CORRECTION[4])
    table.goulash(5)
    table.shows(*BEFORE_THE_CORRECTION[5])
    expect(table.page.locator(".carry")).to_contain_text("the next winner gets +10 from each opponent")
    table.win(6, "Cho", "Wall", 5, pays="Cho wins 36 Ann pays 18, Bea pays 18")
    table.shows(*BEFORE_THE_CORRECTION[6])
    table.is_at_hand(7)


def hand_two_was_no_goulash(table: Table) -> None:
    """Before saving, the page shows before and after side by side; hand 3 loses its goulash."""
    page = table.page
    table.correct(2)
    table.tap(table.link("One winner"))
    table.tap(table.chip("Who won", "Cho"))
    expect(table.chip(WON_FROM, "Cho")).to_have_count(0)  # nobody wins from themselves: the choices have been updated
    table.source("Ann")
    table.tap(table.chip("Hand-points", 3))
    saved, now = page.locator(".compare > div").first, page.locator(".compare > div").last
    expect(saved).to_contain_text("Goulash")
    expect(saved).to_contain_text("Nobody pays")
    expect(now).to_contain_text("Cho from Ann")
    expect(now.locator("li")).to_have_text(["Ann −8", "Bea −2", "Cho +10"])
    third = page.locator(".later tbody tr").first
    expect(third).to_contain_text("Wins 14 (was 24)")
    expect(third.locator("s")).to_have_text(["was +17", "was +7", "was −24"])
    expect(third.locator("b")).to_have_text(["−1", "+10", "−9"])
    expect(page.locator("#say")).to_have_text("Ann loses 18, Bea gains 3, Cho gains 15")
    page.get_by_label("Reason").fill("Cho had won, we forgot")
    table.tap(table.button("Save correction"))
    table.says("Saved ✓ correction")
    table.shows(-14, -18, 32)
    table.is_at_hand(7)


def last_three_hands(table: Table) -> None:
    table.win(7, "Ann", "Bea", "Half-limit", pays="Ann wins 60 Bea pays 40, Cho pays 20")
    table.shows(46, -58, 12)
    table.penalty("Cho", "False mahjong")
    table.shows(66, -38, -28)
    table.is_at_hand(9)
    table.take("Bea")
    table.source("Wall")
    table.by_list()
    table.tick("Seven pairs")
    table.preview("Bea wins 28 Ann pays 14, Cho pays 14")
    table.save(9)
    table.shows(*FINAL)


def undo_and_redo(table: Table) -> None:
    table.undo("hand 9")
    table.shows(66, -38, -28)
    table.asks(9)
    table.redo()
    table.shows(*FINAL)
    table.is_at("All 9 hands played")


def ledger_reads(table: Table) -> None:
    """Expect these rows on the page: hand, payment and balance of each player."""
    rows = table.page.locator(".hands tbody:not(.wide) tr:not(.group)")
    assert [read(row) for row in rows.all()] == LEDGER


def read(row) -> tuple:
    def numbers(kind):
        texts = [text.split()[-1] for text in row.locator(kind).all_text_contents()]
        return tuple(int(text.replace("−", "-")) for text in texts)

    return int(row.locator(".no").text_content()), numbers("td > span:first-child"), numbers(".bal")


def close(table: Table) -> None:
    page = table.page
    table.tap(table.link("Show result"))
    expect(page.locator(".places h2")).to_have_text("Ann wins the match")
    expect(page.locator(".places .amt")).to_have_text(["+52", "−10", "−42"])
    table.tap(table.button("End match"))
    expect(table.button("Rematch, Bea deals first")).to_be_visible()
    expect(page.locator(".places .amt")).to_have_text(["+52", "−10", "−42"])


def files_agree(table: Table) -> None:
    names, balances = tuple(NAMES), [f"balance_P{no}" for no in (1, 2, 3)]
    changes = [f"change_P{no}" for no in (1, 2, 3)]

    rows = list(csv.DictReader(io.StringIO(taken(table, "CSV").decode("utf-8-sig"))))
    assert [triple(row, "hand", changes, balances) for row in rows] == LEDGER
    assert {(row["name_P1"], row["name_P2"], row["name_P3"]) for row in rows} == {names}

    book = load_workbook(io.BytesIO(taken(table, "XLSX")), data_only=True)
    head, *cells = book["Ledger"].iter_rows(values_only=True)
    rows = [dict(zip(head, row, strict=True)) for row in cells]
    assert [triple(row, "hand", changes, balances) for row in rows] == LEDGER
    standings = list(book["Standings"].iter_rows(values_only=True))[1:]
    assert standings == [(1, "P1", "Ann", 52), (2, "P2", "Bea", -10), (3, "P3", "Cho", -42)]

    match = json.loads(taken(table, "Match file"))
    # The match file holds the balances after each entry.
    assert [(row["hand"], (row["P1"], row["P2"], row["P3"])) for row in match["ledger"]] == [
        (hand, balance) for hand, _payment, balance in LEDGER
    ]
    assert [(each["rank"], each["player"], each["points"]) for each in match["standings"]] == [
        (1, "P1", 52),
        (2, "P2", -10),
        (3, "P3", -42),
    ]
    assert match["players"] == dict(zip(("P1", "P2", "P3"), names, strict=True))


def triple(row, hand, changes, balances) -> tuple:
    return int(row[hand]), tuple(int(row[name]) for name in changes), tuple(int(row[name]) for name in balances)


def taken(table: Table, name: str) -> bytes:
    with table.page.expect_download() as download:
        table.tap(table.link(name))
    return download.value.path().read_bytes()
