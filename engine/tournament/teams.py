"""Teams: what members earned, added up. Knows members only as entrants, teams only as numbers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from engine.tournament.scoring.fractions import NOTHING
from engine.tournament.standings import StandingLine

Teams = Mapping[int, Sequence[int]]  # team → entrants


@dataclass(frozen=True, slots=True)
class TeamLine:
    """One team; equal totals share the place. `counted`: for each member what went into the total, carried over and
    adjustments included; a member left out of it is not in there."""

    place: int
    team: int
    total: Fraction
    counted: Mapping[int, Fraction]


def team_standings(
    lines: Sequence[StandingLine], teams: Teams, *, best: int | None = None, each_round: bool = False
) -> tuple[TeamLine, ...]:
    """Every team, best first. All members count, or the `best` so many: in total or, `each_round`, anew each round.

    Each round: what was carried over and the adjustments of all members count always. Members without a line have
    nothing; a withdrawn member's results stay.
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
    """What each member gives to the team."""
    if best is None or not each_round:
        first = sorted(members, key=lambda line: (-line.total, line.entrant))
        return {line.entrant: line.total for line in first[:best]}
    counted = {line.entrant: line.carried + line.adjusted for line in members}
    for number in sorted({played.round for line in members for played in line.played}):
        values = {line.entrant: value for line in members if (value := line.in_round(number)) is not None}
        for entrant in sorted(values, key=lambda each: (-values[each], each))[:best]:
            counted[entrant] += values[entrant]
    return counted
