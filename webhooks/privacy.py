"""Erase a person from stored messages."""

from collections.abc import Sequence
from typing import Any

from django.db.models import F

from people.models import Player, User
from people.player_data_hooks import ErasedPerson, PlayerDataHooks
from webhooks.models import Delivery, EventMessage


def forget(person: ErasedPerson) -> None:
    """Delete the texts of all messages of the person's clubs, and the stored responses, which may repeat them.

    Names in them may be escaped or shortened, so they can't be replaced. Waiting messages get new texts when they are
    sent.
    """
    EventMessage.objects.filter(club__in=person.clubs).update(texts={}, revision=F("revision") + 1)
    Delivery.objects.filter(message__club__in=person.clubs).update(answer="")


def _nothing(*_players: Player) -> None:
    """Do nothing: messages stay as they were sent."""


def export(_players: Sequence[Player], _user: User | None) -> dict[str, list[dict[str, Any]]]:
    """Return nothing, because messages only repeat data that is in the person's file already."""
    return {}


HOOKS = PlayerDataHooks(forget=forget, merge=_nothing, rename=_nothing, export=export)
