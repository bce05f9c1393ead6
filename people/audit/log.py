"""The audit log of actions, each with its account and network address. Rows are only added, never changed."""

from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

from django.db.models import Q
from django.http import HttpRequest

from people.audit.events import OF_ACCOUNTS, OF_PEOPLE, OF_PLAYERS, SIGN_IN_ATTEMPTS, What
from people.models import NAME_LENGTH, Audit, AuditAddress, AuditNames, Player, User
from people.web.clients import address_of, label_of

DEVICE = "device"  # session key for the phone's id
ADDRESSES_KEPT = timedelta(days=30)
_TIDIED_EVERY = 20  # rows between two deletions of old addresses; each deletion removes more rows than that


def record(
    request: HttpRequest | None,
    what: str,
    *,
    about: object = "",
    user: User | None = None,
    names: tuple[str, str] | None = None,
    **columns: Any,
) -> Audit:
    """Record an action that was done or refused. Call this inside the transaction of the action.

    A row holds ids and plain values, never names or notes. `request`: None for the program itself. `what`: a value of
    `What`; raises `ValueError` for others. `user`: the account, if it is not that of the request. `names`: the old
    and the new name, stored in their own table. `columns`: other columns of `Audit`, such as `club` or `after`.
    """
    requester = getattr(request, "user", None)
    account = requester if isinstance(requester, User) and requester.is_authenticated else None
    row = Audit.objects.create(
        at=datetime.now(UTC),
        what=What(what),
        user=user or account,
        device=device_of(request) if request else "",
        label=label_of(request)[:80] if request else "",
        about=str(about),
        **{name: value for name, value in columns.items() if value is not None},
    )
    if names is not None:
        AuditNames.objects.create(row=row, before=names[0][:NAME_LENGTH], after=names[1][:NAME_LENGTH])
    if address := address_of(request):
        AuditAddress.objects.create(row=row, address=address)
        if row.pk % _TIDIED_EVERY == 0:
            forget_addresses(most=10 * _TIDIED_EVERY)
    return row


def device_of(request: HttpRequest) -> str:
    """Return the phone of a request; "" if it never started or joined a match, and for a program with a token."""
    return "" if getattr(request, "program", "") else str(request.session.get(DEVICE, ""))


def by_or_about(user: User, players: Iterable[Player]) -> Q:
    """Return a filter for rows by an account, about that account, or about these players."""
    entries = [str(player.pk) for player in players]
    account = Q(about=str(user.pk)) & (Q(what__in=OF_ACCOUNTS) | Q(what__in=OF_PEOPLE, club=None))
    entry = Q(about__in=entries) & (Q(what__in=OF_PLAYERS) | Q(what__in=OF_PEOPLE, club__isnull=False))
    # A signed-in user who guesses another account's password must not see from these rows that the account exists.
    own = Q(user=user) & ~Q(what__in=SIGN_IN_ATTEMPTS)
    return own | account | entry


def network_shown(user: User, row: Audit) -> str:
    """Return the network address of a row if `user` may see it; otherwise "".

    For thirty days, an account may see the addresses from which it acted itself, and those from which someone tried to
    sign in to it or set its password.
    """
    own = row.user_id == user.pk or row.what in SIGN_IN_ATTEMPTS | {What.PASSWORD_SET}
    available = own and hasattr(row, "from_address") and datetime.now(UTC) - row.at < ADDRESSES_KEPT
    return row.from_address.address if available else ""


def forget_addresses(most: int | None = None) -> int:
    """Delete network addresses older than thirty days, among the oldest `most` rows; return the number deleted."""
    limit = datetime.now(UTC) - ADDRESSES_KEPT
    addresses = AuditAddress.objects.filter(row__at__lt=limit)
    if most is not None:
        oldest = AuditAddress.objects.order_by("pk").values_list("pk", "row__at")[:most]
        addresses = AuditAddress.objects.filter(pk__in=[pk for pk, at in oldest if at < limit])
    return addresses.delete()[0]


# Actions do not depend on the request: they are passed `record` bound to it.
Record = Callable[..., object]
by_program: Record = partial(record, None)


def recording(request: HttpRequest) -> Record:
    return partial(record, request)
