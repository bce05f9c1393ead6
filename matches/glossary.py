"""The words of the game, of every rule book: what they mean where nothing else was agreed on."""

from engine.rulesets import AT_TABLE
from matches import rulecard


def terms() -> list[tuple[str, str]]:
    """(word, meaning) in the reader's language, each word once."""
    said: dict[str, str] = {}
    for book in AT_TABLE.values():
        for word, meaning in rulecard.terms(book({})):
            said.setdefault(word, meaning.text)
    return list(said.items())
