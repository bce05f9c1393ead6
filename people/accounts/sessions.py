"""The account's part of a session. The phone's part, such as its right to score, outlasts signing in and out."""

from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import TypeAlias

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.base import SessionBase
from django.db import OperationalError
from django.db.models import Q, QuerySet
from django.dispatch import Signal
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.crypto import constant_time_compare
from django.utils.functional import SimpleLazyObject

from engine.hash_chain import is_key
from people.models import Device, User
from people.web.clients import label_of
from people.web.codes import computed_token, new_key

Requester: TypeAlias = User | AnonymousUser

MARK = "_signed_in"  # session key for the value of `Device.session_key`
HALF = "_half_signed_in"  # session key for an account whose password was correct (people.accounts.half_signed_in)
ACCOUNT_KEYS = (SESSION_KEY, BACKEND_SESSION_KEY, HASH_SESSION_KEY, MARK, HALF)
LIFETIME, UNUSED = timedelta(days=30), timedelta(days=14)
SEEN_EVERY = timedelta(minutes=10)
session_began = Signal()  # sent with `request` and `user`, whose `current_device` is the new session
sessions_expiring = Signal()  # sent with `devices`, a queryset of unused or old sessions that are about to be deleted


def requester_of(request: HttpRequest) -> Requester:
    """Return the signed-in account, with one query, or `AnonymousUser`. An invalid session is signed out."""
    session = request.session
    if SESSION_KEY not in session:
        return AnonymousUser()
    if MARK not in session:  # signed in without our pages, by a program: list the session, so that it can be ended
        user = get_user(request)
        if isinstance(user, User):
            enter(request, user)
        return user
    device = Device.objects.select_related("user").filter(session_key=session[MARK]).first()
    if device is None or not _is_valid(session, device):
        if device:
            _delete_unused(Device.objects.filter(pk=device.pk))
            device.delete()
        forget(session, same_id=True)
        return AnonymousUser()
    device.user.current_device = device
    return device.user


def _is_valid(session: SessionBase, device: Device) -> bool:
    """Return whether the account is active, its password unchanged, and its sign-in and last visit recent enough."""
    user, now = device.user, datetime.now(UTC)
    if str(user.pk) != session[SESSION_KEY] or not user.is_active:
        return False
    if now - device.since > LIFETIME or now - device.seen_at > UNUSED:
        return False
    stored = session.get(HASH_SESSION_KEY, "")
    if constant_time_compare(stored, user.get_session_auth_hash()):
        return True
    if any(constant_time_compare(stored, older) for older in user.get_session_auth_fallback_hash()):
        session.cycle_key()  # the server's key was changed; the old one is still accepted
        session[HASH_SESSION_KEY] = user.get_session_auth_hash()
        return True
    return False


def enter(request: HttpRequest, user: User, key: str = "", method: str = "") -> None:
    """Record that this session is signed in, and by which `SignInMethod`.

    `key`: the key of the sign-in form, so that a form sent twice creates one sign-in.
    """
    now, mark = datetime.now(UTC), mark_of(user, key)
    _delete_unused(Device.objects.filter(user=user))
    defaults = {"user": user, "label": label_of(request), "since": now, "seen_at": now, "method": method}
    user.current_device, _new = Device.objects.get_or_create(session_key=mark, defaults=defaults)
    request.session[MARK] = mark
    session_began.send(Device, request=request, user=user)


def _delete_unused(devices: QuerySet[Device]) -> None:
    """Delete those of the sessions that were not used for long, or are old."""
    now = datetime.now(UTC)
    unused = devices.filter(Q(seen_at__lt=now - UNUSED) | Q(since__lt=now - LIFETIME))
    sessions_expiring.send(Device, devices=unused)
    unused.delete()


def mark_of(user: User, key: str) -> str:
    """Return the mark of a session: computed from the key of the sign-in form or, without a key, random."""
    return computed_token("people.session", f"{user.pk} {key}") if is_key(key) else new_key()


def forget(session: SessionBase, same_id: bool = False) -> None:
    """Remove the account from the session. `same_id`: keep the session's id.

    A failed (5xx) response sets no cookie, so with a new id the phone would lose its right to score.
    """
    for name in ACCOUNT_KEYS:
        session.pop(name, None)
    if not session.keys():
        session.flush()
    elif not same_id:
        session.cycle_key()


def save_visit(user: Requester | None) -> None:
    """Save the time of the visit, at most every ten minutes, unless the database is busy."""
    device, now = user.current_device if isinstance(user, User) else None, datetime.now(UTC)
    if device is None or device.pk is None or now - device.seen_at < SEEN_EVERY:
        return
    with suppress(OperationalError):
        Device.objects.filter(pk=device.pk).update(seen_at=now)


class AccountMiddleware(AuthenticationMiddleware):
    """Middleware that sets `request.user` to the account, looked up only if needed, and saves the time of its visit."""

    def process_request(self, request: HttpRequest) -> None:
        super().process_request(request)

        def look_up() -> Requester:
            vars(request)["account"] = user = requester_of(request)
            return user

        request.user = SimpleLazyObject(look_up)  # type: ignore[assignment]

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        # After the view, when no transaction is open.
        save_visit(getattr(request, "account", None))
        return response
