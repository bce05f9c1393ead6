"""Read CSV and XLSX into cells: files of spreadsheet programs, and malicious files."""

import io
import tracemalloc
import zipfile

import pytest
import xlsxwriter

from engine.errors import RuleViolation
from tests.growth import seconds_of
from tests.thorough import sized
from tournaments.entries import spreadsheet_reader
from tournaments.entries.spreadsheet_reader import cells_of_file, cells_of_text, text_of


def workbook(rows):
    held = io.BytesIO()
    with xlsxwriter.Workbook(held) as book:
        sheet = book.add_worksheet()
        for number, row in enumerate(rows):
            sheet.write_row(number, 0, row)
    return held.getvalue()


def with_part(name, content, of=None):
    """A workbook with one part of the archive added or replaced."""
    held = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(of or workbook([["Ann"]]))) as old, zipfile.ZipFile(held, "w", 8) as new:
        for part in old.infolist():
            if part.filename != name:
                new.writestr(part, old.read(part))
        new.writestr(name, content)
    return held.getvalue()


def most_memory(work):
    """The peak memory of the work in bytes."""
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


LIST = workbook([[f"Player {number}", "Brno", "CZ", number] for number in range(300)])


def seconds_of_a_list():
    return seconds_of(lambda: cells_of_file(LIST))


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("Ann\tBrno\r\n\r\n  Bea  \t", [["Ann", "Brno"], ["Bea"]]),
        ("Ann;Brno\nBea", [["Ann", "Brno"], ["Bea"]]),
        ('"Abbot, Ann",Brno', [["Abbot, Ann", "Brno"]]),
        ('Ann\t"5\nBea', [["Ann", '"5'], ["Bea"]]),
        ("\ufeffAnn", [["Ann"]]),
        ("", []),
    ],
)
def test_the_separator_of_a_text_is_detected(text, cells):
    assert cells_of_text(text) == cells


def test_cells_survive_writing_and_reading_a_text():
    cells = [["Ann; Abbot", "1,5", '"x"'], ["Bea"]]
    assert cells_of_text(text_of(cells)) == cells


def test_a_workbook_gives_its_first_sheet_with_whole_numbers_whole():
    assert cells_of_file(workbook([["Ann", 7, 7.0, 1.5, True], [None], ["Bea"]])) == [["Ann", "7", "7", "1.5"], ["Bea"]]


def refused(data):
    with pytest.raises(RuleViolation) as refusal:
        cells_of_file(data)
    return refusal.value


def test_a_zip_bomb_is_refused_before_it_is_unpacked():
    bomb = with_part("xl/sharedStrings.xml", b"\0" * (spreadsheet_reader.MOST_UNPACKED + 1))
    assert len(bomb) < spreadsheet_reader.MOST_BYTES
    assert "too large" in refused(bomb).sentence


def test_a_workbook_with_very_many_cells_is_refused_before_they_are_read():
    many = b"<sheetData>" + b"<row><c/></row>" * spreadsheet_reader.MOST_TAGS + b"</sheetData>"
    bomb = with_part("xl/worksheets/sheet1.xml", many)
    assert "too large" in refused(bomb).sentence
    assert seconds_of(lambda: refused(bomb)) < 3 * seconds_of_a_list()


STYLES = (
    b'<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cellXfs>%s</cellXfs></styleSheet>'
)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("xl/styles.xml", STYLES % (b'<xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>' * 100_000)),
        pytest.param("xl/theme/theme1.xml", b"<a>" * 100_000 + b"</a>" * 100_000, marks=pytest.mark.thorough),
        pytest.param(
            "docProps/custom.xml",
            b"<Properties>" + b"<property/>" * 100_000 + b"</Properties>",
            marks=pytest.mark.thorough,
        ),
        pytest.param("xl/media/photograph.png", b"\0" * 3_000_000, marks=pytest.mark.thorough),
    ],
)
def test_unneeded_parts_of_a_workbook_take_neither_time_nor_memory(name, content):
    with_more = with_part(name, content, of=LIST)
    assert len(with_more) < spreadsheet_reader.MOST_BYTES
    assert cells_of_file(with_more) == cells_of_file(LIST)
    assert seconds_of(lambda: cells_of_file(with_more)) < 3 * seconds_of_a_list()
    assert most_memory(lambda: cells_of_file(with_more)) < 2 * most_memory(lambda: cells_of_file(LIST))


@pytest.mark.parametrize("declared", ["<!DOCTYPE x [<!ENTITY a 'aaaa'>]>", "<!DOCTYPE x SYSTEM 'file:///etc/passwd'>"])
def test_xml_entities_are_refused(declared):
    evil = with_part("xl/sharedStrings.xml", f"<?xml version='1.0'?>{declared}<sst/>")
    assert refused(evil).field == "file"


@pytest.mark.parametrize(
    "data",
    [
        b"PK\x03\x04 and nothing else",
        workbook([["Ann"]])[:-30],
        with_part("xl/worksheets/sheet1.xml", "<not closed"),
        with_part("[Content_Types].xml", "<Types/>"),
        b"x" * (spreadsheet_reader.MOST_BYTES + 1),
    ],
)
def test_a_file_that_is_not_a_spreadsheet_is_refused_with_a_sentence(data):
    assert refused(data).field == "file"


def test_a_very_long_list_is_refused():
    assert refused("\n".join(f"Player {n}" for n in range(spreadsheet_reader.MOST_ROWS + 1)).encode()).values == {
        "most": 400
    }


def test_random_bytes_never_cause_an_error_other_than_a_refusal():
    import random

    good = bytearray(workbook([["Ann", 1], ["Bea", 2]]))
    chance = random.Random(7)
    for _time in range(sized(20, 60)):
        broken = bytearray(good)
        for _byte in range(8):
            broken[chance.randrange(4, len(broken))] = chance.randrange(256)
        try:
            cells_of_file(bytes(broken))
        except RuleViolation as refusal:
            assert refusal.field == "file"
