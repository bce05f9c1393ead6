"""What webhooks do when a person is erased: stored messages may contain their names."""

import unicodedata
from collections.abc import Sequence
from html import unescape
from typing import Any

from people.models import Player
from people.player_data_hooks import ErasedPerson, PlayerDataHooks
from people.text.cleaning import alike
from webhooks.models import Delivery, DeliveryState


def forget(person: ErasedPerson) -> None:
    """Delete the log of the person's clubs, and what still waits and contains one of the names.

    Names may be escaped or shortened in a message, so everything that has been sent is deleted.
    """
    deliveries = Delivery.objects.filter(endpoint__club__in=person.clubs)
    deliveries.exclude(state__in=(DeliveryState.WAITING, DeliveryState.HELD)).delete()
    names = [alike(name) for name in person.names]
    waiting = ((pk, _plain(body)) for pk, body in deliveries.values_list("pk", "body"))
    named = [pk for pk, body in waiting if any(name in body for name in names)]
    Delivery.objects.filter(pk__in=named).delete()


def _plain(body: str) -> str:
    """Return a message without escapes, in the form in which `alike` compares names."""
    text = unescape(body).replace("\\", "").replace("\u2060", "")
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


def _nothing(*_players: Player) -> None:
    """Stored messages stay as they were sent."""


def export(_players: Sequence[Player]) -> dict[str, list[dict[str, Any]]]:
    """Return nothing: messages repeat what the person's file holds already."""
    return {}


HOOKS = PlayerDataHooks(forget=forget, merge=_nothing, rename=_nothing, export=export)
