"""What a phone, or the account signed in on it, may do with one match. Every page and every action asks here.

A phone scores that has started or joined the match, until its right is taken away. Managing is for the phone that
started it and for organisers of its club; referees may take rights to score away.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from matches.links import WATCHING
from matches.models import Match, MatchDevice, MatchLink
from people.clubs.rights import role_of
from people.models import Role, User

Account = User | AnonymousUser | None


@dataclass(frozen=True, slots=True)
class MatchRights:
    """What may be done: score with this phone; join by a tap, without a link; manage; take rights to score away."""

    score: bool
    join: bool
    manage: bool
    revoke: bool


def rights_of(match: Match, device: str | None, number: int | None, user: Account) -> MatchRights:
    """What the phone `device` may do, `number` as long as it may score the match, and the account on it."""
    role = role_of(user, match.club_id)
    manage = (number is not None and device == match.started_by) or _covers(role, Role.ORGANISER)
    return MatchRights(
        score=number is not None,
        join=number is None and _covers(role, Role.SCORER),
        manage=manage,
        revoke=manage or _covers(role, Role.REFEREE),
    )


def refuse_part(match: Match, user: Account, field: str) -> None:
    """What a match is a part of says who sees it and whether it is put away: organisers alone do otherwise.

    Raises `RuleViolation` for `field`.
    """
    if not may_part(match, user):
        raise RuleViolation(field, _("This match is a part of a tournament and stays with it."))


def may_part(match: Match, user: Account) -> bool:
    """Whether an account may do what `refuse_part` refuses."""
    return not match.within or _covers(role_of(user, match.club_id), Role.ORGANISER)


def _covers(role: Role | None, least: Role) -> bool:
    return role is not None and role.covers(least)


def may_watch(match: Match, user: Account) -> bool:
    """Whether who asked for `match` (`Match.asked_for`) may see it."""
    asked = match.asked_for
    if match.public or match.is_demo or (asked and (asked.number is not None or asked.watches)):
        return True
    return role_of(user, match.club_id) is not None or _watched_on(match, asked.device if asked else None)


def looked_into(user: User) -> QuerySet[Match]:
    """The matches that this account may look into on any phone, or has a phone at; those of everybody included."""
    if user.is_superuser:
        return Match.objects.filter(purging_at=None)
    open_to_all = Q(public=True) | Q(is_demo=True)
    own = Q(club__memberships__user=user) | Q(devices__user=user)
    return Match.objects.filter(open_to_all | own, purging_at=None)


def was_revoked(match: Match, device: str | None) -> bool:
    """Whether this phone could once score the match and may not any more."""
    return bool(device) and MatchDevice.objects.filter(match=match.pk, device=device, revoked_at__isnull=False).exists()


def _watched_on(match: Match, device: str | None) -> bool:
    """A phone that may not score any more watches on, like one that was shown the watching link of that time."""
    if not device:
        return False
    revoked = MatchDevice.objects.filter(match=match.pk, device=device, revoked_at__isnull=False).first()
    if revoked is None or revoked.revoked_at is None:
        return False
    newer = MatchLink.objects.filter(match=match.pk, role=WATCHING, made_at__gt=revoked.revoked_at)
    return not newer.exists()
