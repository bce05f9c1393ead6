"""Sign up, sign in and out, change passwords, end sessions."""

from collections.abc import Mapping, Sequence

from django.contrib.auth import authenticate, login, update_session_auth_hash
from django.contrib.auth.models import AnonymousUser
from django.db import IntegrityError
from django.http import HttpRequest

from people.accounts import rate_limits, sessions
from people.audit import log
from people.db.transactions import writing
from people.models import Device, User

BACKEND = "django.contrib.auth.backends.ModelBackend"


class LinkUsed(Exception):
    """The password link has already been used."""


class WrongPassword(Exception):
    """Name and password do not belong together, or the account is closed: all look alike."""


class NameTaken(Exception):
    """Somebody else has this username."""


def called(username: str) -> User | None:
    """The account of this name as it was typed, or else in small letters (as ours are)."""
    found = {user.username: user for user in User.objects.filter(username__in={username, username.lower()})}
    return found.get(username) or found.get(username.lower())


def sign_up(request: HttpRequest, *, username: str, password: str, name: str, email: str, key: str) -> User:
    """A new account, signed in here. The same form sent twice is one account.

    Raises `NameTaken`, `Wait` (from an address that makes very many), `Unavailable`.
    """
    rate_limits.begin_attempt(rate_limits.sign_up_parties(request))
    user = User(username=username, name=name, email=email)
    user.set_password(password)
    try:
        with writing():
            if User.objects.filter(username__iexact=username).exists():
                raise NameTaken
            user.save(force_insert=True)
            log.record(request, "signed_up", user=user, about=user.pk)
            _let_in(request, user, key)
    except (NameTaken, IntegrityError) as taken:
        return _same_tap(request, username, password, key, taken)
    return user


def _same_tap(request: HttpRequest, username: str, password: str, key: str, taken: Exception) -> User:
    """The account that this very form made a moment ago."""
    user = called(username)
    made_so = user and Device.objects.filter(user=user, session_key=sessions.mark_of(user, key)).exists()
    if user is None or not made_so or not user.check_password(password):
        raise NameTaken from taken
    with writing():
        _let_in(request, user, key)
    return user


def sign_in(request: HttpRequest, *, username: str, password: str, key: str) -> User:
    """Let an account in here. Raises `WrongPassword`, `Wait` (nothing was tried), `Unavailable`."""
    user = called(username)
    tries = rate_limits.password_parties(request, username.lower(), user)
    rate_limits.begin_attempt(tries)
    # The same work for a name that nobody has: the time of the answer tells nothing.
    if authenticate(request, username=user.username if user else username, password=password) is None:
        with writing():
            rate_limits.attempt_failed(tries)
            if user:
                log.record(request, "sign_in_failed", about=user.pk, refused=True)
        raise WrongPassword
    assert user is not None
    with writing():
        _let_in(request, user, key)
        rate_limits.attempt_passed(tries)
        log.record(request, "signed_in", user=user, about=user.pk)
    return user


def _let_in(request: HttpRequest, user: User, key: str) -> None:
    """The session goes on under a new id; whoever was signed in on it before is not any more."""
    Device.objects.filter(session_key=request.session.get(sessions.MARK, "")).delete()
    for name in sessions.OURS:
        request.session.pop(name, None)
    login(request, user, backend=BACKEND)
    sessions.enter(request, user, key)
    rate_limits.remember_phone(request, user)


def sign_out(request: HttpRequest) -> None:
    """End the account's session here; the phone keeps what is its own. Raises `Unavailable`."""
    with writing():
        if request.user.is_authenticated:
            log.record(request, "signed_out", about=request.user.pk)
        Device.objects.filter(session_key=request.session.get(sessions.MARK, "")).delete()
        sessions.forget(request.session)
    request.user = AnonymousUser()


def prove(request: HttpRequest, *, user: User, password: str) -> None:
    """Who asks knows the password of the account: a phone that was left lying about is not enough.

    What is done then gives the session a new id, in its own transaction: an answer of 5xx brings no cookie, so one
    that was given before would be lost, and with it the phone's right to score. Raises `WrongPassword`, `Wait`
    (nothing was tried), `Unavailable`.
    """
    tries = _asked_again(request, user, password, "password_wrong")
    with writing():
        rate_limits.attempt_passed(tries)


