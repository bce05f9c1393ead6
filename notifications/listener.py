"""Stores a task for each announcement that somebody has subscribed to, in the transaction of the action."""

from datetime import UTC, datetime

from notifications.notices.announced import PATIENCE, is_wanted
from notifications.tasks import tell
from people.announcements import Announcement
from people.web.codes import new_key
from tournaments.models import Entrant


def listen(announcement: Announcement) -> None:
    """Queue a task if anybody gets a notice of this. Without subscriptions, no row is written."""
    if is_wanted(announcement):
        values = {name: announcement.values.get(name) for name in ("tournament", "round", "table")}
        if announcement.what == "entrant_asked":
            values["entrant"] = _newest_entrant(announcement)
        wait = PATIENCE.get(announcement.what)
        task = tell.using(run_after=datetime.now(UTC) + wait) if wait else tell
        task.enqueue(announcement.what, {name: value for name, value in values.items() if value is not None}, new_key())


def _newest_entrant(announcement: Announcement) -> int | None:
    """Return the number of the entrant who has just registered, in this transaction."""
    entrants = Entrant.objects.filter(tournament=announcement.values["tournament"]).order_by("-entered_at", "-pk")
    return entrants.values_list("number", flat=True).first()
