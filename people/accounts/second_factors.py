"""An account's factors besides its password: passkeys, an authenticator app (TOTP codes) and recovery codes."""

import hashlib
import secrets
from dataclasses import dataclass
from datetime import UTC, datetime

import pyotp
from django.db.models import Q
from pyotp.exceptions import OTPVerificationError

from people.models import Authenticator, Passkey, RecoveryCode, User
from people.web.codes import SYMBOLS

DIGITS = 6
SKEW = 1  # the accepted clock error of a phone, in steps of 30 seconds
RECOVERY_CODES = 10
_GROUPS, _GROUP = 4, 4  # a recovery code has sixteen symbols, 71 bits: nobody can guess it, nor find it from its hash


@dataclass(frozen=True)
class SecondFactors:
    """The second factors of an account. `codes_left`: the number of unused recovery codes."""

    passkeys: list[Passkey]
    authenticator: Authenticator | None
    codes_left: int

    @property
    def needed(self) -> bool:
        """Whether signing in requires a second step."""
        return bool(self.passkeys or self.authenticator)


def of_account(user: User) -> SecondFactors:
    return SecondFactors(
        list(user.passkeys.all()),
        Authenticator.objects.filter(user=user).first(),
        user.recovery_codes.filter(used_at=None).count(),
    )


def remove_all(user: User) -> None:
    for model in (Passkey, Authenticator, RecoveryCode):
        model._default_manager.filter(user=user).delete()


# ── one-time codes ───────────────────────────────────────────────────────────


def new_secret() -> str:
    return pyotp.random_base32()


def address_of_secret(secret: str, user: User, host: str) -> str:
    """Return the otpauth address that authenticator apps read from a QR code."""
    return pyotp.TOTP(secret).provisioning_uri(name=f"{user.username} ({host})", issuer_name="Scorekeeper")


def step_of(secret: str, code: str) -> int | None:
    """Return the time step to which a code belongs, if it is one of the last, the current or the next; None if not."""
    if not (code.isascii() and code.isdecimal() and len(code) == DIGITS):
        return None
    try:
        return pyotp.TOTP(secret).verify_and_get_timecode(code, for_time=datetime.now(UTC), valid_window=SKEW)
    except OTPVerificationError:
        return None


def take_code(user: User, code: str) -> bool:
    """Return whether this one-time code is valid, and use it up together with all earlier ones."""
    authenticator = Authenticator.objects.filter(user=user).first()
    step = step_of(authenticator.secret, code) if authenticator else None
    if step is None:
        return False
    # A last step in the future was saved before the server's clock was set back. The owner must not wait until then.
    unused = Q(last_step__lt=step) | Q(last_step__gt=step + 2 * SKEW)
    return Authenticator.objects.filter(unused, user=user).update(last_step=step) == 1


# ── recovery codes ───────────────────────────────────────────────────────────


def new_recovery_codes(user: User) -> list[str]:
    """Replace the account's recovery codes. Return the new ones, which are not stored in clear."""
    codes = ["-".join(_symbols(_GROUP) for _group in range(_GROUPS)) for _code in range(RECOVERY_CODES)]
    RecoveryCode.objects.filter(user=user).delete()
    RecoveryCode.objects.bulk_create(RecoveryCode(user=user, code_hash=_hash(user, code)) for code in codes)
    return codes


def take_recovery_code(user: User, code: str) -> bool:
    """Return whether this recovery code is valid, and use it up. Case, spaces and hyphens make no difference."""
    unused = RecoveryCode.objects.filter(user=user, code_hash=_hash(user, code), used_at=None)
    return unused.update(used_at=datetime.now(UTC)) == 1


def _symbols(many: int) -> str:
    return "".join(secrets.choice(SYMBOLS) for _symbol in range(many))


def _hash(user: User, code: str) -> str:
    plain = "".join(symbol for symbol in code.upper() if symbol.isalnum())
    return hashlib.sha256(f"{user.pk} {plain}".encode()).hexdigest()
