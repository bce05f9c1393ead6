"""The outbox: a listener stores each event in its transaction; a thread turns it into a message with deliveries."""

import json
from collections.abc import Mapping, Sequence
from datetime import timedelta
from functools import partial
from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from django.db import connection, transaction
from django.utils.timezone import now

from delivery import worker
from delivery.requests import FailureReason
from people.announcements import Announcement
from people.db.transactions import writing
from people.web.codes import new_key
from webhooks import deliveries
from webhooks.messages.subjects import MatchSubject, may_get, subject_of
from webhooks.models import TEST, Delivery, DeliveryState, EventMessage, EventType, OutboxEvent, WebhookEndpoint

WORK = "webhook events"
MOST_A_DAY = 5_000  # deliveries of a club in a day
_STANDINGS = (EventType.STANDINGS_CHANGED,)
# The event types by announcement. Those of tournaments are announced with their key of the audit log.
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
_STORED = "INSERT INTO webhooks_outboxevent (key, club_id, type, about) VALUES (%s, %s, %s, %s)"


def listen(announcement: Announcement) -> None:
    """Store an event if any endpoint of the club wants it. Called inside the transaction of the change.

    Written in SQL, because it runs for every saved hand and the ORM would take five times as long.
    """
    types = TYPES.get(announcement.what)
    chosen = _chosen(announcement.club) if types else ""
    for event_type in types or ():
        if f'"{event_type.value}"' in chosen:
            about = json.dumps(_about(announcement, event_type))
            with connection.cursor() as cursor:
                cursor.execute(_STORED, [f"msg_{new_key()}", announcement.club, event_type.value, about])
            transaction.on_commit(partial(worker.wake, WORK))


def _chosen(club: int) -> str:
    """Return the event types that the club's endpoints want, separated by spaces."""
    with connection.cursor() as cursor:
        cursor.execute(_CHOSEN, [club])
        return " ".join(events for (events,) in cursor.fetchall())


def _about(announcement: Announcement, event_type: EventType) -> dict[str, Any]:
    """Return the fields of a message that identify its subject."""
    given = announcement.values
    if event_type != EventType.STANDINGS_CHANGED:
        values = {name: given[name] for name in ("seq", "round", "table") if name in given}
        return values | {f"{name}_id": given[name] for name in ("match", "tournament") if name in given}
    if "tournament" in given:
        return {"tournament_id": given["tournament"]}
    return {"system": given["system"]}


def publish_next() -> bool:
    """Turn the oldest event of the outbox into a message with deliveries; return whether there was one."""
    event = OutboxEvent.objects.first()
    if event is None:
        return False
    message = EventMessage(
        key=event.key, club_id=event.club_id, type=event.type, created_at=event.created_at, **json.loads(event.about)
    )
    endpoints = [] if _is_superseded(event) or not _is_there(message) else _receivers(message)
    with writing():
        removed, _rows = OutboxEvent.objects.filter(pk=event.pk).delete()
        if removed and endpoints:  # otherwise another process has published it
            message.save()
            deliver(message, [endpoint.pk for endpoint in endpoints])
    return True


def _is_superseded(event: OutboxEvent) -> bool:
    """Return whether a later event reports the same standings."""
    same = OutboxEvent.objects.filter(club=event.club_id, type=event.type, about=event.about, pk__gt=event.pk)
    return event.type == EventType.STANDINGS_CHANGED and same.exists()


def _is_there(message: EventMessage) -> bool:
    """Return whether the subject of a message still exists."""
    try:
        _related = (message.club, message.match, message.tournament)
    except ObjectDoesNotExist:
        return False
    return True


def _receivers(message: EventMessage) -> list[WebhookEndpoint]:
    """Return the endpoints that want and may get a message.

    If reading its subject fails, return all that want it; each attempt checks again.
    """
    enabled = WebhookEndpoint.objects.filter(club=message.club, enabled=True)
    wanting = [endpoint for endpoint in enabled if message.type in endpoint.events]
    try:
        subject = subject_of(message)
        if subject is None or (isinstance(subject, MatchSubject) and not subject.is_reportable(message.type)):
            return []
        return [endpoint for endpoint in wanting if may_get(endpoint, subject)]
    except worker.DATABASE_UNAVAILABLE:
        raise
    except Exception:
        worker.logger.exception("The message %s could not be read", message.key)
        return wanting


def deliver(message: EventMessage, endpoints: Sequence[int]) -> None:
    """Store a delivery to each of these endpoints that is still enabled, inside a transaction."""
    rows = WebhookEndpoint.objects.select_for_update(of=("self",))
    enabled = list(rows.filter(pk__in=endpoints, enabled=True))
    allowed = max(MOST_A_DAY - sent_today(message.club_id), 0)
    Delivery.objects.bulk_create(
        Delivery(message=message, endpoint=endpoint, next_at=now())
        if place < allowed
        else Delivery(message=message, endpoint=endpoint, state=DeliveryState.FAILED, reason=FailureReason.LIMIT)
        for place, endpoint in enumerate(enabled)
    )
    for endpoint in enabled[:allowed]:
        deliveries.queue_attempt(endpoint)


def sent_today(club: int) -> int:
    """Return the number of deliveries of a club in the last 24 hours."""
    return Delivery.objects.filter(message__club=club, message__created_at__gt=now() - timedelta(days=1)).count()


def send_test(endpoint: WebhookEndpoint) -> None:
    """Store a test event for one endpoint, inside a transaction."""
    values = {"key": f"msg_{new_key()}", "club": endpoint.club, "type": TEST, "created_at": now()}
    deliver(EventMessage.objects.create(**values), [endpoint.pk])
