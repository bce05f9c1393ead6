"""Deliveries: each is a task of its own, with retries over three days."""

import json
import random
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

from django.db import connection
from django.utils.timezone import now
from django_tasks import task

from delivery.requests import Answer, Trouble, Unreachable, post
from delivery.worker import NORMAL, SLOW, RunAgain
from people.audit.log import by_program
from people.db.transactions import writing
from webhooks.messages import formats
from webhooks.messages.documents import Happening, Occasion
from webhooks.models import TEST, Delivery, DeliveryState, EventType, OffReason, WebhookEndpoint

# The pauses after each failed attempt, as Standard Webhooks suggests: more than three days in all.
PAUSES = tuple(timedelta(seconds=seconds) for seconds in (5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400))
JITTER = 0.1  # the share by which a pause may be longer
LONGEST_WAIT = timedelta(days=1)  # that a receiver can ask for
GIVEN_UP_AFTER = timedelta(days=7)  # without a success, the endpoint is switched off
KEPT = timedelta(days=30)
LONGEST_ANSWER = 300  # characters that the log keeps
Subject = dict[str, object]


def queue(
    endpoint: WebhookEndpoint, message: str, event_type: str, at: datetime, body: str, subject: Subject
) -> Delivery:
    """Store a delivery and its task, inside a transaction. `subject`: finds again what it tells."""
    delivery = Delivery.objects.create(
        endpoint=endpoint, message=message, type=event_type, created_at=at, body=body, subject=subject, next_at=now()
    )
    _enqueue(delivery, endpoint)
    return delivery


def send_again(delivery: Delivery) -> None:
    """Begin a new turn of attempts, inside a transaction."""
    begun = {"state": DeliveryState.WAITING, "turn": delivery.turn + 1, "attempts": 0, "next_at": now()}
    Delivery.objects.filter(pk=delivery.pk).update(**begun)
    delivery.refresh_from_db()
    _enqueue(delivery, delivery.endpoint)


def _enqueue(delivery: Delivery, endpoint: WebhookEndpoint) -> None:
    deliver.using(priority=_priority(endpoint)).enqueue(delivery.pk, delivery.turn)


def _priority(endpoint: WebhookEndpoint) -> int:
    return SLOW if endpoint.failing_since else NORMAL


@task(queue_name="webhooks")
def deliver(pk: int, turn: int) -> None:
    """Make one attempt of a delivery. Raises `RunAgain` if it has to be tried again."""
    delivery = (
        Delivery.objects.select_related("endpoint__club").filter(pk=pk, turn=turn, state=DeliveryState.WAITING).first()
    )
    if delivery is None:  # delivered, erased, or sent again since
        return
    endpoint = delivery.endpoint
    due = max(filter(None, (delivery.next_at, endpoint.wait_until)), default=now())
    if due > now():  # the server was killed after an attempt, or the receiver asked for a pause
        raise RunAgain(due, _priority(endpoint))
    if delivery.attempts and not _may_get(endpoint, delivery):
        _save(delivery, state=DeliveryState.WITHDRAWN, next_at=None)
        return
    request = formats.sending(endpoint, delivery, now())
    _release_connection()
    answer, trouble = None, None
    try:
        answer = post(*request)
    except Unreachable as error:
        trouble = error.trouble
    again = _record(delivery, answer, trouble)
    if again:
        raise RunAgain(again, SLOW)


def _may_get(endpoint: WebhookEndpoint, delivery: Delivery) -> bool:
    """Whether what the delivery tells is still published: before a later attempt, a round may have been hidden."""
    if delivery.type == TEST or not delivery.subject:
        return True
    happening = Happening(
        str(delivery.subject["what"]), endpoint.club_id, delivery.subject["values"], delivery.created_at
    )
    return Occasion(happening, EventType(delivery.type)).is_for(endpoint)


def _release_connection() -> None:
    """Give the connection back to PostgreSQL's pool while we wait for the network."""
    if connection.vendor != "sqlite" and not connection.in_atomic_block:
        connection.close()


