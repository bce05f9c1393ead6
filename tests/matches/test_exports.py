"""Exports: the content of spreadsheets, and that no name becomes a formula."""

import csv
import io
import re

import openpyxl
import pytest
from django.utils import translation

from engine.seats import PerSeat, Seat
from matches import actions
from matches.files import exports
from people.exports import _disposition, _xml_text, csv_download, guarded, xlsx_bytes
from tests.matches.table import PHONE, at, discard, read, start, wall
from tests.wording import from_the_wall

pytestmark = pytest.mark.django_db
TRICKS = ("=1+1", "+1", "-1", "@x", "＝1", "＋1", "－1", "＠x")


def table(*, names=None):
    match = start(names=names) if names else start()
    actions.record_entry(kind="hand", payload=wall("P2", 4, 7), **at(match))
    actions.record_entry(kind="draw", payload={"draw": True}, **at(match))
    actions.record_entry(kind="hand", payload=discard("P1", "P3", 4, 3), **at(match))
    actions.record_entry(kind="hand", payload={"winner": "P3", "win": {"by": "wall"}, "limit": "half"}, **at(match))
    actions.record_entry(
        kind="penalty", payload={"penalty": {"P1": -20, "P2": 10, "P3": 10}, "ends_hand": False}, **at(match)
    )
    return match


def workbook(reading):
    return xlsx_bytes([exports.ledger_table(reading), exports.standings_table(reading)])


def test_csv_has_a_row_for_each_entry_that_counts():
    assert exports.ledger_table(read(table())).csv().split("\r\n") == [
        "hand,seq,round,dealer,entry,result,hand_points,bonus_points,limit,goulash,name_P1,name_P2,name_P3,"
        "change_P1,change_P2,change_P3,balance_P1,balance_P2,balance_P3",
        f"1,1,E,Ann,hand,{from_the_wall('Bea')},4,7,,0,Ann,Bea,Cho,-11,22,-11,-11,22,-11",
        "2,2,E,Bea,draw,Goulash,,,,,Ann,Bea,Cho,0,0,0,-11,22,-11",
        "3,3,E,Cho,hand,Ann from Cho,4,3,,10,Ann,Bea,Cho,24,-8,-16,13,14,-27",
        f"4,4,S,Ann,hand,{from_the_wall('Cho')},,,half,0,Ann,Bea,Cho,-20,-20,40,-7,-6,13",
        '5,5,S,Bea,penalty,"Penalty, Ann",,,,,Ann,Bea,Cho,-20,10,10,-27,4,23',
        "",
    ]


def test_csv_can_have_semicolons_and_begins_with_a_bom():
    answer = csv_download(exports.ledger_table(read(table())), "Friday table", {"sep": ";"})
    assert answer.content.startswith("\ufeffhand;seq;".encode())
    rows = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig")), delimiter=";"))
    assert [row[-3:] for row in rows[1:3]] == [["-11", "22", "-11"], ["-11", "22", "-11"]]


@pytest.mark.parametrize(
    ("asked", "begins"),
    [
        ("", "\ufeffhand,seq"),
        ("?sep=;", "\ufeffhand;seq"),
        ("?sep=x&bom=1", "\ufeffhand,seq"),
        ("?sep=&bom=0", "hand,seq"),
    ],
)
def test_the_address_of_the_csv_chooses_the_separator(phone, code, asked, begins):
    assert phone.client.get(f"/m/{code}/match.csv{asked}").content.decode().startswith(begins)


@pytest.mark.parametrize("trick", TRICKS)
def test_a_name_that_looks_like_a_formula_stays_text_and_numbers_stay_numbers(trick):
    reading = read(table(names=PerSeat(trick, "Bea", "Cho")))
    row = next(csv.DictReader(io.StringIO(exports.ledger_table(reading).csv())))
    assert (row["name_P1"], row["dealer"], row["change_P1"]) == (f"'{trick}", f"'{trick}", "-11")
    book = openpyxl.load_workbook(io.BytesIO(workbook(reading)))
    cells = [cell for sheet in book for line in sheet.iter_rows() for cell in line]
    assert {cell.data_type for cell in cells} == {"s", "n"}
    assert trick in {cell.value for cell in cells}


