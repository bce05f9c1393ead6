"""The rule card: printed on few pages, black on white, with no row split; its table of contents works."""

import re

import pytest
from playwright.sync_api import expect

from engine.seats import PerSeat
from matches import actions
from matches.models import Match
from people.web.codes import new_key
from tests.engine.test_played_items import EVERYTHING

OWN = [
    {"key": f"own{number}", "name": f"Own item {number}", "kind": kind, "note": "What the club has agreed on"}
    for number, kind in enumerate(("half", "full", "bonus", "bonus", "bonus"))
]
FAN = "/rules/malaysian_fan/club/"
SIZES = {"A4": (596, 843), "Letter": (612, 792)}
MOST = {"A4": 4, "Letter": 5}
thorough = pytest.mark.thorough

CUT = """() => [...document.querySelectorAll('.rule-card :is(.item, .case, .says > li, .terms > div)')]
  .filter((each) => getComputedStyle(each).breakInside !== 'avoid').length"""
DARK = """() => [...document.querySelectorAll('html, .rule-card :is(h2, h3, b, small, cite, .item-val, li, dd, td)')]
  .map((each) => getComputedStyle(each))
  .filter((each) => each.color !== 'rgb(0, 0, 0)' || !/255, 255, 255|0, 0, 0, 0/.test(each.backgroundColor)).length"""


@pytest.fixture
def everything(db):
    """A match whose house rules include every item, and custom items."""
    match = actions.start_match(
        device=new_key(),
        name="",
        names=PerSeat("Ann", "Bea", "Cho"),
        system="korean_japanese",
        options={**EVERYTHING, "own_items": OWN, "payment_mode": "discarder_covers_all_unless_ready"},
        key=new_key(),
    )
    Match.objects.filter(pk=match.pk).update(public=True)
    return f"/m/{match.code}/card/"


@thorough
@pytest.mark.parametrize("language", ["en", "cs"])
def test_a_card_is_few_pages_on_either_paper_size(desktop, base_url, everything, language):
    desktop.context.add_cookies([{"name": "lang", "value": language, "url": base_url}])
    for address in ("/rules/korean_japanese/club/", "/rules/malaysian_recap/experts/", FAN, everything):
        desktop.goto(address)
        for name, size in SIZES.items():
            paper = desktop.pdf(format=name, prefer_css_page_size=True)
            sizes = {tuple(round(float(side)) for side in box.split()[2:]) for box in _boxes(paper)}
            assert sizes == {size}
            assert 2 <= len(_boxes(paper)) <= MOST[name], (address, name)


def _boxes(paper: bytes) -> list[str]:
    """The size of each page."""
    return [box.decode() for box in re.findall(rb"/MediaBox \[([\d. ]+)\]", paper)]


@pytest.mark.parametrize("scheme", [pytest.param("light", marks=thorough), "dark"])
def test_on_paper_it_is_black_on_white_and_rows_stay_whole(desktop, everything, scheme):
    desktop.emulate_media(media="print", color_scheme=scheme)
    for address in (everything, FAN):
        desktop.goto(address)
        assert desktop.evaluate(CUT) == 0
        assert desktop.evaluate(DARK) == 0
        screen = desktop.locator(".toc, .bar, .icon-btn")
        assert screen.evaluate_all("each => each.filter((e) => e.checkVisibility())") == []


def test_the_table_of_contents_links_to_the_chapters(phone):
    phone.goto("/rules/korean_japanese/club/")
    phone.get_by_role("navigation", name="On this card").get_by_role("link", name="Limit hands").tap()
    expect(phone).to_have_url(re.compile("#limits$"))
    phone.wait_for_function("document.querySelector('#limits h2').getBoundingClientRect().top < 200")
    expect(phone.get_by_role("img", name="2 × white dragon").first).to_be_visible()
