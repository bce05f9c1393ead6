"""Files of a Honshu match: CSV and Excel, the printed sheet, statistics, the match file."""

import csv
import io
import json

import openpyxl
import pytest

from matches.log.state import open_match
from tests.matches.cast import Phone, balances, match_file
from tests.matches.honshu_cast import draw, play
from tests.matches.worlds import one_match

pytestmark = pytest.mark.django_db
START = 105_000


# A match of Ann, Bea and Cho with the preset `text`; Ann deals.
started, phone, code = one_match(system="honshu", preset="text")


def test_every_row_of_the_spreadsheet_adds_up_with_what_lies_on_the_table(phone, code):
    play(phone, code)
    draw(phone, code, ["P1"], ["P2"])
    response = phone.client.get(f"/m/{code}/match.csv?bom=0")
    rows = list(csv.DictReader(io.StringIO(response.content.decode())))
    assert [row["label"] for row in rows] == ["E1", "E1.1", "E1.2", "E2.3", "E3"]
    assert [row["on_table"] for row in rows] == ["0", "2000", "3000", "0", "1000"]
    assert [row["hand_points"] for row in rows] == ["6", "", "", "5", ""]
    assert [row["goulash"] for row in rows] == ["1000", "", "", "4600", ""]
    sums = [sum(int(row[f"balance_{chair}"]) for chair in ("P1", "P2", "P3")) + int(row["on_table"]) for row in rows]
    assert sums == [START] * 5


def test_the_spreadsheet_says_how_many_yakuman_were_paid_and_every_stick_that_was_taken(phone, code):
    phone.hand(code, "P1", "wall", "yakuman:1", riichi_by=["P1"])
    phone.hand(code, "P2", "wall", "yakuman:2")
    response = phone.client.get(f"/m/{code}/match.csv?bom=0")
    rows = list(csv.DictReader(io.StringIO(response.content.decode())))
    assert [(row["limit"], row["hand_points"], row["goulash"]) for row in rows] == [
        ("yakuman", "", "1000"),
        ("yakuman:2", "", "200"),
    ]


def test_the_workbook_has_the_same_rows(phone, code):
    play(phone, code)
    response = phone.client.get(f"/m/{code}/match.xlsx")
    book = openpyxl.load_workbook(io.BytesIO(response.content))
    rows = [[cell.value for cell in row] for row in book.worksheets[0].iter_rows()]
    assert rows[0][-5:] == ["balance_P1", "balance_P2", "balance_P3", "label", "on_table"]
    assert [row[-5:] for row in rows[1:]] == [
        [43000, 31000, 31000, "E1", 0],
        [44000, 29000, 30000, "E1.1", 2000],
        [43000, 28000, 31000, "E1.2", 3000],
        [42000, 23400, 39600, "E2.3", 0],
    ]
    standings = [[cell.value for cell in row] for row in book.worksheets[1].iter_rows()]
    assert standings[1:] == [[1, "P1", "Ann", 42000], [2, "P3", "Cho", 39600], [3, "P2", "Bea", 23400]]


def test_the_printed_sheet_names_every_hand(phone, code):
    play(phone, code)
    page = phone.get(f"/m/{code}/sheet/")
    assert "E1 Ann Ann tsumo 6 han, sticks +8,000 43,000 −4,000 31,000 −4,000 31,000" in page
    assert "E1.1 Ann Draw 2 honba, 2,000 in sticks left on the table +1,000 44,000 −2,000 29,000 −1,000 30,000" in page
    assert (
        "E2.3 Bea Cho ron from Bea 5 han, honba, sticks −1,000 42,000 −4,600 23,400 +8,600 39,600 E3 S1 S2 S3" in page
    )


def test_the_statistics_count_hands_and_payments(phone, code):
    play(phone, code)
    page = phone.get(f"/m/{code}/balance/")
    assert "Hands won Ann 1, Bea 0, Cho 1 Draws 2 Most expensive discard Bea, 4,600 in hand E2.3" in page
    assert "Minimum" not in page
    assert "E2.3 Cho ron from Bea 42,000 23,400 39,600" in page
    grid = page.html.split('role="img"')[1].split("</svg>")[0]
    assert ">0<" in grid and ">40,000<" in grid and "−" not in grid  # nobody is below 0


def test_a_match_file_is_exported_and_imported(phone, code):
    play(phone, code)
    data, told = match_file(phone, code)
    assert (told["system"], told["ledger"][-1]) == (
        "honshu",
        {"hand": 2, "seq": 4, "P1": 42000, "P2": 23400, "P3": 39600},
    )
    other = Phone()
    form = other.get("/import/").form("/import/")
    upload = io.BytesIO(data)
    upload.name = "match.json"
    copy = other.post(form.action, form.data() | {"file": upload}).goes_to.split("/")[2]
    assert copy != code
    assert balances(copy) == (42000, 23400, 39600)
    assert match_file(other, copy)[0] == data
    other.hand(copy, "P3", "wall", "6")
    assert open_match(copy).log.state.honba == 1


def test_the_match_file_is_json_that_anybody_can_check(phone, code):
    play(phone, code)
    told = json.loads(match_file(phone, code)[0])
    assert [event["payload"].get("riichi_by", []) for event in told["events"]] == [["P1"], ["P1", "P2"], ["P3"], ["P1"]]
