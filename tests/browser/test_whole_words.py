"""Names at a club table: no word of an ordinary name is broken, and nothing is wider than the screen."""

import pytest

from tests.browser import pages, site
from tests.browser.page_checks import overflow
from tests.browser.test_hall_names import BROKEN

NAMES = ("Kateřina Nováčková", "Alžběta Kratochvílová", "Jan Šťastný")
PAGES = ("", "hand/", "hand/?winner=P2&way=list", "penalty/", "waits/", "hands/5/correct/", "screen/", "overlay/")


@pytest.mark.thorough  # in `make test`, test_hall_names.py checks the same on the pages of a tournament
@pytest.mark.parametrize("size", [(360, 740), (740, 360)], ids=["upright", "lying"])
def test_no_word_of_a_name_is_broken_on_a_phone(new_context, play, size):
    width, height = size
    page = new_context(viewport={"width": width, "height": height}).new_page()
    table = pages.open_match(page, *NAMES)
    play(table, *site.ENTRIES)
    found = {}
    for path in PAGES:
        page.goto(f"{table.address}{path}")
        found[path] = page.evaluate(BROKEN.replace("main bdi", "bdi")) + overflow(page, path)
    assert found == dict.fromkeys(PAGES, [])
