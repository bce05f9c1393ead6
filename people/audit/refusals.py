"""Audit rows that views write about refused changes and exports, limited per actor.

The rows are skipped if the database is unavailable.
"""

import logging
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from django.http import HttpRequest

from people.audit.events import What
from people.audit.log import DEVICE, device_of, record
from people.db.transactions import Unavailable, writing
from people.models import Audit, Club, User

logger = logging.getLogger(__name__)

# Limits for rows of one kind about one match or club, by one account or phone. Unknown phones count as one.
MOST_REFUSED, MOST_EXPORTS, WINDOW = 30, 60, timedelta(hours=1)
# The audit log stores URL names of these apps without the namespace.
BARE = ("people", "matches", "clubs")


def record_refusal(request: HttpRequest, why: str, *, club: Club | None = None, match: str = "") -> None:
    """Record a refused change. Call this outside transactions, after the change was rolled back.

    `why`: "right", "revoked", "closed", "settled" or "conflict". The row names the step by the page's URL name, without
    the namespace of the apps in `BARE`.
    """
    page = request.resolver_match
    entry = page.kwargs.get("seq") if page else None
    name = "" if page is None else (page.url_name if page.app_name in BARE else page.view_name) or ""
    after = {"step": name, "why": why, **({} if entry is None else {"entry": entry})}
    _bounded(request, What.CHANGE_REFUSED, MOST_REFUSED, after, refused=True, club=club, match=match)


def record_export(
    request: HttpRequest, what: What, kind: str, *, club: Club | None = None, match: str = "", about: str = ""
) -> None:
    """Record an exported file (`kind`: "csv", "xlsx" …). A HEAD request exports nothing and is not recorded."""
    if request.method == "GET":
        _bounded(request, what, MOST_EXPORTS, {"kind": kind}, club=club, match=match, about=about)


def is_known(request: HttpRequest) -> bool:
    """Return whether the requester is signed in or on a phone that has started or joined a match."""
    return DEVICE in request.session or request.user.is_authenticated


def _bounded(request: HttpRequest, what: What, most: int, after: Mapping[str, Any], **row: Any) -> None:
    """Record a row unless the actor already has `most` in the period. The last row allowed is marked with `more`."""
    user = request.user if isinstance(request.user, User) and request.user.is_authenticated else None
    actor = {"user": user, "device": device_of(request)}
    place = {"match": row["match"]} if row["match"] else {"club": row["club"]}
    count = Audit.objects.filter(what=what, at__gt=datetime.now(UTC) - WINDOW, **actor, **place).count()
    if count >= most:
        return
    more = {"more": True} if count == most - 1 else {}
    try:
        with writing():
            record(request, what, after={**after, **more}, **row)
    except Unavailable:
        logger.warning("the activity log could not be written: %s", what)
