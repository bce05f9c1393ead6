"""Two pseudo-languages, which reveal texts that are concatenated, hard-coded, or have no room to grow.

`en-xa` has accented letters and is about 40 % longer than English. `ar-xb` is written in Arabic letters from right to
left. In both, each text of the catalogue stands between markers: ⟦Šaåvéé ĥaånd 3⟧.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import polib
from django.conf import settings
from django.test import override_settings
from django.utils import translation

ROOT = Path(__file__).resolve().parent.parent.parent
LONG, RIGHT_TO_LEFT = "en-xa", "ar-xb"
OPENS, CLOSES = "⟦", "⟧"
RIGHT_TO_LEFT_MARK = "\u200f"

LATIN = "abcdefghijklmnopqrstuvwxyz"
ACCENTED = str.maketrans(LATIN + LATIN.upper(), "åƀçđéƒĝĥîĵķļɱñöþɋŕšţûṽŵẋýž" + "ÅƁÇĐÉƑĜĤÎĴĶĻṀÑÖÞɊŔŠŢÛṼŴẊÝŽ")
ARABIC = str.maketrans(LATIN + LATIN.upper(), "ابثدهفغحيجكلمنوبقرستوفوخيز" * 2)
# Parts that stay the same in a translation: placeholders, tags and entities.
KEPT = re.compile(r"%\(\w+\)[sd]|%%|\{\w*\}|</?[a-z][^>]*>|&#?\w+;")
PLURALS = {
    LONG: "nplurals=2; plural=(n != 1);",
    RIGHT_TO_LEFT: "nplurals=6; plural=n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : "
    "n%100>=3 && n%100<=10 ? 3 : n%100>=11 && n%100<=99 ? 4 : 5;",
}


def _translated(text: str, words: Callable[[str], str]) -> str:
    """The text with `words` applied to everything except placeholders, tags and entities."""
    parts, end = [], 0
    for kept in KEPT.finditer(text):
        parts += [words(text[end : kept.start()]), kept.group()]
        end = kept.end()
    return "".join((*parts, words(text[end:])))


def longer(text: str) -> str:
    """The text in the long language: each vowel twice, all letters accented, between markers."""
    doubled = _translated(text, lambda words: re.sub("([aeiouyAEIOUY])", lambda vowel: vowel[0] * 2, words))
    return f"{OPENS}{_translated(doubled, lambda words: words.translate(ACCENTED))}{CLOSES}"


def right_to_left(text: str) -> str:
    """The text in Arabic letters, between markers, each with a right-to-left mark."""
    words = _translated(text, lambda words: words.translate(ARABIC))
    return f"{RIGHT_TO_LEFT_MARK}{OPENS}{words}{CLOSES}{RIGHT_TO_LEFT_MARK}"


@cache
def english() -> polib.POFile:
    """The source texts of the program."""
    return polib.pofile(str(ROOT / "locale" / "en" / "LC_MESSAGES" / "django.po"))


def catalogue(code: str) -> polib.POFile:
    """The catalogue of a pseudo-language: every text of the program, in every plural form."""
    say = longer if code == LONG else right_to_left
    forms = int(PLURALS[code][9])
    made = polib.POFile()
    made.metadata = {"Content-Type": "text/plain; charset=UTF-8", "Plural-Forms": PLURALS[code]}
    for text in english():
        entry = polib.POEntry(msgctxt=text.msgctxt, msgid=text.msgid, msgid_plural=text.msgid_plural)
        if text.msgid_plural:
            entry.msgstr_plural = {form: say(text.msgid if form == 0 else text.msgid_plural) for form in range(forms)}
        else:
            entry.msgstr = say(text.msgid)
        made.append(entry)
    return made


@contextmanager
def spoken(folder: Path, code: str) -> Iterator[None]:
    """A context in which the site has English and this pseudo-language. Its catalogue is written into the folder."""
    there = folder / translation.to_locale(code) / "LC_MESSAGES"
    there.mkdir(parents=True)
    catalogue(code).save_as_mofile(str(there / "django.mo"))
    languages = [("en", "English"), (code, code)]
    with override_settings(LANGUAGES=languages, LOCALE_PATHS=[folder, *settings.LOCALE_PATHS]):
        yield  # before and after, Django reloads its languages and catalogues
