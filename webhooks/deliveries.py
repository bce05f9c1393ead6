"""Deliveries: one attempt at a time for each endpoint, with retries over three days."""

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

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet
from django.utils.timezone import now

from delivery.requests import Answer, FailureReason, Unreachable, post
from delivery.worker import AWAY, abandoned, release_connection, until_available
from people.audit.log import by_program
from people.db.transactions import writing
from webhooks.messages import formats
from webhooks.messages.subjects import may_get, subject_of
from webhooks.models import Delivery, DeliveryState, EventMessage, OffReason, WebhookEndpoint

logger = logging.getLogger(__name__)
# The pauses after each failed attempt, as Standard Webhooks suggests: more than three days in all.
PAUSES = tuple(timedelta(seconds=seconds) for seconds in (5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400))
JITTER = 0.1  # the share by which a pause may be longer
LONGEST_WAIT = timedelta(days=1)  # that a receiver can ask for
GIVEN_UP_AFTER = timedelta(days=7)  # without a success, the endpoint is switched off
KEPT = timedelta(days=30)
LONGEST_ANSWER = 300  # characters that the log keeps
SLOW_AFTER = 2.0  # seconds
THREADS, QUICK_THREADS = 2, 2  # the latter take no endpoint that was slow
MOST_OF_A_CLUB = 2  # attempts at the same time
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


def deliver_next(quick: bool = False) -> bool:
    """Make one attempt of the next delivery that is due; return whether there was one. `quick`: none that may wait."""
    delivery = _claim(quick)
    if delivery:
        attempt = _attempt(delivery)
        until_available(partial(_record, delivery, attempt))
    return delivery is not None


def _claim(quick: bool) -> Delivery | None:
    """Choose an endpoint that has had no attempt for the longest time, and mark it; return its oldest delivery."""
    while first := _free(quick).first():
        with writing():
            endpoint = _free(quick).select_for_update(of=("self",)).filter(pk=first.pk).first()
            due = _due().filter(endpoint=endpoint).select_related(*_SUBJECTS).order_by("next_at", "pk").first()
            if endpoint and due:
                due.endpoint.claimed_at = now()
                WebhookEndpoint.objects.filter(pk=endpoint.pk).update(sending=True, claimed_at=due.endpoint.claimed_at)
                return due
    return None


def _due() -> QuerySet[Delivery]:
    return Delivery.objects.filter(state=DeliveryState.WAITING, next_at__lte=now())


def _free(quick: bool) -> QuerySet[WebhookEndpoint]:
    """The endpoints to which something can be sent now."""
    rows = WebhookEndpoint.objects.filter(Q(wait_until=None) | Q(wait_until__lte=now()), enabled=True)
    under_way = WebhookEndpoint.objects.filter(~abandoned("claimed_at"), sending=True)
    busy = under_way.order_by().values("club").annotate(many=Count("pk")).filter(many__gte=MOST_OF_A_CLUB)
    rows = rows.filter(Q(sending=False) | abandoned("claimed_at")).exclude(club__in=busy.values("club"))
    rows = rows.filter(Exists(_due().filter(endpoint=OuterRef("pk"))))
    if quick:
        rows = rows.filter(slow=False)
    return rows.order_by("slow", F("claimed_at").asc(nulls_first=True), "pk")


def _attempt(delivery: Delivery) -> Attempt:
    """Check that the event may still be told, and send it."""
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
    except AWAY:  # the server stops
        raise
    except Exception:
        logger.exception("The delivery %s failed", delivery.pk)
        return Attempt(reason=FailureReason.INTERNAL)


def _record(delivery: Delivery, attempt: Attempt) -> None:
    """Save what came of an attempt, and free the endpoint, unless another process has taken over in the meantime."""
    with writing():
        own = WebhookEndpoint.objects.select_for_update(of=("self",)).select_related("club")
        endpoint = own.filter(pk=delivery.endpoint_id, claimed_at=delivery.endpoint.claimed_at).first()
        if endpoint:
            at = now()
            _note(endpoint, attempt, at)
            Delivery.objects.filter(pk=delivery.pk).update(**_outcome(delivery, endpoint, attempt, at))


def _note(endpoint: WebhookEndpoint, attempt: Attempt, at: datetime) -> None:
    """Save what an attempt says about its endpoint, and switch it off if nothing has got through for long."""
    endpoint.sending = False
    answer = attempt.answer
    if attempt.delivered:
        endpoint.failing_since = endpoint.wait_until = None
        endpoint.slow = attempt.seconds > SLOW_AFTER
    elif not attempt.withdrawn and attempt.reason is not FailureReason.INTERNAL:
        endpoint.failing_since = endpoint.failing_since or at
        endpoint.wait_until = asked_to_wait(answer, at) if answer else None
        endpoint.slow = True
    endpoint.save(update_fields=["sending", "failing_since", "wait_until", "slow"])
    gone = answer is not None and answer.status == 410
    if endpoint.enabled and (gone or (endpoint.failing_since and at - endpoint.failing_since >= GIVEN_UP_AFTER)):
        switch_off(endpoint, OffReason.GONE if gone else OffReason.FAILING)


def _outcome(delivery: Delivery, endpoint: WebhookEndpoint, attempt: Attempt, at: datetime) -> dict[str, object]:
    """The new values of a delivery after an attempt."""
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
    """Return until when the receiver asks to wait: the header `Retry-After`, or Telegram's `retry_after`.

    None if it doesn't, or if this can't be read.
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


def restart(deliveries: QuerySet[Delivery]) -> None:
    """Restart the attempts of these deliveries, inside a transaction."""
    deliveries.update(state=DeliveryState.WAITING, attempts=0, next_at=now())


def switch_off(
    endpoint: WebhookEndpoint, reason: OffReason, record: Callable[..., object] = by_program, **by: object
) -> None:
    """Switch an endpoint off and hold what waits, inside a transaction."""
    endpoint.enabled, endpoint.off_reason, endpoint.off_at = False, reason, now()
    endpoint.save(update_fields=["enabled", "off_reason", "off_at"])
    waiting = Delivery.objects.filter(endpoint=endpoint, state=DeliveryState.WAITING)
    waiting.update(state=DeliveryState.HELD, next_at=None)
    after = {"kind": endpoint.kind, "host": endpoint.host, "why": reason.value}
    record("webhook_off", club=endpoint.club, about=endpoint.pk, after=after, **by)


def prune() -> None:
    """Delete messages older than thirty days, and old secrets that no longer sign."""
    old = EventMessage.objects.filter(created_at__lt=now() - KEPT)
    ended = WebhookEndpoint.objects.filter(old_secret_ends__lt=now())
    if old.exists() or ended.exists():
        with writing():
            old.delete()
            ended.update(old_secret="", old_secret_ends=None)  # nosec B106 # empty
