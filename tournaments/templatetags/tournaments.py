"""Template tags for current and coming tournaments, for pages of other apps."""

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
from tournaments.models import Entrant, Phone, Table, Tournament, TournamentState
from tournaments.pages.tables.table_view import size_of
from tournaments.play.tables import AtTable
from tournaments.rights import rights_of

register = template.Library()
MOST = 5
PLAYS = (Entrant.State.ASKED, Entrant.State.WAITING, Entrant.State.ENTERED)


@register.filter
def name_size(name: str) -> str:
    """The class for a name so that no word of it breaks: nothing, "long" or "longest"."""
    return size_of(name)


@register.simple_tag(takes_context=True)
def may_call(context: template.Context, table: Table) -> bool:
    """Whether the requester plays at the table or has its card, and so may call the referee."""
    request = context["request"]
    rights = rights_of(table.round.tournament, device_of(request), request.user)
    signs = table.number in rights.tables or AtTable(table).signers(rights, account(request))
    return bool(signs) and not rights.referee


@register.inclusion_tag("tournaments/public/_my_tournaments.html", takes_context=True)
def club_tournaments(context: template.Context, club: Club, role: Role | None) -> dict[str, Any]:
    """The tournaments of a club. `role`: the requester's; non-members see public ones. One query."""
    seen = Q() if role else Q(public=True) | Q(mine=True)
    return {"running": _next(context, Q(club=club) & seen, {club.pk: role} if role else {})}


@register.inclusion_tag("tournaments/public/_my_tournaments.html", takes_context=True)
def my_tournaments(context: template.Context) -> dict[str, Any]:
    """Tournaments that this account or this phone plays in, and those of the account's clubs. On a club's own network,
    where the requester is in the hall, also public ones; elsewhere those are for people who have the address."""
    user = account(context["request"])
    if not (user or settings.LAN_HTTP or device_of(context["request"])):
        return {"running": []}  # unknown requesters cost no query
    roles = dict(Membership.objects.filter(user=user).values_list("club", "role")) if user else {}
    seen = Q(club__in=roles) | Q(mine=True)
    if settings.LAN_HTTP:
        seen |= Q(public=True)
    return {"running": _next(context, seen, {club: Role(role) for club, role in roles.items()})}


@register.inclusion_tag("tournaments/public/_examples.html")
def examples() -> dict[str, Any]:
    """The demonstration match and tournament, and the club whose season is shown: each only if it is there."""
    tournament = Tournament.objects.filter(is_demo=True, archived_at=None).select_related("club").first()
    return {"match": Match.objects.filter(is_demo=True, purging_at=None).first(), "tournament": tournament}


def _next(context: template.Context, seen: Q, roles: dict[int, Role]) -> list[dict[str, Any]]:
    """Tournaments that run, then those to come in order; those that the requester plays in come first."""
    since = timezone.now().date() - timedelta(days=1)  # no day begins anywhere before that one
    on = Q(state=TournamentState.RUNNING) | Q(state=TournamentState.PREPARING, starts_on__gte=since)
    tournaments = Tournament.objects.annotate(mine=_mine(context)).filter(on, seen, archived_at=None)
    running = Case(When(state=TournamentState.RUNNING, then=0), default=1)
    shown = tournaments.order_by("-mine", running, "starts_on", "pk")[:MOST]
    return [{"event": each, "mine": each.mine, "organiser": _organises(roles, each)} for each in shown]


def _organises(roles: dict[int, Role], event: Tournament) -> bool:
    role = roles.get(event.club_id)
    return role is not None and role.covers(Role.ORGANISER)


def _mine(context: template.Context) -> Exists | Q:
    """Whether this account is entered, or this phone has read the card of a player or of a table."""
    request = context["request"]
    user, device = account(request), device_of(request)
    entries = Entrant.objects.filter(tournament=OuterRef("pk"), state__in=PLAYS)
    mine = Exists(entries.filter(player__user=user) if user else entries.none())
    return mine | Exists(Phone.objects.filter(tournament=OuterRef("pk"), device=device)) if device else mine
