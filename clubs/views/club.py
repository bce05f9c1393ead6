"""A club's pages that show matches: the front page, its matches, its house rules."""

from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubs.season.standings import Roster, club_seen
from engine.rulesets import BOOKS
from matches import house_rule_profiles, wording
from matches.models import HouseRulesVersion, Match
from matches.views.home import match_card
from matches.views.shared import device_of
from people.models import Club, ClubNight, Membership, Player, Role
from people.views.guards import asking, club_for, readable_club
from people.views.nights import today

A_PAGE = 30


@require_safe
def club(request: HttpRequest, code: str) -> HttpResponse:
    """Everything of a club, one tap away; for the public of a public club what it may read."""
    found, role = readable_club(request, code)
    coming = ClubNight.objects.filter(club=found, on__gte=today(), cancelled=False).first()
    context: dict[str, Any] = {"club": found, "role": role, "night": coming}
    if role:
        running = _matches(found).filter(closed=False, finished=False, archived_at=None)[:10]
        context |= {
            "running": [match_card(match) for match in running],
            "matches": Match.objects.filter(club=found, purging_at=None).count(),
            "players": Player.objects.filter(club=found, merged_into=None, erased_at=None, left_at=None).count(),
            "claims": Player.objects.filter(club=found, claimed_by__isnull=False).count(),
            "members": Membership.objects.filter(club=found).count(),
            "scores": role.covers(Role.SCORER),
            "organiser": role.covers(Role.ORGANISER),
            "role_name": role.label,
        }
    return render(request, "clubs/club.html", context)


def _matches(club: Club) -> Any:
    found = Match.objects.filter(club=club, purging_at=None)
    return found.prefetch_related("sittings").order_by("-created_at", "-pk")


@require_safe
def matches(request: HttpRequest, code: str) -> HttpResponse:
    """The matches of a club, the newest first."""
    found, _role = club_for(request, code)
    page = Paginator(_matches(found), A_PAGE).get_page(request.GET.get("page"))
    context = {"club": found, "page": page, "cards": [match_card(match) for match in page]}
    return render(request, "clubs/matches.html", context)


@require_safe
def house(request: HttpRequest, code: str) -> HttpResponse:
    """The club's profiles of house rules; for organisers a new one, from a preset or from one of this phone's."""
    found, role = club_for(request, code)
    organiser = role.covers(Role.ORGANISER)
    context = {
        "club": found,
        "profiles": [_row(version) for version in house_rule_profiles.profiles_of_clubs([found])],
        "hidden": [_row(version) for version in house_rule_profiles.profiles_of_clubs([found], hidden=True)],
        "organiser": organiser,
        "mine": [_row(version) for version in house_rule_profiles.profiles_of(device_of(request))] if organiser else [],
        "books": [{"key": book.key, "title": _(book.title)} for book in BOOKS.values()],
        "user": asking(request),
    }
    return render(request, "clubs/house_rules.html", context)


def _row(version: HouseRulesVersion) -> dict[str, Any]:
    return {"version": version, "book": _(BOOKS[version.rules.system].title), "said": wording.version_words(version)}


def roster_or_404(request: HttpRequest, code: str) -> Roster:
    """The players of a club whose season and ratings the requester may see. Raises `Http404`."""
    roster = club_seen(code, request.user)
    if roster is None:
        raise Http404
    return roster
