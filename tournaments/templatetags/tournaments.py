"""Template tags: current and upcoming tournaments, and the CSS class for long names."""

from datetime import timedelta
from typing import Any

from django import template
from django.conf import settings
from django.db.models import Case, Exists, OuterRef, Q, When
from django.utils import timezone

from matches.models import Match
from matches.views.shared import device_of
from people.models import Club, Membership, Role
from people.views.guards import account
from tournaments import wording
from tournaments.models import Entrant, Phone, Table, Tournament, TournamentState
from tournaments.pages.tables.table_view import size_of
from tournaments.play.tables import AtTable
from tournaments.rights import rights_of

register = template.Library()
MOST = 5
PLAYS = (Entrant.State.ASKED, Entrant.State.WAITING, Entrant.State.ENTERED)


@register.filter
def name_size(name: str) -> str:
    """Return the CSS class that fits a name into its box: "", "long", "longest" or "longest word"."""
    return size_of(name)


@register.filter
def days(tournament: Tournament) -> str:
    """Return the date of a tournament, or its first and last date."""
    return wording.days(tournament.starts_on, tournament.ends_on)


@register.simple_tag(takes_context=True)
def may_call(context: template.Context, table: Table) -> bool:
    """Return whether the requester plays at the table or has scanned its card, and isn't a referee."""
    request = context["request"]
    rights = rights_of(table.round.tournament, device_of(request), request.user)
    is_at_table = table.number in rights.tables or AtTable(table).signers(rights, account(request))
    return bool(is_at_table) and not rights.referee


@register.inclusion_tag("tournaments/public/_my_tournaments.html", takes_context=True)
def club_tournaments(context: template.Context, club: Club, role: Role | None) -> dict[str, Any]:
    """Show the current and upcoming tournaments of a club, in one query.

    `role`: the requester's role. Non-members see public tournaments and their own.
    """
    seen = Q() if role else Q(public=True) | Q(mine=True)
    return {"running": _next(context, Q(club=club) & seen, {club.pk: role} if role else {})}


@register.inclusion_tag("tournaments/public/_my_tournaments.html", takes_context=True)
def my_tournaments(context: template.Context) -> dict[str, Any]:
    """Show the tournaments of this account, its clubs and this phone; on a local network, also public tournaments."""
    user = account(context["request"])
    if not (user or settings.LAN_HTTP or device_of(context["request"])):
        return {"running": []}  # no query for unknown visitors
    roles = dict(Membership.objects.filter(user=user).values_list("club", "role")) if user else {}
    seen = Q(club__in=roles) | Q(mine=True)
    if settings.LAN_HTTP:
        seen |= Q(public=True)
    return {"running": _next(context, seen, {club: Role(role) for club, role in roles.items()})}


@register.inclusion_tag("tournaments/public/_examples.html")
def examples() -> dict[str, Any]:
    """Show the demo match and the demo tournament, if they exist."""
    tournament = Tournament.objects.filter(is_demo=True, archived_at=None).select_related("club").first()
    return {"match": Match.objects.filter(is_demo=True, purging_at=None).first(), "tournament": tournament}


def _next(context: template.Context, seen: Q, roles: dict[int, Role]) -> list[dict[str, Any]]:
    """Return the requester's own tournaments, then the others; in each part, running ones before upcoming ones."""
    since = timezone.now().date() - timedelta(days=1)  # it may still be yesterday in the club's time zone
    on = Q(state=TournamentState.RUNNING) | Q(state=TournamentState.PREPARING, starts_on__gte=since)
    tournaments = Tournament.objects.annotate(mine=_mine(context)).filter(on, seen, archived_at=None)
    running = Case(When(state=TournamentState.RUNNING, then=0), default=1)
    shown = tournaments.order_by("-mine", running, "starts_on", "pk")[:MOST]
    organised = {club for club, role in roles.items() if role.covers(Role.ORGANISER)}
    return [{"event": each, "mine": each.mine, "organiser": each.club_id in organised} for each in shown]


def _mine(context: template.Context) -> Exists | Q:
    """Return a condition on tournaments: the account is registered, or the phone has scanned a card."""
    request = context["request"]
    user, device = account(request), device_of(request)
    entries = Entrant.objects.filter(tournament=OuterRef("pk"), state__in=PLAYS)
    mine = Exists(entries.filter(player__user=user) if user else entries.none())
    return mine | Exists(Phone.objects.filter(tournament=OuterRef("pk"), device=device)) if device else mine
