"""The registry of rule books by key. Books are cached, because every page of a match needs one."""

from collections.abc import Mapping
from functools import lru_cache

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.match.fields import not_one_of
from engine.rulesets.definitions import OptionValue
from engine.rulesets.honshu import Honshu
from engine.rulesets.korean_japanese import KoreanJapanese, MalaysianRecap
from engine.rulesets.malaysian_fan import MalaysianFan
from engine.rulesets.riichi_sanma import RiichiSanma
from engine.rulesets.rule_book import RuleBook

# Every version that a match can have been started with; new matches use the last one of a key.
VERSIONS: tuple[type[RuleBook], ...] = (KoreanJapanese, RiichiSanma, Honshu, MalaysianRecap, MalaysianFan)
BOOKS: dict[str, type[RuleBook]] = {book.key: book for book in VERSIONS}
LONGEST_CACHED = 64  # entries of a list option; books with a longer list aren't cached


def rule_book(key: str, options: Mapping[str, object], version: int | None = None) -> RuleBook:
    """Return the rule book `key` with the house rules `options`.

    `version`: the one pinned to the match, or None for the latest. Raises `RuleViolation`.
    """
    latest = BOOKS.get(key)
    if latest is None:
        raise not_one_of("system", BOOKS)
    versions = {book.version: book for book in VERSIONS if book.key == key}
    book = latest if version is None else versions.get(version)
    if book is None:
        raise RuleViolation(
            "rules_version",
            _("rules_version must be %(version)s, the rules version that Scorekeeper uses."),
            version=tuple(versions),
        )
    if not options:
        return _cached(book, frozenset())
    chosen = book.read_options(options)
    if any(isinstance(value, tuple) and len(value) > LONGEST_CACHED for value in chosen.values()):
        return book(chosen)
    return _cached(book, frozenset(chosen.items()))


@lru_cache(64)
def _cached(book: type[RuleBook], chosen: frozenset[tuple[str, OptionValue]]) -> RuleBook:
    return book(dict(chosen))
