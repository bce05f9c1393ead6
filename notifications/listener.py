"""Stores a task for each announcement that somebody has subscribed to, in the transaction of the action."""

from datetime import UTC, datetime, timedelta

from notifications.notices.announced import AHEAD, PATIENCE, is_wanted
from notifications.tasks import tell
from people.announcements import Announcement
from people.web.codes import new_key
from tournaments.models import Entrant, Round


def listen(announcement: Announcement) -> None:
    """Queue a task if anybody gets a notice of this. Without subscriptions, no row is written.

    The task of a planned start is always queued: people may subscribe until it is due.
    """
    if not is_wanted(announcement):
        return
    now, what = datetime.now(UTC), announcement.what
    values = {name: announcement.values.get(name) for name in ("tournament", "round", "table")}
    due = now + PATIENCE.get(what, timedelta(0))
    if what == "entrant_asked":
        values["entrant"] = _newest_entrant(announcement)
    elif what == "start_planned":
        starts_at = _planned_start(announcement)
        values["starts_at"], due = starts_at.isoformat(), starts_at - AHEAD
    task = tell.using(run_after=due) if due > now else tell
    task.enqueue(what, {name: value for name, value in values.items() if value is not None}, new_key())


def _planned_start(announcement: Announcement) -> datetime:
    """Return the start that has just been planned, in this transaction."""
    values = announcement.values
    starts_at = Round.objects.get(tournament=values["tournament"], number=values["round"]).starts_at
    assert starts_at is not None
    return starts_at


def _newest_entrant(announcement: Announcement) -> int | None:
    """Return the number of the entrant who has just registered, in this transaction."""
    entrants = Entrant.objects.filter(tournament=announcement.values["tournament"]).order_by("-entered_at", "-pk")
    return entrants.values_list("number", flat=True).first()
