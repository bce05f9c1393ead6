"""docs/formats.md names every sheet, column and key that a tournament gives away."""

import re
from pathlib import Path

from tournaments.files import association, box, format, incoming, sheets
from tournaments.files.known import SHEETS

TEXT = (Path(__file__).resolve().parents[2] / "docs" / "formats.md").read_text()
PART = TEXT[TEXT.index("## The files of a tournament") : TEXT.index("## The season of a club")]


def test_every_sheet_and_column_is_written_down():
    columns = {*sheets.STANDINGS, *sheets.STANDINGS_MORE, *sheets.STANDINGS_LAST, *sheets.GAMES, *sheets.GAMES_MORE}
    columns |= {*sheets.GAMES_LAST, *sheets.CHECK, *sheets.ENTRANTS, *sheets.ENTRANTS_LAST, *sheets.PENALTIES}
    columns |= {"round", "table", "byes", *sheets.WINDS.values()}
    assert {name for name in {*columns, *SHEETS} if f"`{name}`" not in PART} == set()
    assert f"`{association.COLUMNS[0]}` to `{association.COLUMNS[-1]}`" in PART and len(association.COLUMNS) == 19


def test_every_key_of_the_archive_and_its_bounds_are_written_down():
    keys = {*format.KEYS, *format.MATCH, *format.SITTING, *format.DEVICE, *format.PLAYER}
    assert {name for name in keys if f"`{name}`" not in PART} == set()
    bounds = re.search(
        r"At most (\d+) MB, ([\d,]+) files, (\d+) MB unpacked, (\d+) MB of\s+`event.json`, ([\d,]+) ev", PART
    )
    told = [int(number.replace(",", "")) for number in bounds.groups()]
    mega = 1024**2
    ours = [box.MOST_BYTES // mega, box.MOST_FILES, box.MOST_UNPACKED // mega, box.MOST_EVENT_BYTES // mega]
    assert told == [*ours, incoming.MOST_EVENTS]
