"""Every page in a pseudo-language 40 % longer than English, and in a right-to-left one, on a phone of 360 px."""

import pytest

from tests.browser import site
from tests.browser.page_checks import overflow
from tests.browser.pages import open_match
from tests.browser.test_every_page import open_match as open_match_in
from tests.browser.test_every_page import overflow_alone, problems_everywhere
from tests.languages.pseudo import LONG, RIGHT_TO_LEFT, spoken

MAIN = (
    "",
    "hand/?winner=P2",
    "hand/?winner=P2&way=list",
    "penalty/",
    "hands/1/",
    "history/",
    "end/",
    "card/",
    "share/",
)
OTHERS = ("/", "/start/", "/glossary/", "/help/", "/account/in/")
NAMES = ("Bartholomäus Nepomuk Freiherr von Ostsee", "Wilhelmina-Philippa van der Oosterscheld", "Ann")
LANGUAGES = pytest.mark.parametrize("code", [LONG, RIGHT_TO_LEFT], ids=["long", "right-to-left"])
pytestmark = pytest.mark.thorough  # in `make test`, test_every_page.py opens each page in one of the languages


@LANGUAGES
def test_the_main_pages_fit_a_phone_in(phone, play, tmp_path, code):
    table = open_match(phone, *NAMES)
    play(table, *site.ENTRIES)
    phone.context.add_cookies([{"name": "lang", "value": code, "url": phone.evaluate("location.origin")}])
    problems = []
    with spoken(tmp_path, code):
        for address in (*(table.address + ending for ending in MAIN), *OTHERS):
            assert phone.goto(address).status == 200, address
            assert phone.locator("html").get_attribute("lang") == code
            problems += overflow(phone, address.replace(table.code, "…"))
    assert problems == []


@LANGUAGES
def test_every_page_and_every_sheet_fits_a_phone_in(new_context, play, tmp_path, code):
    with spoken(tmp_path, code):
        table = open_match_in(new_context, play, "phone", NAMES)
        assert problems_everywhere(table, [code], overflow_alone) == []
