"""What the views of people share: a page for who is signed in, where to go after a form, the database's troubles."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from people.db.transactions import DiskFull, Unavailable
from people.models import User

P = ParamSpec("P")


def go(target: str) -> HttpResponseRedirect:
    """After a form: look at a page."""
    response = HttpResponseRedirect(target)
    response.status_code = 303
    return response


def see(name: str, *args: Any, query: str = "") -> HttpResponseRedirect:
    """After a form: look at a page of ours."""
    return go(reverse(f"people:{name}", args=args) + query)


def account_of(request: HttpRequest) -> User | None:
    """Who is signed in; None for a guest."""
    return request.user if isinstance(request.user, User) else None


def for_accounts(
    view: Callable[Concatenate[HttpRequest, User, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """The view for who is signed in; a guest is asked to, and then comes back."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        user = account_of(request)
        if user:
            return view(request, user, *args, **kwargs)
        # A form that was sent has no page to come back to.
        target = request.get_full_path() if request.method == "GET" else reverse("people:account")
        return see("sign_in", query="?" + urlencode({"next": target}))

    return guarded


def trouble_words(trouble: Unavailable) -> str:
    """Why nothing can be saved at this moment."""
    if isinstance(trouble, DiskFull):
        return _("The disk of the server is full. Whoever looks after it must make room.")
    return _("The server is busy at this moment.")


def wait_words(seconds: int) -> str:
    """How long whoever tries a password too often has to wait."""
    text = ngettext(
        "Too many tries. Please wait %(n)s second, then send it again.",
        "Too many tries. Please wait %(n)s seconds, then send it again.",
        seconds,
    )
    return text % {"n": seconds}
