"""Permissions of an account and a phone in a tournament. Read-only."""

from typing import Any, NamedTuple

from people.clubs.rights import role_of
from people.models import Role
from tournaments.models import Phone, Tournament


class TournamentRights(NamedTuple):
    """A requester's permissions.

    `inside`: whether the requester sees full names; `tables`, `entrants`: the table numbers and the entrant ids of the
    cards that the phone has scanned.
    """

    read: bool = False
    inside: bool = False
    organise: bool = False
    referee: bool = False
    tables: frozenset[int] = frozenset()
    entrants: frozenset[int] = frozenset()


def rights_of(tournament: Tournament, device: str | None, user: Any) -> TournamentRights:
    """Return the rights of a requester, in two queries: the role in the club and the phone's cards."""
    role = role_of(user, tournament.club_id)
    phones = list(Phone.objects.filter(tournament=tournament, device=device)) if device else []
    return TournamentRights(
        read=tournament.public or tournament.is_demo or role is not None or bool(phones),
        inside=role is not None,
        organise=role is not None and role.covers(Role.ORGANISER),
        referee=role is not None and role.covers(Role.REFEREE),
        tables=frozenset(phone.table for phone in phones if phone.table is not None),
        entrants=frozenset(phone.entrant_id for phone in phones if phone.entrant_id is not None),
    )
