"""Choose the backups to keep: all of the last day, one per day of the last week, one per week of the last four."""

from collections.abc import Iterable
from datetime import datetime, timedelta

HOURS, DAYS, WEEKS = 24, 7, 4


def kept(made: Iterable[datetime], now: datetime) -> set[datetime]:
    """Those of `made` that stay. The newest always does; of a day or a week its last."""
    stay: set[datetime] = set()
    seen: set[tuple[str, object]] = set()
    for each in sorted(made, reverse=True):
        age = now - each
        day, week = ("day", each.date()), ("week", each.isocalendar()[:2])
        by_day = age <= timedelta(days=DAYS) and day not in seen
        by_week = age <= timedelta(weeks=WEEKS) and week not in seen
        if not stay or age <= timedelta(hours=HOURS) or by_day or by_week:
            stay.add(each)
        seen |= {day, week}
    return stay
