"""A club's tournaments: the list, a new one, one from an archive; its details and rules; its end."""

from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from engine.errors import RuleViolation
from engine.rulesets import rule_book
from matches import wording
from matches.house_rule_profiles import profiles_of_clubs
from people.models import Role
from people.views.guards import club_for, readable_club, who
from people.web.responses import done, see
from tournaments.files.archive.import_archive import import_event
from tournaments.forms.scoring import ScoringForm
from tournaments.forms.tournament import AboutForm, BringForm, FoundForm, RulesForm, swiss_help
from tournaments.models import Tournament, TournamentState
from tournaments.setup import lifecycle as actions
from tournaments.views.shared import organising, render_form, run, sent, submit


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
    return render(request, "tournaments/list.html", context)


@require_http_methods(["GET", "POST"])
def new(request: HttpRequest, code: str) -> HttpResponse:
    """A new tournament of the club."""
    club, _role = club_for(request, code, Role.ORGANISER)
    initial = {"starts_on": timezone.localdate().isoformat(), "rounds": "4"} if request.method == "GET" else None
    form = FoundForm(sent(request), profiles=profiles_of_clubs([club]), initial=initial)
    made: list[Tournament] = []

    def create() -> None:
        about = replace(form.about, public=club.public)
        contents: dict[str, Any] = {"about": about, "rules": form.told, "stages": form.stages, "key": form.hidden_key}
        made.append(actions.create_tournament(club=club, **contents, **who(request)))

    def page(status: int) -> HttpResponse:
        adding = request.POST.get("action") == "more"
        return render_form(request, "new", form, status, club=club, swiss=swiss_help(), adding=adding)

    return submit(request, form, page, create, lambda: see("tournaments:entries", made[0].code))


@require_http_methods(["GET", "POST"])
def bring(request: HttpRequest, code: str) -> HttpResponse:
    """A tournament from an archive."""
    club, _role = club_for(request, code, Role.ORGANISER)
    form = BringForm(request.POST, request.FILES) if request.method == "POST" else BringForm()

    def page(status: int) -> HttpResponse:
        errors = form.errors.get("file") if form.is_bound else None
        return render(request, "tournaments/bring.html", {"club": club, "form": form, "errors": errors}, status=status)

    def again(violation: RuleViolation) -> HttpResponse:
        form.refuse(RuleViolation("file", violation.sentence, **violation.values))
        return page(422)

    if request.method == "GET" or not form.is_valid():
        return page(422 if form.is_bound else 200)
    data, key = form.cleaned_data["file"].read(), form.hidden_key
    return done(
        request,
        lambda: import_event(club=club, data=data, key=key, **who(request)),
        lambda: see("tournaments:files", Tournament.objects.get(start_key=key).code, query="?imported=1"),
        again,
    )


@require_http_methods(["GET", "POST"])
def settings(request: HttpRequest, code: str) -> HttpResponse:
    """The details of the tournament, its clock, who may enter."""
    tournament = organising(request, code).tournament
    form = AboutForm(request.POST) if request.method == "POST" else AboutForm.of(tournament)
    return submit(
        request,
        form,
        lambda status: render_form(request, "settings", form, status, tournament=tournament),
        lambda: actions.change_about(tournament=tournament, about=form.about, **who(request)),
        lambda: see("tournaments:settings", code, query="?saved=1"),
    )


@require_http_methods(["GET", "POST"])
def rules(request: HttpRequest, code: str) -> HttpResponse:
    """The rule book with its house rules, which may change until a round is published."""
    tournament = organising(request, code).tournament
    initial = {"system": tournament.system} if request.method == "GET" else None
    profiles = profiles_of_clubs([tournament.club])
    form = RulesForm(sent(request), tournament=tournament, profiles=profiles, initial=initial)

    def page(status: int) -> HttpResponse:
        book = rule_book(tournament.system, tournament.options, tournament.rules_version)
        return render_form(
            request,
            "rules",
            form,
            status,
            tournament=tournament,
            fixed=actions.rules_fixed(tournament),
            adding=request.POST.get("action") == "more",
            book=book,
            rules=wording.house_rules(book),
            title=_(book.title),
        )

    return submit(
        request,
        form,
        page,
        lambda: actions.change_rules(tournament=tournament, rules=form.told, **who(request)),
        lambda: see("tournaments:rules", code, query="?saved=1"),
    )


@require_http_methods(["GET", "POST"])
def scoring(request: HttpRequest, code: str) -> HttpResponse:
    """The value of a game, tie-breaks, the value of a bye."""
    tournament = organising(request, code).tournament
    form = ScoringForm(sent(request), tournament=tournament)

    def page(status: int) -> HttpResponse:
        fixed = actions.rules_fixed(tournament)
        return render_form(request, "scoring", form, status, tournament=tournament, fixed=fixed)

    return submit(
        request,
        form,
        page,
        lambda: actions.change_rules(tournament=tournament, rules=form.told, **who(request)),
        lambda: see("tournaments:scoring", code, query="?saved=1"),
    )


@require_POST
def archive(request: HttpRequest, code: str) -> HttpResponse:
    """Archive the tournament, or unarchive it."""
    access = organising(request, code)
    away = request.POST.get("restore") != "1"
    return run(
        request, access, actions.archive_tournament, see("tournaments:list", access.tournament.club.code), away=away
    )


@require_POST
def finish(request: HttpRequest, code: str) -> HttpResponse:
    """End the tournament."""
    return run(request, organising(request, code), actions.end_tournament, see("tournaments:desk", code))


@require_POST
def resume(request: HttpRequest, code: str) -> HttpResponse:
    """Reopen the tournament."""
    return run(request, organising(request, code), actions.reopen_tournament, see("tournaments:desk", code))
