"""Tournaments of a club: list, create, import, settings, rules, archive, end."""

from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from engine.errors import RuleViolation
from engine.rulesets import rule_book
from matches import wording
from matches.house_rule_profiles import profiles_of_clubs
from people.models import Club, ClubNight, Role
from people.text.cleaning import read_digits
from people.views.guards import action_arguments, club_for, readable_club
from people.web.responses import FormPage, done, posted, see
from tournaments.files.archive.import_archive import import_event
from tournaments.forms.scoring import ScoringForm
from tournaments.forms.tournament import (
    ImportArchiveForm,
    NewTournamentForm,
    RulesForm,
    TournamentDetailsForm,
    swiss_help,
)
from tournaments.models import Tournament, TournamentState
from tournaments.setup import lifecycle as actions
from tournaments.views.shared import (
    FORM,
    POST,
    EventFormPage,
    TournamentAccess,
    TournamentFormPage,
    organiser_button,
    organisers,
)


@require_safe
def listed(request: HttpRequest, code: str) -> HttpResponse:
    """Show the tournaments of a club: active, finished and, to organisers, archived ones.

    Non-members see public tournaments only.
    """
    club, role = readable_club(request, code)
    tournaments = list(Tournament.objects.filter(club=club, **({} if role else {"public": True})))
    shown = [row for row in tournaments if row.archived_at is None]
    organiser = role is not None and role.covers(Role.ORGANISER)
    context = {
        "club": club,
        "organiser": organiser,
        "active": [row for row in shown if row.state != TournamentState.OVER],
        "finished": [row for row in shown if row.state == TournamentState.OVER],
        "archived": [row for row in tournaments if row.archived_at] if organiser else [],
    }
    return render(request, "tournaments/public/list.html", context)


@require_http_methods(["GET", "POST"])
def new(request: HttpRequest, code: str) -> HttpResponse:
    """Create a tournament."""
    club, _role = club_for(request, code, Role.ORGANISER)
    night = read_digits((request.POST or request.GET).get("night"))  # the club night whose names are entered next
    initial = {**_of_night(club, night), "rounds": "4"} if request.method == "GET" else None
    form = NewTournamentForm(posted(request), profiles=profiles_of_clubs([club]), initial=initial)
    made: list[Tournament] = []

    def create() -> None:
        about = replace(form.about, public=club.public)
        created = actions.create_tournament(
            club=club,
            about=about,
            rules=form.new_rules,
            stages=form.stages,
            key=form.hidden_key,
            **action_arguments(request),
        )
        made.append(created)

    def then() -> HttpResponse:
        if night:
            return see("tournaments:entries_add", made[0].code, query=f"?night={night}")
        return see("tournaments:entries", made[0].code)

    adding = request.POST.get("action") == "more"  # more house rules
    more = {"club": club, "night": night, "swiss": swiss_help(), "adding": adding}
    page = EventFormPage(request, "tournaments/setup/new.html", form, more=more)
    return page.submit(create, then)


def _of_night(club: Club, number: int | None) -> dict[str, str]:
    """Return the day and venue of a club night of the club, otherwise today."""
    night = ClubNight.objects.filter(club=club, pk=number).first() if number else None
    return {
        "starts_on": (night.on if night else timezone.localdate()).isoformat(),
        "place": night.place if night else "",
    }


@require_http_methods(["GET", "POST"])
def import_archive(request: HttpRequest, code: str) -> HttpResponse:
    """Import a tournament from an archive."""
    club, _role = club_for(request, code, Role.ORGANISER)
    form = ImportArchiveForm(request.POST, request.FILES) if request.method == "POST" else ImportArchiveForm()

    def again(violation: RuleViolation) -> HttpResponse:
        return page.refused(RuleViolation("file", violation.sentence, **violation.values))

    page = FormPage(request, "tournaments/setup/import.html", form, more={"club": club})
    if request.method == "GET" or not form.is_valid():
        return page.response(422 if form.is_bound else 200)
    data, key = form.cleaned_data["file"].read(), form.hidden_key
    return done(
        request,
        lambda: import_event(club=club, data=data, key=key, **action_arguments(request)),
        lambda: see("tournaments:files", Tournament.objects.get(start_key=key).code, query="?imported=1"),
        again,
    )


@organisers(FORM)
def settings(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """Change the details of the tournament, its clock and its registration."""
    tournament = access.tournament
    form = TournamentDetailsForm(request.POST) if request.method == "POST" else TournamentDetailsForm.of(tournament)
    page = TournamentFormPage(request, "tournaments/setup/settings.html", form, access)
    return page.submit(lambda: actions.change_about(about=form.about, **access.action), access.saved("settings"))


class RulesFormPage(TournamentFormPage):
    """A page with a form for rules. `fixed`: whether they can no longer change."""

    @property
    def fixed(self) -> bool:
        return actions.rules_fixed(self.tournament)


@organisers(FORM)
def rules(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """Change the rule book and house rules, until a round is published."""
    tournament = access.tournament
    initial = {"system": tournament.system} if request.method == "GET" else None
    profiles = profiles_of_clubs([tournament.club])
    form = RulesForm(posted(request), tournament=tournament, profiles=profiles, initial=initial)
    book = rule_book(tournament.system, tournament.options, tournament.rules_version)
    more = {"book": book, "title": _(book.title), "rules": wording.house_rules(book)}
    more["adding"] = request.POST.get("action") == "more"  # more house rules
    page = RulesFormPage(request, "tournaments/setup/rules.html", form, access, more=more)
    return page.submit(lambda: actions.change_rules(rules=form.new_rules, **access.action), access.saved("rules"))


@organisers(FORM)
def scoring(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """Change the points for matches and byes, and the tie-breaks."""
    form = ScoringForm(posted(request), tournament=access.tournament)
    page = RulesFormPage(request, "tournaments/setup/scoring.html", form, access)
    return page.submit(lambda: actions.change_rules(rules=form.new_rules, **access.action), access.saved("scoring"))


@organisers(POST)
def archive(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """Archive the tournament, or restore it."""
    then = see("tournaments:list", access.tournament.club.code)
    return access.run(actions.archive_tournament, then, archived=request.POST.get("restore") != "1")


finish = organiser_button(actions.end_tournament, to="desk")
resume = organiser_button(actions.reopen_tournament, to="desk")
