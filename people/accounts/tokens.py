"""Make, find and revoke tokens. A token is "sk_" and 43 characters: 256 random bits."""

import hmac
import secrets
from base64 import urlsafe_b64encode
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from hashlib import sha256

from django.db import OperationalError
from django.db.models import QuerySet

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from people.audit.log import Record, by_program
from people.clubs import rights
from people.db.transactions import NotAllowed, writing
from people.models import SCOPE_ROLES, Club, Role, Scope, Token, User
from people.text.cleaning import clean_name

PREFIX = "sk_"
MOST_TOKENS = 20  # of one account, valid ones
LONGEST_DAYS = 366
USED_EVERY = timedelta(minutes=10)  # how often the time of the last use is saved


def make_token(*, user: User, club: Club, name: str, scope: Scope, days: int, record: Record = by_program) -> str:
    """Make a token, and return it; it cannot be shown again.

    Raises `RuleViolation` for `name`, `days` or `scope`, or if the account has too many tokens; `NotAllowed` if it is
    not in the club; `Unavailable`.
    """
    title = clean_name(name, "name")
    if not 1 <= days <= LONGEST_DAYS:
        raise RuleViolation("days", _("Enter a whole number of days from 1 to %(most)s."), most=LONGEST_DAYS)
    token, now = PREFIX + secrets.token_urlsafe(32), datetime.now(UTC)
    with writing():
        if not rights.needs(rights.current(user), club, Role.MEMBER).covers(SCOPE_ROLES[scope]):
            raise RuleViolation("scope", _("Your own role in this club doesn’t allow this."))
        if valid_tokens(user).count() >= MOST_TOKENS:
            raise RuleViolation(
                "name", _("An account can have at most %(most)s tokens. Revoke one first."), most=MOST_TOKENS
            )
        row = Token.objects.create(
            user=user,
            club=club,
            name=title,
            scope=scope,
            digest=_digest(token),
            made_at=now,
            expires_at=now + timedelta(days=days),
        )
        record("token_made", club=club, user=user, about=str(row.pk), after={"scope": scope.value, "days": days})
    return token


def revoke_token(*, user: User, token: int, record: Record = by_program) -> None:
    """Revoke a token of this account, by its id. Raises `NotAllowed` or `Unavailable`."""
    with writing():
        row = Token.objects.select_for_update(of=("self",)).select_related("club").filter(user=user, pk=token).first()
        if row is None:
            raise NotAllowed
        if row.revoked_at is None:
            Token.objects.filter(pk=row.pk).update(revoked_at=datetime.now(UTC))
            record("token_revoked", club=row.club, user=user, about=str(row.pk))


def revoke_all(user: User) -> None:
    """Revoke every token of an account. Call this inside a transaction."""
    Token.objects.filter(user=user, revoked_at=None).update(revoked_at=datetime.now(UTC))


def valid_tokens(user: User) -> QuerySet[Token]:
    """Return the tokens of an account that still work, newest first."""
    return Token.objects.filter(user=user, revoked_at=None, expires_at__gt=datetime.now(UTC)).select_related("club")


def find_token(text: str) -> Token | None:
    """Return the valid token with this text and note its use, or None."""
    now = datetime.now(UTC)
    row = Token.objects.select_related("user", "club").filter(digest=_digest(text)).first()
    if row is None or row.revoked_at or row.expires_at <= now or not row.user.is_active:
        return None
    if row.used_at is None or now - row.used_at > USED_EVERY:
        with suppress(OperationalError):  # the database is busy: the time of this use is not saved
            Token.objects.filter(pk=row.pk).update(used_at=now)
    return row


def derived_id(token: Token, purpose: str, value: str = "") -> str:
    """Return 22 URL-safe characters computed from a token, a purpose and a value.

    They depend only on the token, so they stay the same after a change of SECRET_KEY, unlike `computed_token`.
    """
    code = hmac.digest(token.digest.encode(), f"{purpose} {value}".encode(errors="replace"), "sha256")
    return urlsafe_b64encode(code[:16]).decode().rstrip("=")


def _digest(token: str) -> str:
    return sha256(token.encode()).hexdigest()
