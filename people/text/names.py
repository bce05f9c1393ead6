"""Alphabetical order of names, and a search for names with swapped words, a missing accent or one wrong letter."""

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Generic, TypeAlias, TypeVar

from django.utils.translation import get_language

from people.text.cleaning import MOST_TYPED, alike, normalized

# Letters that sort separately, in order, each after its base letter ("ch" after h), by language. All other letters with
# a mark sort like the base letter, unless nothing else differs.
OWN_LETTERS = {"cs": "č ch ř š ž", "sk": "ä č ch ľ ô š ž", "pl": "ą ć ę ł ń ó ś ź ż"}
# Letters that Unicode does not decompose.
PLAIN_LETTERS = str.maketrans({**dict(zip("łđðøħı", "lddohi", strict=True)), "æ": "ae", "œ": "oe", "þ": "th"})

SHORTEST = 6  # characters; shorter names that differ in one letter often belong to different people

Letter: TypeAlias = tuple[str, int]
Key: TypeAlias = tuple[list[Letter], str, str]
T = TypeVar("T")


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


def plain(text: str) -> str:
    """Return the text in lower case, without accents, with single spaces."""
    letters = normalized("NFKD", text[:MOST_TYPED].casefold().translate(PLAIN_LETTERS))
    return " ".join("".join(letter for letter in letters if not unicodedata.combining(letter)).split())


class SimilarNames(Generic[T]):
    """A search for the value whose name is similar to a typed name. `pairs`: the known names with their values."""

    def __init__(self, pairs: Iterable[tuple[str, T]]) -> None:
        self._by_spelling: dict[str, list[T]] = defaultdict(list)
        for name, value in pairs:
            for spelling in _spellings(name):
                self._by_spelling[spelling].append(value)

    def find(self, name: str) -> T | None:
        """Return the value with a similar name; None if there is no such value, or more than one."""
        similar = {id(value): value for each in _spellings(name) for value in self._by_spelling.get(each, ())}
        return next(iter(similar.values())) if len(similar) == 1 else None


def _spellings(name: str) -> Iterator[str]:
    """Yield the sorted words of a name, then the same text with each letter in turn left out.

    Two names that differ in one letter have a spelling in common.
    """
    whole = " ".join(sorted(plain(name).replace("-", " ").replace(",", " ").split()))
    yield whole
    if len(whole) >= SHORTEST:
        yield from (whole[:at] + whole[at + 1 :] for at in range(len(whole)))
