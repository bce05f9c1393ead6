"""The days of club nights. A night has a day and a time in the time zone of the site (the setting `TIME_ZONE`)."""

from datetime import date, timedelta

from django.db.models import BooleanField, ExpressionWrapper, Q
from django.utils import timezone

from people.models import Club, ClubNight

ENDS = timedelta(hours=12)  # nights last past midnight, and are over at noon of the day after


def first_open_day() -> date:
    """Return the first day whose nights are not over."""
    return (timezone.localtime() - ENDS).date()


def is_over(night: ClubNight) -> bool:
    return night.on < first_open_day()


def next_night(club: Club) -> ClubNight | None:
    """Return the next night that is not cancelled, or last night's if none is planned."""
    nights = ClubNight.objects.filter(club=club, cancelled=False, on__gte=first_open_day())
    past = ExpressionWrapper(Q(on__lt=timezone.localdate()), BooleanField())
    return nights.order_by(past, "on", "begins", "pk").first()
