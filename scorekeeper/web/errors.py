"""Error pages, which keep the user's input and explain what to do next."""

import sys
from collections.abc import Callable
from contextlib import suppress

from django.core.exceptions import RequestDataTooBig
from django.db import DatabaseError, InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from api.problems import problem
from api.v1 import ROOT as API
from matches.views.recorded_hands import revoked
from matches.views.shared import Revoked
from people.db.transactions import Unavailable
from people.web.responses import not_saved, sent_fields


def _page(request: HttpRequest, status: int) -> HttpResponse:
    if request.path.startswith(API):
        return problem(status)
    # The page has no form. Without a token, which would differ each time, every client gets the same bytes.
    return render(request, f"errors/{status}.html", {"csrf_token": ""}, status=status)  # nosec B105 # empty


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _page(request, 413 if isinstance(exception, RequestDataTooBig) else 400)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    if isinstance(exception, Revoked):
        return revoked(request, exception.reading)
    return _page(request, 403)


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _page(request, 404)


class NotAllowedMiddleware:
    """A middleware that adds a page to Django's empty 405 responses, for users who open the URL of a form directly."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code == 405 and request.path.startswith(API):
            return problem(405, headers={"Allow": response["Allow"]})
        if response.status_code == 405 and not response.content:
            response.content = _page(request, 405).content
        return response


def server_error(request: HttpRequest) -> HttpResponse:
    """The page for an internal error. If the database was unavailable, the page offers to send the form again."""
    error = sys.exc_info()[1]
    if (
        isinstance(error, OperationalError | InterfaceError)
        and not request.path.startswith(API)
        and _same_site(request)
    ):
        with suppress(DatabaseError):
            return not_saved(request, Unavailable(str(error)))
    return _page(request, 500)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The page for an outdated CSRF token (a new session, a deleted cookie), with a button to send the form again."""
    context = {"fields": sent_fields(request) if _same_site(request) else [], "action": request.get_full_path()}
    if not request.headers.get("HX-Request"):
        return render(request, "errors/csrf.html", context, status=403)
    response = render(request, "errors/_csrf.html", context, status=403)
    # Replace any open sheet, which would hide the page.
    response["HX-Retarget"], response["HX-Reswap"] = "#sheet", "innerHTML"
    return response


def _same_site(request: HttpRequest) -> bool:
    """Whether this site sent the form. Values from another site must not be offered for saving."""
    if request.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
        return False
    own = f"{request.scheme}://{request.get_host()}"
    return request.headers.get("Origin", own) == own
