"""Views of a club's front page, matches, house rules and open tables, and of the glossary."""

from typing import Any

from django.core.paginator import Paginator
from django.db.models import Count, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubs import open_tables
from clubs.season import pages as measures
from clubs.season.standings import Roster, club_seen
from engine.rulesets import BOOKS
from matches import house_rule_profiles
from matches.models import Match
from matches.pages import rule_card
from matches.pages.score_page import TableScreen
from matches.views.home import match_card
from matches.views.house_rules import preset_cards, profile_row
from matches.views.shared import device_of, is_htmx
from people.clubs.attendance import attendance
from people.clubs.night_days import next_night
from people.models import Club, Membership, Player, Role
from people.text.print_language import in_print_language
from people.views.guards import account, account_or_404, club_for, readable_club
from people.web.responses import NO_FORM, NOTHING_NEW

A_PAGE = 30


@require_safe
def club(request: HttpRequest, code: str) -> HttpResponse:
    """Show the front page of a club. Non-members see less of a public club."""
    found, role = readable_club(request, code)
    night = next_night(found)
    coming = attendance(night) if night else None
    mine = coming.of_account(account(request)) if coming else None
    context: dict[str, Any] = {"club": found, "role": role, "night": night, "attendance": coming, "mine": mine}
    context["today"] = localdate()
    context["in_line"] = coming.place_in_line(mine) if coming else 0
    if role:
        running = _matches(found).filter(closed=False, finished=False, archived_at=None)[:10]
        context |= {
            "running": [match_card(match) for match in running],
            "matches": Match.objects.filter(club=found, purging_at=None).count(),
            **Player.objects.filter(club=found).aggregate(
                players=Count("pk", filter=Q(merged_into=None, erased_at=None, left_at=None)),
                claims=Count("pk", filter=Q(claimed_by__isnull=False)),
            ),
            "members": Membership.objects.filter(club=found).count(),
            "scores": role.covers(Role.SCORER),
            "organiser": role.covers(Role.ORGANISER),
        }
    return render(request, "clubs/club.html", context)


def _matches(club: Club) -> Any:
    found = Match.objects.filter(club=club, purging_at=None)
    return found.prefetch_related("sittings").order_by("-created_at", "-pk")


@require_safe
def matches(request: HttpRequest, code: str) -> HttpResponse:
    """Show the matches of a club, newest first."""
    found, _role = club_for(request, code)
    page = Paginator(_matches(found), A_PAGE).get_page(request.GET.get("page"))
    context = {"club": found, "page": page, "cards": [match_card(match) for match in page]}
    return render(request, "clubs/matches.html", context)


@require_safe
def house(request: HttpRequest, code: str) -> HttpResponse:
    """Show the club's house rules. Organisers can add more from a preset or from their phone."""
    found, role = club_for(request, code)
    organiser = role.covers(Role.ORGANISER)
    mine = house_rule_profiles.profiles_of(device_of(request)) if organiser else []
    context = {
        "club": found,
        "profiles": list(map(profile_row, house_rule_profiles.profiles_of_clubs([found]))),
        "hidden": list(map(profile_row, house_rule_profiles.profiles_of_clubs([found], hidden=True))),
        "organiser": organiser,
        "mine": list(map(profile_row, mine)),
        "books": [{"key": book.key, "title": _(book.title)} for book in BOOKS.values()],
        "user": account_or_404(request),
    }
    return render(request, "clubs/house_rules.html", context)


@require_safe
def tables(request: HttpRequest, code: str) -> HttpResponse:
    """Show a club's open tables on a screen that updates itself. Non-members see only public matches."""
    club, role = readable_club(request, code)
    matches = open_tables.open_tables(club, public=role is None)
    poll_state = open_tables.poll_state_of_tables(matches)
    if is_htmx(request) and request.GET.get("v") == poll_state:
        return HttpResponse(status=NOTHING_NEW)
    readings = open_tables.readings(matches, open_tables.MOST)
    context: dict[str, Any] = {
        **NO_FORM,
        "club": club,
        "poll_state": poll_state,
        "tables": [
            TableScreen(reading, reading.match.name or _("Table %(no)s") % {"no": no})
            for no, reading in enumerate(readings, start=1)
        ],
    }
    if not is_htmx(request):
        return render(request, "clubs/open_tables.html", context)
    return render(request, "clubs/_open_tables.html", {**context, "fragment": True})


@in_print_language
@require_safe
def glossary_page(request: HttpRequest) -> HttpResponse:
    """Show the terms of all games, the measures of a season, and the rule cards of the presets."""
    context = {"games": rule_card.games(), "measures": measures.terms(), "cards": preset_cards()}
    return render(request, "clubs/glossary.html", context)


def roster_or_404(request: HttpRequest, code: str) -> Roster:
    """Return the roster of the club. Raises `Http404` if the requester may not see its season and ratings."""
    roster = club_seen(code, request.user)
    if roster is None:
        raise Http404
    return roster
