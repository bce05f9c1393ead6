"""Every visible text is marked for translation, collected and translated with its placeholders, plurals and tags."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import fields
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import polib
import pytest
from django.utils.translation import to_locale

from engine.rulesets import BOOKS
from engine.rulesets.entry_sheet import Situation
from engine.seats import Seat
from scorekeeper.languages import LANGUAGES
from tools.add_language import plural_forms

ROOT = Path(__file__).resolve().parent.parent
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
# Number of plural forms per language, as in Django. English is the source language, so its entries may stay empty.
PLURALS = {to_locale(each.code): int(plural_forms(each.code).partition("nplurals=")[2][0]) for each in LANGUAGES}
TRANSLATED = [language for language in PLURALS if language != "en"]
NOT_COLLECTED = (".*", "var", "locale", "tests", "mutants", "__pycache__", "staticfiles")
COLLECT = ["makemessages", "--locale", "cs", "--no-obsolete", "--no-wrap", "--no-location"]

# Synonyms that the pages don't use: Czech has two words for "team".
TWICE = {"cs": re.compile(r"\btým(?!ž)\w*", re.IGNORECASE)}

# Untranslated words that a template may contain because they are the same in every language (A3 is a rules clause).
NAMES = {"CSV", "JSON", "XLSX", "UTC", "A3"}
SAID_BY_ATTRIBUTES = {"aria-label", "alt", "title", "placeholder", "label"}

PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%%|\{\w*\}")
TAG = re.compile(r"</?[a-z][^>]*>")
END = re.compile(r"[.:?!…,]?\s*\Z")
ABBREVIATIONS = {"No."}
FULL_WIDTH = str.maketrans("。：？！，、", ".:?!,,", "\u202f\u00a0")


def key(entry):
    return entry.msgctxt, entry.msgid, entry.msgid_plural


@cache  # reading one takes a moment, and no test changes it
def catalogue(language):
    return polib.pofile(str(ROOT / "locale" / language / "LC_MESSAGES" / "django.po"))


def translations(entry):
    return list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]


@pytest.fixture(scope="module")
def collected(tmp_path_factory):
    """The texts that `make messages` finds in a copy of the tree without its catalogues."""
    if shutil.which("xgettext") is None:
        assert "CI" not in os.environ and "REQUIRE_BROWSER" not in os.environ, "the CI must have gettext"
        pytest.skip("needs gettext")
    tree = tmp_path_factory.mktemp("messages") / "tree"
    shutil.copytree(ROOT, tree, ignore=shutil.ignore_patterns(*NOT_COLLECTED))
    (tree / "locale").mkdir()
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "scorekeeper.settings"}
    subprocess.run([sys.executable, "manage.py", *COLLECT], cwd=tree, env=environment, check=True)
    return polib.pofile(str(tree / "locale" / "cs" / "LC_MESSAGES" / "django.po"))


def test_each_catalogue_holds_the_texts_of_the_program_and_no_others(collected):
    """`make messages` adds them. (A single test, because collecting takes seconds and each worker would repeat it.)"""
    said = {key(entry) for entry in collected}
    known = {language: {key(entry) for entry in catalogue(language)} for language in PLURALS}
    missing = {language: said - texts for language, texts in known.items()}
    unknown = {language: texts - said for language, texts in known.items()}
    assert (missing, unknown) == (dict.fromkeys(PLURALS, set()), dict.fromkeys(PLURALS, set()))


def test_no_text_contains_an_escape_of_python():
    """xgettext keeps `\\u00a0` as it is written, so the program would never find its translation."""
    assert [entry.msgid for entry in catalogue("en") if re.search(r"\\[uUxN]", entry.msgid)] == []


def test_every_language_of_the_menu_has_a_catalogue_and_no_other_language_has_one():
    assert sorted(PLURALS) == sorted(path.parent.parent.name for path in ROOT.glob("locale/*/LC_MESSAGES/django.po"))


def test_some_languages_have_the_known_number_of_plural_forms():
    known = {"cs": 4, "de": 2, "en": 2, "fr": 2, "ja": 1, "ko": 1, "ms": 1, "zh_Hans": 1}
    assert {language: PLURALS[language] for language in known} == known


@pytest.mark.parametrize("language", TRANSLATED)
def test_everything_is_translated(language):
    assert [key(entry) for entry in catalogue(language) if not all(translations(entry))] == []


@pytest.mark.parametrize("language", PLURALS)
def test_no_translation_is_fuzzy_or_obsolete(language):
    po = catalogue(language)
    assert not po.metadata_is_fuzzy
    assert [key(entry) for entry in po if "fuzzy" in entry.flags or entry.obsolete] == []


@pytest.mark.parametrize("language", PLURALS)
def test_a_count_has_all_plural_forms_of_the_language(language):
    po, many = catalogue(language), PLURALS[language]
    assert po.metadata["Plural-Forms"].startswith(f"nplurals={many};")
    counted = [entry for entry in po if entry.msgid_plural and any(translations(entry))]
    assert [key(entry) for entry in counted if set(entry.msgstr_plural) != set(range(many))] == []


@pytest.mark.parametrize("pattern", [PLACEHOLDER, TAG], ids=["placeholders", "tags"])
@pytest.mark.parametrize("language", PLURALS)
def test_a_translation_keeps_its(language, pattern):
    """Singular and plural may name the number differently; each form needs the placeholders of the plural."""

    def parts(text):
        return sorted(pattern.findall(text))

    wrong = [
        (entry.msgid, text)
        for entry in catalogue(language)
        for text in filter(None, translations(entry))
        if parts(text) != parts(entry.msgid_plural or entry.msgid)
    ]
    assert wrong == []


@pytest.mark.parametrize("language", PLURALS)
def test_a_translation_ends_like_the_text(language):
    """A sentence stays a sentence, a label a label, a question a question; quotation marks may follow."""
    wrong = [
        (entry.msgid, text)
        for entry in catalogue(language)
        for text in filter(None, translations(entry))
        if entry.msgid not in ABBREVIATIONS
        and END.search(text.translate(FULL_WIDTH)).group() != END.search(entry.msgid).group()
    ]
    assert wrong == []


# A one-letter preposition or conjunction must not end a line; after other punctuation the letter is a symbol.
LOOSE = re.compile(r"(?<![\w<)/%}.\-’])[ksvzouaiKSVZOUAI] \S|(?<!\w)\d{1,6} [a-zá-ž]")


def test_czech_letters_and_numbers_stay_with_the_next_word():
    found = [text for entry in catalogue("cs") for text in translations(entry) if LOOSE.search(text)]
    assert found == []


@pytest.mark.parametrize("text", ["v kole 3", "Zápas v kole", "A pak", "13 kamenů"])
def test_a_loose_czech_letter_is_found(text):
    assert LOOSE.search(text)


@pytest.mark.parametrize("text", ["v\u00a0kole", '<a href="x">', "%(no)s. kolo", "13\u00a0kamenů"])
def test_a_bound_czech_letter_is_fine(text):
    assert not LOOSE.search(text)


def texts(declared):
    """Every text in the declarations of a rule book, at any depth."""
    if isinstance(declared, str):
        yield declared
    elif isinstance(declared, Mapping):
        yield from (text for each in declared.values() for text in texts(each))
    elif isinstance(declared, tuple):
        yield from (text for each in declared for text in texts(each))


def of_pages(book):
    """Texts of a rule book on the pages."""
    parts = (
        book.words.limit_names,
        book.words.lines,
        book.words.flags,
        book.words.refusals,
        book.words.option_groups,
        book.words.shares,
    )
    yield from texts((*parts, book.words.origin, *(mark.label for mark in book.sheet.marks)))
    yield from texts(tuple(getattr(book.words, part.name) for part in fields(book.words)))
    yield from (text for each in book.words.carry_lines.values() for text in (each.short, each.counted))
    start = book.start()
    yield from (book.length_said(length).text for length in book.lengths)
    notes = (book.hand_title(start), book.hand_label(start), *book.carry_notes(start), *book.drawn_notes(start))
    yield from (note.text for note in notes if note.text != "%(hand)s")


def of_sheets(book):
    """Texts of a rule book on the entry sheets."""
    for field in book.sheet.number_fields(book.start()):
        yield from (field.label, field.another, field.choose, field.required, field.less, field.more)
        yield from (note.text for note in (*field.notes, *field.notes_drawn))
    yield from (text for way in book.sheet.ways for text in (way.switch, way.won))
    yield from (fixed.label for fixed in book.sheet.fixed if not fixed.own)
    for way in ("numbers", "list", "tiles", "draw", "two", "waits"):
        for by in book.sheet.ways:
            for winner in (None, *Seat):
                for ask in book.sheet.questions(Situation(way, book.start(), winner, by.by, by.from_player)):
                    yield from () if ask.own else texts((ask.label, ask.note, ask.help, ask.choices))


@pytest.mark.parametrize("system", BOOKS)
def test_the_words_of_a_rule_book_are_in_the_catalogue(system):
    """They are declared as data and translated where they are shown, so no other test would notice a missing mark."""
    book = BOOKS[system]({})
    said = {book.title, *book.groups.values()}
    for pattern in book.patterns:
        said |= {pattern.name, pattern.condition}
    for option in book.options:
        said |= {
            option.label,
            option.help,
            option.example,
            option.unset,
            *option.choices.values(),
            *option.whole.values(),
        }
    for preset in book.presets:
        said |= {preset.label, preset.help}
    said |= {irregularity.label for irregularity in book.sheet.irregularities}
    said |= set(of_pages(book)) | set(of_sheets(book))
    known = {text for entry in catalogue("cs") for text in (entry.msgid, entry.msgid_plural)}
    assert {text for text in said - known if PLACEHOLDER.sub("", text)} == set()  # a number alone has no words


def test_the_glossary_of_the_rules_uses_the_words_of_the_program():
    """A term in both has the same translation. Brackets hold terms of other tables."""
    rows = [line.split("|") for line in (ROOT / "docs/rules/glossary.md").read_text().splitlines() if "|" in line]
    words = {row[1].strip(): row[2].strip() for row in rows}
    said = {entry.msgid.lower(): entry.msgstr.lower() for entry in catalogue("cs") if not entry.msgctxt}
    both = {word for word in words if word in said}
    assert {"chow", "dealer", "goulash", "hand-points"} <= both
    either = {word: (said[word], re.sub(r" \(.*", "", words[word])) for word in both - {"hand", "pair (eyes)"}}
    assert {word: pair for word, pair in either.items() if pair[0] != pair[1]} == {}


class Said(HTMLParser):
    """Collects the words of a template that are not translated."""

    def __init__(self):
        super().__init__()
        self.words, self.silent = [], 0

    def handle_starttag(self, tag, attrs):
        self.silent += tag in ("script", "style", "code")
        self.words += [value for name, value in attrs if name in SAID_BY_ATTRIBUTES and value]

    def handle_endtag(self, tag):
        self.silent -= tag in ("script", "style", "code")

    def handle_data(self, data):
        if not self.silent:
            self.words.append(data)


def unmarked(template):
    text = re.sub(r"\{#.*?#\}|\{% comment.*?endcomment %\}", "", template, flags=re.DOTALL)
    text = re.sub(r"\{% block (main_class|body_attrs) %\}.*?\{% endblock %\}", "", text)  # markup, not words
    text = re.sub(r"\{% blocktrans(late)?\b.*?endblocktrans(late)? %\}", "", text, flags=re.DOTALL)
    said = Said()
    said.feed(re.sub(r"\{%.*?%\}|\{\{.*?\}\}", "", text, flags=re.DOTALL))
    said.close()
    return [word for words in said.words for word in words.split() if re.search(r"[^\W\d_]", word)]


def test_a_template_has_no_untranslated_text():
    found = {str(path.relative_to(ROOT)): set(unmarked(path.read_text())) - NAMES for path in TEMPLATES}
    assert {name: words for name, words in found.items() if words} == {}


def test_an_untranslated_text_is_found():
    text = '{# not this #}<p title="Tip" class="x">{% translate "Yes" %} No {{ name }}</p>{% if a == "b" %}·{% endif %}'
    assert unmarked(text) == ["Tip", "No"]


@pytest.mark.parametrize("language", sorted(TWICE))
def test_one_thing_has_the_same_name_on_every_page(language):
    said = [text for entry in catalogue(language) for text in translations(entry)]
    assert [text for text in said if TWICE[language].search(text)] == []