def _asked_again(request: HttpRequest, user: User, password: str, failure: str) -> Sequence[rate_limits.Party]:
    tries = rate_limits.password_parties(request, user.username.lower(), user)
    rate_limits.begin_attempt(tries)
    if not user.check_password(password):
        with writing():
            rate_limits.attempt_failed(tries)
            log.record(request, failure, about=user.pk, refused=True)
        raise WrongPassword
    return tries


def change_password(request: HttpRequest, *, user: User, old: str, new: str) -> None:
    """A new password; every other session of the account ends. Raises `WrongPassword`, `Wait`, `Unavailable`."""
    tries = _asked_again(request, user, old, "password_change_failed")
    user.set_password(new)
    with writing():
        user.save(update_fields=["password"])
        update_session_auth_hash(request, user)
        ended = _end_others(user)
        rate_limits.attempt_passed(tries)
        log.record(request, "password_changed", about=user.pk, after={"sessions_ended": ended})


def set_password(request: HttpRequest, *, user: User, new: str) -> None:
    """A password by a link of `manage.py`; every session of the account ends.

    Raises `LinkUsed` where the password was changed since the link was checked, and `Unavailable`.
    """
    before = user.password
    user.set_password(new)
    with writing():
        if not User.objects.filter(pk=user.pk, password=before).update(password=user.password):
            raise LinkUsed
        ended, _each = user.signed_in.all().delete()
        log.record(request, "password_set", about=user.pk, after={"sessions_ended": ended})


def end_session(request: HttpRequest, *, user: User, device: int, password: str) -> bool:
    """End one session of the account; False where there is none such (any more). Raises as `prove` does."""
    prove(request, user=user, password=password)
    with writing():
        request.session.cycle_key()
        ended, _each = user.signed_in.filter(pk=device).delete()
        if ended:
            log.record(request, "session_ended", about=user.pk, after={"session": device})
    return bool(ended)


def end_other_sessions(request: HttpRequest, *, user: User, password: str) -> int:
    """End every session of the account but this one; how many they were. Raises as `prove` does."""
    prove(request, user=user, password=password)
    with writing():
        request.session.cycle_key()
        ended = _end_others(user)
        if ended:
            log.record(request, "sessions_ended", about=user.pk, after={"sessions_ended": ended})
    return ended


def _end_others(user: User) -> int:
    ended, _each = user.signed_in.exclude(pk__in=[user.here.pk] if user.here else []).delete()
    return ended


def change_account(request: HttpRequest, *, user: User, name: str, email: str, password: str) -> None:
    """What others read, and an address. The audit keeps which, never what.

    Whoever looks after the site may know somebody again by the address, and give them a way in: another one takes the
    password. Raises as `prove` does, or `Unavailable` alone.
    """
    told: Mapping[str, str] = {"name": name, "email": email}
    changed = [field for field, value in told.items() if getattr(user, field) != value]
    if not changed:
        return
    if "email" in changed:
        prove(request, user=user, password=password)
    with writing():
        if "email" in changed:
            request.session.cycle_key()
        User.objects.filter(pk=user.pk).update(**{field: told[field] for field in changed})
        log.record(request, "account_changed", about=user.pk, after={"changed": changed})


def make_admin(*, username: str) -> User:
    """The account of this name, made if there is none, with every right; a new one has no password yet."""
    with writing():
        user = called(username) or User(username=username.lower())
        if user.pk is None:
            user.set_unusable_password()
        user.is_superuser = user.is_staff = user.is_active = True
        user.save()
        log.record(None, "admin_made", about=user.pk)
    return user


def make_account(*, username: str, name: str) -> User:
    """The account of this name, made without a password if there is none."""
    with writing():
        user = called(username)
        if user is None:
            user = User(username=username, name=name)
            user.set_unusable_password()
            user.save(force_insert=True)
            log.record(None, "signed_up", user=user, about=user.pk)
    return user


def deactivate(*, user: User) -> None:
    """Close an account without removing it; every session of it ends."""
    with writing():
        User.objects.filter(pk=user.pk).update(is_active=False)
        ended, _each = user.signed_in.all().delete()
        log.record(None, "account_closed", about=user.pk, after={"sessions_ended": ended})
