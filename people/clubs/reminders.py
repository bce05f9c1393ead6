"""Reminders of club nights: the people to remind of each night, and when. Nothing is stored or sent here."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta

from django.utils import timezone

from people.clubs.attendance import attendances
from people.models import ClubNight, NightSignUp

BEFORE = timedelta(days=1)
NOON = time(12)


@dataclass(frozen=True, slots=True)
class NightReminder:
    """A night, the moment of its reminder, and the people who have a place. `NightSignUp.account` may be None."""

    night: ClubNight
    at: datetime
    coming: Sequence[NightSignUp]


def reminder_time(night: ClubNight) -> datetime:
    """Return the moment of the reminder: a day before the start, or noon of the day before if no start is known.

    The start is in the time zone of the site (the setting `TIME_ZONE`). On a site with clubs in other time zones, their
    reminders come some hours earlier or later.
    """
    start = datetime.combine(night.on, night.begins or NOON)
    return timezone.make_aware(start) - BEFORE


def nights_to_remind(after: datetime, until: datetime) -> list[NightReminder]:
    """Return the reminders in the period: later than `after` and not later than `until`, the earliest first.

    Cancelled nights, nights without sign-ups, and people on the waiting list are left out. Guests are among `coming`,
    but have no account. The result depends only on the current sign-ups, so callers that pass consecutive periods
    remind nobody twice.
    """
    days = (after.date(), until.date() + BEFORE * 2)
    nights = ClubNight.objects.filter(cancelled=False, on__range=days).select_related("club")
    found = [NightReminder(each.night, reminder_time(each.night), each.coming) for each in attendances(nights)]
    due = [reminder for reminder in found if reminder.coming and after < reminder.at <= until]
    return sorted(due, key=lambda reminder: (reminder.at, reminder.night.pk))
