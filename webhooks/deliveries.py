"""Deliveries to endpoints. Each endpoint has at most one task, which makes one attempt; retries take three days."""

import json
import logging
import random
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from functools import partial
from typing import NamedTuple

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils.timezone import now
from django_tasks import task
from django_tasks.base import TaskContext, TaskResultStatus
from django_tasks_db.models import DBTaskResult

from delivery.requests import Answer, FailureReason, Unreachable, post
from delivery.worker import DATABASE_UNAVAILABLE, release_connection, until_available, wake
from people.audit.log import by_program
from people.db.transactions import writing
from webhooks.messages import formats
from webhooks.messages.subjects import may_get, subject_of
from webhooks.models import Delivery, DeliveryState, EventMessage, OffReason, WebhookEndpoint

logger = logging.getLogger(__name__)
QUEUE = "webhooks"
SLOW_QUEUE = "slow webhooks"  # the queue for endpoints that failed or were slow, so that others don't wait for them
# The pauses after failed attempts, as Standard Webhooks suggests: more than three days in total.
PAUSES = tuple(timedelta(seconds=seconds) for seconds in (5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400))
JITTER = 0.1  # a pause is up to this share longer, at random, to spread retries
LONGEST_WAIT = timedelta(days=1)  # the longest pause that a receiver can request
GIVEN_UP_AFTER = timedelta(days=7)  # after this long without a success, the endpoint is switched off
KEPT = timedelta(days=30)
LONGEST_ANSWER = 300  # characters of a response that are stored
SLOW_AFTER = 2.0  # seconds
_SUBJECTS = ("endpoint__club", "message__club", "message__match__club", "message__tournament__club")


class Attempt(NamedTuple):
    """The outcome of an attempt. `withdrawn`: nothing was sent, because the event is no longer published."""

    answer: Answer | None = None
    reason: FailureReason | None = None
    withdrawn: bool = False
    seconds: float = 0.0

    @property
    def delivered(self) -> bool:
        return self.answer is not None and 200 <= self.answer.status < 300


def queue_attempt(endpoint: WebhookEndpoint, task_ends: bool = False) -> None:
    """Queue a task for the next attempt to a locked endpoint, unless it has one. `task_ends`: its task is about to end.

    If its task is queued for later, it is brought forward. A running task queues the next one when it ends.
    """
    waiting = endpoint.deliveries.filter(state=DeliveryState.WAITING).order_by("next_at").first()
    if waiting is None or waiting.next_at is None or not endpoint.enabled:
        endpoint.task = None if task_ends else endpoint.task
    else:
        at = max(waiting.next_at, endpoint.wait_until or waiting.next_at, now())
        if endpoint.task and not task_ends:
            task = DBTaskResult.objects.filter(pk=endpoint.task).exclude(status=TaskResultStatus.FAILED).first()
            if task:
                later = DBTaskResult.objects.filter(pk=task.pk, status=TaskResultStatus.READY, run_after__gt=at)
                later.update(run_after=at)
                transaction.on_commit(partial(wake, task.queue_name))
                return
        queue = SLOW_QUEUE if endpoint.slow else QUEUE
        endpoint.task = make_attempt.using(queue_name=queue, run_after=at).enqueue().id
    endpoint.save(update_fields=["task"])


def queue_missing() -> None:
    """Queue attempts to endpoints whose task was lost. Called once a minute."""
    waiting = Delivery.objects.filter(endpoint=OuterRef("pk"), state=DeliveryState.WAITING)
    queued = DBTaskResult.objects.filter(status__in=(TaskResultStatus.READY, TaskResultStatus.RUNNING))
    without = WebhookEndpoint.objects.filter(Exists(waiting), enabled=True).exclude(task__in=queued.values("pk"))
    if without.exists():
        with writing():
            for endpoint in without.select_for_update(of=("self",)):
                queue_attempt(endpoint)


@task(queue_name=QUEUE, takes_context=True)
def make_attempt(context: TaskContext) -> None:
    """Send the oldest due delivery of this task's endpoint, and queue the next attempt."""
    endpoint = WebhookEndpoint.objects.filter(task=context.task_result.id).first()
    if endpoint is None:
        return  # the endpoint was removed, or another task has replaced this one
    due = endpoint.deliveries.filter(state=DeliveryState.WAITING, next_at__lte=now())
    delivery = due.select_related(*_SUBJECTS).order_by("next_at", "pk").first() if endpoint.enabled else None
    attempt = _attempt(delivery) if delivery else None
    until_available(partial(_finish, endpoint, delivery, attempt))


def _attempt(delivery: Delivery) -> Attempt:
    """Check that the endpoint may still get the message, and send it."""
    began = time.monotonic()
    try:
        subject = until_available(lambda: subject_of(delivery.message))
        if subject is None or not may_get(delivery.endpoint, subject):
            return Attempt(withdrawn=True)
        request = until_available(lambda: formats.build_request(delivery.endpoint, delivery.message, subject, now()))
        release_connection()
        began = time.monotonic()
        return Attempt(answer=post(*request), seconds=time.monotonic() - began)
    except Unreachable as error:
        return Attempt(reason=error.reason, seconds=time.monotonic() - began)
    except DATABASE_UNAVAILABLE:  # the server stops
        raise
    except Exception:
        logger.exception("The delivery %s failed", delivery.pk)
        return Attempt(reason=FailureReason.INTERNAL)


