"""How often something failed, by whom, in a stretch of time. What is enough is for the asker to say.

A party is told by a hash alone. What is over is removed with the next failure, so that rows stay few.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.db import transaction
from django.db.models import F
from django.utils.crypto import salted_hmac

from people.models import Tries


@dataclass(frozen=True, slots=True)
class RateLimit:
    """`most` failures of the sort `what` are let pass in each `window`, which begins with the first of them."""

    what: str
    most: int
    window: timedelta


def failed(limit: RateLimit, who: str, now: datetime | None = None) -> int:
    """Count one more failure of `who`: how many there are in this window now.

    Where `seen` says that there are too many already, nothing need be counted, and who goes on guessing costs the
    database a question each time, but no write.
    """
    now = now or datetime.now(UTC)
    with transaction.atomic():
        Tries.objects.filter(what=limit.what, since__lte=now - limit.window).delete()
        row, _new = Tries.objects.get_or_create(what=limit.what, who=_hash(limit, who), defaults={"since": now})
        Tries.objects.filter(pk=row.pk).update(count=F("count") + 1)
        row.refresh_from_db()
    return row.count


def seen(limit: RateLimit, who: str, now: datetime | None = None) -> int:
    """How many failures of `who` there are in this window."""
    begun = (now or datetime.now(UTC)) - limit.window
    rows = Tries.objects.filter(what=limit.what, who=_hash(limit, who), since__gt=begun)
    return rows.values_list("count", flat=True).first() or 0


def forget(limit: RateLimit, who: str) -> None:
    """Begin anew: it did not fail this time."""
    Tries.objects.filter(what=limit.what, who=_hash(limit, who)).delete()


def _hash(limit: RateLimit, who: str) -> str:
    return salted_hmac("people.tries", f"{limit.what} {who}", algorithm="sha256").hexdigest()
