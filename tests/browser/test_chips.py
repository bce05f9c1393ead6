"""The pages of a match with chips fit a phone of 360 px and are accessible."""

import pytest

from tests.browser import pages
from tests.browser.page_checks import barriers_in_themes, overflow

NAMES = ("Bartholomäus", "Wilhelmina-Philippa van der Oosterscheld", "Ann")
ENTRIES = (
    ("hand", {"winner": "P1", "win": {"by": "tsumo"}, "yakuman": 1, "chips": 12, "riichi_by": ["P1"]}),
    ("hand", {"winner": "P2", "win": {"by": "ron", "from": "P3"}, "han": 3, "fu": 40, "chips": 7}),
)


@pytest.fixture
def parlour(phone, play):
    """A match with large points and two-digit chips."""
    table = pages.open_match(phone, *NAMES, system="riichi_sanma", preset="parlour")
    play(table, *ENTRIES)
    return table


@pytest.mark.thorough  # in `make test`, test_riichi_round.py opens pages with chips
def test_every_page_with_chips_fits_and_is_accessible(parlour):
    page, problems = parlour.page, []
    for part in ("", "hands/1/", "hands/2/void/", "balance/", "end/", "sheet/", "screen/"):
        page.goto(parlour.address + part)
        problems += [*overflow(page, part), *barriers_in_themes(page, part)]
    assert problems == []
