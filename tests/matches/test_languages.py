"""The language of the pages: from the browser, from the menu, and another one for a printout."""

import re
from datetime import UTC, datetime

import pytest
from django.conf import settings

from matches.models import Match
from scorekeeper.languages import LANGUAGES
from tests.matches.cast import Phone

pytestmark = pytest.mark.django_db

OWN_NAMES = {language.code: language.name for language in LANGUAGES}
NOTE = "#translations"
PRESET = "/rules/korean_japanese/club/"


NOT_FOUND = ("/m/AAAAAAAA/sheet/", "/house/AAAAAAAA/", "/rules/none/club/")


def language_of(page):
    """The language of a page. Asserts that markup and header agree."""
    (markup,) = re.findall(r'<html lang="([^"]+)"', page.html)
    assert page.headers["Content-Language"] == markup
    return markup


def named(pattern, html):
    """{code: name} of the offered languages, and the code of the selected one."""
    found = re.findall(pattern, html, re.DOTALL)
    assert all(code == lang for code, lang, _mark, _name in found)
    marked = [code for code, _lang, mark, _name in found if mark]
    return {code: name for code, _lang, _mark, name in found}, marked


def menu(page):
    button = r'<button type="submit" name="language" value="([^"]+)" lang="([^"]+)"( aria-current="true")?>\s*'
    return named(button + r'<span class="grow">([^<]+)</span>', page.html)


def options(page):
    (form,) = re.findall(r'<select id="print-language".*?</select>', page.html, re.DOTALL)
    return named(r'<option value="([^"]+)" lang="([^"]+)"( selected)?>([^<]+)</option>', form)


@pytest.mark.parametrize(
    ("asked", "given"),
    [
        ("zh-CN", "zh-hans"),
        ("zh-TW", "zh-hans"),
        ("zh-Hant-HK,zh;q=0.8", "zh-hans"),
        ("ja-JP,ja;q=0.9,en-US;q=0.8", "ja"),
        ("ko", "ko"),
        ("ko-KR", "ko"),
        ("de-AT", "de"),
        ("fr-CA", "fr"),
        ("ms-MY", "ms"),
        ("cs-CZ", "cs"),
        ("en-SG", "en"),
        ("sv-SE,de;q=0.5", "de"),
        ("sv-SE", "en"),
        ("", "en"),
    ],
)
def test_a_first_visit_is_in_the_language_of_the_browser(asked, given):
    phone = Phone()
    phone.client.defaults["HTTP_ACCEPT_LANGUAGE"] = asked
    assert language_of(phone.get("/")) == given


def test_the_language_chosen_in_the_menu_wins_over_the_browser():
    phone = Phone()
    phone.client.defaults["HTTP_ACCEPT_LANGUAGE"] = "de-AT"
    phone.send(phone.get("/").form("/language"), button=("language", "zh-hans"))
    assert language_of(phone.get("/")) == "zh-hans"


@pytest.mark.parametrize("language", OWN_NAMES)
def test_the_menu_has_each_language_in_its_own_name_and_marks_the_current_one(language):
    phone = Phone()
    phone.client.defaults["HTTP_ACCEPT_LANGUAGE"] = language
    assert menu(phone.get("/")) == (OWN_NAMES, [language])


def test_the_menu_says_which_translations_no_native_speaker_has_reviewed():
    phone, noted = Phone(), []
    for language in LANGUAGES:
        phone.client.defaults["HTTP_ACCEPT_LANGUAGE"] = language.code
        if f"/help/{NOTE}" in phone.get("/").html:
            noted.append(language.code)
    assert noted == [language.code for language in LANGUAGES if not language.reviewed] != []
    assert 'id="translations"' in phone.get("/help/").html


@pytest.fixture
def printed(phone, code):
    """The addresses of printouts, with another parameter if they have one."""
    phone.hand(code)
    form = phone.get("/house/new/").form("/house/new/")
    house = phone.send(form, button=("action", "save"), name="Friday rules", status=303).goes_to.partition("?")[0]
    of_match = [f"/m/{code}/{page}/" for page in ("card", "rules", "sheet")]
    return [*of_match, PRESET, "/glossary/", "/help/", house, f"{house}1/card/"]


