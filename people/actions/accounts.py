"""Sign up, sign in and out, change passwords, end sessions."""

from collections.abc import Sequence

from django.contrib.auth import authenticate, login, update_session_auth_hash
from django.contrib.auth.models import AnonymousUser
from django.db import IntegrityError
from django.http import HttpRequest

from people.accounts import half_signed_in, rate_limits, second_factors, sessions, tokens
from people.audit import log
from people.db.transactions import writing
from people.models import Device, SignInMethod, User

BACKEND = "django.contrib.auth.backends.ModelBackend"


class LinkUsed(Exception):
    """The password link has already been used."""


class WrongPassword(Exception):
    """The username and password don't match, or the account is closed. The two cases are not distinguished."""


class NameTaken(Exception):
    """Another account has this username."""


def account_named(username: str) -> User | None:
    """Return the account with this username as typed or, failing that, in lower case, as sign-up stores it."""
    users = {user.username: user for user in User.objects.filter(username__in={username, username.lower()})}
    return users.get(username) or users.get(username.lower())


def sign_up(request: HttpRequest, *, username: str, password: str, name: str, email: str, key: str) -> User:
    """Create an account and sign it in. The same form sent twice creates one account.

    Raises `NameTaken`, or `MustWait` after many new accounts from one network.
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
            start_session(request, user, key, SignInMethod.PASSWORD)
        return user
    except (NameTaken, IntegrityError) as taken:
        same = account_named(username)
        # The account may have been created by the same form, sent twice.
        created = same and Device.objects.filter(user=same, session_key=sessions.mark_of(same, key)).exists()
        if same is None or not created or not same.check_password(password) or second_factors.of_account(same).needed:
            raise NameTaken from taken
        with writing():
            start_session(request, same, key, SignInMethod.PASSWORD)
        return same


def sign_in(request: HttpRequest, *, username: str, password: str, key: str, next_page: str) -> bool:
    """Sign an account in or, if it has second factors, start the second step. Return whether it is signed in.

    Raises `WrongPassword`, or `MustWait` without checking the password.
    """
    user = account_named(username)
    parties = rate_limits.password_parties(request, username.lower(), user)
    rate_limits.begin_attempt(parties)
    # An unknown username takes the same time, so that the response time reveals nothing.
    if authenticate(request, username=user.username if user else username, password=password) is None:
        with writing():
            rate_limits.attempt_failed(parties)
            if user:
                log.record(request, "sign_in_failed", about=user.pk, refused=True)
        raise WrongPassword
    assert user is not None
    with writing():
        User.objects.select_for_update().get(pk=user.pk)  # another phone may be adding the first second factor now
        rate_limits.attempt_passed(parties)
        if second_factors.of_account(user).needed:
            half_signed_in.begin(request, user, next_page)
            return False
        start_session(request, user, key, SignInMethod.PASSWORD)
        log.record(request, "signed_in", user=user, about=user.pk, after={"method": SignInMethod.PASSWORD})
    return True


def start_session(request: HttpRequest, user: User, key: str, method: SignInMethod) -> None:
    """Sign `user` in under a new session id, and sign out any other account of the session.

    Call this inside a transaction, after checking the password and the second step, or a passkey.
    """
    Device.objects.filter(session_key=request.session.get(sessions.MARK, "")).delete()
    for name in sessions.ACCOUNT_KEYS:
        request.session.pop(name, None)
    login(request, user, backend=BACKEND)
    sessions.enter(request, user, key, method)
    rate_limits.remember_phone(request, user)


def sign_out(request: HttpRequest) -> None:
    """End the account's part of this session; the phone's part remains."""
    with writing():
        if request.user.is_authenticated:
            log.record(request, "signed_out", about=request.user.pk)
        Device.objects.filter(session_key=request.session.get(sessions.MARK, "")).delete()
        sessions.forget(request.session)
    request.user = AnonymousUser()


def confirm_password(request: HttpRequest, *, user: User, old_password: str) -> None:
    """Check the password again, so that strangers can't change the account on an unattended phone.

    Raises `WrongPassword`, or `MustWait` without checking the password. The change itself must renew the session id: a
    response that fails (5xx) sets no cookie, so an id renewed here would be lost, along with the phone's right to
    score.
    """
    parties = _check_password(request, user, old_password, "password_wrong")
    with writing():
        rate_limits.attempt_passed(parties)


def _check_password(request: HttpRequest, user: User, password: str, failure: str) -> Sequence[rate_limits.Party]:
    parties = rate_limits.password_parties(request, user.username.lower(), user)
    rate_limits.begin_attempt(parties)
    if not user.check_password(password):
        with writing():
            rate_limits.attempt_failed(parties)
            log.record(request, failure, about=user.pk, refused=True)
        raise WrongPassword
    return parties


def change_password(request: HttpRequest, *, user: User, old_password: str, password: str) -> None:
    """Set a new password, end all other sessions and revoke all tokens. Raises `WrongPassword` or `MustWait`."""
    parties = _check_password(request, user, old_password, "password_change_failed")
    user.set_password(password)
    with writing():
        user.save(update_fields=["password"])
        update_session_auth_hash(request, user)
        ended = end_others(user)
        tokens.revoke_all(user)
        rate_limits.attempt_passed(parties)
        log.record(request, "password_changed", about=user.pk, after={"sessions_ended": ended})


def set_password(request: HttpRequest, *, user: User, password: str) -> None:
    """Set a password through a link printed by `manage.py`, end all sessions and revoke all tokens.

    Raises `LinkUsed` if the password was changed after the link was checked.
    """
    before = user.password
    user.set_password(password)
    with writing():
        if not User.objects.filter(pk=user.pk, password=before).update(password=user.password):
            raise LinkUsed
        ended, _by_model = user.signed_in.all().delete()
        tokens.revoke_all(user)
        log.record(request, "password_set", about=user.pk, after={"sessions_ended": ended})


def end_sessions(request: HttpRequest, *, user: User, device: int | None, old_password: str) -> None:
    """End one session of the account or, if `device` is None, all others and all tokens.

    Raises the errors of `confirm_password`.
    """
    confirm_password(request, user=user, old_password=old_password)
    with writing():
        request.session.cycle_key()
        ended = end_others(user) if device is None else user.signed_in.filter(pk=device).delete()[0]
        if device is None:
            tokens.revoke_all(user)
        if ended and device is None:
            log.record(request, "sessions_ended", about=user.pk, after={"sessions_ended": ended})
        elif ended:
            log.record(request, "session_ended", about=user.pk, after={"session": device})


def end_others(user: User) -> int:
    """End all other sessions of the account; return how many there were. Call this inside a transaction."""
    this = [user.current_device.pk] if user.current_device else []
    return user.signed_in.exclude(pk__in=this).delete()[0]


def change_account(request: HttpRequest, *, user: User, name: str, email: str, old_password: str) -> None:
    """Change the displayed name and email address. A new address requires the password (see `confirm_password`).

    The address is protected, since an administrator may give a password link to a person identified by it. The audit
    log records which fields changed, but not their values.
    """
    values = {"name": name, "email": email}
    changed = [field for field, value in values.items() if getattr(user, field) != value]
    if not changed:
        return
    if "email" in changed:
        confirm_password(request, user=user, old_password=old_password)
    with writing():
        if "email" in changed:
            request.session.cycle_key()
        User.objects.filter(pk=user.pk).update(**{field: values[field] for field in changed})
        log.record(request, "account_changed", about=user.pk, after={"changed": changed})


def make_admin(*, username: str) -> User:
    """Give the account with this username all rights; create it, without a password, if it does not exist."""
    with writing():
        user = account_named(username) or User(username=username.lower())
        if user.pk is None:
            user.set_unusable_password()
        user.is_superuser = user.is_staff = user.is_active = True
        user.save()
        log.record(None, "admin_made", about=user.pk)
    return user


def make_account(*, username: str, name: str) -> User:
    """Return the account with this username; create it, without a password, if it does not exist."""
    with writing():
        user = account_named(username)
        if user is None:
            user = User(username=username, name=name)
            user.set_unusable_password()
            user.save(force_insert=True)
            log.record(None, "signed_up", user=user, about=user.pk)
    return user


def deactivate(*, user: User) -> None:
    """Close an account without deleting it, end all its sessions and revoke all its tokens."""
    with writing():
        User.objects.filter(pk=user.pk).update(is_active=False)
        tokens.revoke_all(user)
        ended, _by_model = user.signed_in.all().delete()
        log.record(None, "account_closed", about=user.pk, after={"sessions_ended": ended})
