"""Slows who guesses passwords, and locks nobody out: after some failures every further try has to wait a little.

A try is counted before it is made, so that many at once are counted as well; in the database, which all processes
share. `Tries.since` is the moment of the last one: the wait is reckoned from there.
"""

from __future__ import annotations

import math
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.db.models import F, QuerySet
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from people.audit.log import address_of
from people.db.transactions import writing
from people.models import Tries, User
from people.web.networks import network_of

FORGET = timedelta(hours=1)
FIRST, LONGEST = 5, 60  # seconds: the first wait, and the longest; each is twice the one before
KNOWN = "known_accounts"  # the session's name for the accounts that have signed in on this phone
MOST_KNOWN = 20


class MustWait(Exception):
    """The next try has to wait so many `seconds`; nothing was tried."""

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds


@dataclass(frozen=True, slots=True)
class Party:
    """Who tries: a sort of try, a hash, and how many failures cost no time."""

    what: str
    who: str
    free: int = 5


def parties(request: HttpRequest, username: str, user: User | None) -> tuple[Party, ...]:
    """By whom tries on an account are counted: who asks from this network, everybody together, and this network on all
    accounts together.

    A phone on which the account has signed in before is counted for itself: whoever guesses from elsewhere does
    not slow it. `user`: the account of that name, if there is one.
    """
    known = request.session.get(KNOWN, {}).get(str(user.pk)) if user else None
    if known:
        return (Party("account+phone", _hash("phone", username, known)),)
    network = network_of(address_of(request))
    here = Party("account+address", _hash("address", username, network))
    everywhere = Party("account", _hash("anywhere", username), free=20)
    return (here, everywhere, Party("network", _hash("network", network), free=60))


def newcomers(request: HttpRequest) -> tuple[Party, ...]:
    """By whom new accounts are counted: a whole club behind one address makes its accounts without waiting."""
    return (Party("sign_up", _hash("sign_up", network_of(address_of(request))), free=60),)


def begin(trying: Sequence[Party]) -> None:
    """Count a try. Raises `Wait`, and counts nothing, if it comes too soon."""
    now = datetime.now(UTC)
    with writing():
        Tries.objects.filter(what__in=[party.what for party in trying], since__lt=now - FORGET).delete()
        rows = [
            Tries.objects.select_for_update().get_or_create(what=party.what, who=party.who, defaults={"since": now})[0]
            for party in trying
        ]
        left = max(_left(row, party.free, now) for row, party in zip(rows, trying, strict=True))
        if left:
            raise MustWait(left)
        _of(trying).update(count=F("count") + 1, since=now)


def failed(trying: Sequence[Party]) -> None:
    """The try was a failure: the wait begins now. To be called in a transaction."""
    _of(trying).update(since=datetime.now(UTC))


def passed(trying: Sequence[Party]) -> None:
    """The try was right: what this phone or address failed before is forgotten. To be called in a transaction."""
    Tries.objects.filter(what=trying[0].what, who=trying[0].who).delete()
    for party in trying[1:]:
        Tries.objects.filter(what=party.what, who=party.who, count__gt=0).update(count=F("count") - 1)


def remember(request: HttpRequest, user: User) -> None:
    """From now on this phone is counted for itself when it signs in as `user`."""
    known = request.session.get(KNOWN, {})
    if str(user.pk) not in known:
        newest = {**known, str(user.pk): secrets.token_urlsafe(16)}
        request.session[KNOWN] = dict(list(newest.items())[-MOST_KNOWN:])


def _of(trying: Sequence[Party]) -> QuerySet[Tries]:
    """The rows of these parties: no two sorts share a hash."""
    return Tries.objects.filter(who__in=[party.who for party in trying])


def _left(row: Tries, free: int, now: datetime) -> int:
    """Seconds until `row` allows the next try."""
    if row.count < free:
        return 0
    wait = min(LONGEST, FIRST * 2 ** min(row.count - free, 8))
    left = (row.since + timedelta(seconds=wait) - now).total_seconds()
    return min(max(math.ceil(left), 0), LONGEST)  # a clock that was set back makes nobody wait longer


def _hash(*parts: str) -> str:
    return salted_hmac("people.throttle", "\0".join(parts), algorithm="sha256").hexdigest()
