"""The outbox: with each event, in its transaction, a task is queued that stores a message and its deliveries."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from django.db import connection
from django.utils.timezone import now
from django_tasks import task
from django_tasks_db.models import DBTaskResult

from delivery import worker
from delivery.requests import FailureReason
from people.announcements import Announcement
from people.db.transactions import writing
from people.web.codes import new_key
from webhooks import deliveries
from webhooks.messages.subjects import MatchSubject, may_get, subject_of
from webhooks.models import TEST, Delivery, DeliveryState, EventMessage, EventType, WebhookEndpoint

QUEUE = "webhook events"
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
    """Queue a message if an endpoint of the club wants the event. Called inside the transaction of the event."""
    types = TYPES.get(announcement.what)
    chosen = _chosen(announcement.club) if types else ""
    for event_type in types or ():
        if f'"{event_type.value}"' in chosen:
            publish.enqueue(_about(announcement, event_type), f"msg_{new_key()}", now().isoformat())


def _chosen(club: int) -> str:
    """Return the types of events that endpoints of the club want. In SQL: every hand that is saved asks this."""
    with connection.cursor() as cursor:
        cursor.execute(_CHOSEN, [club])
        return " ".join(events for (events,) in cursor.fetchall())


def _about(announcement: Announcement, event_type: EventType) -> dict[str, Any]:
    """Return the values of a message that say what it is about."""
    values: dict[str, Any] = {"club_id": announcement.club, "type": event_type.value}
    given = announcement.values
    if event_type != EventType.STANDINGS_CHANGED:
        values |= {name: given[name] for name in ("seq", "round", "table") if name in given}
        values |= {f"{name}_id": given[name] for name in ("match", "tournament") if name in given}
    elif "tournament" in given:
        values["tournament_id"] = given["tournament"]
    else:
        values["system"] = given["system"]
    return values


@task(queue_name=QUEUE)
def publish(about: dict[str, Any], key: str, created_at: str) -> None:
    """Store a message, and a delivery to each endpoint that wants it and may get it. A second run changes nothing.

    Standings that a later task will tell anyway are told once.
    """
    if about["type"] == EventType.STANDINGS_CHANGED and _is_told_later(about):
        return
    message = EventMessage(key=key, created_at=datetime.fromisoformat(created_at), **about)
    endpoints = _receivers(message) if _is_there(message) else []
    if endpoints:
        with writing():
            if not EventMessage.objects.filter(key=key).exists():
                message.save()
                deliver(message, [endpoint.pk for endpoint in endpoints])


def _is_told_later(about: dict[str, Any]) -> bool:
    """Whether another task that has not begun is about the same."""
    queued = DBTaskResult.objects.ready().filter(task_path=publish.module_path)
    return queued.filter(args_kwargs__args__0=about).exists()


def _is_there(message: EventMessage) -> bool:
    """Whether what a message is about has not been deleted in the meantime."""
    try:
        _related = (message.club, message.match, message.tournament)
    except ObjectDoesNotExist:
        return False
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
        worker.logger.exception("The message %s could not be read", message.key)
        return wanting


def deliver(message: EventMessage, endpoints: Sequence[int]) -> None:
    """Store a delivery to each of these endpoints that is still enabled, inside a transaction."""
    still = list(WebhookEndpoint.objects.select_for_update(of=("self",)).filter(pk__in=endpoints, enabled=True))
    left = MOST_A_DAY - sent_today(message.club_id)
    Delivery.objects.bulk_create(
        Delivery(message=message, endpoint=endpoint, next_at=now())
        if place < left
        else Delivery(message=message, endpoint=endpoint, state=DeliveryState.FAILED, reason=FailureReason.LIMIT)
        for place, endpoint in enumerate(still)
    )
    for endpoint in still[: max(left, 0)]:
        deliveries.queue_attempt(endpoint)


def sent_today(club: int) -> int:
    """Return the number of deliveries of a club in the last 24 hours."""
    return Delivery.objects.filter(message__club=club, message__created_at__gt=now() - timedelta(days=1)).count()


def send_test(endpoint: WebhookEndpoint) -> None:
    """Store a test event for one endpoint, inside a transaction."""
    values = {"key": f"msg_{new_key()}", "club": endpoint.club, "type": TEST, "created_at": now()}
    deliver(EventMessage.objects.create(**values), [endpoint.pk])
