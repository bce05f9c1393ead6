"""Reminders of club nights, a day before, for members who have a place and want them."""

from datetime import datetime, timedelta

from notifications.models import Notice, NoticeKind, Subscription, Topic
from notifications.notices.announced import make
from people.clubs.reminders import NightReminder, nights_to_remind

LATEST = timedelta(hours=6)  # a server that was off for so long still reminds of what it has missed


def are_wanted() -> bool:
    """Return whether anybody has subscribed to reminders."""
    return Subscription.objects.filter(topic=Topic.NIGHTS).exists()


def make_reminders(now: datetime) -> list[Notice]:
    """Return the new reminders that are due, inside an open transaction. Nobody is reminded twice of a night."""
    made = []
    for reminder in nights_to_remind(now - LATEST, now):
        night = reminder.night
        about = {"night": night.pk, "on": night.on.isoformat()}
        made += make(NoticeKind.NIGHT, _subscribed(reminder), about, f"night {night.pk} {night.on}", now)
    return made


def _subscribed(reminder: NightReminder) -> list[Subscription]:
    accounts = {row.account.pk for row in reminder.coming if row.account}
    wanted = Subscription.objects.filter(topic=Topic.NIGHTS, club=reminder.night.club, user__in=accounts)
    return list(wanted.exclude(confirmed_at=None).select_related("receiver"))
