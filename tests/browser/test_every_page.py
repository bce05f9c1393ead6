"""Opens every page and every sheet: they are accessible, and everything fits.

The match has the names that are hardest to show. `make test` opens each page once on a phone, in alternating languages.
It checks every page for overflow and, in turn, with axe, on another screen or with large text. The thorough run checks
everything at every address, on a phone and on a desktop, in every language.
"""

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pytest
from django.urls import get_resolver
from playwright.sync_api import Page, expect

from scorekeeper import languages
from tests.browser import halls, pages, site
from tests.browser.page_checks import (
    COLOUR_RULES,
    barriers_in_theme,
    barriers_in_themes,
    overflow,
    overflow_at,
    overflow_of_large_text,
)
from tests.browser.pages import Table
from tests.browser.site import SHEETS, Sheet
from tests.matches.table import wall
from tests.thorough import THOROUGH

PHONE = {"width": 360, "height": 740}
DESK = {"width": 1280, "height": 800}
SIZES = {"phone": PHONE, "desk": DESK}
LANGUAGES = tuple(language.code for language in languages.LANGUAGES)
thorough = pytest.mark.thorough

LONG = "Bartholomäus Nepomuk Freiherr von Ostsee"
NAMES = {
    "hardest": ("W" * 40, "محمد بن عبد الرحمن بن علي الأندلسي", '<b>Ann</b> & 🐉🀄👩‍👩‍👧‍👦 "Cho" {{ 7 }}'),
    "long": (LONG, "Wilhelmina-Philippa van der Oosterscheld", "Ann"),
    "right to left": ("محمد بن عبد الرحمن بن علي الأندلسي", "שרה בת־אליעזר", "Bea"),
    "signs": ("<b>Ann</b>", "🐉🀄👩‍👩‍👧‍👦", "Bea & \"Cho\" {{ 7 }} 'x'"),
    "without a space": (
        "Donaudampfschifffahrtsgesellschaftskapit",
        "W" * 40,
        "あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよら",
    ),
}


def test_every_page_of_the_url_configuration_is_opened():
    named, of_tournaments = set(), set()

    def walk(patterns, names):
        for pattern in patterns:
            if getattr(pattern, "namespace", "") == "api-v1":
                continue  # for programs, not pages
            if hasattr(pattern, "url_patterns"):
                walk(pattern.url_patterns, of_tournaments if pattern.namespace == "tournaments" else named)
            else:
                names.add(pattern.name)

    walk(get_resolver().url_patterns, named)
    assert named == set(site.PAGES) | site.NO_PAGES
    assert of_tournaments == set(halls.PAGES) | halls.NO_PAGES


def open_match(new_context, play, size: str, names: tuple[str, str, str]) -> Table:
    """A match with an entry of each kind, on a screen of this size."""
    context = new_context(viewport=SIZES[size], is_mobile=size == "phone")
    table = pages.open_match(context.new_page(), *names)
    play(table, *site.ENTRIES)
    return table


@dataclass(frozen=True)
class Visit:
    """An open page or sheet: its name for messages, and the number of visits before it."""

    page: Page
    where: str
    number: int


Problems = Callable[[Visit], list[str]]


def problems_everywhere(table: Table, spoken: Sequence[str], problems_of: Problems) -> list[str]:
    """The problems found by `problems_of` on every page and every sheet, alternating between these languages."""
    page, problems = table.page, []
    origin, turns = page.evaluate("location.origin"), enumerate(itertools.cycle(spoken))

    def visit(address: str, name: str, sheet: Sheet | None = None) -> list[str]:
        number, language = next(turns)
        page.context.add_cookies([{"name": "lang", "value": language, "url": origin}])
        assert page.goto(address).status == 200, address
        expect(page.locator("html")).to_have_attribute("lang", language)
        if sheet:
            sheet.open(page)
        return problems_of(Visit(page, f"{name} in {language}", number))

    for address in site.addresses(table, every=THOROUGH):
        problems += visit(address, address.replace(table.code, "…"))
    for sheet in SHEETS:
        problems += visit(table.address, sheet.name, sheet=sheet)
    return problems


def main_problems(visit: Visit) -> list[str]:
    """Overflow on the phone and, in turn, violations found by axe, overflow on another screen, overflow of large text.

    axe takes far longer than the other checks, even with few rules.
    """
    page, where = visit.page, visit.where
    overflows = (
        lambda: overflow_at(page, where, 320, 640),
        lambda: overflow_at(page, where, **DESK),
        lambda: overflow_of_large_text(page, where),
    )
    checks = (
        lambda: barriers_in_theme(page, where, "light"),
        *overflows,
        *overflows[:2],
        lambda: barriers_in_theme(page, where, "dark", COLOUR_RULES),
        *overflows,
        *overflows[1:],
    )
    return [*overflow(page, where), *checks[visit.number % len(checks)]()]


def all_problems(visit: Visit) -> list[str]:
    page, where = visit.page, visit.where
    return [
        *overflow(page, where),
        *overflow_at(page, where, 320, 640),
        *overflow_at(page, where, 740, 360),
        *overflow_of_large_text(page, where),
        *barriers_in_themes(page, where),
    ]


def overflow_alone(visit: Visit) -> list[str]:
    return overflow(visit.page, visit.where)


@pytest.mark.parametrize(
    ("size", "spoken", "problems_of"),
    [
        pytest.param("phone", LANGUAGES[1:], main_problems, id="phone"),
        *(
            pytest.param(size, [language], all_problems, id=f"{size}-{language}-everything", marks=thorough)
            for size in SIZES
            for language in LANGUAGES
        ),
    ],
)
def test_every_page_and_every_sheet_is_accessible_and_fits_the_screen(
    new_context, play, complaints, size, spoken, problems_of
):
    table = open_match(new_context, play, size, NAMES["hardest"])
    assert problems_everywhere(table, spoken, problems_of) == []


@pytest.mark.parametrize("kind", ["hardest", *(pytest.param(kind, marks=thorough) for kind in list(NAMES)[1:])])
def test_names_are_shown_as_they_were_typed(phone, play, kind):
    names = NAMES[kind]
    table = pages.open_match(phone, *names)
    play(table, *site.ENTRIES)
    expect(phone.locator(".player .name")).to_have_text(list(names))
    assert phone.locator("main b:not(.mute)").count() == 0
    assert overflow(phone, "the table") == []


@thorough
@pytest.mark.parametrize("names", NAMES.values(), ids=NAMES)
def test_names_of_each_kind_fit_everywhere(new_context, play, names):
    table = open_match(new_context, play, "phone", names)
    assert problems_everywhere(table, ["en"], overflow_alone) == []


def long_match(phone, play) -> Table:
    """A match of 27 hands, before its last hand."""
    table = pages.open_match(phone, hands=27)
    play(table, *[("hand", wall(f"P{no % 3 + 1}", 13)) for no in range(26)])
    table.is_at("Hand 27 of 27")
    return table


def test_twenty_seven_hands_fit_and_the_last_is_visible(phone, play):
    table = long_match(phone, play)
    expect(table.row(26)).to_be_in_viewport()
    for name in pages.NAMES:
        expect(table.card(name)).to_be_in_viewport(ratio=1)
    problems = []
    for ending in ("", "balance/", "hand/?winner=P1", "hands/26/", "history/", "end/", "sheet/"):
        phone.goto(table.address + ending)
        problems += overflow(phone, ending)
    assert problems == []


@thorough
def test_twenty_seven_hands_fit_everywhere(phone, play):
    assert problems_everywhere(long_match(phone, play), ["en"], overflow_alone) == []
