"""Rate limits for passwords, links, codes and new accounts, counted in the database, which all processes share.

A `RateLimit` allows so many failures in a window that begins with the first of them. Password attempts lock nobody
out: after some failures each further attempt has to wait. An attempt is counted before it is made, so that
simultaneous attempts count too. `Tries.since` is then the moment of the last attempt, from which the wait runs.

A party is stored as a hash. Old rows are removed with the next failure, so that the table stays small.
"""

import math
import secrets
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from django.db import transaction
from django.db.models import F, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.crypto import salted_hmac

from people.audit import log
from people.db.transactions import Unavailable, writing
from people.models import Tries, User
from people.web.networks import network_of

ATTEMPT_WINDOW = timedelta(hours=1)
FIRST_WAIT, LONGEST_WAIT = 5, 60  # seconds; each wait is twice the one before
KNOWN_ACCOUNTS = "known_accounts"  # the session key of the accounts that have signed in on this phone
MOST_KNOWN_ACCOUNTS = 20


class RateLimit(NamedTuple):
    """At most `most` failures of the sort `what` in each `window`, which begins with the first of them."""

    what: str
    most: int
    window: timedelta


# Links that open nothing, of any sort, by network. Links that open something and phones that have joined are not
# counted: forty phones at a club share one address.
UNKNOWN_LINKS = RateLimit("link", most=60, window=timedelta(minutes=10))


class MustWait(Exception):
    """The next attempt has to wait `seconds`; nothing was attempted."""

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds


class Party(NamedTuple):
    """Someone whose attempts are counted: a sort of attempt, a hash, and how many failures cost no time."""

    what: str
    who: str
    free: int = 5


def count_failure(limit: RateLimit, party: str, now: datetime | None = None) -> int:
    """Count one more failure of `party`; return how many there are in this window now.

    Where `failures` is over the limit already, nothing needs to be counted: further guesses cost one query, no write.
    """
    now = now or datetime.now(UTC)
    with transaction.atomic():
        Tries.objects.filter(what=limit.what, since__lte=now - limit.window).delete()
        row, _new = Tries.objects.get_or_create(what=limit.what, who=_hash(limit, party), defaults={"since": now})
        Tries.objects.filter(pk=row.pk).update(count=F("count") + 1)
        row.refresh_from_db()
    return row.count


def failures(limit: RateLimit, party: str, now: datetime | None = None) -> int:
    """Return how many failures of `party` there are in this window."""
    start = (now or datetime.now(UTC)) - limit.window
    rows = Tries.objects.filter(what=limit.what, who=_hash(limit, party), since__gt=start)
    return rows.values_list("count", flat=True).first() or 0


def _hash(limit: RateLimit, party: str) -> str:
    return salted_hmac("people.tries", f"{limit.what} {party}", algorithm="sha256").hexdigest()


def unknown_link(request: HttpRequest) -> HttpResponse:
    """Raise 404 for a link that opens nothing; return 429 after too many of them."""
    network = network_of(log.address_of(request))
    count = failures(UNKNOWN_LINKS, network)
    if count <= UNKNOWN_LINKS.most:
        try:
            with writing():
                count = count_failure(UNKNOWN_LINKS, network)
                if count == UNKNOWN_LINKS.most + 1:  # recorded once, also when several requests pass the limit together
                    log.record(request, "links_guessed", refused=True, after={"tries": count})
        except Unavailable:
            pass  # the database is busy: this failure is not counted
    if count <= UNKNOWN_LINKS.most:
        raise Http404
    response = render(request, "errors/429.html", {"csrf_token": ""}, status=429)  # nosec B105 # none
    response["Retry-After"] = str(int(UNKNOWN_LINKS.window.total_seconds()))
    return response


def password_parties(request: HttpRequest, username: str, user: User | None) -> tuple[Party, ...]:
    """Return the parties that an attempt on an account counts for.

    These are the account from this network, the account from everywhere, and this network on all accounts. A phone on
    which the account has signed in before is counted by itself: people who guess elsewhere do not slow it down.
    `user` is the account of that name, if there is one.
    """
    known = request.session.get(KNOWN_ACCOUNTS, {}).get(str(user.pk)) if user else None
    if known:
        return (Party("account+phone", _attempt_hash("phone", username, known)),)
    network = network_of(log.address_of(request))
    from_network = Party("account+address", _attempt_hash("address", username, network))
    everywhere = Party("account", _attempt_hash("anywhere", username), free=20)
    return (from_network, everywhere, Party("network", _attempt_hash("network", network), free=60))


def sign_up_parties(request: HttpRequest) -> tuple[Party, ...]:
    """Return the parties that a new account counts for: a whole club behind one address signs up without waiting."""
    return (Party("sign_up", _attempt_hash("sign_up", network_of(log.address_of(request))), free=60),)


def begin_attempt(parties: Sequence[Party]) -> None:
    """Count an attempt. Raises `MustWait`, and counts nothing, if it comes too soon."""
    now = datetime.now(UTC)
    with writing():
        Tries.objects.filter(what__in=[party.what for party in parties], since__lt=now - ATTEMPT_WINDOW).delete()
        rows = [
            Tries.objects.select_for_update().get_or_create(what=party.what, who=party.who, defaults={"since": now})[0]
            for party in parties
        ]
        wait = max(_wait(row, party.free, now) for row, party in zip(rows, parties, strict=True))
        if wait:
            raise MustWait(wait)
        _rows_of(parties).update(count=F("count") + 1, since=now)


def attempt_failed(parties: Sequence[Party]) -> None:
    """Start the wait now. Call this in a transaction."""
    _rows_of(parties).update(since=datetime.now(UTC))


def attempt_passed(parties: Sequence[Party]) -> None:
    """Forget the earlier failures of this phone or address. Call this in a transaction."""
    Tries.objects.filter(what=parties[0].what, who=parties[0].who).delete()
    for party in parties[1:]:
        Tries.objects.filter(what=party.what, who=party.who, count__gt=0).update(count=F("count") - 1)


def remember_phone(request: HttpRequest, user: User) -> None:
    """Count this phone by itself from now on when it signs in as `user`."""
    known = request.session.get(KNOWN_ACCOUNTS, {})
    if str(user.pk) not in known:
        newest = {**known, str(user.pk): secrets.token_urlsafe(16)}
        request.session[KNOWN_ACCOUNTS] = dict(list(newest.items())[-MOST_KNOWN_ACCOUNTS:])


def _rows_of(parties: Sequence[Party]) -> QuerySet[Tries]:
    """Return the rows of these parties: no two sorts share a hash."""
    return Tries.objects.filter(who__in=[party.who for party in parties])


def _wait(row: Tries, free: int, now: datetime) -> int:
    if row.count < free:
        return 0
    wait = min(LONGEST_WAIT, FIRST_WAIT * 2 ** min(row.count - free, 8))
    seconds = (row.since + timedelta(seconds=wait) - now).total_seconds()
    return min(max(math.ceil(seconds), 0), LONGEST_WAIT)  # a clock that was set back makes nobody wait longer


def _attempt_hash(*parts: str) -> str:
    return salted_hmac("people.throttle", "\0".join(parts), algorithm="sha256").hexdigest()
