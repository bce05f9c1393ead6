"""The pages of a Honshu match with large points and sticks fit a phone of 360 px and are accessible."""

import pytest

from matches import actions
from matches.models import Match
from tests.browser import pages
from tests.browser.page_checks import barriers_in_themes, overflow
from tests.browser.pages import Table
from tests.matches import table as tables
from tests.thorough import sized

NAMES = ("Bartholomäus", "Wilhelmina-Philippa van der Oosterscheld", "Ann")
ENTRIES = (
    ("hand", {"winner": "P1", "win": {"by": "tsumo"}, "yakuman": 1, "riichi_by": ["P1"]}),
    ("draw", {"draw": True, "tenpai": ["P1", "P3"], "riichi_by": ["P3"]}),
    (
        "hand",
        {
            "winner": "P2",
            "win": {"by": "ron", "from": "P3"},
            "patterns": ["riichi", "tanyao", "pinfu"],
            "bonus_items": {"dora": 3},
        },
    ),
    ("draw", {"draw": True, "tenpai": ["P1"], "riichi_by": ["P1"]}),
)
DIFFERENT = ("", "hand/?winner=P2&way=list", "draw/", "hands/4/")
ALIKE = (
    *("hand/?winner=P2", "hand/?winner=P2&way=tiles"),
    *("penalty/", "card/", "balance/", "sheet/", "hands/1/", "hands/3/", "hands/4/correct/", "rules/", "players/"),
    "waits/?tiles=234567p345667s8s&riichi=riichi",
)
ADDRESSES = sized(DIFFERENT, DIFFERENT + ALIKE)  # test_every_page.py opens the pages that are the same in every game


@pytest.fixture
def parlour(phone) -> Table:
    """A match with honba and a stick on the table."""
    table = pages.open_match(phone, *NAMES, system="honshu")
    for kind, payload in ENTRIES:
        match = Match.objects.get(code=table.code)
        device = match.devices.get().device
        actions.record_entry(**tables.at(match, device=device), kind=kind, payload=payload)
    return table


def test_every_page_fits_and_is_accessible(parlour):
    page, problems = parlour.page, []
    for address in ("/start/?system=honshu&preset=kansai", *(parlour.address + each for each in ADDRESSES)):
        page.goto(address)
        where = address.replace(parlour.code, "…")
        problems += [*overflow(page, where), *barriers_in_themes(page, where)]
    assert problems == []
