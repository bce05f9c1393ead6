"""Add and remove passkeys, an authenticator app and recovery codes. Each change needs the password.

The first passkey or app ends all other sessions of the account, as a new password does: somebody who knows the password
may be signed in.
"""

from datetime import UTC, datetime
from typing import NamedTuple

from django.db import IntegrityError
from django.http import HttpRequest

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from people.accounts import passkeys, rate_limits, second_factors
from people.actions.accounts import confirm_password, end_others
from people.audit import log
from people.db.transactions import writing
from people.models import Authenticator, Passkey, User

NOT_ADDED = _("The passkey couldn’t be added. Try again.")
TOO_MANY = _("An account can have at most %(most)s passkeys. Remove one first.")
WRONG_CODE = _("This code isn’t valid. Check that the clock of your phone is right, then enter the newest code.")
NOTHING_TO_PROTECT = _("Add a passkey or set up an authenticator app first.")


class Added(NamedTuple):
    """The result of adding a factor.

    `codes`: new recovery codes, if the account had none. `first`: whether it is the account's first factor.
    """

    codes: list[str]
    first: bool


def add_passkey(request: HttpRequest, *, user: User, old_password: str, credential: str, name: str) -> Added:
    """Add a passkey.

    Raises `RuleViolation`, and the errors of `confirm_password`.
    """
    try:
        new = passkeys.verify_new(request, credential)
    except passkeys.InvalidPasskey as error:
        raise RuleViolation("credential", NOT_ADDED) from error
    confirm_password(request, user=user, old_password=old_password)
    try:
        with writing():
            first = _is_first(user)
            if user.passkeys.count() >= passkeys.MOST_PASSKEYS:
                raise RuleViolation("credential", TOO_MANY, most=passkeys.MOST_PASSKEYS)
            Passkey.objects.create(user=user, name=name, created_at=datetime.now(UTC), **new._asdict())
            log.record(request, "passkey_added", about=user.pk)
            return _added(request, user, first)
    except IntegrityError as error:  # already added
        raise RuleViolation("credential", NOT_ADDED) from error


def add_authenticator(request: HttpRequest, *, user: User, old_password: str, secret: str, code: str) -> Added:
    """Set up the authenticator app, in place of an earlier one, if it shows the right code for `secret`.

    Raises as `add_passkey`.
    """
    confirm_password(request, user=user, old_password=old_password)
    step = second_factors.step_of(secret, "".join(code.split()))
    if step is None:
        raise RuleViolation("code", WRONG_CODE)
    with writing():
        first = _is_first(user)
        told = {"secret": secret, "last_step": step, "created_at": datetime.now(UTC)}
        Authenticator.objects.update_or_create(user=user, defaults=told)
        log.record(request, "authenticator_added", about=user.pk)
        return _added(request, user, first)


def remove_passkey(request: HttpRequest, *, user: User, old_password: str, number: int) -> None:
    """Remove a passkey. Succeeds if it is already gone. Raises the errors of `confirm_password`."""
    confirm_password(request, user=user, old_password=old_password)
    with writing():
        if user.passkeys.filter(pk=number).delete()[0]:
            log.record(request, "passkey_removed", about=user.pk)
        _remove_useless_codes(user)
        request.session.cycle_key()


def remove_authenticator(request: HttpRequest, *, user: User, old_password: str) -> None:
    """Remove the authenticator app. Raises the errors of `confirm_password`."""
    confirm_password(request, user=user, old_password=old_password)
    with writing():
        if Authenticator.objects.filter(user=user).delete()[0]:
            log.record(request, "authenticator_removed", about=user.pk)
        _remove_useless_codes(user)
        request.session.cycle_key()


def replace_recovery_codes(request: HttpRequest, *, user: User, old_password: str) -> list[str]:
    """Return new recovery codes; the old ones no longer work. Raises as `add_passkey`."""
    confirm_password(request, user=user, old_password=old_password)
    with writing():
        if not second_factors.of_account(user).needed:
            raise RuleViolation("", NOTHING_TO_PROTECT)
        codes = _new_codes(request, user)
        request.session.cycle_key()
    return codes


def remove_by_server(*, user: User) -> bool:
    """Remove all second factors of an account whose owner has lost them. Return whether there were any."""
    with writing():
        factors = second_factors.of_account(user)
        if not factors.needed and not factors.codes_left:
            return False
        second_factors.remove_all(user)
        log.record(None, "second_factor_removed", about=user.pk)
    return True


def _is_first(user: User) -> bool:
    """Return whether the account has no factor yet.

    Locks the account, so that other phones that add a factor or sign in wait for the end of this transaction.
    """
    User.objects.select_for_update().get(pk=user.pk)
    return not second_factors.of_account(user).needed


def _added(request: HttpRequest, user: User, first: bool) -> Added:
    """Finish adding a factor: create recovery codes if there are none, and end other sessions if it is the first."""
    codes = [] if second_factors.of_account(user).codes_left else _new_codes(request, user)
    if first:
        ended = end_others(user)
        if ended:
            log.record(request, "sessions_ended", about=user.pk, after={"sessions_ended": ended})
        rate_limits.remember_second_step(request, user)
    request.session.cycle_key()
    return Added(codes, first)


def _new_codes(request: HttpRequest, user: User) -> list[str]:
    codes = second_factors.new_recovery_codes(user)
    log.record(request, "recovery_codes_made", about=user.pk)
    return codes


def _remove_useless_codes(user: User) -> None:
    """Remove the recovery codes of an account that signs in with its password only."""
    if not second_factors.of_account(user).needed:
        user.recovery_codes.all().delete()
