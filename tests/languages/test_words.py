"""docs/rules/words.md and the catalogues have one word for each thing, and the same one."""

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
    """The words of a cell, whole and without what stands in brackets, and what stands there."""
    found = set()
    for part in re.split(r" / |; ", cell.replace("?", "").strip()):
        bracket = re.match(r"(.*?)\s*[(（](.*)[)）]\s*$", part)
        found |= {part.strip().lower(), *(each.strip().lower() for each in (bracket.groups() if bracket else ()))}
    return found - {""}


@pytest.mark.parametrize("column", COLUMNS)
def test_a_term_is_the_same_word_in_the_catalogue_and_on_the_page_of_words(column):
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
    assert {term: word for term, word in both.items() if word.lower() not in known[term]} == {}


def test_every_row_has_an_english_word_and_a_cell_for_each_language():
    assert all(row["English"] and list(row)[1:] == list(COLUMNS) for row in rows())
    assert len(rows()) > 300
