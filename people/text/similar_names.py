"""Search for similar names: the same words in another order, a missing accent, one wrong letter."""

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar

from people.text.alphabetical_order import PLAIN_LETTERS
from people.text.cleaning import MOST_TYPED, normalized

T = TypeVar("T")
SHORTEST = 6  # characters; shorter names that differ in one letter often belong to different people


def plain(text: str) -> str:
    """Return the text in lower case, without accents, with single spaces."""
    letters = normalized("NFKD", text[:MOST_TYPED].casefold().translate(PLAIN_LETTERS))
    return " ".join("".join(letter for letter in letters if not unicodedata.combining(letter)).split())


class SimilarNames(Generic[T]):
    """Finds the value whose name is similar to a typed name. `pairs`: the known names with their values."""

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
    """Yield the sorted words of a name, complete and with each letter left out. Names that differ in one letter share
    one."""
    whole = " ".join(sorted(plain(name).replace("-", " ").replace(",", " ").split()))
    yield whole
    if len(whole) >= SHORTEST:
        yield from (whole[:at] + whole[at + 1 :] for at in range(len(whole)))
