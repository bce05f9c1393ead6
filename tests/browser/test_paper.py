"""Printouts on A4 and US Letter: no empty page, nothing cut off, black text, codes that can be scanned."""

import itertools
import re
import zlib

import pytest

from people.models import Club
from tests.browser import halls, site
from tests.browser.pages import open_match, share_session
from tests.people.club_cast import Person
from tests.thorough import THOROUGH, sized
from tests.tournaments.cast import tournament
from tournaments.files.sheet_registry import PRINTED_PAGES
from tournaments.models import Entrant

SIZES = {"A4": (596, 843), "Letter": (612, 792)}  # points, as Chromium rounds them
NARROWER = {"width": 688, "height": 1000}  # pixels between the margins of A4
PRESETS = ("korean_japanese/club", "malaysian_recap/experts", "malaysian_fan/club", "honshu/text")
LONGEST = {
    "korean_japanese": {"match_length": 27},
    "malaysian_recap": {"match_length": 27},
    "malaysian_fan": {"match_length": 27},
    "honshu": {},
}

CUT = """() => [...document.querySelectorAll('main *')]
  .filter((each) => each.checkVisibility() && !each.closest('svg, .visually-hidden')
    && (each.getBoundingClientRect().right > innerWidth + 1 || each.getBoundingClientRect().left < -1))
  .map((each) => `${each.tagName}.${each.className}`).slice(0, 3)"""
LIGHT = """() => {
  const said = [], walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node; (node = walk.nextNode());) {
    const at = node.parentElement, style = getComputedStyle(at);
    if (!node.data.trim() || !at.checkVisibility() || at.closest('.visually-hidden')) continue;
    const [red, green, blue, alpha = 1] = style.color.match(/[\\d.]+/g).map(Number);
    if (Math.max(red, green, blue) > 60 || alpha < 1 || style.opacity < 1) said.push(node.data.trim().slice(0, 20));
  }
  return [...new Set(said)].slice(0, 3);
}"""
CODES = """() => [...document.querySelectorAll('svg[shape-rendering=crispEdges]')]
  .filter((code) => code.checkVisibility()).map((code) => ({
  module: code.getBoundingClientRect().width / code.viewBox.baseVal.width / 96 * 25.4,
  dark: getComputedStyle(code.firstElementChild).fill,
}))"""


def printed(page, paper):
    """The printed pages: width and height in points, and number of texts on each."""
    pdf = page.pdf(format=paper, prefer_css_page_size=True)
    parts = dict(re.findall(rb"(\d+) 0 obj\s(.*?)\sendobj", pdf, re.DOTALL))
    found = []
    for part in parts.values():
        if re.search(rb"/Type /Page\b", part):
            box = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", part)
            drawn = parts[re.search(rb"/Contents (\d+) 0 R", part)[1]].partition(b"stream\n")[2]
            found.append(
                (round(float(box[1])), round(float(box[2])), zlib.decompressobj().decompress(drawn).count(b" Tj"))
            )
    return found


@pytest.fixture
def club(desktop):
    """A club whose organiser uses the desktop browser."""
    olga = Person("olga")
    code = olga.found()
    share_session(desktop, olga.client)
    return Club.objects.get(code=code)


def everything(club):
    """Every address with a Print button or for printing; in the thorough run also rarely printed ones."""
    there = halls.day(club)
    long = tournament(club, entrants=12, rounds=10, played=9, published=10, name="Ten rounds")
    Entrant.objects.filter(tournament=long).update(club_name=halls.NAMES[2])
    Entrant.objects.filter(tournament=long, number__lt=9).update(name=halls.NAMES[3], player=None)
    event = f"/e/{there['event']}/"
    return [
        *(rare(club, there) if THOROUGH else []),
        *(f"{event}print/{each.key}/" for each in PRINTED_PAGES),
        *(f"{event}{path}" for path in ("cards/", "standings/")),
        *(f"/e/{long.code}/print/{name}/" for name in ("standings", "names", "players")),
    ]


def rare(club, there):
    """Rarely printed pages. The rule cards have their own tests."""
    played = site.played_in_a_club()["season"]
    series = f"/c/{club.code}/series/{there['series']}/"
    pages = [series, f"/c/{played}/season/", f"/c/{played}/ratings/", f"/e/{there['event']}/rounds/2/"]
    return pages + [f"/rules/{preset}/" for preset in PRESETS]


def test_no_page_of_anything_printed_is_empty_cut_off_or_light(desktop, play, club):
    """In the dark theme, whose colours would be lightest on paper."""
    addresses = everything(club)
    desktop.emulate_media(color_scheme="dark")
    desktop.set_viewport_size(NARROWER)
    problems, papers = [], itertools.cycle(sized([[each] for each in SIZES], [list(SIZES)]))

    def look(address):
        desktop.goto(address)
        for paper in next(papers):
            pages = printed(desktop, paper)
            wrong = [each for each in pages if each[:2] != SIZES[paper] or not each[2]]
            problems.extend(f"{address}: {paper}: {each}" for each in wrong)
        desktop.emulate_media(media="print")
        problems.extend(f"{address}: cut off: {each}" for each in desktop.evaluate(CUT))
        problems.extend(f"{address}: light: {each}" for each in desktop.evaluate(LIGHT))
        codes = desktop.evaluate(CODES)
        problems.extend(
            f"{address}: {each}" for each in codes if each["module"] < 0.5 or each["dark"] != "rgb(0, 0, 0)"
        )
        desktop.emulate_media(media="null")

    for address in addresses:
        look(address)
    table = open_match(desktop, "Bartholomäus Nepomuk Freiherr von Ostsee", "Bea", "Cho")
    look(f"{table.address}sheet/")
    play(table, *site.ENTRIES)
    for path in sized(("sheet/", "share/"), ("", "sheet/", "end/", "history/", "share/", "rules/", "card/")):
        look(table.address + path)
    assert problems == [], "\n".join(problems)


@pytest.mark.thorough
def test_a_blank_score_sheet_is_one_page_with_room_to_write_in_every_rule_book(desktop, club):
    desktop.set_viewport_size(NARROWER)
    for system, options in LONGEST.items():
        made = tournament(club, entrants=3, rounds=1, published=1, system=system, options=options)
        one_page(desktop, f"/e/{made.code}/print/blank/")
    for system in LONGEST:
        one_page(desktop, f"{open_match(desktop, system=system).address}sheet/")


def one_page(page, address):
    """Assert that a sheet is one page, and that each of its cells is 15 mm wide or more."""
    page.goto(address)
    for paper, size in SIZES.items():
        assert [each[:2] for each in printed(page, paper)] == [size], (paper, address)
    page.emulate_media(media="print")
    cells = page.locator(".scroll tbody tr").first.locator("td").all()
    assert min(cell.bounding_box()["width"] for cell in cells) > 56, address
    page.emulate_media(media="null")


@pytest.mark.thorough
def test_the_signature_line_is_never_alone_on_the_last_page(desktop, club):
    made = tournament(club, entrants=9, rounds=3, played=1)
    desktop.goto(f"/e/{made.code}/print/check/")
    texts = []
    while len(texts) < 2:  # add rows until there is a second page
        desktop.evaluate("document.querySelector('tbody').append(document.querySelector('tbody tr').cloneNode(true))")
        texts = [texts for *_size, texts in printed(desktop, "A4")]
    assert texts[-1] > len(("Organiser", "Referee"))
