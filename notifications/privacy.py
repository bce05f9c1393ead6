"""The reactions of notifications when a roster player is erased, merged, renamed or exported."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Q

from engine.hash_chain import stamp
from notifications.models import Receiver, Subscription
from notifications.notices.wording import subject_of
from people.models import Player, User
from people.player_data_hooks import ErasedPerson, PlayerDataHooks


def forget(person: ErasedPerson) -> None:
    """Delete the subscriptions to the person's seats, those of their account, and their e-mail address."""
    Subscription.objects.filter(
        Q(entrant__player__in=person.players) | _subscriptions_of(person.players, person.user)
    ).delete()
    Receiver.objects.filter(Q(address__in=person.names) | Q(subscriptions=None)).delete()


def merge(gone: Player, kept: Player) -> None:
    """Do nothing: subscriptions refer to tournament entries and accounts, which other apps merge."""


def rename(player: Player) -> None:
    """Do nothing: texts are created when they are read, with the new name."""


def _subscriptions_of(players: Sequence[Player], user: User | None) -> Q:
    """Return a filter for the subscriptions of an account; without one, of the players' accounts in their clubs."""
    if user:
        return Q(user=user)
    clubs = [player.club_id for player in players]
    return Q(user__players__in=players) & (Q(club__in=clubs) | Q(tournament__club__in=clubs))


def personal_data(players: Sequence[Player], user: User | None) -> dict[str, list[dict[str, Any]]]:
    """Return the person's subscriptions. Those of phones without an account belong to nobody known."""
    rows = Subscription.objects.filter(_subscriptions_of(players, user)).exclude(confirmed_at=None).distinct()
    related = rows.select_related("receiver", "tournament__club", "entrant__player", "club", "user")
    subscribed = [
        {
            "about": subject_of(row),
            "by": "email" if row.receiver.address else "push",
            "address": row.receiver.address,
            "since": stamp(row.made_at),
        }
        for row in related
    ]
    return {"notifications": subscribed} if subscribed else {}


HOOKS = PlayerDataHooks(forget=forget, merge=merge, rename=rename, export=personal_data)
