"""The terms of the games, rule book by rule book, with their usual meanings."""

from django.utils.translation import gettext as _

from engine.rulesets import BOOKS
from matches.rule_cards import rule_card


def games() -> list[tuple[str, list[tuple[str, str]]]]:
    """(game, its words with their meanings) in the reader's language; what an earlier game says alike is left out."""
    said: set[tuple[str, str]] = set()
    found = []
    for book in BOOKS.values():
        terms = [(word, meaning.text) for word, meaning in rule_card.terms(book({}))]
        found.append((_(book.title), [term for term in terms if term not in said]))
        said.update(terms)
    return [(title, terms) for title, terms in found if terms]
