"""Which games of a tournament count and how teams add up: `Tournament.counting`, read and written."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.match.fields import whole_number
from engine.tournament import League, read_league, tell_league

MOST_IN_A_TEAM = 99


@dataclass(frozen=True, slots=True)
class CountingRules:
    """`league`: which games count, who goes up and down. `team_best`: how many of a team count, 0 for all; in total
    or, `team_rounds`, anew each round."""

    league: League = League()
    team_best: int = 0
    team_rounds: bool = False


def read_counting(options: Mapping[str, object]) -> CountingRules:
    """As it is kept; what is left out as usual. Raises `RuleViolation` (the option's name)."""
    given = dict(options)
    best = whole_number({"team_best": given.pop("team_best", 0)}, "team_best", 0, MOST_IN_A_TEAM)
    return CountingRules(team_rounds=bool(given.pop("team_rounds", False)), team_best=best, league=read_league(given))


def tell_counting(counting: CountingRules) -> dict[str, object]:
    """The same as plain JSON; what is as usual is left out."""
    told: dict[str, object] = {name: value for name, value in tell_league(counting.league).items() if value}
    if counting.team_best:
        told["team_best"] = counting.team_best
    if counting.team_rounds:
        told["team_rounds"] = True
    return told
