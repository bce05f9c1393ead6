"""Scoring scheme (`Tournament.scheme`) and counting rules (`Tournament.counting`)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.match.fields import whole_number
from engine.rulesets.rule_book import RuleBook
from engine.tournament import League, Scheme, league_to_json, read_league, read_scheme

MOST_IN_A_TEAM = 99


@dataclass(frozen=True, slots=True)
class CountingRules:
    """The rules that decide which matches and team members count.

    `league`: matches that count, promotion and relegation. `team_best`: how many members of a team count (0: all), by
    total or, with `team_rounds`, in each round.
    """

    league: League = League()
    team_best: int = 0
    team_rounds: bool = False


def read_counting(options: Mapping[str, object]) -> CountingRules:
    """Parse stored counting rules. Raises `RuleViolation` (field: the option's name)."""
    given = dict(options)
    best = whole_number({"team_best": given.pop("team_best", 0)}, "team_best", 0, MOST_IN_A_TEAM)
    return CountingRules(team_rounds=bool(given.pop("team_rounds", False)), team_best=best, league=read_league(given))


def counting_json(counting: CountingRules) -> dict[str, object]:
    """Return counting rules as JSON, without defaults."""
    values = {**league_to_json(counting.league), "team_best": counting.team_best, "team_rounds": counting.team_rounds}
    return {name: value for name, value in values.items() if value}


def scheme_in(book: RuleBook, options: Mapping[str, Any]) -> Scheme:
    """Return the rule book's scheme with these options. Raises `RuleViolation` (the name of an option).

    Starting points must match the rule book, or no result would add up.
    """
    scheme = read_scheme(options, book.scheme)
    if scheme.start_points != book.scheme.start_points:
        sentence = _("Players start with %(points)s points under this rule book. Use the same starting points here.")
        raise RuleViolation("start_points", sentence, points=book.scheme.start_points)
    return scheme


def scheme_for(book: RuleBook, options: Mapping[str, Any], system: str) -> dict[str, Any]:
    """Adapt scheme options chosen for the rule book `system` to `book`.

    If the starting or return points don't fit `book`, both are dropped; so are all other options, unless `system` is
    the key of `book`.
    """
    start = book.scheme.start_points
    if options.get("start_points", start) == start <= options.get("return_points", start):
        return dict(options)
    if system != book.key:
        return {}
    return {name: value for name, value in options.items() if name not in ("start_points", "return_points")}
