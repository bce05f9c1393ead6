"""A club's tournaments: the list, a new one, one from an archive; its details and rules; its end."""

from dataclasses import dataclass, replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from engine.errors import RuleViolation
from engine.rulesets import rule_book
from matches import wording
from matches.house_rule_profiles import profiles_of_clubs
from people.models import Club, Role
from people.views.clubs import ClubFormPage
from people.views.guards import club_for, readable_club, who
from people.web.responses import done, posted, see
from tournaments.files.archive.import_archive import import_event
from tournaments.forms.scoring import ScoringForm
from tournaments.forms.tournament import AboutForm, BringForm, FoundForm, RulesForm, swiss_help
from tournaments.models import Tournament, TournamentState
from tournaments.setup import lifecycle as actions
from tournaments.views.shared import FORM, POST, EventFormPage, TournamentAccess, TournamentFormPage, organisers, run


@require_safe
def listed(request: HttpRequest, code: str) -> HttpResponse:
    """The tournaments of a club; non-members see the public ones."""
    club, role = readable_club(request, code)
    tournaments = list(Tournament.objects.filter(club=club, **({} if role else {"public": True})))
    shown = [each for each in tournaments if each.archived_at is None]
    organiser = role is not None and role.covers(Role.ORGANISER)
    context = {
        "club": club,
        "groups": [each for each in shown if each.state != TournamentState.OVER],
        "over": [each for each in shown if each.state == TournamentState.OVER],
        "archived": [each for each in tournaments if each.archived_at] if organiser else [],
        "organiser": organiser,
    }
    return render(request, "tournaments/public/list.html", context)


@require_http_methods(["GET", "POST"])
def new(request: HttpRequest, code: str) -> HttpResponse:
    """A new tournament of the club."""
    club, _role = club_for(request, code, Role.ORGANISER)
    initial = {"starts_on": timezone.localdate().isoformat(), "rounds": "4"} if request.method == "GET" else None
    form = FoundForm(posted(request), profiles=profiles_of_clubs([club]), initial=initial)
    made: list[Tournament] = []

    def create() -> None:
        about = replace(form.about, public=club.public)
        contents: dict[str, Any] = {
            "about": about,
            "rules": form.new_rules,
            "stages": form.stages,
            "key": form.hidden_key,
        }
        made.append(actions.create_tournament(club=club, **contents, **who(request)))

    page = NewTournamentPage(request, "tournaments/setup/new.html", form, club)
    return page.submit(create, lambda: see("tournaments:entries", made[0].code))


@dataclass(frozen=True)
class NewTournamentPage(EventFormPage):
    """The page for a new tournament. `adding`: it asks for more house rules."""

    club: Club

    @property
    def swiss(self) -> str:
        return swiss_help()

    @property
    def adding(self) -> bool:
        return self.request.POST.get("action") == "more"


@require_http_methods(["GET", "POST"])
def bring(request: HttpRequest, code: str) -> HttpResponse:
    """A tournament from an archive."""
    club, _role = club_for(request, code, Role.ORGANISER)
    form = BringForm(request.POST, request.FILES) if request.method == "POST" else BringForm()

    def again(violation: RuleViolation) -> HttpResponse:
        return page.refused(RuleViolation("file", violation.sentence, **violation.values))

    page = ClubFormPage(request, "tournaments/setup/import.html", form, club)
    if request.method == "GET" or not form.is_valid():
        return page.response(422 if form.is_bound else 200)
    data, key = form.cleaned_data["file"].read(), form.hidden_key
    return done(
        request,
        lambda: import_event(club=club, data=data, key=key, **who(request)),
        lambda: see("tournaments:files", Tournament.objects.get(start_key=key).code, query="?imported=1"),
        again,
    )


@organisers(FORM)
def settings(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """The details of the tournament, its clock, who may enter."""
    tournament = access.tournament
    form = AboutForm(request.POST) if request.method == "POST" else AboutForm.of(tournament)
    page = TournamentFormPage(request, "tournaments/setup/settings.html", form, tournament)
    return page.submit(
        lambda: actions.change_about(about=form.about, **access.action(request)), access.saved("settings")
    )


@organisers(FORM)
def rules(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """The rule book with its house rules, which may change until a round is published."""
    tournament = access.tournament
    initial = {"system": tournament.system} if request.method == "GET" else None
    profiles = profiles_of_clubs([tournament.club])
    form = RulesForm(posted(request), tournament=tournament, profiles=profiles, initial=initial)

    book = rule_book(tournament.system, tournament.options, tournament.rules_version)
    fixed, adding = actions.rules_fixed(tournament), request.POST.get("action") == "more"
    texts = {"rules": wording.house_rules(book), "title": _(book.title)}
    more = {"book": book, "fixed": fixed, "adding": adding, **texts}
    page = TournamentFormPage(request, "tournaments/setup/rules.html", form, tournament, more)
    return page.submit(
        lambda: actions.change_rules(rules=form.new_rules, **access.action(request)), access.saved("rules")
    )


@organisers(FORM)
def scoring(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """The value of a game, tie-breaks, the value of a bye."""
    tournament = access.tournament
    form = ScoringForm(posted(request), tournament=tournament)

    more = {"fixed": actions.rules_fixed(tournament)}
    page = TournamentFormPage(request, "tournaments/setup/scoring.html", form, tournament, more)
    return page.submit(
        lambda: actions.change_rules(rules=form.new_rules, **access.action(request)), access.saved("scoring")
    )


@organisers(POST)
def archive(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """Archive the tournament, or unarchive it."""
    archived = request.POST.get("restore") != "1"
    return run(
        request,
        access,
        actions.archive_tournament,
        see("tournaments:list", access.tournament.club.code),
        archived=archived,
    )


@organisers(POST)
def finish(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """End the tournament."""
    return run(request, access, actions.end_tournament, see("tournaments:desk", access.code))


@organisers(POST)
def resume(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """Reopen the tournament."""
    return run(request, access, actions.reopen_tournament, see("tournaments:desk", access.code))
