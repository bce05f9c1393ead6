"""The totals of teams: the sums of what their members earned. Writes nothing."""

from engine.tournament import TeamLine, team_standings
from tournaments.snapshot import Day
from tournaments.standings.standings import counting_of, table_of


def teams_of(day: Day, upto: int | None = None) -> tuple[TeamLine, ...]:
    """The teams, best first, of now or after round `upto`; teams and entrants are their ids. House players add
    nothing; a team of nobody else is left out."""
    rules = counting_of(day.tournament)
    members: dict[int, list[int]] = {team.pk: [] for team in day.teams}
    for each in day.entrants:
        if each.team_id is not None:
            members[each.team_id].append(each.pk)
    lines = table_of(day, upto)
    here = {line.entrant for line in lines}
    playing = {team: pks for team, pks in members.items() if here.intersection(pks)}
    return team_standings(lines, playing, best=rules.team_best or None, each_round=rules.team_rounds)
