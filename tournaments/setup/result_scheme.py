"""The value of a game in a tournament; it starts with the same points as the rule book."""

from collections.abc import Mapping
from typing import Any

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.rulesets.rule_book import RuleBook
from engine.tournament import Scheme, read_scheme


def scheme_in(book: RuleBook, told: Mapping[str, Any]) -> Scheme:
    """The scheme of these options, those left out as in the rule book. Raises `RuleViolation` (an option's name).

    Results are asked to come to what the rule book begins with: a scheme that began otherwise could count none of them.
    """
    scheme = read_scheme(told, book.scheme)
    if scheme.start_points != book.scheme.start_points:
        sentence = _("The rule book begins with %(points)s points each: what a game is worth begins with as many.")
        raise RuleViolation("start_points", sentence, points=book.scheme.start_points)
    return scheme


def scheme_for(book: RuleBook, told: Mapping[str, Any], system: str) -> dict[str, Any]:
    """As much of a scheme that was chosen under the rules `system` as fits this rule book: points to begin and to
    return with go where they began otherwise, all of it where that was another rule book."""
    begin = book.scheme.start_points
    if told.get("start_points", begin) == begin <= told.get("return_points", begin):
        return dict(told)
    if system != book.key:
        return {}
    return {name: value for name, value in told.items() if name not in ("start_points", "return_points")}
