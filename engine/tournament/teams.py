"""Team standings: the sum of the members' results. Members are entrants; teams are numbers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from engine.tournament.scoring.fractions import NOTHING
from engine.tournament.standings import StandingLine

Teams = Mapping[int, Sequence[int]]  # team → entrants


@dataclass(frozen=True, slots=True)
class TeamLine:
    """The line of one team; equal totals share the place. `counted`: each member's part of the total, including points
    carried over and adjustments; members whose results don't count are left out."""

    place: int
    team: int
    total: Fraction
    counted: Mapping[int, Fraction]


def team_standings(
    lines: Sequence[StandingLine], teams: Teams, *, best: int | None = None, each_round: bool = False
) -> tuple[TeamLine, ...]:
    """The teams, best first. All members count, or only the best `best`: overall or, with `each_round`, per round.

    With `each_round`, points carried over and adjustments of all members count. Members without a line have 0; a
    withdrawn member's results still count.
    """
    by_entrant = {line.entrant: line for line in lines}
    counted = {
        team: _counted([by_entrant[each] for each in members if each in by_entrant], best, each_round)
        for team, members in teams.items()
    }
    totals = {team: sum(each.values(), NOTHING) for team, each in counted.items()}
    order = sorted(totals, key=lambda team: (-totals[team], team))
    places = {team: 1 + sum(other > totals[team] for other in totals.values()) for team in order}
    return tuple(TeamLine(places[team], team, totals[team], counted[team]) for team in order)


def _counted(members: Sequence[StandingLine], best: int | None, each_round: bool) -> dict[int, Fraction]:
    """The points that each member contributes to the team."""
    if best is None or not each_round:
        first = sorted(members, key=lambda line: (-line.total, line.entrant))
        return {line.entrant: line.total for line in first[:best]}
    counted = {line.entrant: line.carried + line.adjusted for line in members}
    for number in sorted({played.round for line in members for played in line.played}):
        values = {line.entrant: value for line in members if (value := line.in_round(number)) is not None}
        for entrant in sorted(values, key=lambda each: (-values[each], each))[:best]:
            counted[entrant] += values[entrant]
    return counted