def test_a_printout_has_the_language_of_its_address_and_the_phone_keeps_its_own(phone, printed):
    for address in printed:
        page = phone.get(f"{address}?language=cs")
        assert (language_of(page), options(page)) == ("cs", (OWN_NAMES, ["cs"])), address
        assert (page.headers["Cache-Control"], page.headers.get("ETag")) == ("no-store", None), address
        assert "Jazyk tisku" in page and "Language of this print" not in page
        assert settings.LANGUAGE_COOKIE_NAME not in phone.client.cookies
        page = phone.get(address)
        assert (language_of(page), options(page)) == ("en", (OWN_NAMES, ["en"])), address
        assert "Language of this print" in page


@pytest.mark.parametrize("address", ["/glossary/", "/help/"])
def test_the_menu_on_a_printout_marks_the_language_of_the_phone(phone, address):
    assert menu(phone.get(f"{address}?language=cs")) == (OWN_NAMES, ["en"])


def test_headings_terms_and_dates_use_the_language_of_the_printout(phone, code):
    assert "<h1>Karta pravidel</h1>" in phone.get(f"{PRESET}?language=cs").html
    assert "<h1>Rule card</h1>" in phone.get(PRESET).html
    assert "<h1>Slovníček</h1>" in phone.get("/glossary/?language=cs").html
    Match.objects.filter(code=code).update(created_at=datetime(2026, 11, 5, 12, tzinfo=UTC))
    times = {
        language: re.search(r"<time[^>]*>([^<]+)</time>", phone.get(f"/m/{code}/sheet/?language={language}").html)[1]
        for language in ("en", "cs", "ja")
    }
    assert times == {"en": "5 Nov 2026", "cs": "5.\u00a011.\u00a02026", "ja": "2026/11/5"}


def test_a_language_that_the_site_does_not_have_is_ignored():
    phone = Phone()
    phone.client.defaults["HTTP_ACCEPT_LANGUAGE"] = "de"
    for unknown in ("xx", "zh-CN", "\0", "", "en-GB", "../cs", '"><script>'):
        assert language_of(phone.get(PRESET, data={"language": unknown})) == "de", unknown


def test_the_case_of_a_code_does_not_matter():
    assert language_of(Phone().get(f"{PRESET}?language=zh-Hans")) == "zh-hans"


@pytest.mark.parametrize("address", NOT_FOUND)
def test_the_404_page_of_a_printout_has_the_language_of_the_phone(address):
    phone = Phone()
    phone.client.defaults["HTTP_ACCEPT_LANGUAGE"] = "de"
    assert language_of(phone.get(f"{address}?language=ja", status=404)) == "de"


def test_the_form_of_a_printout_keeps_other_parameters_but_not_the_saved_notice(phone):
    page = phone.get("/glossary/?a=1&language=cs&a=2&saved=1&renewed=1&b=%22%3E")
    (form,) = re.findall(r'<form class="card field screen" method="get">.*?</form>', page.html, re.DOTALL)
    kept = re.findall(r'<input type="hidden" name="([^"]*)" value="([^"]*)">', form)
    assert kept == [("a", "1"), ("a", "2"), ("b", "&quot;&gt;")]


def test_a_language_chosen_in_the_menu_of_a_printout_is_shown_next(phone):
    form = phone.get("/glossary/?a=1&language=ja").form("/language")
    assert phone.send(form, button=("language", "de"), status=302).headers["Location"] == "/glossary/?a=1"
    assert language_of(phone.get("/glossary/?a=1")) == "de"


def test_a_language_in_the_address_of_another_page_changes_nothing(phone, code):
    for address in ("/", f"/m/{code}/", "/start/"):
        assert language_of(phone.get(f"{address}?language=cs")) == "en"


def test_a_printout_in_another_language_keeps_names_isolated(phone):
    code = phone.start(("Ann", "علي", "Cho"))
    page = phone.get(f"/m/{code}/sheet/?language=ja").html
    found = re.findall("<bdi>علي</bdi>|\u2068علي\u2069|علي", page)
    assert sorted(found) == ["<bdi>علي</bdi>"] * 2 + ["\u2068علي\u2069"] * 2
