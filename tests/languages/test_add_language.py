"""`make language CODE=…` adds a language in one step, or says why it can't."""

import re
import shutil
from datetime import datetime
from pathlib import Path

import polib
import pytest
from django.conf.locale import LANG_INFO
from django.utils.dateformat import format

from tools.add_language import LanguageRefused, add_language, formats_of

ROOT = Path(__file__).resolve().parent.parent.parent
AT = datetime(2026, 11, 22, 14, 5)
TIMES = ("TIME_FORMAT", "DATETIME_FORMAT", "SHORT_DATETIME_FORMAT")


@pytest.fixture
def root(tmp_path):
    """A copy of the files that a new language changes."""
    english = "locale/en/LC_MESSAGES/django.po"
    for name in (english, "scorekeeper/languages/__init__.py"):
        (tmp_path / name).parent.mkdir(parents=True)
        shutil.copyfile(ROOT / name, tmp_path / name)
    return tmp_path


def namespace(path: Path) -> dict:
    found: dict = {"__name__": "copy"}
    exec(compile(path.read_text().replace("slots=True", "slots=False"), str(path), "exec"), found)
    return found


def test_a_new_language_has_all_texts_plural_forms_formats_and_its_name(root, monkeypatch):
    written = [str(path.relative_to(root)) for path in add_language("pl", root)]
    catalogue, formats = "locale/pl/LC_MESSAGES/django.po", "scorekeeper/languages/pl/formats.py"
    assert written == [catalogue, "scorekeeper/languages/pl/__init__.py", formats, "scorekeeper/languages/__init__.py"]
    made, english = (polib.pofile(str(path)) for path in (root / catalogue, ROOT / "locale/en/LC_MESSAGES/django.po"))
    assert [(entry.msgctxt, entry.msgid, entry.msgid_plural) for entry in made] == [
        (entry.msgctxt, entry.msgid, entry.msgid_plural) for entry in english
    ]
    assert made.metadata["Language"] == "pl"
    assert made.metadata["Plural-Forms"].startswith("nplurals=4;")
    assert {tuple(entry.msgstr_plural) for entry in made if entry.msgid_plural} == {(0, 1, 2, 3)}
    assert made.translated_entries() == []
    assert namespace(root / formats)["DATE_FORMAT"] == "j E Y"
    assert namespace(root / formats)["TIME_FORMAT"] == "H:i"
    assert '    Language("pl", "Polski"),\n)\nBY_CODE' in (root / "scorekeeper/languages/__init__.py").read_text()


@pytest.mark.parametrize(("code", "folder"), [("pt-br", "pt_BR"), ("zh-hant", "zh_Hant")])
def test_a_regional_language_has_the_folder_that_django_expects(root, code, folder):
    add_language(code, root)
    assert (root / "locale" / folder / "LC_MESSAGES" / "django.po").exists()
    assert (root / "scorekeeper/languages" / folder / "formats.py").exists()


def test_every_language_of_django_gets_a_24_hour_clock():
    times = {}
    for code in sorted(code for code, about in LANG_INFO.items() if "name" in about):
        formats: dict = {}
        exec(formats_of(code), formats)
        times |= {(code, name): format(AT, formats[name]) for name in TIMES}
    assert len(times) > 200
    assert {each: text for each, text in times.items() if not re.search("14[:.]05(?! ?[ap])", text)} == {}


@pytest.mark.parametrize(
    ("code", "why"),
    [
        ("cs", "The language “cs” exists already."),
        ("xx", "Django doesn’t know the language “xx”. Use one of: af, "),
        ("../x", "Django doesn’t know the language “../x”. Use one of: af, "),
        ("", "Which language? For example: make language CODE=pl"),
    ],
)
def test_a_language_that_exists_or_is_unknown_is_refused_and_nothing_is_written(root, code, why):
    before = sorted(root.rglob("*"))
    with pytest.raises(LanguageRefused) as refused:
        add_language(code, root)
    assert str(refused.value).startswith(why)
    assert sorted(root.rglob("*")) == before
