"""Queues a task for each announced change that somebody has subscribed to, in the transaction of the change."""

from datetime import UTC, datetime, timedelta

from notifications.notices.announced import AHEAD, DELAYS, is_wanted
from notifications.tasks import make_notices_for_announcement
from people.announcements import Announcement
from people.web.codes import new_key
from tournaments.models import Round


def listen(announcement: Announcement) -> None:
    """Queue a task if anybody may get a notice about this change.

    The task for a planned start is always queued, because people can subscribe until it runs.
    """
    if not is_wanted(announcement):
        return
    now, what = datetime.now(UTC), announcement.what
    values = {name: announcement.values.get(name) for name in ("tournament", "round", "table")}
    due = now + DELAYS.get(what, timedelta(0))
    if what == "entrant_asked":
        values |= {"entrant": announcement.values["about"], "state": announcement.values["state"]}
    elif what == "start_planned":
        starts_at = _planned_start(announcement)
        values["starts_at"], due = starts_at.isoformat(), starts_at - AHEAD
    task = make_notices_for_announcement
    if due > now:
        task = task.using(run_after=due)
    task.enqueue(what, {name: value for name, value in values.items() if value is not None}, new_key())


def _planned_start(announcement: Announcement) -> datetime:
    """Return the planned start of the round, which was saved in this transaction."""
    values = announcement.values
    starts_at = Round.objects.get(tournament=values["tournament"], number=values["round"]).starts_at
    assert starts_at is not None
    return starts_at
