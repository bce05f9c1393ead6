"""What the pages of clubs share: who is asking, which club, answering after an action."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render, resolve_url
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from engine.errors import RuleViolation
from people.audit import refusals
from people.audit.log import recording
from people.clubs.rights import role_of
from people.db.transactions import DiskFull, NotAllowed, Unavailable
from people.forms.shared import sentence
from people.models import Club, Role, User


def account(request: HttpRequest) -> User | None:
    """The account that is asking."""
    user = request.user
    return user if isinstance(user, User) and user.is_authenticated else None


def asking(request: HttpRequest) -> User:
    """The account that is asking, or there is no such page."""
    user = account(request)
    if user is None:
        raise Http404
    return user


def who(request: HttpRequest) -> dict[str, Any]:
    """What every action takes: by whom, and how it is written down."""
    return {"by": asking(request), "record": recording(request)}


def to_login(request: HttpRequest) -> HttpResponse:
    """To log in, and back to this page."""
    return redirect_to_login(request.get_full_path())


def login_address(request: HttpRequest) -> str:
    """The same as a link."""
    return f"{resolve_url(settings.LOGIN_URL)}?{urlencode({'next': request.get_full_path()})}"


def club_for(request: HttpRequest, code: str, needed: Role = Role.MEMBER) -> tuple[Club, Role]:
    """The club and the role of who asks, if that covers `needed`; for others there is no such page."""
    club = Club.objects.filter(code=code).first()
    role = role_of(account(request), club)
    if club is None or role is None:
        raise Http404
    if not role.covers(needed):
        raise refuse(request, club)
    return club, role


def refuse(request: HttpRequest, club: Club | None) -> Http404:
    """No such page. That a member of the club was refused a change is written down; who is none learns nothing of the
    club, and the club nothing of them."""
    if request.method == "POST" and role_of(account(request), club) is not None:
        refusals.refused(request, "right", club=club)
    return Http404()


def _club_asked(request: HttpRequest) -> Club | None:
    """The club in whose pages something was asked for."""
    asked = request.resolver_match
    is_clubs = asked is not None and asked.route.startswith("c/<")
    return Club.objects.filter(code=asked.kwargs["code"]).first() if asked and is_clubs else None


def readable_club(request: HttpRequest, code: str) -> tuple[Club, Role | None]:
    """The club and the role of who asks, None for the public of a public club; for others there is no such page."""
    club = Club.objects.filter(code=code).first()
    role = role_of(account(request), club)
    if club is None or (role is None and not club.public):
        raise Http404
    return club, role


def see(name: str, *args: Any, query: str = "", anchor: str = "") -> HttpResponseRedirect:
    """After a POST: go and look at a page."""
    response = HttpResponseRedirect(reverse(name, args=args) + query + anchor)
    response.status_code = 303
    return response


def done(
    request: HttpRequest,
    action: Callable[[], object],
    then: Callable[[], HttpResponse],
    again: Callable[[RuleViolation], HttpResponse] | None = None,
) -> HttpResponse:
    """Do `action` and answer: `then`, or `again` where it is refused; kept where nothing can be written."""
    try:
        action()
    except RuleViolation as violation:
        return again(violation) if again else sorry(request, violation)
    except NotAllowed as forbidden:
        raise refuse(request, _club_asked(request)) from forbidden
    except Unavailable as trouble:
        return not_saved(request, trouble)
    return then()


def sorry(request: HttpRequest, violation: RuleViolation) -> HttpResponse:
    """A step that has no form of its own was refused: why, and the way back."""
    context = {"sentences": [sentence(violation)], "back": request.path}
    return render(request, "people/club_sorry.html", context, status=422)


def not_saved(request: HttpRequest, trouble: Unavailable) -> HttpResponse:
    """503 or 507: what was sent is kept in the page, to be sent again."""
    busy, full = (
        _("The server is busy at this moment."),
        _("The disk of the server is full. Whoever looks after it must make room."),
    )
    fields = [
        (name, value)
        for name, values in request.POST.lists()
        if name != "csrfmiddlewaretoken" and "password" not in name  # that one is typed again
        for value in values
    ]
    context = {
        "trouble": full if isinstance(trouble, DiskFull) else busy,
        "again": {"action": request.get_full_path(), "fields": fields},
        "look": request.method == "GET",
    }
    response = render(request, "people/club_not_saved.html", context, status=trouble.status)
    response["Retry-After"] = "2"
    return response