def _record(delivery: Delivery, answer: Answer | None, trouble: Trouble | None) -> datetime | None:
    """Save the outcome of an attempt. Return when to try again, or None."""
    at = now()
    delivered = answer is not None and 200 <= answer.status < 300
    attempts = delivery.attempts + 1
    outcome = {
        "attempts": attempts,
        "attempted_at": at,
        "status": answer.status if answer else None,
        "trouble": trouble or "",
        "answer": answer.text[:LONGEST_ANSWER].replace("\0", "") if answer else "",
    }
    with writing():
        endpoint = (
            WebhookEndpoint.objects.select_for_update(of=("self",))
            .select_related("club")
            .filter(pk=delivery.endpoint_id)
            .first()
        )
        if endpoint is None:
            return None
        if delivered:
            _save(delivery, state=DeliveryState.DELIVERED, next_at=None, **outcome)
            if endpoint.failing_since or endpoint.wait_until:
                WebhookEndpoint.objects.filter(pk=endpoint.pk).update(failing_since=None, wait_until=None)
            return None
        asked = _asked_to_wait(answer, at) if answer else None
        since = endpoint.failing_since or at
        WebhookEndpoint.objects.filter(pk=endpoint.pk).update(failing_since=since, wait_until=asked)
        gone = answer is not None and answer.status == 410
        if endpoint.enabled and (gone or at - since >= GIVEN_UP_AFTER):
            switch_off(endpoint, OffReason.GONE if gone else OffReason.FAILING)
            endpoint.enabled = False
        if not endpoint.enabled:
            _save(delivery, state=DeliveryState.HELD, next_at=None, **outcome)
            return None
        if attempts > len(PAUSES):
            _save(delivery, state=DeliveryState.FAILED, next_at=None, **outcome)
            return None
        pause = PAUSES[attempts - 1] * (1 + random.uniform(0, JITTER))  # nosec B311 # spreads retries
        again = max(at + pause, asked or at)
        _save(delivery, next_at=again, **outcome)
        return again


def _save(delivery: Delivery, **values: object) -> None:
    """Save the outcome, unless somebody has sent the delivery again since."""
    Delivery.objects.filter(pk=delivery.pk, turn=delivery.turn).update(**values)


def _asked_to_wait(answer: Answer, at: datetime) -> datetime | None:
    """Return until when the receiver asks to wait: the header `Retry-After`, or Telegram's `retry_after`."""
    if answer.status not in (429, 503):
        return None
    until = None
    text = answer.headers.get("Retry-After", "").strip()
    if text.isascii() and text.isdecimal():
        until = at + timedelta(seconds=min(int(text[:9]), 86_400))
    elif text:
        with suppress(ValueError, TypeError):
            until = parsedate_to_datetime(text).astimezone(UTC)
    else:
        with suppress(ValueError, TypeError, KeyError, AttributeError):
            until = at + timedelta(seconds=min(int(json.loads(answer.text)["parameters"]["retry_after"]), 86_400))
    return min(until, at + LONGEST_WAIT) if until and until > at else None


def switch_off(
    endpoint: WebhookEndpoint, reason: OffReason, record: Callable[..., object] = by_program, **by: object
) -> None:
    """Switch an endpoint off and hold what waits, inside a transaction."""
    off = {"enabled": False, "off_reason": reason, "off_at": now()}
    WebhookEndpoint.objects.filter(pk=endpoint.pk).update(**off)
    Delivery.objects.filter(endpoint=endpoint, state=DeliveryState.WAITING).update(
        state=DeliveryState.HELD, next_at=None
    )
    after = {"kind": endpoint.kind, "host": endpoint.host, "why": reason.value}
    record("webhook_off", club=endpoint.club, about=endpoint.pk, after=after, **by)


def prune() -> None:
    """Delete deliveries older than thirty days, and old secrets that no longer sign."""
    old = Delivery.objects.filter(created_at__lt=now() - KEPT)
    ended = WebhookEndpoint.objects.filter(old_secret_ends__lt=now())
    if old.exists() or ended.exists():
        with writing():
            old.delete()
            ended.update(old_secret="", old_secret_ends=None)
