"""The outbox: a listener stores a task with each event, in its transaction; the task makes the deliveries."""

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

from django.db import connection
from django.utils.timezone import now
from django_tasks import task
from django_tasks.base import TaskResultStatus
from django_tasks_db.models import DBTaskResult

from people.announcements import Announcement
from people.db.transactions import writing
from people.web.codes import new_key
from webhooks import sending
from webhooks.messages import formats
from webhooks.messages.documents import Happening, Occasion
from webhooks.models import Delivery, EventType, WebhookEndpoint

_CONFIRMED = (EventType.RESULT_CONFIRMED, EventType.STANDINGS_CHANGED)
# The types of events that follow from what is announced.
TYPES: Mapping[str, tuple[EventType, ...]] = {
    "match_started": (EventType.MATCH_STARTED,),
    "entry_recorded": (EventType.HAND_RECORDED,),
    "match_closed": (EventType.MATCH_CLOSED, EventType.STANDINGS_CHANGED),
    "match_reopened": (EventType.STANDINGS_CHANGED,),
    "round_published": (EventType.ROUND_PUBLISHED,),
    "result_confirmed": _CONFIRMED,
    "result_disputed": (EventType.RESULT_DISPUTED,),
    "penalty_given": (EventType.STANDINGS_CHANGED,),
    "penalty_cancelled": (EventType.STANDINGS_CHANGED,),
}
_CHOSEN = "SELECT CAST(events AS TEXT) FROM webhooks_webhookendpoint WHERE club_id = %s AND enabled"
_NEEDED = ("match", "seq", "tournament", "round", "table", "number")  # no names: tasks are not erased with a person


def listen(announcement: Announcement) -> None:
    """Store a task if an endpoint of the club wants the event. Called inside the transaction of the event."""
    types = TYPES.get(announcement.what)
    if not types:
        return
    if _is_wanted(announcement.club, types):
        values = {key: announcement.values[key] for key in _NEEDED if key in announcement.values}
        publish.enqueue(announcement.what, announcement.club, values, now().isoformat(), new_key())


def _is_wanted(club: int, types: Iterable[EventType]) -> bool:
    """Whether an endpoint of the club wants one of these types. In SQL: every hand that is saved asks this."""
    with connection.cursor() as cursor:
        cursor.execute(_CHOSEN, [club])
        chosen = " ".join(events for (events,) in cursor.fetchall())
    return any(f'"{each.value}"' in chosen for each in types)


@task(queue_name="webhooks")
def publish(what: str, club: int, values: dict[str, Any], at: str, key: str) -> None:
    """Make the deliveries of an event. `key`: makes the message ids, so that a second run makes nothing new."""
    happening = Happening(what, club, values, datetime.fromisoformat(at).astimezone(UTC))
    endpoints = list(WebhookEndpoint.objects.filter(club=club, enabled=True).select_related("club", "tournament"))
    for event_type in TYPES[what]:
        wanting = [endpoint for endpoint in endpoints if event_type in endpoint.events]
        if wanting and not (event_type == EventType.STANDINGS_CHANGED and _comes_again(happening)):
            _deliver(happening, event_type, wanting, f"msg_{key}.{event_type}")


def _comes_again(happening: Happening) -> bool:
    """Whether a later task in the queue tells of the same standings. Confirming a round would send them many times."""
    later = DBTaskResult.objects.filter(status=TaskResultStatus.READY, task_path=publish.module_path)
    for row in later.order_by():
        what, club, values, at, _key = row.args_kwargs["args"]
        same = club == happening.club and values.get("tournament") == happening.values.get("tournament")
        if same and EventType.STANDINGS_CHANGED in TYPES[what] and datetime.fromisoformat(at) > happening.at:
            return True
    return False


def _deliver(happening: Happening, event_type: EventType, endpoints: list[WebhookEndpoint], message: str) -> None:
    """Make one delivery for each endpoint that may get the event, with its task, in one transaction."""
    occasion = Occasion(happening, event_type)
    bodies = [(endpoint, formats.body_of(endpoint, occasion)) for endpoint in endpoints if occasion.is_for(endpoint)]
    with writing():
        known = set(Delivery.objects.filter(message=message).values_list("endpoint", flat=True))
        for endpoint, body in bodies:
            if endpoint.pk not in known and WebhookEndpoint.objects.filter(pk=endpoint.pk, enabled=True).exists():
                subject: dict[str, object] = {"what": happening.what, "values": dict(happening.values)}
                sending.queue(endpoint, message, event_type, happening.at, body, subject)
