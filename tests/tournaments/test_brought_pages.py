"""Import seating through the page as text, CSV or a workbook; every error is named."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.matches.table import new_key
from tests.tournaments.cast import tournament
from tests.tournaments.draw_cast import rounds
from tests.tournaments.test_sheets import with_part, workbook
from tournaments.draw import seat_plans
from tournaments.models import Round, Stage

pytestmark = pytest.mark.django_db


def at(found, rest):
    return f"/e/{found.code}/{rest}"


def test_every_error_in_imported_seating_is_named_and_the_text_stays(club, olga):
    found = tournament(club, entrants=7)
    Stage.objects.filter(tournament=found).update(seating="prescribed")
    form = olga.get(at(found, "draw/")).form("/draw/1/")
    text = "7-2-1\n4-5-9\n\n1-4\n"
    page = olga.send(form, button=("do", "bring"), status=422, text=text)
    for fault in (
        "Round 1, table 2: 9 isn’t in the player list.",
        "Round 2, table 1: enter exactly three players instead of “1-4”.",
    ):
        assert fault in page
    assert page.form("/draw/1/").values("text") == [text]
    olga.send(page.form("/draw/1/"), button=("do", "bring"), status=303, text="7-2-1\n4-5-6")
    assert rounds(found) == [seat_plans.Seats(((7, 2, 1), (4, 5, 6)), (3,))]


def test_seating_can_be_imported_from_a_csv_file(club, olga):
    found = tournament(club, entrants=7)
    Stage.objects.filter(tournament=found).update(seating="prescribed")
    table = "\ufeffround;table;east;south;west\r\n1;2;4;5;6\r\n1;1;7;2;1\r\n2;1;1;4;7\r\n2;2;2;5;3\r\n"
    file = SimpleUploadedFile("seating.csv", table.encode())
    olga.post(at(found, "draw/1/"), {"do": "bring", "key": new_key(), "file": file}, status=303)
    assert rounds(found) == [
        seat_plans.Seats(((7, 2, 1), (4, 5, 6)), (3,)),
        seat_plans.Seats(((1, 4, 7), (2, 5, 3)), (6,)),
    ]


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"\xff\xfe\x00", "This file isn’t UTF-8 text. Save it as a UTF-8 CSV file or as XLSX."),
        (b"1-2-3\n" * 20_000, "This file is too large. The limit is 64 kB."),
        (b"round,table,east,south,west\nx,1,1,2,3\n", "isn’t a round or table number."),
        (b"", "No tables found in this text. Write one table per line, such as 7-2-1."),
    ],
)
def test_a_file_without_seating_is_refused(club, olga, data, sentence):
    found = tournament(club, entrants=7)
    Stage.objects.filter(tournament=found).update(seating="prescribed")
    told = {"do": "bring", "key": new_key(), "file": SimpleUploadedFile("seating.csv", data)}
    assert sentence in olga.post(at(found, "draw/1/"), told, status=422)
    assert Round.objects.count() == 0


HEAD = ["round", "table", "East", "south", "west"]
TABLES = [[1, 2, 4, 5, 6], [1, 1, 7, 2, 1], [2, 1, 1, 4, 7], [2, 2, 2, 5, 3]]


def brought(olga, found, data, status):
    file = SimpleUploadedFile("seating.xlsx", data)
    return olga.post(at(found, "draw/1/"), {"do": "bring", "key": new_key(), "file": file}, status=status)


def test_seating_can_be_imported_from_a_workbook_whatever_else_it_contains(club, olga):
    found = tournament(club, entrants=7)
    Stage.objects.filter(tournament=found).update(seating="prescribed")
    rows = [[], ["note", *HEAD], *(["", *table] for table in TABLES), []]
    brought(olga, found, workbook(rows), 303)
    assert rounds(found) == [
        seat_plans.Seats(((7, 2, 1), (4, 5, 6)), (3,)),
        seat_plans.Seats(((1, 4, 7), (2, 5, 3)), (6,)),
    ]


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        ([*TABLES], "The first line of the spreadsheet must name the columns round, table, east, south, west."),
        ([], "The first line of the spreadsheet must name the columns"),
        ([HEAD], "No tables found in this text. Write one table per line, such as 7-2-1."),
        ([HEAD, TABLES[0], [], [1, "one", 7, 2, 1]], "Line 4, column table: “one” isn’t a round or table number."),
        ([HEAD, [1, 1, 7, "", 2]], "Line 2, column south: enter a player number."),
        ([HEAD, [1, 1, 7, 2]], "Line 2, column west: enter a player number."),
        ([HEAD, TABLES[0], [1, 1, 7, 2, 99]], "Line 3, column west: 99 isn’t the number of an active player."),
        ([HEAD, [1, 1, 7, 2, "=1+1"]], "Line 2, column west: 0 isn’t the number of an active player."),
        ([HEAD, [1, 1, 7, 2, 1], [1, 2, 4, 5, 7]], "Round 1: 7 sits at table 1 and again at table 2."),
        ([HEAD, *([each, 1, 1, 2, 3] for each in range(2001))], "A list can have at most 2000 lines."),
    ],
)
def test_a_workbook_with_a_fault_is_refused_with_its_line_and_column(club, olga, rows, sentence):
    found = tournament(club, entrants=7)
    Stage.objects.filter(tournament=found).update(seating="prescribed")
    assert sentence in brought(olga, found, workbook(rows), 422)
    assert Round.objects.count() == 0


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"PK\x03\x04 no archive", "This spreadsheet can’t be read. Save it as XLSX or CSV."),
        (b"PK\x03\x04" + b"x" * 512 * 1024, "This file is too large. The limit is 512 kB."),
        (with_part("xl/worksheets/bomb.xml", b" " * 9 * 1024 * 1024), "This spreadsheet is too large"),
        (with_part("xl/sharedStrings.xml", b"<!DOCTYPE x>"), "This spreadsheet can’t be read. Save it as XLSX or CSV."),
    ],
)
def test_a_broken_or_too_large_workbook_is_refused_before_it_is_unpacked(club, olga, data, sentence):
    found = tournament(club, entrants=7)
    Stage.objects.filter(tournament=found).update(seating="prescribed")
    assert sentence in brought(olga, found, data, 422)
    assert Round.objects.count() == 0
