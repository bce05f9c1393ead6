"""The registry: every rule book by its stable key."""

from collections.abc import Mapping

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.rulesets.base import RuleBook
from engine.rulesets.korean_japanese import KoreanJapanese
from engine.rulesets.malaysian_recap import MalaysianRecap

BOOKS: dict[str, type[RuleBook]] = {book.key: book for book in (KoreanJapanese, MalaysianRecap)}


def rule_book(key: str, options: Mapping[str, object], version: int | None = None) -> RuleBook:
    """The rule book `key` with a table's house rules. Raises `RuleViolation`."""
    book = BOOKS.get(key)
    if book is None:
        raise RuleViolation("system", _("system takes one of: %(allowed)s."), allowed=", ".join(BOOKS))
    if version is not None and version != book.version:
        raise RuleViolation(
            "rules_version",
            _("rules_version takes %(version)s, the version that this program plays."),
            version=book.version,
        )
    return book(options)
