"""Sign in with a passkey, or finish signing in: the second step after a correct password."""

from django.http import HttpRequest

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from people.accounts import passkeys, rate_limits, second_factors
from people.actions.accounts import start_session
from people.audit import log
from people.db.transactions import writing
from people.models import SignInMethod, User

WRONG = _("This code isn’t valid. Enter the newest code from your app: each code works once.")
WRONG_RECOVERY = _("This recovery code isn’t valid. Each code works once.")
NO_MORE = _(
    "There were too many wrong codes for this account today. Use a recovery code or a passkey, or try again tomorrow."
)
PASSKEY_FAILED = _("That passkey didn’t work. Try again.")
PASSKEY_UNKNOWN = _("That passkey didn’t work. It may have been removed. Sign in with your password.")


def finish_with_code(request: HttpRequest, *, user: User, code: str, key: str) -> None:
    """Sign in with a one-time code or a recovery code. Raises `RuleViolation`, or `MustWait` without checking it."""
    plain = "".join(code.split())
    looks_so = plain.isascii() and plain.isdecimal() and len(plain) == second_factors.DIGITS
    of_app = looks_so and second_factors.of_account(user).authenticator is not None
    if of_app and not rate_limits.accepts_codes(request, user):
        raise RuleViolation("code", NO_MORE)
    parties = (rate_limits.code_parties if of_app else rate_limits.unguessable_parties)(request, user)
    rate_limits.begin_attempt(parties)
    with writing():
        valid = (second_factors.take_code if of_app else second_factors.take_recovery_code)(user, plain)
        if valid:
            method = SignInMethod.CODE if of_app else SignInMethod.RECOVERY
            _finish(request, user, key, method, parties)
        else:
            _failed(request, user, parties)
            if of_app:
                rate_limits.count_wrong_code(request, user)
    if not valid:
        raise RuleViolation("code", WRONG if of_app else WRONG_RECOVERY)


def finish_with_passkey(request: HttpRequest, *, user: User, credential: str, key: str) -> None:
    """Sign in with a passkey after the password. Raises `RuleViolation`, or `MustWait` without checking it."""
    parties = rate_limits.unguessable_parties(request, user)
    rate_limits.begin_attempt(parties)
    answer = _answer(request, credential)
    with writing():
        valid = answer is not None and answer.passkey.user_id == user.pk and passkeys.use(answer)
        if valid:
            _finish(request, user, key, SignInMethod.PASSWORD_PASSKEY, parties)
        else:
            _failed(request, user, parties)
    if not valid:
        raise RuleViolation("", PASSKEY_FAILED)


def sign_in_with_passkey(request: HttpRequest, *, credential: str, key: str) -> None:
    """Sign in with a passkey and nothing else. Raises `RuleViolation`.

    Signatures cannot be guessed, so failures are neither counted nor recorded.
    """
    answer = _answer(request, credential)
    if answer is None or not answer.passkey.user.is_active:
        raise RuleViolation("", PASSKEY_UNKNOWN)
    with writing():
        used = passkeys.use(answer)
        if used:
            _finish(request, answer.passkey.user, key, SignInMethod.PASSKEY, ())
    if not used:
        raise RuleViolation("", PASSKEY_UNKNOWN)


def _answer(request: HttpRequest, credential: str) -> passkeys.PasskeyAnswer | None:
    try:
        return passkeys.verify_answer(request, credential)
    except passkeys.InvalidPasskey:
        return None


def _finish(
    request: HttpRequest, user: User, key: str, method: SignInMethod, parties: tuple[rate_limits.Party, ...]
) -> None:
    start_session(request, user, key, method)
    rate_limits.remember_second_step(request, user)
    if parties:
        rate_limits.attempt_passed(parties)
    if method == SignInMethod.RECOVERY:  # this event also stands for the sign-in
        left = second_factors.of_account(user).codes_left
        log.record(request, "recovery_code_used", user=user, about=user.pk, after={"left": left})
    else:
        log.record(request, "signed_in", user=user, about=user.pk, after={"method": method})


def _failed(request: HttpRequest, user: User, parties: tuple[rate_limits.Party, ...]) -> None:
    """Count a failed second step, and record it, because the person knows the password."""
    rate_limits.attempt_failed(parties)
    log.record(request, "sign_in_code_failed", about=user.pk, refused=True)
