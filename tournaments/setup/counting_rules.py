"""The value of a game (`Tournament.scheme`), which games count and how teams add up (`Tournament.counting`)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.match.fields import whole_number
from engine.rulesets.rule_book import RuleBook
from engine.tournament import League, Scheme, read_league, read_scheme, tell_league

MOST_IN_A_TEAM = 99


@dataclass(frozen=True, slots=True)
class CountingRules:
    """`league`: which games count, who goes up and down. `team_best`: how many members of a team count, 0 for all; of
    the totals or, with `team_rounds`, of each round."""

    league: League = League()
    team_best: int = 0
    team_rounds: bool = False


def read_counting(options: Mapping[str, object]) -> CountingRules:
    """The rules from JSON without the defaults. Raises `RuleViolation` (the option's name)."""
    given = dict(options)
    best = whole_number({"team_best": given.pop("team_best", 0)}, "team_best", 0, MOST_IN_A_TEAM)
    return CountingRules(team_rounds=bool(given.pop("team_rounds", False)), team_best=best, league=read_league(given))


def counting_json(counting: CountingRules) -> dict[str, object]:
    """The rules as JSON without the defaults."""
    values = {**tell_league(counting.league), "team_best": counting.team_best, "team_rounds": counting.team_rounds}
    return {name: value for name, value in values.items() if value}


def scheme_in(book: RuleBook, options: Mapping[str, Any]) -> Scheme:
    """The scheme with these options, the others as in the rule book. Raises `RuleViolation` (an option's name).

    It starts with the same points as the rule book, otherwise no result would have the right sum.
    """
    scheme = read_scheme(options, book.scheme)
    if scheme.start_points != book.scheme.start_points:
        sentence = _("In this rule book each player starts with %(points)s points. Use the same starting points here.")
        raise RuleViolation("start_points", sentence, points=book.scheme.start_points)
    return scheme


def scheme_for(book: RuleBook, options: Mapping[str, Any], system: str) -> dict[str, Any]:
    """The options of a scheme that was chosen under the rules `system`, as far as they are right for this rule book:
    without start and return points if those differ, and without any if it was another rule book."""
    begin = book.scheme.start_points
    if options.get("start_points", begin) == begin <= options.get("return_points", begin):
        return dict(options)
    if system != book.key:
        return {}
    return {name: value for name, value in options.items() if name not in ("start_points", "return_points")}
