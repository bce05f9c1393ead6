"""docs/rules/words.md and the catalogues use the same word for each term."""

import re
from pathlib import Path

import polib
import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
COLUMNS = {"cs": "cs", "ja": "ja", "ko": "ko", "zh-Hans": "zh_Hans", "de": "de", "fr": "fr", "ms": "ms"}


def rows() -> list[dict[str, str]]:
    found, head = [], []
    for line in (ROOT / "docs/rules/words.md").read_text().splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if cells[0] == "English":
            head = cells
        elif len(cells) == len(head) and set(line) - set("|- "):
            found.append(dict(zip(head, cells, strict=True)))
    return found


def words(cell: str) -> set[str]:
    """The words of a cell: the whole text, the text without brackets, and the text in brackets.

    The second word of a pair may omit the beginning of the first: "main fermée / ouverte".
    """
    found = set()
    for use in cell.replace("?", "").lower().split("; "):
        first, *others = parts = use.strip().split(" / ")
        for part in parts:
            bracket = re.match(r"(.*?)\s*[(（](.*)[)）]\s*$", part)
            found |= {part.strip(), *(each.strip() for each in (bracket.groups() if bracket else ()))}
        begins = re.sub(r"\s*\(.*?\)", "", first).split()
        found |= {" ".join([*begins[:many], part]) for part in others for many in range(1, len(begins))}
    return found - {""}


def plain(word: str) -> str:
    """A word without its French article and with each part in the singular, to compare different forms."""
    return re.sub(r"(?<=\w{4})[nsy]\b", "", re.sub(r"^(les? |la |l’)", "", word))


@pytest.mark.parametrize("column", COLUMNS)
def test_a_term_is_the_same_word_in_the_catalogue_and_in_the_word_list(column):
    known: dict[str, set[str]] = {}
    for row in rows():
        for english in row["English"].split(" / "):
            known.setdefault(re.sub(r"\s*\(.*?\)", "", english).strip().lower(), set()).update(words(row[column]))
    catalogue = polib.pofile(str(ROOT / "locale" / COLUMNS[column] / "LC_MESSAGES" / "django.po"))
    said = {
        entry.msgid.lower(): (entry.msgstr or entry.msgstr_plural[max(entry.msgstr_plural)]).replace("\u00a0", " ")
        for entry in catalogue
        if not entry.msgctxt
    }
    both = {term: said[term] for term, known_words in known.items() if known_words and term in said}
    assert len(both) > 150
    plainly = {term: set(map(plain, known[term])) for term in both}
    assert {term: word for term, word in both.items() if plain(word.lower()) not in plainly[term]} == {}


@pytest.mark.parametrize(
    ("cell", "said"),
    [
        ("série / ligue / saison", ["série", "ligue", "saison"]),
        (
            "main fermée (menzen) / ouverte",
            ["main fermée (menzen)", "main fermée", "menzen", "ouverte", "main ouverte"],
        ),
        ("wind ?; 風位", ["wind", "風位"]),
    ],
)
def test_the_words_of_a_cell_are_split(cell, said):
    assert words(cell) == set(said)


@pytest.mark.parametrize(
    ("word", "same"), [("le pointage", "pointage"), ("séries", "série"), ("têtes de série", "tête de série")]
)
def test_forms_of_the_same_word_are_equal(word, same):
    assert plain(word) == plain(same)


@pytest.mark.parametrize(("word", "other"), [("place", "placer"), ("main ouverte", "main"), ("pons", "pon")])
def test_different_words_are_not_equal(word, other):
    assert plain(word) != plain(other)


def test_every_row_has_an_english_word_and_a_cell_for_each_language():
    assert all(row["English"] and list(row)[1:] == list(COLUMNS) for row in rows())
    assert len(rows()) > 300
