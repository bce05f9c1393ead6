"""Reminders of club nights, a day before, for members who want them."""

from datetime import datetime

from notifications.models import Notice, Subscription, Topic


def are_wanted() -> bool:
    """Return whether anybody has subscribed to reminders."""
    return Subscription.objects.filter(topic=Topic.NIGHTS).exists()


def make_reminders(now: datetime) -> list[Notice]:
    """Return the new reminders that are due, inside an open transaction."""
    return []
