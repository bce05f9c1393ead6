"""HTTP behaviour shared by all URLs of the API: HEAD, OPTIONS, ETags, and access from other websites (CORS)."""

from collections.abc import Callable, Collection
from functools import wraps
from hashlib import sha256
from typing import Any

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.utils.cache import get_conditional_response

from api.problems import problem, wrong_value
from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.match.fields import LONGEST_ECHO

View = Callable[..., Any]
# Takes a method, and returns the names that the query string can have; None if the URL does not accept the method.
QueryNames = Callable[[str], Collection[str] | None]
SHOWN = "ETag, Retry-After"  # headers that programs on other websites may read


def complete(view: View, takes: QueryNames, *, asks: bool = False) -> View:
    """Wrap the view of a URL.

    `takes` returns the names allowed in its query string; others are refused, because they may be misspelt. `asks`: its
    POST changes nothing, so other websites may send it.
    """

    @wraps(view)
    def completed(request: HttpRequest, *parts: Any, **named: Any) -> Any:
        method = request.method
        if method == "HEAD":
            request.method = "GET"
        try:
            response = _unknown_name(request, takes) or view(request, *parts, **named)
        finally:
            request.method = method
        if response.status_code == 405:
            response = _other_method(request, response, asks)
        elif method in ("GET", "HEAD"):
            response = _tagged(request, response)
        if "Authorization" not in request.headers and (asks or method in ("GET", "HEAD")):
            response["Access-Control-Allow-Origin"] = "*"
            response["Access-Control-Expose-Headers"] = SHOWN
        return _without_content(response) if method == "HEAD" else response

    return completed


def _unknown_name(request: HttpRequest, takes: QueryNames) -> HttpResponse | None:
    """Return a problem if the query string has an unknown name, otherwise None."""
    given = request.GET.keys() if request.META.get("QUERY_STRING") else ()
    if not given:
        return None
    known = takes(str(request.method))
    unknown = next((name for name in given if known is not None and name not in known), None)
    if known is None or unknown is None:
        return None
    allowed = tuple(sorted(known))
    sentence = _("%(key)s is unknown. Use: %(allowed)s.") if allowed else _("%(key)s is unknown. Leave it out.")
    return wrong_value(RuleViolation(unknown[:LONGEST_ECHO], sentence, allowed=allowed))


def _other_method(request: HttpRequest, response: HttpResponse, asks: bool) -> HttpResponse:
    """Answer OPTIONS, and name the allowed methods in the response to an unsupported one."""
    methods = {each.strip() for each in response["Allow"].split(",")}
    reads = {"GET", "HEAD"} if "GET" in methods else set()
    allow = ", ".join(sorted(methods | reads | {"OPTIONS"}))
    if request.method != "OPTIONS":
        return problem(405, headers={"Allow": allow})
    answer = HttpResponse(status=204, headers={"Allow": allow})
    shared = reads | ({"POST"} if asks else set())
    if shared:
        answer["Access-Control-Allow-Origin"] = "*"
        answer["Access-Control-Allow-Methods"] = ", ".join(sorted(shared))
        answer["Access-Control-Allow-Headers"] = "Content-Type" if asks else "If-None-Match"
        answer["Access-Control-Max-Age"] = "86400"
    return answer


def _tagged(request: HttpRequest, response: Any) -> Any:
    """Give a document an ETag, its hash; return 304 if the client already has this version."""
    if response.status_code != 200 or response.streaming:
        return response
    response["ETag"] = f'"{sha256(response.content).hexdigest()}"'
    answer = get_conditional_response(request, etag=response["ETag"], response=response)
    if answer and "Retry-After" in response:
        answer["Retry-After"] = response["Retry-After"]
    return problem(412) if answer and answer.status_code == 412 else answer


def _without_content(response: Any) -> Any:
    if isinstance(response, StreamingHttpResponse):
        response.streaming_content = ()
    elif response.status_code != 304:
        response["Content-Length"] = str(len(response.content))
        response.content = b""
    return response
