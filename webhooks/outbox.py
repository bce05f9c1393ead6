"""The outbox: a listener stores a message with each event, in its transaction; a thread makes the deliveries."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.db import connection, transaction
from django.db.models import F
from django.utils.timezone import now

from delivery import worker
from delivery.requests import FailureReason
from people.announcements import Announcement
from people.db.transactions import writing
from people.web.codes import new_key
from webhooks.messages.subjects import MatchSubject, may_get, subject_of
from webhooks.models import TEST, Delivery, DeliveryState, EventMessage, EventType, WebhookEndpoint

MOST_A_DAY = 5_000  # deliveries of a club
_STANDINGS = (EventType.STANDINGS_CHANGED,)
# The types of events that follow from what is announced. The keys of tournaments are those of the audit log.
TYPES: Mapping[str, tuple[EventType, ...]] = {
    "match_started": (EventType.MATCH_STARTED,),
    "entry_recorded": (EventType.HAND_RECORDED,),
    "match_ended": (EventType.MATCH_CLOSED,),
    "season_changed": _STANDINGS,
    "round_published": (EventType.ROUND_PUBLISHED,),
    "result_confirmed": (EventType.RESULT_CONFIRMED, EventType.STANDINGS_CHANGED),
    "result_disputed": (EventType.RESULT_DISPUTED,),
    "result_corrected": _STANDINGS,
    "penalty_given": _STANDINGS,
    "penalty_cancelled": _STANDINGS,
    "round_dropped": _STANDINGS,
    "entrant_moved": _STANDINGS,
    "tournament_rules": _STANDINGS,
    "tournament_lots": _STANDINGS,
    "substitute_set": _STANDINGS,
}
_CHOSEN = "SELECT CAST(events AS TEXT) FROM webhooks_webhookendpoint WHERE club_id = %s AND enabled"


def listen(announcement: Announcement) -> None:
    """Store a message if an endpoint of the club wants the event. Called inside the transaction of the event."""
    types = TYPES.get(announcement.what)
    chosen = _chosen(announcement.club) if types else ""
    for event_type in types or ():
        if f'"{event_type.value}"' in chosen:
            _store(announcement, event_type)


def _chosen(club: int) -> str:
    """Return the types of events that endpoints of the club want. In SQL: every hand that is saved asks this."""
    with connection.cursor() as cursor:
        cursor.execute(_CHOSEN, [club])
        return " ".join(events for (events,) in cursor.fetchall())


def _store(announcement: Announcement, event_type: EventType) -> None:
    """Store a message. Standings that a message will tell anyway need no second one."""
    values: dict[str, Any] = {"club_id": announcement.club, "type": event_type}
    given = announcement.values
    if event_type != EventType.STANDINGS_CHANGED:
        values |= {name: given[name] for name in ("seq", "round", "table") if name in given}
        values |= {f"{name}_id": given[name] for name in ("match", "tournament") if name in given}
    elif "tournament" in given:
        values["tournament_id"] = given["tournament"]
    else:
        values["system"] = given["system"]
    again = {"created_at": now(), "revision": F("revision") + 1}
    repeated = event_type == EventType.STANDINGS_CHANGED
    if not (repeated and EventMessage.objects.filter(published=False, **values).update(**again)):
        EventMessage.objects.create(key=f"msg_{new_key()}", created_at=now(), **values)
    transaction.on_commit(worker.wake)


def publish_next() -> bool:
    """Make the deliveries of the oldest new message; return whether there was one."""
    related = ("club", "match__club", "tournament__club")
    message = EventMessage.objects.filter(published=False).select_related(*related).first()
    if message is None:
        return False
    endpoints = _receivers(message)
    with writing():
        unchanged = EventMessage.objects.filter(pk=message.pk, published=False, revision=message.revision)
        if not endpoints:
            unchanged.delete()
        elif unchanged.update(published=True):
            deliver(message, [endpoint.pk for endpoint in endpoints])
    worker.wake()
    return True


def _receivers(message: EventMessage) -> list[WebhookEndpoint]:
    """Return the endpoints that want and may get a message. If this can't be found out now, each attempt tries to."""
    enabled = WebhookEndpoint.objects.filter(club=message.club, enabled=True)
    wanting = [endpoint for endpoint in enabled if message.type in endpoint.events]
    try:
        subject = subject_of(message)
        if subject is None or (isinstance(subject, MatchSubject) and not subject.tells(message.type)):
            return []
        return [endpoint for endpoint in wanting if may_get(endpoint, subject)]
    except worker.AWAY:
        raise
    except Exception:
        worker.logger.exception("The message %s could not be read", message.pk)
        return wanting


def deliver(message: EventMessage, endpoints: list[int]) -> None:
    """Store a delivery to each of these endpoints that is still enabled, inside a transaction."""
    still = WebhookEndpoint.objects.filter(pk__in=endpoints, enabled=True).values_list("pk", flat=True)
    left = MOST_A_DAY - sent_today(message.club_id)
    Delivery.objects.bulk_create(
        Delivery(message=message, endpoint_id=pk, next_at=now())
        if place < left
        else Delivery(message=message, endpoint_id=pk, state=DeliveryState.FAILED, reason=FailureReason.LIMIT)
        for place, pk in enumerate(still)
    )


def sent_today(club: int) -> int:
    """Return the number of deliveries of a club in the last 24 hours."""
    return Delivery.objects.filter(message__club=club, message__created_at__gt=now() - timedelta(days=1)).count()


def send_test(endpoint: WebhookEndpoint) -> None:
    """Store a test event for one endpoint, inside a transaction."""
    values = {"key": f"msg_{new_key()}", "club": endpoint.club, "type": TEST, "created_at": now(), "published": True}
    deliver(EventMessage.objects.create(**values), [endpoint.pk])
    transaction.on_commit(worker.wake)
