"""The state of each translation: how many texts are translated, how many are fuzzy, and whether it was reviewed.

`make translations` prints it as a table in Markdown. docs/translating.md contains a copy.
"""

import sys
from dataclasses import dataclass
from pathlib import Path

import polib
from django.utils.translation import to_locale

from scorekeeper.languages import LANGUAGES, Language

ROOT = Path(__file__).resolve().parent.parent

HEADING = ("Language", "Code", "Translated", "Fuzzy", "Reviewed by a native speaker")


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of one language. `translated` and `fuzzy` count texts, out of `texts`."""

    language: Language
    texts: int
    translated: int
    fuzzy: int

    @property
    def row(self) -> tuple[str, ...]:
        """The cells of the table. The percentage is rounded down, so that 100 % means every text."""
        share = 100 * self.translated // self.texts if self.texts else 0
        reviewed = "yes" if self.language.reviewed else "no"
        return self.language.name, f"`{self.language.code}`", f"{share} %", str(self.fuzzy), reviewed


def catalogue_path(code: str, root: Path = ROOT) -> Path:
    """The catalogue of a language."""
    return root / "locale" / to_locale(code) / "LC_MESSAGES" / "django.po"


def progress(language: Language, root: Path = ROOT) -> Progress:
    """Count the texts of a language. English is the language of the program itself, so it needs no entries."""
    catalogue = [entry for entry in polib.pofile(str(catalogue_path(language.code, root))) if not entry.obsolete]
    done = catalogue if language.code == "en" else [entry for entry in catalogue if entry.translated()]
    return Progress(language, len(catalogue), len(done), sum(entry.fuzzy for entry in catalogue))


def table() -> str:
    """The table in Markdown."""
    rows = [HEADING, ("---",) * len(HEADING), *(progress(language).row for language in LANGUAGES)]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


if __name__ == "__main__":
    sys.stdout.write(table())
