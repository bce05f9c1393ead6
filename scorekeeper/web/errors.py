"""Error pages. They keep what the user typed and say what to do next."""

import sys
from collections.abc import Callable
from contextlib import suppress

from django.core.exceptions import RequestDataTooBig
from django.db import DatabaseError, InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from matches.views.shared import Revoked
from matches.views.sharing.revoked import revoked
from people.db.transactions import Unavailable
from people.web.responses import not_saved, sent_fields


def _page(request: HttpRequest, status: int) -> HttpResponse:
    # No form stands there. Without the token, which differs each time, all who get the page get the same bytes.
    return render(request, f"errors/{status}.html", {"csrf_token": ""}, status=status)  # nosec B105 # none


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _page(request, 413 if isinstance(exception, RequestDataTooBig) else 400)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    if isinstance(exception, Revoked):
        return revoked(request, exception.reading)
    return _page(request, 403)


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _page(request, 404)


class NotAllowedMiddleware:
    """A page where Django's 405 has none: whoever opens the address of a form by itself reads why, and a way on."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if response.status_code == 405 and not response.content:
            response.content = _page(request, 405).content
        return response


def server_error(request: HttpRequest) -> HttpResponse:
    """A fault of ours; or the database went away while it was asked, which passes: what was sent can be sent again."""
    error = sys.exc_info()[1]
    if isinstance(error, OperationalError | InterfaceError) and _same_site(request):
        with suppress(DatabaseError):
            return not_saved(request, Unavailable(str(error)))
    return _page(request, 500)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The page went stale (a new session, a cleared cookie): offer to send the same values again."""
    fields = sent_fields(request) if _same_site(request) else []
    context = {"fields": fields, "action": request.get_full_path()}
    if not request.headers.get("HX-Request"):
        return render(request, "errors/csrf.html", context, status=403)
    response = render(request, "errors/_csrf.html", context, status=403)
    # Over whatever is open: a sheet would hide it.
    response["HX-Retarget"], response["HX-Reswap"] = "#sheet", "innerHTML"
    return response


def _same_site(request: HttpRequest) -> bool:
    """False where another site sent the form: its values must not be one click from being saved."""
    if request.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
        return False
    own = f"{request.scheme}://{request.get_host()}"
    return request.headers.get("Origin", own) == own
