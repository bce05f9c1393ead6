"""The registry: every rule book by its stable key."""

from collections.abc import Mapping

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.rulesets.base import RuleBook
from engine.rulesets.honshu import Honshu
from engine.rulesets.korean_japanese import KoreanJapanese
from engine.rulesets.malaysian_fan import MalaysianFan
from engine.rulesets.malaysian_recap import MalaysianRecap

# Every version that a match may have been started with; the last one of a key is for new matches.
VERSIONS: tuple[type[RuleBook], ...] = (KoreanJapanese, Honshu, MalaysianRecap, MalaysianFan)
BOOKS: dict[str, type[RuleBook]] = {book.key: book for book in VERSIONS}
# Those of which the pages know all that they need: matches are started by these. The others answer questions.
AT_TABLE: dict[str, type[RuleBook]] = {book.key: book for book in (KoreanJapanese, MalaysianRecap)}


def rule_book(key: str, options: Mapping[str, object], version: int | None = None) -> RuleBook:
    """The rule book `key` with a table's house rules, in the version pinned to the match or the latest.

    Raises `RuleViolation`.
    """
    latest = BOOKS.get(key)
    if latest is None:
        raise RuleViolation("system", _("system takes one of: %(allowed)s."), allowed=", ".join(BOOKS))
    played = {book.version: book for book in VERSIONS if book.key == key}
    book = played.get(latest.version if version is None else version)
    if book is None:
        raise RuleViolation(
            "rules_version",
            _("rules_version takes %(version)s, the version that this program plays."),
            version=", ".join(map(str, played)),
        )
    return book(options)
