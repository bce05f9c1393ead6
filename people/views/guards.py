"""Functions that return the account or the club of a request, or raise `Http404`."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import resolve_url
from django.urls import reverse
from django.utils.http import urlencode

from people.audit.log import recording
from people.clubs.rights import role_of
from people.models import Club, Role, User
from people.web.responses import refuse, see

P = ParamSpec("P")


def account(request: HttpRequest) -> User | None:
    """Return the account that is signed in; None for a guest."""
    user = request.user
    return user if isinstance(user, User) and user.is_authenticated else None


def for_accounts(
    view: Callable[Concatenate[HttpRequest, User, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Pass the account to the decorated view; redirect guests to the sign-in page."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        user = account(request)
        if user:
            return view(request, user, *args, **kwargs)
        # There is no page to return to after a POST.
        target = request.get_full_path() if request.method == "GET" else reverse("people:account")
        return see("people:sign_in", query="?" + urlencode({"next": target}))

    return guarded


def account_or_404(request: HttpRequest) -> User:
    """Return the account that is signed in; raise `Http404` for a guest."""
    user = account(request)
    if user is None:
        raise Http404
    return user


def action_arguments(request: HttpRequest) -> dict[str, Any]:
    """Return the arguments that every action takes: `by` (the account) and `record` (writes to the audit log)."""
    return {"by": account_or_404(request), "record": recording(request)}


def login_address(request: HttpRequest) -> str:
    """Return the URL of the sign-in page, which leads back to this page."""
    return f"{resolve_url(settings.LOGIN_URL)}?{urlencode({'next': request.get_full_path()})}"


def club_for(request: HttpRequest, code: str, needed: Role = Role.MEMBER) -> tuple[Club, Role]:
    """Return the club and the requester's role if it covers `needed`; raise `Http404` otherwise."""
    club = Club.objects.filter(code=code).first()
    role = role_of(account(request), club)
    if club is None or role is None:
        raise Http404
    if not role.covers(needed):
        raise refuse(request, club)
    return club, role


def readable_club(request: HttpRequest, code: str) -> tuple[Club, Role | None]:
    """Return the club and the requester's role (None for non-members of a public club); raise `Http404` otherwise."""
    club = Club.objects.filter(code=code).first()
    role = role_of(account(request), club)
    if club is None or (role is None and not club.public):
        raise Http404
    return club, role
