"""Rate limits for passwords, links, codes and new accounts. The counts are in the database, shared by all processes.

Wrong passwords never lock an account: after some failures, each further attempt has to wait. An attempt is counted
before it is made, so that simultaneous attempts count too; `Tries.since` is then the time of the last attempt. A party
is stored as a hash. Each failure also deletes old rows, so that the table stays small.
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
from django.utils.crypto import constant_time_compare, salted_hmac

from people.audit import log
from people.db.transactions import Unavailable, writing
from people.models import Tries, User
from people.web.clients import address_of, network_of

ATTEMPT_WINDOW = timedelta(hours=1)
FIRST_WAIT, LONGEST_WAIT = 5, 60  # seconds; each wait is twice the one before
KNOWN_ACCOUNTS = "known_accounts"  # session key for the accounts that have signed in on this phone
SECOND_STEPS = "second_steps"  # session key for those that have passed their second step on it
MOST_KNOWN_ACCOUNTS = 20


class RateLimit(NamedTuple):
    """A limit on failures of the kind `what`: at most `most` in each `window`, which begins with the first failure.

    `what` belongs to this limit only: rows are deleted by kind, so a shared one would end another limit's window.
    """

    what: str
    most: int
    window: timedelta


# Unknown links of any kind, counted by network. Valid links and phones that have joined are not counted: forty phones
# at a club share one address.
UNKNOWN_LINKS = RateLimit("link", most=60, window=timedelta(minutes=10))
# Wrong one-time codes for one account, which have only six digits: from all unknown phones, and from all known ones.
WRONG_CODES = RateLimit("wrong code", most=50, window=timedelta(days=1))
WRONG_CODES_KNOWN = RateLimit("wrong code, known", most=50, window=timedelta(days=1))


class MustWait(Exception):
    """The attempt was not made, because the user must first wait for `seconds`."""

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds


class Party(NamedTuple):
    """An account, phone or network with counted attempts. `who`: its hash; `free`: failures allowed without a wait."""

    what: str
    who: str
    free: int = 5


def count_failure(limit: RateLimit, party: str, now: datetime | None = None) -> int:
    """Count one more failure of `party`; return the number of its failures in this window.

    Beyond the limit, callers should only check `failures`, which avoids a write for each guess.
    """
    now = now or datetime.now(UTC)
    with transaction.atomic():
        Tries.objects.filter(what=limit.what, since__lte=now - limit.window).delete()
        row, _new = Tries.objects.get_or_create(what=limit.what, who=_hash(limit, party), defaults={"since": now})
        Tries.objects.filter(pk=row.pk).update(count=F("count") + 1)
        row.refresh_from_db()
    return row.count


def failures(limit: RateLimit, party: str, now: datetime | None = None) -> int:
    start = (now or datetime.now(UTC)) - limit.window
    rows = Tries.objects.filter(what=limit.what, who=_hash(limit, party), since__gt=start)
    return rows.values_list("count", flat=True).first() or 0


def _hash(limit: RateLimit, party: str) -> str:
    return salted_hmac("people.tries", f"{limit.what} {party}", algorithm="sha256").hexdigest()


def unknown_link(request: HttpRequest) -> HttpResponse:
    """Raise `Http404` for an unknown link; return a response with status 429 after too many of them."""
    network = network_of(address_of(request))
    count = failures(UNKNOWN_LINKS, network)
    if count <= UNKNOWN_LINKS.most:
        try:
            with writing():
                count = count_failure(UNKNOWN_LINKS, network)
                if count == UNKNOWN_LINKS.most + 1:  # recorded once, even if several requests reach the limit together
                    log.record(request, "links_guessed", refused=True, after={"tries": count})
        except Unavailable:
            pass  # the database is busy: this failure is not counted
    if count <= UNKNOWN_LINKS.most:
        raise Http404
    response = render(request, "errors/429.html", {"csrf_token": ""}, status=429)  # nosec B105 # empty
    response["Retry-After"] = str(int(UNKNOWN_LINKS.window.total_seconds()))
    return response


def password_parties(request: HttpRequest, username: str, user: User | None) -> tuple[Party, ...]:
    """Return the parties for which a sign-in attempt is counted.

    They are the account (`user`, if there is one with this username) from this network, the account from all networks,
    and this network for all accounts. A phone that has signed in before is counted separately, so that guesses
    elsewhere do not slow it down.
    """
    known = request.session.get(KNOWN_ACCOUNTS, {}).get(str(user.pk)) if user else None
    if known:
        return (Party("account+phone", _attempt_hash("phone", username, known)),)
    network = network_of(address_of(request))
    from_network = Party("account+address", _attempt_hash("address", username, network))
    everywhere = Party("account", _attempt_hash("anywhere", username), free=20)
    return (from_network, everywhere, Party("network", _attempt_hash("network", network), free=60))


def has_passed_second_step(request: HttpRequest, user: User) -> bool:
    """Return whether the account has passed its second step on this phone, with the password that it has now.

    A phone on which only the password was entered, before there was a second step, doesn't count: its password may have
    been stolen.
    """
    passed = request.session.get(SECOND_STEPS, {}).get(str(user.pk), "")
    return constant_time_compare(passed, user.get_session_auth_hash())


def code_parties(request: HttpRequest, user: User) -> tuple[Party, ...]:
    """Return the parties for which an attempt with a one-time code is counted, as for a password.

    The network is not one of them: only people who know a password get this far.
    """
    if has_passed_second_step(request, user):
        return (_second_step_on_phone(request, user),)
    network = network_of(address_of(request))
    from_network = Party("code+address", _attempt_hash("code from", str(user.pk), network))
    return (from_network, Party("code", _attempt_hash("code", str(user.pk)), free=20))


def unguessable_parties(request: HttpRequest, user: User) -> tuple[Party, ...]:
    """Return the party for which an attempt with a recovery code or a passkey is counted.

    Nobody can guess these, so wrong ones from other phones never make the owner wait.
    """
    if has_passed_second_step(request, user):
        return (_second_step_on_phone(request, user),)
    network = network_of(address_of(request))
    return (Party("recovery+address", _attempt_hash("recovery from", str(user.pk), network)),)


def _second_step_on_phone(request: HttpRequest, user: User) -> Party:
    known = request.session.get(KNOWN_ACCOUNTS, {}).get(str(user.pk), "")
    return Party("code+phone", _attempt_hash("code on", str(user.pk), known))


def accepts_codes(request: HttpRequest, user: User) -> bool:
    """Return whether one-time codes are accepted here: not after too many wrong ones in a day."""
    limit = _code_limit(request, user)
    return failures(limit, str(user.pk)) < limit.most


def count_wrong_code(request: HttpRequest, user: User) -> None:
    count_failure(_code_limit(request, user), str(user.pk))


def _code_limit(request: HttpRequest, user: User) -> RateLimit:
    return WRONG_CODES_KNOWN if has_passed_second_step(request, user) else WRONG_CODES


def sign_up_parties(request: HttpRequest) -> tuple[Party, ...]:
    """Return the party for which a new account is counted: the network. The limit lets a whole club sign up."""
    return (Party("sign_up", _attempt_hash("sign_up", network_of(address_of(request))), free=60),)


def begin_attempt(parties: Sequence[Party]) -> None:
    """Count an attempt. If it is too early, raise `MustWait` without counting the attempt."""
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
    """Start the waiting time of these parties now. Call this inside a transaction."""
    _rows_of(parties).update(since=datetime.now(UTC))


def attempt_passed(parties: Sequence[Party]) -> None:
    """Clear the failures of the first party; lower the counts of the others by one. Call this inside a transaction."""
    Tries.objects.filter(what=parties[0].what, who=parties[0].who).delete()
    for party in parties[1:]:
        Tries.objects.filter(what=party.what, who=party.who, count__gt=0).update(count=F("count") - 1)


def remember_phone(request: HttpRequest, user: User) -> None:
    """Count sign-in attempts for `user` on this phone separately from now on."""
    known = request.session.get(KNOWN_ACCOUNTS, {})
    if str(user.pk) not in known:
        request.session[KNOWN_ACCOUNTS] = _newest({**known, str(user.pk): secrets.token_urlsafe(16)})


def remember_second_step(request: HttpRequest, user: User) -> None:
    """Count attempts of `user` at the second step separately on this phone, until the password is changed."""
    passed = {pk: value for pk, value in request.session.get(SECOND_STEPS, {}).items() if pk != str(user.pk)}
    request.session[SECOND_STEPS] = _newest({**passed, str(user.pk): user.get_session_auth_hash()})


def _newest(known: dict[str, str]) -> dict[str, str]:
    return dict(list(known.items())[-MOST_KNOWN_ACCOUNTS:])


def _rows_of(parties: Sequence[Party]) -> QuerySet[Tries]:
    return Tries.objects.filter(who__in=[party.who for party in parties])  # hashes of different kinds never match


def _wait(row: Tries, free: int, now: datetime) -> int:
    if row.count < free:
        return 0
    wait = min(LONGEST_WAIT, FIRST_WAIT * 2 ** min(row.count - free, 8))
    seconds = (row.since + timedelta(seconds=wait) - now).total_seconds()
    return min(max(math.ceil(seconds), 0), LONGEST_WAIT)  # cap the wait in case the clock was set back


def _attempt_hash(*parts: str) -> str:
    return salted_hmac("people.throttle", "\0".join(parts), algorithm="sha256").hexdigest()
