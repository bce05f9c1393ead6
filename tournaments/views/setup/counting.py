"""Pages for counting rules, tie-break draws and team standings."""

from dataclasses import dataclass

from django.forms import BoundField
from django.http import HttpRequest, HttpResponse

from people.web.responses import posted, render_page
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


@dataclass(frozen=True)
class CountingPage(RulesFormPage):
    """The counting rules, as a form and in sentences."""

    @property
    def sentences(self) -> list[str]:
        return wording.counting(counting_of(self.tournament).league)


@organisers(FORM)
def counting(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """Change which matches count, promotion and relegation, and how teams add up."""
    form = CountingForm(request.POST) if request.method == "POST" else CountingForm.of(counting_of(access.tournament))
    page = CountingPage(request, "tournaments/setup/counting.html", form, access)
    return page.submit(lambda: change_counting(counting=form.counting_rules, **access.action), access.saved("counting"))


@dataclass(frozen=True)
class LotsPage(TournamentFormPage):
    """Tie-break draws. `groups`: whether the group's draw decides a qualification, and (name, field) of each player."""

    groups: list[tuple[bool, list[tuple[str, BoundField]]]]


@organisers(FORM, over="standings")
def lots(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """Record tie-break draws for players level on everything."""
    day, by_pk, groups = access.day, access.day.by_pk, equal(access.day)
    numbers = [[by_pk[pk].number for pk in group] for group in groups]
    drawn = {f"lot_{by_pk[pk].number}": by_pk[pk].lot or "" for group in groups for pk in group}
    form = TieBreakDrawForm(posted(request), groups=numbers, initial=drawn)
    line = set(on_the_line(day))
    fields = [
        (bool(line.intersection(group)), [(day.names[pk], form[f"lot_{by_pk[pk].number}"]) for pk in group])
        for group in groups
    ]
    page = LotsPage(request, "tournaments/setup/tie_break_draws.html", form, access, fields)
    return page.submit(lambda: record_lots(lots=form.lots, **access.action), access.saved("lots"))


@dataclass(frozen=True, slots=True)
class TeamMember:
    """A member in the team standings. `points`: what they add, "" for nothing."""

    name: str
    number: int
    points: str


@dataclass(frozen=True, slots=True)
class TeamRow:
    """A team in the team standings."""

    place: int
    shared: bool
    name: str
    total: str
    members: list[TeamMember]


@dataclass
class TeamsPage(TournamentPage):
    """The team standings after a round (None: current). `counting`: a sentence about how teams add up."""

    rows: list[TeamRow]
    after: int | None
    counting: str


@readers(GET)
def teams(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """The team standings with the points of each member. `?after=2`: after round 2."""
    day = access.day
    after = requested_round(request, day)
    write = wording.signed if wording.has_signs(scheme_of(day.tournament)) else wording.amount
    names = {team.pk: team.name for team in day.teams}
    lines = teams_of(day, after)
    players = {entrant.pk for entrant in day.entered} | {line.entrant for line in table_of(day, after)}
    places = [line.place for line in lines]
    rows = []
    for line in lines:
        members = [
            TeamMember(
                day.names[entrant.pk],
                entrant.number,
                write(line.counted[entrant.pk]) if entrant.pk in line.counted else "",
            )
            for entrant in day.entrants
            if entrant.team_id == line.team and entrant.pk in players
        ]
        rows.append(TeamRow(line.place, places.count(line.place) > 1, names[line.team], write(line.total), members))
    page = TeamsPage(access, rows, after, wording.teams(counting_of(day.tournament)))
    return render_page(request, "tournaments/setup/teams.html", page)
