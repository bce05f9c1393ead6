"""Tasks of the queues for notifications. Each may run twice, e.g. after a server was killed, so all are idempotent."""

import logging
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from django_tasks import task
from django_tasks.base import Task

from delivery.worker import release_connection
from notifications.channels import DeliveryRefused, ReceiverGone, TryLater, mail, push
from notifications.models import Notice, Receiver, Subscription, Topic
from notifications.notices import reminders, wording
from notifications.notices.announced import forget_unused, make_notices
from notifications.subscriptions import UNCONFIRMED, forget_receiver
from people.db.transactions import writing
from tournaments.models import Tournament

logger = logging.getLogger(__name__)
QUEUE, SLOW_QUEUE = "notifications", "slow notifications"
SHORTEST_PAUSE, LONGEST_PAUSE = timedelta(seconds=20), timedelta(minutes=30)  # the pause between two attempts
GIVEN_UP_AFTER = timedelta(days=14)  # a receiver is deleted after failing for this long


@task(queue_name=QUEUE)
def make_notices_for_announcement(what: str, values: dict[str, Any], key: str) -> None:
    """Create the notices about an announced change, and queue a delivery for each. Idempotent per `key`."""
    cause = f"{what} {key}"
    with writing():
        tournament = Tournament.objects.select_related("club").filter(pk=values["tournament"]).first()
        if tournament:
            for notice in make_notices(what, tournament, values, cause, datetime.now(UTC)):
                enqueue(notice)


@task(queue_name=QUEUE)
def deliver(number: int) -> None:
    """Send a notice to its phone or e-mail address, once. If that fails, retry until the notice expires."""
    now = datetime.now(UTC)
    notice = _notice(number)
    if notice is None or notice.sent_at or notice.fetched_at or notice.expires_at <= now:
        return
    subscription = notice.subscription
    if not wording.is_allowed(subscription):
        if subscription.topic != Topic.PLAYER:  # a role has ended; a tournament may become public again
            with writing():
                subscription.delete()
                forget_unused()
        return
    if wording.text_of(notice) is None:
        return  # hidden again, answered, confirmed or over meanwhile
    channel = push if subscription.receiver.endpoint else mail
    if _send_or_retry(subscription.receiver, lambda: channel.send(notice), deliver, notice, notice.expires_at):
        with writing():
            Notice.objects.filter(pk=number).update(sent_at=datetime.now(UTC))


def _notice(number: int) -> Notice | None:
    related = ("receiver__key", "tournament__club", "entrant__player", "club", "user")
    rows = Notice.objects.select_related(*(f"subscription__{name}" for name in related))
    return rows.filter(pk=number).first()


def enqueue(notice: Notice) -> None:
    """Queue the delivery of a notice. Failing receivers have their own queue, so that others don't wait for them."""
    failing = notice.subscription.receiver.failing_since
    deliver.using(queue_name=SLOW_QUEUE if failing else QUEUE).enqueue(notice.pk)


@task(queue_name=QUEUE)
def ask_to_confirm(number: int) -> None:
    """Send the link with which the owner of an e-mail address confirms a subscription."""
    rows = Subscription.objects.select_related("receiver")
    subscription = rows.filter(pk=number, confirmed_at=None).first()
    if subscription:
        until = subscription.made_at + UNCONFIRMED
        _send_or_retry(
            subscription.receiver, lambda: mail.ask_to_confirm(subscription), ask_to_confirm, subscription, until
        )


def _send_or_retry(
    receiver: Receiver, send: Callable[[], None], again: Task[Any, Any], row: Notice | Subscription, until: datetime
) -> bool:
    """Send a message and return whether it was accepted. Otherwise queue `again` for later, if that is before `until`.

    Each pause is as long as all attempts before it. A receiver that has refused everything for long is deleted.
    """
    release_connection()
    try:
        send()
    except ReceiverGone:
        forget_receiver(receiver)
    except (DeliveryRefused, TryLater) as failure:
        logger.info("A notification was not delivered: %s", failure)
        now = datetime.now(UTC)
        with writing():
            if isinstance(failure, TryLater):
                pause = min(max(now - row.made_at, SHORTEST_PAUSE), LONGEST_PAUSE)
                at = max(now + pause, failure.at or now)
                if at < until:
                    again.using(queue_name=SLOW_QUEUE, run_after=at).enqueue(row.pk)
            elif receiver.failing_since and now - receiver.failing_since >= GIVEN_UP_AFTER:
                receiver.delete()
            Receiver.objects.filter(pk=receiver.pk, failing_since=None).update(failing_since=now)
    else:
        if receiver.failing_since:
            with writing():
                Receiver.objects.filter(pk=receiver.pk).update(failing_since=None)
        return True
    return False


def remind() -> None:
    """Create and queue the due reminders of club nights. Called once a minute; writes nothing if there are none."""
    now = datetime.now(UTC)
    if reminders.are_due(now):
        with writing():
            for notice in reminders.make_reminders(now):
                enqueue(notice)
