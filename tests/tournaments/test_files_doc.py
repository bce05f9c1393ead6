"""docs/formats.md lists every sheet, column and key of a tournament's files."""

import re
from pathlib import Path

from tournaments.files import exports
from tournaments.files.archive import read, row_formats, zip_file
from tournaments.files.sheet_registry import EXPORTS

TEXT = (Path(__file__).resolve().parents[2] / "docs" / "formats.md").read_text()
PART = TEXT[TEXT.index("## The files of a tournament") : TEXT.index("## The season of a club")]


def test_every_sheet_and_column_is_documented():
    columns = {
        *exports.STANDINGS,
        *exports.STANDINGS_MORE,
        *exports.STANDINGS_LAST,
        *exports.GAMES,
        *exports.GAMES_MORE,
    }
    columns |= {*exports.GAMES_LAST, *exports.CHECK, *exports.ENTRANTS, *exports.ENTRANTS_LAST, *exports.PENALTIES}
    columns |= {"round", "table", "byes", *exports.WINDS.values()}
    assert {name for name in {*columns, *EXPORTS} if f"`{name}`" not in PART} == set()
    association = exports.ASSOCIATION_COLUMNS
    assert f"`{association[0]}` to `{association[-1]}`" in PART and len(association) == 19


def test_every_key_of_the_archive_and_its_bounds_are_documented():
    keys = {*row_formats.KEYS, *row_formats.MATCH, *row_formats.SITTING, *row_formats.DEVICE}
    keys |= row_formats.LISTS["players"].columns.keys()
    assert {name for name in keys if f"`{name}`" not in PART} == set()
    bounds = re.search(
        r"At most (\d+) MB, ([\d,]+) files, (\d+) MB unpacked, (\d+) MB of\s+`event.json`, ([\d,]+) ev", PART
    )
    told = [int(number.replace(",", "")) for number in bounds.groups()]
    mega = 1024**2
    ours = [
        zip_file.MOST_BYTES // mega,
        zip_file.MOST_FILES,
        zip_file.MOST_UNPACKED // mega,
        zip_file.MOST_EVENT_BYTES // mega,
    ]
    assert told == [*ours, read.MOST_EVENTS]
