"""The language menu on a small screen, and the language of a printout without JavaScript."""

import pytest
from playwright.sync_api import expect

from scorekeeper.languages import LANGUAGES
from tests.thorough import sized

SIZES = {"upright": (360, 740), "lying": (740, 360), "desktop": (1280, 800)}


@pytest.mark.parametrize(
    "size", ["upright", *(pytest.param(size, marks=pytest.mark.thorough) for size in list(SIZES)[1:])]
)
def test_each_language_is_reached_in_the_menu(new_context, size, db):
    width, height = SIZES[size]
    page = new_context(viewport={"width": width, "height": height}).new_page()
    page.goto("/")
    for language in sized(LANGUAGES[-2:], LANGUAGES):
        page.locator("details.menu summary").tap()
        menu = page.locator(".menu-list").bounding_box()
        assert menu["x"] >= 0 and menu["x"] + menu["width"] <= width and menu["y"] + menu["height"] <= height
        page.get_by_role("button", name=language.name, exact=True).tap()
        expect(page.locator("html")).to_have_attribute("lang", language.code)
        expect(page.locator(".menu-languages [aria-current]")).to_have_text(language.name)


def test_an_upright_phone_shows_the_whole_menu_without_scrolling(new_context, db):
    page = new_context(locale="cs-CZ").new_page()
    page.goto("/")
    page.locator("details.menu summary").tap()
    assert page.locator(".menu-list").evaluate("(menu) => menu.scrollHeight <= menu.clientHeight")


@pytest.mark.thorough
def test_without_scripts_a_printout_can_have_another_language_and_the_phone_keeps_its_own(new_context, db):
    page = new_context(java_script_enabled=False).new_page()
    page.goto("/rules/korean_japanese/club/")
    page.get_by_label("Language of this print").select_option("日本語")
    page.get_by_role("button", name="Apply").tap()
    expect(page).to_have_url("/rules/korean_japanese/club/?language=ja")
    expect(page.locator("html")).to_have_attribute("lang", "ja")
    page.emulate_media(media="print")
    expect(page.locator("#print-language")).to_be_hidden()
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", "en")