def _finish(endpoint_read: WebhookEndpoint, delivery: Delivery | None, attempt: Attempt | None) -> None:
    """Save the outcome of an attempt, and queue the next one, unless another task has taken over meanwhile."""
    with writing():
        own = WebhookEndpoint.objects.select_for_update(of=("self",)).select_related("club")
        endpoint = own.filter(pk=endpoint_read.pk, task=endpoint_read.task).first()
        if endpoint is None:
            return
        if delivery and attempt:
            at = now()
            _update_endpoint(endpoint, attempt, at)
            Delivery.objects.filter(pk=delivery.pk).update(**_outcome(delivery, endpoint, attempt, at))
        queue_attempt(endpoint, task_ends=True)


def _update_endpoint(endpoint: WebhookEndpoint, attempt: Attempt, at: datetime) -> None:
    """Save the endpoint's state after an attempt, and switch it off if it has failed for too long."""
    answer = attempt.answer
    if attempt.delivered:
        endpoint.failing_since = endpoint.wait_until = None
        endpoint.slow = attempt.seconds > SLOW_AFTER
    elif not attempt.withdrawn and attempt.reason is not FailureReason.INTERNAL:
        endpoint.failing_since = endpoint.failing_since or at
        endpoint.wait_until = asked_to_wait(answer, at) if answer else None
        endpoint.slow = True
    endpoint.save(update_fields=["failing_since", "wait_until", "slow"])
    gone = answer is not None and answer.status == 410
    if endpoint.enabled and (gone or (endpoint.failing_since and at - endpoint.failing_since >= GIVEN_UP_AFTER)):
        switch_off(endpoint, OffReason.GONE if gone else OffReason.FAILING)


def _outcome(delivery: Delivery, endpoint: WebhookEndpoint, attempt: Attempt, at: datetime) -> dict[str, object]:
    """Return the new values of a delivery after an attempt."""
    if attempt.withdrawn:
        return {"state": DeliveryState.WITHDRAWN, "next_at": None}
    answer, attempts = attempt.answer, delivery.attempts + 1
    values: dict[str, object] = {
        "attempts": attempts,
        "attempted_at": at,
        "status": answer.status if answer else None,
        "reason": attempt.reason or "",
        "answer": answer.text[:LONGEST_ANSWER].replace("\0", "") if answer else "",
        "next_at": None,
    }
    if attempt.delivered:
        return {**values, "state": DeliveryState.DELIVERED}
    if not endpoint.enabled:
        return {**values, "state": DeliveryState.HELD}
    if attempts > len(PAUSES):
        return {**values, "state": DeliveryState.FAILED}
    pause = PAUSES[attempts - 1] * (1 + random.uniform(0, JITTER))  # nosec B311 # spreads retries
    return {**values, "next_at": max(at + pause, endpoint.wait_until or at)}


def asked_to_wait(answer: Answer, at: datetime) -> datetime | None:
    """Return the time until which the receiver asks to wait, from the header `Retry-After` or Telegram's `retry_after`.

    None if it doesn't ask, or if the value is invalid.
    """
    if answer.status not in (429, 503):
        return None
    text = answer.headers.get("Retry-After", "").strip()
    with suppress(ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError):
        if text and not text.isdecimal():
            until = parsedate_to_datetime(text).astimezone(UTC)
        else:
            seconds = text[:9] or json.loads(answer.text)["parameters"]["retry_after"]
            until = at + timedelta(seconds=min(int(seconds), 86_400))
        return min(until, at + LONGEST_WAIT) if until > at else None
    return None


def restart(endpoint: WebhookEndpoint, deliveries: QuerySet[Delivery]) -> None:
    """Restart the attempts of these deliveries to a locked endpoint."""
    deliveries.update(state=DeliveryState.WAITING, attempts=0, next_at=now())
    queue_attempt(endpoint)


def switch_off(
    endpoint: WebhookEndpoint, reason: OffReason, record: Callable[..., object] = by_program, **by: object
) -> None:
    """Switch an endpoint off and hold its waiting deliveries, inside a transaction."""
    endpoint.enabled, endpoint.off_reason, endpoint.off_at = False, reason, now()
    endpoint.save(update_fields=["enabled", "off_reason", "off_at"])
    waiting = Delivery.objects.filter(endpoint=endpoint, state=DeliveryState.WAITING)
    waiting.update(state=DeliveryState.HELD, next_at=None)
    after = {"kind": endpoint.kind, "host": endpoint.host, "why": reason.value}
    record("webhook_off", club=endpoint.club, about=endpoint.pk, after=after, **by)


def prune() -> None:
    """Delete messages older than thirty days, and old secrets that are no longer valid."""
    old = EventMessage.objects.filter(created_at__lt=now() - KEPT)
    ended = WebhookEndpoint.objects.filter(old_secret_ends__lt=now())
    if old.exists() or ended.exists():
        with writing():
            old.delete()
            ended.update(old_secret="", old_secret_ends=None)  # nosec B106 # empty
