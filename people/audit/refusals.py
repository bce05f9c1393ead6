"""Audit rows that views write: refused changes and exported files.

Rate-limited per actor. If the database is unavailable, nothing is recorded and the response stays the same.
"""

import logging
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any

from django.http import HttpRequest

from people.audit.events import What
from people.audit.log import DEVICE, record
from people.db.transactions import Unavailable, writing
from people.models import Audit, Club, User

logger = logging.getLogger(__name__)

# Rows of one sort about one match or club, by one account or phone, in an hour; who cannot be told apart are one.
MOST_REFUSED, MOST_TAKEN, WINDOW = 30, 60, timedelta(hours=1)
# The audit log stores URL names of these apps without the namespace.
BARE = ("people", "matches", "clubs")


def refused(request: HttpRequest, why: str, *, club: Club | None = None, match: str = "") -> None:
    """A change that was not made: `why` is "right", "revoked", "closed", "settled" or "conflict"; the step is the
    page's name, with that of its room where that is another than those whose pages go by bare names (`BARE`).

    To be called outside of any transaction: that of the change was rolled back.
    """
    asked = request.resolver_match
    hand = asked.kwargs.get("seq") if asked else None
    name = "" if asked is None else (asked.url_name if asked.app_name in BARE else asked.view_name) or ""
    after = {"step": name, "why": why, **({} if hand is None else {"entry": hand})}
    _bounded(request, What.CHANGE_REFUSED, MOST_REFUSED, after, refused=True, club=club, match=match)


def taken(
    request: HttpRequest, what: What, kind: str, *, club: Club | None = None, match: str = "", about: str = ""
) -> None:
    """Record an exported file (`kind`: "csv", "xlsx" …). A HEAD request exports nothing."""
    if request.method == "GET":
        _bounded(request, what, MOST_TAKEN, {"kind": kind}, club=club, match=match, about=about)


def is_known(request: HttpRequest) -> bool:
    """Return whether the requester is known: an account, or a phone that has started or joined a match."""
    return DEVICE in request.session or request.user.is_authenticated


def _bounded(request: HttpRequest, what: What, most: int, after: Mapping[str, Any], **told: Any) -> None:
    user = request.user if isinstance(request.user, User) and request.user.is_authenticated else None
    by = {"user": user, "device": str(request.session.get(DEVICE, ""))}
    where = {"match": told["match"]} if told["match"] else {"club": told["club"]}
    before = Audit.objects.filter(what=what, at__gt=datetime.now(UTC) - WINDOW, **by, **where).count()
    if before >= most:
        return
    more = {"more": True} if before == most - 1 else {}
    try:
        with writing():
            record(request, what, after={**after, **more}, **told)
    except Unavailable:
        logger.warning("the audit could not be written: %s", what)
