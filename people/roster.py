"""A club's players as they are read: who is on the roster, and who is meant by a name. Writes nothing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from people.models import Club, Player
from people.names import alike

MOST_OFFERED = 2000  # players of all clubs of an account: as many as one club may have


@dataclass(frozen=True, slots=True)
class Typed:
    """A player as somebody typed them: a name, and a number of the club's if there was one."""

    name: str
    number: int | None = None


def entries(club: Club) -> list[Player]:
    """Everybody on the roster, by name; those who have left among them, without merged and erased entries."""
    found = Player.objects.filter(club=club, merged_into=None, erased_at=None).select_related("user", "claimed_by")
    return sorted(found, key=lambda player: (alike(player.name), player.pk))


def present(clubs: Iterable[Club]) -> list[Player]:
    """Who is offered as a player of these clubs; of very many the ones who were put down last."""
    found = Player.objects.filter(club__in=list(clubs), merged_into=None, erased_at=None, left_at=None)
    return sorted(found.order_by("-pk")[:MOST_OFFERED], key=lambda player: (alike(player.name), player.pk))


def by_name(club: Club) -> dict[str, Player]:
    """Each player on the roster under what names alike have in common (`people.names.alike`)."""
    return {alike(player.name): player for player in entries(club)}


def final(player: Player) -> Player:
    """The entry into which this one was merged, else itself."""
    return player.merged_into or player
