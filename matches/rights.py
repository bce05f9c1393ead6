"""The rights of a phone, or of its signed-in account, in one match. Every page and every action checks them here.

A phone that started or joined the match may score it, until its right is revoked. The phone that started it and
organisers of its club may manage it; referees may revoke rights to score.
"""

from typing import NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from matches.links import WATCHING
from matches.models import Match, MatchDevice, MatchLink
from people.clubs.rights import role_of
from people.models import Role, User

Account = User | AnonymousUser | None


class MatchRights(NamedTuple):
    """A requester's rights: to score on this phone, to join without a link, to manage, to revoke rights to score."""

    score: bool
    join: bool
    manage: bool
    revoke: bool


def rights_of(match: Match, device: str | None, number: int | None, user: Account) -> MatchRights:
    """Return the rights of a device and its account. `number`: the device's number if it may score, else None."""
    role = role_of(user, match.club_id)
    manage = (number is not None and device == match.started_by) or _covers(role, Role.ORGANISER)
    return MatchRights(
        score=number is not None,
        join=number is None and _covers(role, Role.SCORER),
        manage=manage,
        revoke=manage or _covers(role, Role.REFEREE),
    )


def refuse_archive_or_publish(match: Match, user: Account, field: str) -> None:
    """Raise `RuleViolation` for `field` unless the account may archive the match and change who can watch it."""
    if not may_archive_or_publish(match, user):
        raise RuleViolation(field, _("This match is part of a tournament. Only the club’s organisers can do this."))


def may_archive_or_publish(match: Match, user: Account) -> bool:
    """Return whether an account may archive the match and change who can watch it: in an event, only organisers."""
    return not match.within or _covers(role_of(user, match.club_id), Role.ORGANISER)


def _covers(role: Role | None, least: Role) -> bool:
    return role is not None and role.covers(least)


def may_watch(match: Match, user: Account) -> bool:
    """Return whether the requester (`Match.asked_for`) may view the match."""
    requester = match.asked_for
    if match.public or match.is_demo or (requester and (requester.number is not None or requester.watches)):
        return True
    return role_of(user, match.club_id) is not None or _watched_on(match, requester.device if requester else None)


def visible_matches(user: User) -> QuerySet[Match]:
    """Return the public matches and those in the user's clubs or on the user's phones; for a superuser, all matches."""
    if user.is_superuser:
        return Match.objects.filter(purging_at=None)
    open_to_all = Q(public=True) | Q(is_demo=True)
    own = Q(club__memberships__user=user) | Q(devices__user=user)
    return Match.objects.filter(open_to_all | own, purging_at=None)


def was_revoked(match: Match, device: str | None) -> bool:
    return _revoked(match, device) is not None


def _revoked(match: Match, device: str | None) -> MatchDevice | None:
    revoked = MatchDevice.objects.filter(match=match.pk, device=device, revoked_at__isnull=False)
    return revoked.first() if device else None


def _watched_on(match: Match, device: str | None) -> bool:
    """Return whether a phone may still watch after its right was revoked; it may until the watch link is renewed."""
    revoked = _revoked(match, device)
    if revoked is None or revoked.revoked_at is None:
        return False
    newer = MatchLink.objects.filter(match=match.pk, role=WATCHING, made_at__gt=revoked.revoked_at)
    return not newer.exists()
