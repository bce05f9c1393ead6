"""Pages for what went wrong. They keep what was typed and say what to do next."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def _page(request: HttpRequest, status: int) -> HttpResponse:
    return render(request, f"errors/{status}.html", status=status)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _page(request, 400)


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _page(request, 403)


def page_not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _page(request, 404)


def server_error(request: HttpRequest) -> HttpResponse:
    return _page(request, 500)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The page went stale (a new session, a cleared cookie): offer to send the same values again."""
    fields = _typed(request) if _same_site(request) else []
    context = {"fields": fields, "action": request.get_full_path()}
    if not request.headers.get("HX-Request"):
        return render(request, "errors/csrf.html", context, status=403)
    response = render(request, "errors/_csrf.html", context, status=403)
    # Over whatever is open: a sheet would hide it.
    response["HX-Retarget"], response["HX-Reswap"] = "#sheet", "innerHTML"
    return response


def _typed(request: HttpRequest) -> list[tuple[str, str]]:
    """Every field of the refused form but the stale token and passwords, in order."""
    return [
        (name, str(value))
        for name, values in request.POST.lists()
        if name != "csrfmiddlewaretoken" and "password" not in name
        for value in values
    ]


def _same_site(request: HttpRequest) -> bool:
    """False where another site sent the form: its values must not be one click from being saved."""
    if request.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
        return False
    own = f"{request.scheme}://{request.get_host()}"
    return request.headers.get("Origin", own) == own
