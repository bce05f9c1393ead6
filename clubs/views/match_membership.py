"""Views that add a match to a club or remove it."""

from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from engine.errors import RuleViolation
from matches import actions
from matches.log.state import MatchState, SeatedPlayer
from matches.models import Match
from matches.views.shared import opened, scoring
from people.clubs import rights, roster
from people.forms.shared import Choice, sentence
from people.models import Club, Role
from people.text.cleaning import alike
from people.text.names import SimilarNames
from people.views.guards import account, action_arguments
from people.web.responses import done, refuse, see


@require_http_methods(["GET", "POST"])
def club(request: HttpRequest, code: str) -> HttpResponse:
    """Add a match to a club, with a player or guest in each seat, or remove it from the club that it is in."""
    match = opened(request, code).match
    if match.club:
        return _joined(request, match, match.club)
    reading, device = scoring(request, code)
    user = account(request)
    if user is None:
        return redirect_to_login(request.get_full_path())
    if match.is_demo:
        raise Http404
    clubs = rights.clubs_of(user, Role.SCORER)
    chosen = _chosen(request, clubs)
    if request.method == "GET" or chosen is None or request.POST.get("action") == "choose":
        return _page(request, reading, clubs, chosen, status=200 if request.method == "GET" or chosen else 422)
    chairs = {sat.pk: request.POST.get(f"s{sat.pk}", sat.name) for sat in reading.sittings}
    guests = {sat.pk for sat in reading.sittings if request.POST.get(f"g{sat.pk}") == "1"}
    names = {pk: "" if pk in guests else name for pk, name in chairs.items()}
    return done(
        request,
        lambda: actions.claim_match(match=match, device=device, club=chosen, **action_arguments(request), chairs=names),
        lambda: see("matches:end", code),
        lambda violation: _page(request, reading, clubs, chosen, violation, status=422),
    )


def _chosen(request: HttpRequest, clubs: list[Club]) -> Club | None:
    code = (request.POST if request.method == "POST" else request.GET).get("club")
    chosen = next((each for each in clubs if each.code == code), None)
    return chosen or (clubs[0] if len(clubs) == 1 and request.method == "GET" else None)


def _page(
    request: HttpRequest,
    reading: MatchState,
    clubs: list[Club],
    chosen: Club | None,
    violation: RuleViolation | None = None,
    status: int = 200,
) -> HttpResponse:
    players = roster.entries(chosen) if chosen else []
    known = {alike(each.name) for each in players}
    similar = SimilarNames((each.name, each.name) for each in players)
    field = violation.field if violation else ""
    context = {
        "match": reading.match,
        "clubs": [Choice(each.code, each.name, each == chosen) for each in clubs],
        "chosen": chosen,
        "players": players,
        "sittings": [
            _sitting(request, sat, known, similar) | {"wrong": field == f"s{sat.pk}"} for sat in reading.sittings
        ],
        "error": sentence(violation) if violation else "" if status == 200 else _("Choose a club."),
    }
    return render(request, "clubs/match_membership/add.html", context, status=status)


def _sitting(request: HttpRequest, sat: SeatedPlayer, known: set[str], similar: SimilarNames[str]) -> dict[str, Any]:
    """Return the form fields of a sitting. A player on the roster with a similar name is suggested."""
    meant = sat.name if alike(sat.name) in known else similar.find(sat.name) or sat.name
    typed = request.POST.get(f"s{sat.pk}", meant)
    return {"sat": sat, "typed": typed, "known": alike(typed) in known, "guest": request.POST.get(f"g{sat.pk}") == "1"}


def _joined(request: HttpRequest, match: Match, club: Club) -> HttpResponse:
    """Let organisers remove a match from its club, after confirmation. Adding it to its own club does nothing."""
    role = rights.role_of(account(request), club)
    if role and request.POST.get("club") == club.code and scoring(request, match.code):
        return see("matches:end", match.code)
    if role is None or not role.covers(Role.ORGANISER):
        raise refuse(request, club)
    if request.method == "GET":
        return render(request, "clubs/match_membership/release.html", {"match": match, "club": club})
    return done(
        request,
        lambda: actions.release_match(match=match, **action_arguments(request)),
        lambda: see("matches:end", match.code),
    )
