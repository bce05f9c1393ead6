"""Tasks of the queue "notifications". Each may run twice, if a server was killed."""

import logging
from datetime import UTC, datetime, timedelta
from typing import Any

from django_tasks import task

from notifications.channels import mail, push
from notifications.models import Notice, Subscription
from notifications.notices import reminders, wording
from notifications.notices.announced import forget_unused, make_notices
from notifications.subscriptions import forget_receiver
from people.db.transactions import writing
from tournaments.models import Tournament

logger = logging.getLogger(__name__)
QUEUE = "notifications"
# The pauses between attempts, as long as the notice is of use.
PAUSES = [timedelta(seconds=seconds) for seconds in (20, 60, 180, 600, 1800)]


@task(queue_name=QUEUE)
def tell(what: str, values: dict[str, Any], key: str) -> None:
    """Make the notices about an announcement, and queue a task for each. `key`: a second run makes nothing new."""
    cause = f"{what} {key}"
    with writing():
        tournament = Tournament.objects.select_related("club").filter(pk=values["tournament"]).first()
        if tournament:
            for notice in make_notices(what, tournament, values, cause, datetime.now(UTC)):
                deliver.enqueue(notice.pk)


@task(queue_name=QUEUE)
def deliver(number: int, attempt: int = 0) -> None:
    """Send a notice to its phone or e-mail address, once. If that fails, try again while the notice is of use."""
    now = datetime.now(UTC)
    notice = _notice(number)
    if notice is None or notice.sent_at or notice.expires_at <= now:
        return
    receiver = notice.subscription.receiver
    if not wording.is_allowed(notice.subscription):
        with writing():
            notice.subscription.delete()  # a role has ended, or a link was revoked
            forget_unused()
        return
    if wording.text_of(notice) is None:
        return  # hidden again, answered, confirmed or over in the meantime
    try:
        (push if receiver.endpoint else mail).send(notice)
    except push.SubscriptionGone:
        forget_receiver(receiver)
        return
    except push.TryLater as trouble:
        logger.info("A notification has to wait: %s", trouble)
        _again(notice, attempt, now)
        return
    with writing():
        Notice.objects.filter(pk=number).update(sent_at=datetime.now(UTC))


def _notice(number: int) -> Notice | None:
    related = ("receiver__key", "tournament__club", "entrant__player", "club", "user")
    rows = Notice.objects.select_related(*(f"subscription__{name}" for name in related))
    return rows.filter(pk=number).first()


def _again(notice: Notice, attempt: int, now: datetime) -> None:
    if attempt < len(PAUSES) and now + PAUSES[attempt] < notice.expires_at:
        with writing():
            deliver.using(run_after=now + PAUSES[attempt]).enqueue(notice.pk, attempt + 1)


@task(queue_name=QUEUE)
def ask_to_confirm(number: int, attempt: int = 0) -> None:
    """Send the link with which the owner of an e-mail address confirms a subscription."""
    rows = Subscription.objects.select_related("receiver", "tournament__club", "entrant__player", "club", "user")
    subscription = rows.filter(pk=number, confirmed_at=None).first()
    if subscription is None:
        return
    try:
        mail.ask_to_confirm(subscription)
    except push.TryLater as trouble:
        logger.info("An email has to wait: %s", trouble)
        if attempt < len(PAUSES):
            with writing():
                ask_to_confirm.using(run_after=datetime.now(UTC) + PAUSES[attempt]).enqueue(number, attempt + 1)


def remind() -> None:
    """Make the reminders of club nights that are due. Called once a minute; a query, if nobody wants any."""
    if reminders.are_wanted():
        with writing():
            for notice in reminders.make_reminders(datetime.now(UTC)):
                deliver.enqueue(notice.pk)
