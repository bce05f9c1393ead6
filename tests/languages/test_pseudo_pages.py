"""Every page in two pseudo-languages: hard-coded and concatenated texts are outside of the markers."""

import re

import pytest
from django.test import Client

from tests.browser import halls, site
from tests.languages.pages import pages, site_with_everything, stored
from tests.languages.pseudo import CLOSES, KEPT, LONG, OPENS, RIGHT_TO_LEFT, catalogue, english, longer, spoken
from tests.languages.reading import PseudoPage, data_pattern, glued, hard_coded, punctuated
from tests.thorough import THOROUGH, sized


@pytest.mark.django_db
def test_every_page_has_only_whole_texts_of_the_catalogue(tmp_path):
    """`make test` reads every third page. `test_catalogues` and `test_sentences` read all templates and sources."""
    step = sized(3, 1)
    with spoken(tmp_path, LONG):
        phone, table = site_with_everything()
        phone.client.cookies["lang"] = LONG
        visited = pages(phone, table, every_address=THOROUGH, step=step)
        found = [(address, PseudoPage(html)) for address, html in visited]
    data, problems = data_pattern(stored()), set()
    for address, page in found:
        for depth, text in page.texts:
            problems |= {f"{address}: “{word}” in: {text[:300]}" for word in hard_coded(depth, text, data)}
            problems |= {f"{address}: glued by “{between}”: {text[:300]}" for between in glued(depth, text)}
        for depth, line in page.lines:
            problems |= {f"{address}: “{mark}” in: {line[:300]}" for mark in punctuated(depth, line, data)}
    assert len(found) * step >= len(site.PAGES) + len(halls.PAGES)
    assert sorted(problems) == []


@pytest.mark.django_db
def test_a_right_to_left_language_mirrors_the_page(tmp_path):
    with spoken(tmp_path, RIGHT_TO_LEFT):
        html = Client(headers={"accept-language": RIGHT_TO_LEFT}).get("/").content.decode()
    assert f'<html lang="{RIGHT_TO_LEFT}" dir="rtl">' in html
    assert OPENS in html


def said(html: str, data: tuple[str, ...] = ()) -> list[str]:
    """The problems that the test above would find on a page."""
    pattern = data_pattern(data)
    page, found = PseudoPage(html), []
    for depth, text in page.texts:
        found += [*hard_coded(depth, text, pattern), *glued(depth, text)]
    return [*found, *(mark for depth, line in page.lines for mark in punctuated(depth, line, pattern))]


@pytest.mark.parametrize(
    ("html", "problems"),
    [
        ("<p>Save</p>", ["Save"]),
        ("<p>⟦Šåṽé⟧ it</p>", ["it"]),
        ("<p>⟦Šåṽé it⟧</p>", ["it"]),
        ("<p>⟦Šåṽé <b>it</b> ñöŵ⟧</p>", ["it"]),
        ("<p>⟦Ĥåñđ⟧: ⟦Ŵåļļ⟧</p>", [": ", ":"]),
        ("<p>⟦Šåṽéđ.⟧ ⟦Ĥåñđ⟧</p>", [" "]),
        ("<p><bdi>12</bdi>: ⟦Ŵåļļ⟧</p>", [":"]),
        ("<p><b>⟦Ĥåñđ⟧</b>, <bdi>12</bdi></p>", [","]),
        ("<p>⟦Ĥåñđ⟧ (12)</p>", ["(", ")"]),
        ("<p>22 Nov 2026 – 23 Nov 2026</p>", [" –"]),
        ("<p>⟦Ĥåñđ⟧ 3 ⟦ŵöñ⟧</p>", [" 3 "]),
        ('<button aria-label="Close">⟦Ẋ⟧</button>', ["Close"]),
        ('<input placeholder="Name">', ["Name"]),
        ('<input type="submit" value="Send">', ["Send"]),
        ('<img alt="Tile">', ["Tile"]),
    ],
)
def test_a_hard_coded_or_concatenated_text_is_found(html, problems):
    assert said(html) == problems


@pytest.mark.parametrize(
    "html",
    [
        "<p>⟦Šåṽé <b>ĥåñđ</b> 3⟧</p>",
        "<p>⟦⟦Ĥåñđ 3⟧, ⟦ŵåļļ⟧⟧</p>",
        "<p>⟦Ĥåñđ 3⟧ · ⟦ŵåļļ⟧</p>",
        "<p>⟦Šåṽéđ.⟧⟦ ⟧⟦Ĥåñđ⟧</p>",
        "<p>⟦<bdi>12</bdi>: ⟦Ŵåļļ⟧⟧ 1,000.5</p>",
        "<p>⟦Šåṽéđ.⟧</p><p>12:05</p>",
        "<p>⟦Ann Lee ŵîñš⟧</p>",
        "<p>Ann Lee · 22 Nov 2026, 14:30 UTC · A12.1</p>",
        '<li lang="cs">Čeština</li>',
        "<code>openapi</code><script>let a</script>",
        '<input type="text" value="Ann">',
    ],
)
def test_translated_texts_and_data_are_fine(html):
    assert said(html, ("Ann Lee",)) == []


def test_the_long_language_is_about_forty_percent_longer():
    texts = [entry.msgid for entry in english()]
    ratio = sum(len(longer(text)) for text in texts) / sum(map(len, texts))
    assert 1.3 < ratio < 1.5


@pytest.mark.parametrize("code", [LONG, RIGHT_TO_LEFT])
def test_a_pseudo_language_keeps_placeholders_and_tags_and_fills_every_plural(code):
    made, forms = catalogue(code), {LONG: 2, RIGHT_TO_LEFT: 6}[code]
    assert len(made) == len(english())
    for entry in made:
        texts = list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]
        assert len(texts) == (forms if entry.msgid_plural else 1)
        of_one = texts[0] if entry.msgid_plural else None
        for text in texts:
            source = entry.msgid if text is of_one else entry.msgid_plural or entry.msgid
            assert KEPT.findall(text) == KEPT.findall(source)
            assert (text.count(OPENS), text.count(CLOSES)) == (1, 1)
            assert not re.search("[a-z]", KEPT.sub("", text), re.IGNORECASE)
