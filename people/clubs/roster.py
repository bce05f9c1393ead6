"""Queries of a club's roster: its players, players by name, displayed names. Read-only."""

from collections.abc import Iterable
from typing import NamedTuple

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from people.models import Club, NameDisplay, Player
from people.text.cleaning import alike
from people.text.names import alphabetical

MOST_OFFERED = 2000  # players from all clubs of an account; one club has the same limit


class TypedPlayer(NamedTuple):
    """A player as typed: the name and, if given, the number in the club."""

    name: str
    number: int | None = None


def entries(club: Club) -> list[Player]:
    """Return all players on the roster in alphabetical order, including former ones but not merged or erased ones."""
    return sorted(_on_roster(club), key=lambda player: (alphabetical(player.name), player.pk))


def present(clubs: Iterable[Club]) -> list[Player]:
    """Return the current players of these clubs in alphabetical order: at most `MOST_OFFERED`, those added last."""
    players = Player.objects.filter(club__in=list(clubs), merged_into=None, erased_at=None, left_at=None)
    return sorted(players.order_by("-pk")[:MOST_OFFERED], key=lambda player: (alphabetical(player.name), player.pk))


def by_name(club: Club) -> dict[str, Player]:
    """Return the players on the roster, keyed by normalised name (`people.text.cleaning.alike`)."""
    return {alike(player.name): player for player in _on_roster(club).order_by("pk")}


def _on_roster(club: Club) -> QuerySet[Player]:
    return Player.objects.filter(club=club, merged_into=None, erased_at=None).select_related("user", "claimed_by")


def final(player: Player) -> Player:
    """Return the player that this one was merged into, or the player itself."""
    return player.merged_into or player


def shown_name(player: Player, inside: bool) -> str:
    """Return the name to display. `inside`: whether the reader is a member of the player's club."""
    if player.erased_at is not None:
        return _("Former player")
    if inside or player.shown == NameDisplay.FULL:
        return player.name
    if player.shown == NameDisplay.NICKNAME and player.nickname:
        return player.nickname
    if player.shown == NameDisplay.INITIALS:
        return " ".join(f"{word[0]}." for word in player.name.split())
    return _("Player %(number)s") % {"number": player.number if player.number is not None else player.pk}
