"""`make translations` and docs/translating.md agree about each language."""

from pathlib import Path

import polib
import pytest
import yaml

from scorekeeper.languages import LANGUAGES, Language
from tools.translations import Progress, progress, table

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture(scope="module")
def printed():
    return table()


def test_the_documentation_shows_the_table_that_the_command_prints(printed):
    shown = printed in (ROOT / "docs/translating.md").read_text()
    assert shown, "Copy the output of make translations to docs/translating.md."


def test_there_is_a_row_for_every_language(printed):
    assert [row.split(" | ")[1] for row in printed.splitlines()[2:]] == [f"`{each.code}`" for each in LANGUAGES]


def test_fuzzy_texts_do_not_count_as_translated(tmp_path):
    folder = tmp_path / "locale" / "xx" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    made = polib.POFile()
    made.extend(
        [
            polib.POEntry(msgid="a", msgstr="b"),
            polib.POEntry(msgid="c", msgstr="d", flags=["fuzzy"]),
            polib.POEntry(msgid="e"),
            polib.POEntry(msgid="f", obsolete=True),
        ]
    )
    made.save(str(folder / "django.po"))
    language = Language("xx", "Xx")
    assert progress(language, tmp_path) == Progress(language, 3, 1, 1)


@pytest.mark.parametrize(("translated", "share"), [(200, "100 %"), (199, "99 %"), (0, "0 %")])
def test_only_a_complete_translation_has_100_percent(translated, share):
    row = Progress(Language("xx", "Xx", reviewed=True), 200, translated, 0).row
    assert row == ("Xx", "`xx`", share, "0", "yes")


def test_the_issue_form_asks_for_the_language_the_place_and_both_texts():
    form = yaml.safe_load((ROOT / ".github/ISSUE_TEMPLATE/translation.yml").read_text())
    asked = {field["id"]: field for field in form["body"] if "id" in field}
    assert list(asked) == ["language", "shown", "where", "better", "native"]
    names = [each.name for each in LANGUAGES if each.code != "en"]
    offered = asked["language"]["attributes"]["options"]
    assert offered == ["English", *names], "Add the language to .github/ISSUE_TEMPLATE/translation.yml."
    assert all(asked[name]["validations"]["required"] for name in ("language", "shown", "better"))