def test_formulas_after_tabs_and_line_ends_are_escaped_too():
    assert [guarded(text) for text in ("\t=1", "\r=1", "\n=1", "a=1", -1, None)] == [
        "'\t=1", "'\r=1", "'\n=1", "a=1", -1, None,
    ]  # fmt: skip


@pytest.mark.parametrize(("written", "expected"), [(",", ";"), (";", ",")])
@pytest.mark.parametrize("trick", ["x;=1+1", "x,=1+1", 'x;"=1+1"', "x, ＝1+1", "x;@SUM(A1)", "x,\t+1"])
def test_no_formula_begins_where_a_program_expects_the_other_separator(trick, written, expected):
    reading = read(table(names=PerSeat("Ann", trick, "Cho")))
    rows = csv.reader(io.StringIO(exports.ledger_table(reading).csv(written)), delimiter=expected)
    cells = [cell.strip().lstrip('"').strip() for row in rows for cell in row]
    assert [cell for cell in cells if cell[:1] in tuple("=+-@＝") and not re.fullmatch(r"-?[\d,;.-]+", cell)] == []


def test_the_workbook_has_numbers_a_frozen_header_and_the_standings():
    book = openpyxl.load_workbook(io.BytesIO(workbook(read(table()))))
    ledger, standings = book.worksheets
    assert (ledger.title, standings.title) == ("Ledger", "Standings")
    assert (ledger.freeze_panes, standings.freeze_panes) == ("A2", "A2")
    assert [cell.value for cell in ledger[1]] == list(exports.COLUMNS)
    assert [cell.value for cell in ledger[6]][-6:] == [-20, 10, 10, -27, 4, 23]
    assert list(standings.iter_rows(values_only=True)) == [
        ("rank", "player", "name", "points"),
        (1, "P3", "Cho", 23),
        (2, "P2", "Bea", 4),
        (3, "P1", "Ann", -27),
    ]


def test_a_control_character_does_not_break_the_workbook():
    assert _xml_text("a\x0b\x1bb\ud800\uffff") == "ab"


def test_a_replaced_player_is_named_in_their_own_hands():
    match = table()
    actions.replace_player(match=match, device=PHONE, chair=Seat.P1, name="Dan", from_hand=4)
    rows = list(csv.DictReader(io.StringIO(exports.ledger_table(read(match)).csv())))
    assert [row["name_P1"] for row in rows] == ["Ann", "Ann", "Ann", "Dan", "Dan"]
    assert [row["dealer"] for row in rows] == ["Ann", "Bea", "Cho", "Dan", "Bea"]


@pytest.mark.parametrize("ending", ["csv", "xlsx", "json"])
def test_a_download_is_saved_and_never_shown(phone, code, ending):
    answer = phone.client.get(f"/m/{code}/match.{ending}")
    assert answer["Content-Disposition"] == f'attachment; filename="ann-bea-cho.{ending}"'
    assert answer["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert answer["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize(
    ("title", "disposition"),
    [
        ("Friday table", 'attachment; filename="friday-table.csv"'),
        ("Pátek", "attachment; filename=\"patek.csv\"; filename*=UTF-8''P%C3%A1tek.csv"),
        ("東風", "attachment; filename=\"match.csv\"; filename*=UTF-8''%E6%9D%B1%E9%A2%A8.csv"),
        ('../"a"\r\nX: y', "attachment; filename=\"a-x-y.csv\"; filename*=UTF-8''a-X-y.csv"),
        ("🀄", 'attachment; filename="match.csv"'),
    ],
)
def test_the_name_of_a_file_comes_from_the_match_and_is_safe(title, disposition):
    told = _disposition(title, "csv").replace("; filename*=UTF-8''a-X-y.csv", "")
    assert told == disposition.replace("; filename*=UTF-8''a-X-y.csv", "")
    assert "\n" not in told and "\r" not in told


def test_keys_stay_english_while_texts_are_translated():
    match = table()
    with translation.override("cs"):
        text = exports.ledger_table(read(match)).csv()
    assert text.startswith("hand,seq,round,dealer,")
    assert ",-11,22,-11," in text
