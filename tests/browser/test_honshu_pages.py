"""The pages of a Honshu match with large points and sticks: they fit a phone of 360 px, and shut nobody out."""

import pytest
from playwright.sync_api import expect

from matches import actions
from matches.models import Match
from tests.browser.pages import Table
from tests.browser.test_accessibility import look_at
from tests.browser.test_looks import fits
from tests.matches import table as tables

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
ADDRESSES = (
    *("", "hand/?winner=P2", "hand/?winner=P2&way=list", "hand/?winner=P2&way=tiles", "draw/", "penalty/", "card/"),
    *("balance/", "sheet/", "hands/1/", "hands/3/", "hands/4/", "hands/4/correct/", "rules/", "players/"),
    "waits/?tiles=234567p345667s8s&riichi=riichi",
)


@pytest.fixture
def parlour(phone) -> Table:
    """A match with honba and a stick on the table."""
    phone.goto("/start/?system=honshu")
    for chair, name in zip(("P1", "P2", "P3"), NAMES, strict=True):
        phone.locator(f"[name={chair}]").fill(name)
    phone.get_by_role("button", name="Start the match").tap()
    expect(phone.locator("#now")).to_be_visible()
    table = Table(phone)
    for kind, payload in ENTRIES:
        match = Match.objects.get(code=table.code)
        device = match.devices.get().device
        actions.record_entry(**tables.at(match, device=device), kind=kind, payload=payload)
    return table


def test_every_page_fits_and_shuts_nobody_out(parlour):
    page, wide, shut = parlour.page, [], {}
    for address in ("/start/?system=honshu&preset=kansai", *(parlour.address + each for each in ADDRESSES)):
        page.goto(address)
        where = address.replace(parlour.code, "…")
        wide += fits(page, where)
        shut |= look_at(page, where)
    assert (wide, shut) == ([], {})
