"""Reminders of club nights, a day before, for members who have a place and want them."""

from datetime import datetime, timedelta

from notifications.models import Notice, NoticeKind, Subscription, Topic
from notifications.notices.announced import create_notices
from people.clubs.reminders import BEFORE, NightReminder, nights_to_remind

LATEST = timedelta(hours=1)  # until this long before the start, people who sign up late are reminded too


def are_due(now: datetime) -> bool:
    """Return whether somebody is to be reminded; one query if nobody has subscribed."""
    return Subscription.objects.filter(topic=Topic.NIGHTS).exists() and any(rows for _, rows in _due(now))


def make_reminders(now: datetime) -> list[Notice]:
    """Return the new reminders that are due, inside an open transaction. Nobody is reminded twice of a night."""
    made = []
    for reminder, rows in _due(now):
        about = {"night": reminder.night.pk, "on": reminder.night.on.isoformat()}
        made += create_notices(NoticeKind.NIGHT, rows, about, _cause(reminder), now, reminder.at + BEFORE)
    return made


def _due(now: datetime) -> list[tuple[NightReminder, list[Subscription]]]:
    return [(reminder, _subscribed(reminder)) for reminder in nights_to_remind(now - BEFORE + LATEST, now)]


def _subscribed(reminder: NightReminder) -> list[Subscription]:
    """Return the subscriptions of people who are coming and haven't been reminded yet."""
    accounts = {row.account.pk for row in reminder.coming if row.account}
    rows = Subscription.objects.filter(topic=Topic.NIGHTS, club=reminder.night.club, user__in=accounts)
    rows = rows.exclude(confirmed_at=None).exclude(notices__cause=_cause(reminder))
    return list(rows.select_related("receiver"))


def _cause(reminder: NightReminder) -> str:
    return f"night {reminder.night.pk} {reminder.night.on}"
