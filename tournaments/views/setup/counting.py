"""Pages for counting rules, tie-break draws and team standings."""

from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse

from people.web.responses import posted
from tournaments import wording
from tournaments.forms.series import CountingForm, TieBreakDrawForm
from tournaments.setup.lifecycle import change_counting
from tournaments.standings.qualification import equal, on_the_line, record_lots
from tournaments.standings.standings import counting_of, scheme_of, table_of, teams_of
from tournaments.views.screens import requested_round
from tournaments.views.setup.tournament import RulesFormPage
from tournaments.views.shared import (
    FORM,
    GET,
    TournamentAccess,
    TournamentFormPage,
    TournamentPage,
    organisers,
    readers,
)


@organisers(FORM)
def counting(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """Change the rules for counting matches, for promotion and relegation, and for team scores."""
    now = counting_of(access.tournament)
    form = CountingForm(request.POST) if request.method == "POST" else CountingForm.of(now)
    more = {"sentences": wording.counting(now.league)}
    page = RulesFormPage(request, "tournaments/setup/counting.html", form, access, more=more)
    return page.submit(lambda: change_counting(counting=form.counting_rules, **access.action), access.saved("counting"))


@organisers(FORM, over="standings")
def lots(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """Record tie-break draws for players who are level on all tie-breaks."""
    day, by_pk, groups = access.day, access.day.by_pk, equal(access.day)
    numbers = [[by_pk[pk].number for pk in group] for group in groups]
    drawn = {f"lot_{by_pk[pk].number}": by_pk[pk].lot or "" for group in groups for pk in group}
    form = TieBreakDrawForm(posted(request), groups=numbers, initial=drawn)
    line = set(on_the_line(day))
    # Whether the draw of a group decides a qualification, and the name and field of each of its players.
    fields = [
        (bool(line.intersection(group)), [(day.names[pk], form[f"lot_{by_pk[pk].number}"]) for pk in group])
        for group in groups
    ]
    more = {"groups": fields}
    page = TournamentFormPage(request, "tournaments/setup/tie_break_draws.html", form, access, more=more)
    return page.submit(lambda: record_lots(lots=form.lots, **access.action), access.saved("lots"))


class TeamMember(NamedTuple):
    """A team member in the team standings. `points`: the member's points that count for the team, or ""."""

    name: str
    number: int
    points: str


class TeamRow(NamedTuple):
    """A team in the team standings."""

    place: int
    shared: bool
    name: str
    total: str
    members: list[TeamMember]


@readers(GET)
def teams(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """Show the team standings with the points of each member. `?after=2`: after round 2."""
    day = access.day
    after = requested_round(request, day)
    write = wording.signed if wording.has_signs(scheme_of(day.tournament)) else wording.amount
    names = {team.pk: team.name for team in day.teams}
    lines = teams_of(day, after)
    players = {entrant.pk for entrant in day.entered} | {line.entrant for line in table_of(day, after)}
    places = [line.place for line in lines]
    rows = []
    for line in lines:
        points = {pk: write(value) for pk, value in line.counted.items()}
        members = [
            TeamMember(day.names[entrant.pk], entrant.number, points.get(entrant.pk, ""))
            for entrant in day.entrants
            if entrant.team_id == line.team and entrant.pk in players
        ]
        rows.append(TeamRow(line.place, places.count(line.place) > 1, names[line.team], write(line.total), members))
    more: dict[str, Any] = {"rows": rows, "after": after, "counting": wording.teams(counting_of(day.tournament))}
    return TournamentPage(access).response("tournaments/setup/teams.html", **more)
