"""A club's tournaments: the list, a new one, its details, its rules."""

from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from engine.errors import RuleViolation
from engine.rulesets import rule_book
from matches import house_rule_profiles, wording
from people.forms.shared import Refusing
from people.models import Role
from people.views.guards import club_for, readable_club, who
from people.web.responses import done, see
from tournaments.forms.scoring import ScoringForm
from tournaments.forms.tournament import AboutForm, FoundForm, RulesForm, swiss_help
from tournaments.models import Tournament, TournamentState
from tournaments.setup import lifecycle as actions
from tournaments.views.shared import Here, organising

LOOKS = ("preset", "more")  # what a form asks for that is not to be saved yet


@require_safe
def listed(request: HttpRequest, code: str) -> HttpResponse:
    """The tournaments of a club: those to come and that run, those over; for others than members the public ones."""
    club, role = readable_club(request, code)
    found = list(Tournament.objects.filter(club=club, **({} if role else {"public": True})))
    shown = [each for each in found if each.archived_at is None]
    organiser = role is not None and role.covers(Role.ORGANISER)
    context = {
        "club": club,
        "groups": [each for each in shown if each.state != TournamentState.OVER],
        "over": [each for each in shown if each.state == TournamentState.OVER],
        "archived": [each for each in found if each.archived_at] if organiser else [],
        "organiser": organiser,
    }
    return render(request, "tournaments/list.html", context)


@require_http_methods(["GET", "POST"])
def new(request: HttpRequest, code: str) -> HttpResponse:
    """A new tournament of the club."""
    club, _role = club_for(request, code, Role.ORGANISER)
    told: dict[str, Any] = {"profiles": house_rule_profiles.profiles_of_clubs([club])}
    if request.method == "GET":
        told["initial"] = {"starts_on": timezone.localdate().isoformat(), "rounds": "4"}
    form = FoundForm(request.POST if request.method == "POST" else None, **told)

    def page(violation: RuleViolation | None = None, status: int = 422) -> HttpResponse:
        return _page(request, "tournaments/new.html", form, violation, status, club=club, swiss=swiss_help())

    if request.method == "GET" or request.POST.get("action") in LOOKS:
        return page(status=200)
    if not form.is_valid():
        return page()
    made: list[Tournament] = []
    about = replace(form.about, public=club.public)
    said: dict[str, Any] = {"about": about, "rules": form.told, "stages": form.stages, "key": form.hidden_key}
    return done(
        request,
        lambda: made.append(actions.create_tournament(club=club, **who(request), **said)),
        lambda: see("tournaments:entries", made[0].code),
        page,
    )


@require_http_methods(["GET", "POST"])
def settings(request: HttpRequest, code: str) -> HttpResponse:
    """What the tournament says of itself, its clock, who may enter."""
    here = organising(request, code)
    form = AboutForm(request.POST) if request.method == "POST" else AboutForm.of(here.tournament)

    def page(violation: RuleViolation | None = None, status: int = 422) -> HttpResponse:
        return _page(request, "tournaments/settings.html", form, violation, status, here=here)

    if request.method == "GET":
        return page(status=200)
    if not form.is_valid():
        return page()
    return done(
        request,
        lambda: actions.change_about(tournament=here.tournament, about=form.about, **who(request)),
        lambda: see("tournaments:settings", code, query="?saved=1"),
        page,
    )


@require_http_methods(["GET", "POST"])
def rules(request: HttpRequest, code: str) -> HttpResponse:
    """The rule book with its house rules, and what a game is worth: to be changed until a round is published."""
    here = organising(request, code)
    tournament = here.tournament
    told: dict[str, Any] = {
        "tournament": tournament,
        "profiles": house_rule_profiles.profiles_of_clubs([tournament.club]),
    }
    if request.method == "GET":
        told["initial"] = {"system": tournament.system}
    form = RulesForm(request.POST if request.method == "POST" else None, **told)

    def page(violation: RuleViolation | None = None, status: int = 422) -> HttpResponse:
        fixed = actions.rules_fixed(tournament)
        book = rule_book(tournament.system, tournament.options, tournament.rules_version)
        told = {"fixed": fixed, "book": book, "rules": wording.house_rules(book), "title": _(book.title)}
        return _page(request, "tournaments/rules.html", form, violation, status, here=here, **told)

    if request.method == "GET" or request.POST.get("action") in LOOKS:
        return page(status=200)
    if not form.is_valid():
        return page()
    return done(
        request,
        lambda: actions.change_rules(tournament=tournament, rules=form.told, **who(request)),
        lambda: see("tournaments:rules", code, query="?saved=1"),
        page,
    )


@require_http_methods(["GET", "POST"])
def scoring(request: HttpRequest, code: str) -> HttpResponse:
    """What a game is worth, what decides between equal totals, what a bye is worth."""
    here = organising(request, code)
    tournament = here.tournament
    form = ScoringForm(request.POST if request.method == "POST" else None, tournament=tournament)

    def page(violation: RuleViolation | None = None, status: int = 422) -> HttpResponse:
        fixed = actions.rules_fixed(tournament)
        return _page(request, "tournaments/scoring.html", form, violation, status, here=here, fixed=fixed)

    if request.method == "GET":
        return page(status=200)
    if not form.is_valid():
        return page()
    return done(
        request,
        lambda: actions.change_rules(tournament=tournament, rules=form.told, **who(request)),
        lambda: see("tournaments:scoring", code, query="?saved=1"),
        page,
    )


@require_POST
def archive(request: HttpRequest, code: str) -> HttpResponse:
    """Put the tournament away, or take it out again."""
    here = organising(request, code)
    away = request.POST.get("restore") != "1"
    return done(
        request,
        lambda: actions.archive_tournament(tournament=here.tournament, away=away, **who(request)),
        lambda: see("tournaments:list", here.tournament.club.code),
    )


def _page(
    request: HttpRequest,
    template: str,
    form: Refusing,
    violation: RuleViolation | None,
    status: int,
    here: Here | None = None,
    **more: Any,
) -> HttpResponse:
    """The form, with what was refused at its field; `here` for the pages of one tournament."""
    if violation:
        form.refuse(violation)
    asked = {"adding": request.POST.get("action") == "more", "saved": request.GET.get("saved") == "1"}
    context = {"form": form, "show_errors": status == 422, **asked, **more}
    if here:
        context |= {"tournament": here.tournament, "club": here.tournament.club}
    return render(request, template, context, status=status)
