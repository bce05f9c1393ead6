"""The identification of API requests: by a token, which belongs to an account, or anonymous. Cookies are ignored."""

from contextlib import suppress
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from ninja.errors import AuthenticationError
from ninja.security import HttpBearer

from people.accounts import rate_limits
from people.accounts.rate_limits import UNKNOWN_LINKS
from people.accounts.tokens import derived_id, find_token, valid_tokens
from people.db.transactions import Unavailable, writing
from people.models import Token
from people.web.clients import address_of, network_of


class TokenBearer(HttpBearer):
    """Identifies a request by its header `Authorization: Bearer sk_…`."""

    openapi_description = "A token, made at /account/tokens/."

    def authenticate(self, request: HttpRequest, token: str) -> AnonymousUser | object | None:
        """Let the request act for the account of the token. Wrong tokens are rate-limited like unknown links."""
        row = find_token(token)
        if row is None:
            _count_wrong_token(request)
            return None
        _act_for(request, row)
        return row


def _act_for(request: HttpRequest, token: Token) -> None:
    token.user.token_limits = token.limits
    request.user = token.user
    request.program = token.name  # type: ignore[attr-defined]
    request.token = token  # type: ignore[attr-defined]


def identify_again(request: HttpRequest) -> None:
    """Read the token and its account again, for long-running requests.

    Raises `AuthenticationError` if the token has since expired or been revoked, or the account is no longer active.
    """
    token = getattr(request, "token", None)
    if token is None:
        return
    row = valid_tokens(token.user).select_related("user").filter(pk=token.pk, user__is_active=True).first()
    if row is None:
        raise AuthenticationError
    _act_for(request, row)


def _count_wrong_token(request: HttpRequest) -> None:
    """Count a wrong token for the network of the request. Raises `MustWait` after too many of them."""
    network = network_of(address_of(request))
    if rate_limits.failures(UNKNOWN_LINKS, network) >= UNKNOWN_LINKS.most:
        raise rate_limits.MustWait(int(UNKNOWN_LINKS.window.total_seconds()))
    with suppress(Unavailable), writing():  # failures are not counted while the database is busy
        rate_limits.count_failure(UNKNOWN_LINKS, network)


def anonymous_user(request: HttpRequest) -> AnonymousUser | None:
    """Let a request without a token read public data. Raises `AuthenticationError` for other credentials."""
    if "Authorization" in request.headers:
        raise AuthenticationError
    request.user = AnonymousUser()
    return request.user


def device_of(request: HttpRequest) -> str | None:
    """Return the device id that represents the token in the logs of matches; None without a token."""
    token = getattr(request, "token", None)
    return derived_id(token, "device") if token else None


BY_TOKEN = TokenBearer()
# The options of endpoints that also show public data to requests without a token.
FOR_ALL: dict[str, Any] = {"auth": [BY_TOKEN, anonymous_user], "openapi_extra": {"security": [{}]}}
