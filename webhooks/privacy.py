"""Erase a person from stored messages."""

from collections.abc import Sequence
from typing import Any

from django.db.models import F

from people.models import Player, User
from people.player_data_hooks import ErasedPerson, PlayerDataHooks
from webhooks.models import Delivery, EventMessage


def forget(person: ErasedPerson) -> None:
    """Delete the texts of all messages of the person's clubs, and the answers, which may repeat them.

    Names may be escaped or shortened there. What still waits is written again when it is sent, without the names.
    """
    EventMessage.objects.filter(club__in=person.clubs).update(texts={}, revision=F("revision") + 1)
    Delivery.objects.filter(message__club__in=person.clubs).update(answer="")


def _nothing(*_players: Player) -> None:
    """Stored messages stay as they were sent."""


def export(_players: Sequence[Player], _user: User | None) -> dict[str, list[dict[str, Any]]]:
    """Return nothing: messages repeat what the person's file holds already."""
    return {}


HOOKS = PlayerDataHooks(forget=forget, merge=_nothing, rename=_nothing, export=export)
