"""The registry: every rule book by its stable key. Books are kept: a table asks for its own with every page."""

from collections.abc import Mapping
from functools import lru_cache

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.match.fields import not_one_of
from engine.rulesets.definitions import OptionValue
from engine.rulesets.honshu import Honshu
from engine.rulesets.korean_japanese import KoreanJapanese
from engine.rulesets.korean_japanese.malaysian_recap import MalaysianRecap
from engine.rulesets.malaysian_fan import MalaysianFan
from engine.rulesets.rule_book import RuleBook

# Every version that a match may have been started with; the last one of a key is for new matches.
VERSIONS: tuple[type[RuleBook], ...] = (KoreanJapanese, Honshu, MalaysianRecap, MalaysianFan)
BOOKS: dict[str, type[RuleBook]] = {book.key: book for book in VERSIONS}
LONGEST_KEPT = 64  # of a list among the house rules: longer than any that names nothing twice


def rule_book(key: str, options: Mapping[str, object], version: int | None = None) -> RuleBook:
    """The rule book `key` with a table's house rules, in the version pinned to the match or the latest.

    Raises `RuleViolation`.
    """
    latest = BOOKS.get(key)
    if latest is None:
        raise not_one_of("system", BOOKS)
    book = latest if version is None else _played(key).get(version)
    if book is None:
        raise RuleViolation(
            "rules_version",
            _("rules_version must be %(version)s, the version of the rules in this program."),
            version=tuple(_played(key)),
        )
    if not options:
        return _kept(book, frozenset())
    chosen = book.read_options(options)
    if any(isinstance(value, tuple) and len(value) > LONGEST_KEPT for value in chosen.values()):
        return book(chosen)
    return _kept(book, frozenset(chosen.items()))


def _played(key: str) -> dict[int, type[RuleBook]]:
    """The versions of a book that this program plays."""
    return {book.version: book for book in VERSIONS if book.key == key}


@lru_cache(64)
def _kept(book: type[RuleBook], chosen: frozenset[tuple[str, OptionValue]]) -> RuleBook:
    """The book of all tables that chose these house rules; nothing of it changes."""
    return book(dict(chosen))
