"""The receivers that belong to a browser's session, and their subscriptions after the session has expired."""

from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest

from notifications.models import Receiver, Subscription, Topic
from people.models import Device, User

PHONES = "notified_phones"  # session key for the ids of the receivers that belong to this browser


def phones_of(request: HttpRequest) -> list[int]:
    """Return the ids of the receivers that belong to this browser."""
    return list(request.session.get(PHONES, []))


def remember_phone(request: HttpRequest, receiver: Receiver) -> None:
    """Let this browser list and stop the subscriptions of the receiver."""
    request.session[PHONES] = [*(pk for pk in phones_of(request) if pk != receiver.pk), receiver.pk][-3:]


def keep_subscriptions(*, devices: QuerySet[Device], **_signal: Any) -> None:
    """Keep the subscriptions of sessions that expire. Those of sessions that are signed out are deleted with them."""
    Subscription.objects.filter(device__in=devices).update(device=None)


def bind_subscriptions(*, request: HttpRequest, user: User, **_signal: Any) -> None:
    """Bind this browser's subscriptions of the account to its new session, so that signing out ends them."""
    if phones := phones_of(request):
        own = Subscription.objects.filter(receiver__in=phones, user=user).exclude(topic=Topic.PLAYER)
        own.update(device=user.current_device)
