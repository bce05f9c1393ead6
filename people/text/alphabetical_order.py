"""The alphabetical order of names in the user's language."""

import unicodedata
from typing import TypeAlias

from django.utils.translation import get_language

from people.text.cleaning import alike, normalized

# Letters that sort separately, in order, each after its base letter ("ch" after h), by language. All other letters with
# a mark sort like the base letter, unless nothing else differs.
OWN_LETTERS = {"cs": "č ch ř š ž", "sk": "ä č ch ľ ô š ž", "pl": "ą ć ę ł ń ó ś ź ż"}
# Letters that Unicode does not decompose.
PLAIN_LETTERS = str.maketrans({**dict(zip("łđðøħı", "lddohi", strict=True)), "æ": "ae", "œ": "oe", "þ": "th"})

Letter: TypeAlias = tuple[str, int]
Key: TypeAlias = tuple[list[Letter], str, str]


def alphabetical(name: str) -> Key:
    """Return a sort key for names, in the alphabetical order of the reader's language."""
    language = (get_language() or "").partition("-")[0]
    own = {letter: place for place, letter in enumerate(OWN_LETTERS.get(language, "").split(), start=1)}
    folded = normalized("NFC", alike(name))
    letters: list[Letter] = []
    at = 0
    while at < len(folded):
        both, letter = folded[at : at + 2], folded[at]
        if both in own:
            letters.append(("h", own[both]))
            at += 2
            continue
        letters += [(base, own.get(letter, 0)) for base in _base(letter)]
        at += 1
    return letters, folded, name


def _base(letter: str) -> str:
    """Return the letter without its marks; two letters for ligatures such as "æ"."""
    parts = unicodedata.normalize("NFD", letter.translate(PLAIN_LETTERS))
    return "".join(part for part in parts if not unicodedata.combining(part))
