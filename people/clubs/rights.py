"""Rights in a club, by the member's role. The site administrator is an owner of every club. Read-only."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from people.db.transactions import NotAllowed, existing, writing
from people.models import Club, Membership, Role, User
from people.text.names import alphabetical


def role_of(user: Any, club: Club | int | None) -> Role | None:
    """Return the role of `user` in `club` (a club or its id), or None. The site administrator is always an owner.

    A request with a token has at most the role that the token allows, and only in the token's club.
    """
    if club is None or not isinstance(user, User) or not user.is_active:
        return None
    role = _own_role(user, club)
    limits = user.token_limits
    return limits.apply(role, club.pk if isinstance(club, Club) else club) if limits else role


def _own_role(user: User, club: Club | int) -> Role | None:
    if user.is_superuser:
        return Role.OWNER
    role = Membership.objects.filter(club=club, user=user).values_list("role", flat=True).first()
    return Role(role) if role else None


def may(user: Any, club: Club | None, needed: Role) -> bool:
    """Return whether the role of `user` in `club` covers `needed`."""
    role = role_of(user, club)
    return role is not None and role.covers(needed)


def needs(user: Any, club: Club | None, needed: Role) -> Role:
    """Return the role of `user` in `club`. Raises `NotAllowed` if the role does not cover `needed`."""
    role = role_of(user, club)
    if role is None or not role.covers(needed):
        raise NotAllowed
    return role


def clubs_of(user: Any, needed: Role = Role.MEMBER) -> list[Club]:
    """Return the clubs in which `user` has this role or a higher one, in alphabetical order."""
    if not isinstance(user, User) or not user.is_active:
        return []
    roles = [role for role in Role if role.covers(needed)]
    clubs = Club.objects.filter(memberships__user=user, memberships__role__in=roles)
    return sorted(clubs, key=lambda club: (alphabetical(club.name), club.pk))


def memberships_of(user: User) -> list[Membership]:
    """Return the memberships of an account, in alphabetical order of the clubs."""
    memberships = Membership.objects.filter(user=user).select_related("club")
    return sorted(memberships, key=lambda membership: (alphabetical(membership.club.name), membership.pk))


@contextmanager
def acting(club: Club, by: User, needed: Role) -> Iterator[tuple[Club, Role]]:
    """Open a transaction for a user with the role `needed`; yield the locked club and the user's current role."""
    with writing():
        yield locked(club, by, needed)


def locked(club: Club, by: User, needed: Role) -> tuple[Club, Role]:
    """Lock the club and return it with the user's role, inside an open transaction."""
    # `no_key` lets other transactions write rows that refer to the club, such as audit rows. Otherwise this deadlock
    # could happen: one transaction locks a tournament and writes an audit row, another locks the club and waits for
    # the tournament.
    now = existing(Club.objects.select_for_update(no_key=True).filter(pk=club.pk).first())
    return now, needs(current(by), now, needed)


def current(user: User | None) -> User | None:
    """Read an account again, inside a transaction, and apply the limits of its token."""
    now = User.objects.filter(pk=user.pk).first() if user else None
    if user and now:
        now.token_limits = user.token_limits
    return now
