"""The state between a correct password and the second step. It is kept in the session and grants no rights."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from django.http import HttpRequest
from django.utils.crypto import constant_time_compare

from people.accounts.sessions import HALF, requester_of
from people.models import User

LIFETIME = timedelta(minutes=5)


@dataclass(frozen=True)
class HalfSignedIn:
    """An account whose password was correct, and the page to show once it is signed in."""

    user: User
    next: str


def begin(request: HttpRequest, user: User, next_page: str) -> None:
    """Remember, under a new session id, that the password was correct."""
    requester_of(request)  # first, because it clears a session that was ended elsewhere, and would clear this state too
    request.session[HALF] = {
        "user": user.pk,
        "password": user.get_session_auth_hash(),  # changing the password ends this state
        "at": datetime.now(UTC).timestamp(),
        "next": next_page,
    }
    request.session.cycle_key()


def current(request: HttpRequest) -> HalfSignedIn | None:
    """Return the half-signed-in account; None if there is none, or it has taken longer than five minutes."""
    state = request.session.get(HALF)
    if not state or not 0 <= datetime.now(UTC).timestamp() - state["at"] < LIFETIME.total_seconds():
        return None
    user = User.objects.filter(pk=state["user"], is_active=True).first()
    if user is None or not constant_time_compare(state["password"], user.get_session_auth_hash()):
        return None
    return HalfSignedIn(user, state["next"])


def next_page(request: HttpRequest) -> str:
    """Return the page that was asked for, even if the state has expired."""
    return str(request.session.get(HALF, {}).get("next", "/"))
