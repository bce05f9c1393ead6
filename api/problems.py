"""Errors as RFC 9457 problems: one object with `title`, `status`, `detail`, and the field that is wrong."""

import re
from collections.abc import Mapping
from typing import Any

from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext
from ninja import NinjaAPI
from ninja.errors import AuthenticationError, HttpError, ValidationError

from api.access.identification import device_of
from api.endpoints.match_document import events_after
from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.match.fields import LONGEST_ECHO
from matches.actions import Conflict, KeyReuse, NotAllowed, Unavailable
from people.accounts.rate_limits import MustWait
from people.audit import refusals
from people.forms.shared import sentence
from people.web.responses import trouble_words

MEDIA_TYPE = "application/problem+json"
TITLES = {
    400: _("The request cannot be read"),
    401: _("A valid token is required"),
    403: _("The token does not allow this"),
    404: _("Not found"),
    405: _("This URL doesn’t take this method"),
    409: _("The match is at another version"),
    412: _("The document has another ETag"),
    413: _("The request is too large"),
    415: _("Send JSON"),
    422: _("A value is wrong"),
    429: _("Too many requests"),
    500: _("Something went wrong"),
    503: _("The server is busy"),
    507: _("The server’s disk is full"),
}
# The default `detail`, which says what to do, by status.
DETAILS = {
    401: _("Send a valid token in the header Authorization: Bearer TOKEN. You make tokens at /account/tokens/."),
    403: _("The token’s scope, or your role in the club, doesn’t allow this."),
    404: _("Nothing is at this address, or you may not see it."),
    405: _("The header Allow lists the methods that this URL takes."),
    412: _("The document has changed since you read it. Read it again."),
    429: _("Wait as many seconds as the header Retry-After says, then send the request again."),
}


def problem(
    status: int, detail: str = "", *, kind: str = "about:blank", headers: Mapping[str, str] | None = None, **more: Any
) -> HttpResponse:
    """Return a problem response. `kind`: the path of its description in the guide; `more`: other members."""
    content = {
        "type": kind,
        "title": gettext(TITLES[status]),
        "status": status,
        "detail": detail or (gettext(DETAILS[status]) if status in DETAILS else ""),
        **more,
    }
    return JsonResponse(content, status=status, content_type=MEDIA_TYPE, headers=dict(headers or {}))


def wrong_value(violation: RuleViolation) -> HttpResponse:
    """Return the problem for a rule violation: it names the field and says what is allowed."""
    return problem(422, sentence(violation), kind="/api/#wrong-value", field=violation.field)


def reused_key() -> HttpResponse:
    """Return the problem for an Idempotency-Key that was used for another request."""
    detail = gettext("This Idempotency-Key was used for another request.")
    return problem(422, detail, kind="/api/#idempotency-key", field="Idempotency-Key")


# The message for a wrong value, by the type of the pydantic error.
OTHER = _("%(key)s has a wrong value.")
WRONG = {
    "missing": _("%(key)s is required."),
    "extra_forbidden": _("%(key)s is unknown."),
    "string_type": _("%(key)s must be text."),
    "string_too_long": _("%(key)s can have at most %(most)s characters."),
    "string_pattern_mismatch": _("%(key)s must be a code of 22 letters, digits, - or _."),
    "int_type": _("%(key)s must be a whole number."),
    "int_parsing": _("%(key)s must be a whole number."),
    "int_from_float": _("%(key)s must be a whole number."),
    "int_parsing_size": _("%(key)s must be a smaller number."),
    "bool_type": _("%(key)s must be true or false."),
    "bool_parsing": _("%(key)s must be true or false."),
    "dict_type": _("%(key)s must be an object."),
    "model_type": _("%(key)s must be an object."),
    "model_attributes_type": _("%(key)s must be an object."),
    "list_type": _("%(key)s must be a list."),
    "too_long": _("%(key)s can have at most %(most)s items."),
    "literal_error": _("%(key)s must be one of: %(allowed)s."),
    "greater_than_equal": _("%(key)s must be at least %(least)s."),
    "less_than_equal": _("%(key)s must be at most %(most)s."),
    "date_type": _("%(key)s must be a date such as 2026-03-28."),
    "date_parsing": _("%(key)s must be a date such as 2026-03-28."),
    "date_from_datetime_parsing": _("%(key)s must be a date such as 2026-03-28."),
    "date_from_datetime_inexact": _("%(key)s must be a date such as 2026-03-28."),
}
# The names of limits in pydantic's errors, and in our sentences.
LIMITS = {"max_length": "most", "le": "most", "ge": "least"}
MOST_ERRORS = 20


def _unreadable(request: HttpRequest, error: ValidationError) -> HttpResponse:
    """Return the problem for values of wrong types. It names the first wrong field, and lists up to 20."""
    if any(each["loc"][0] == "path" for each in error.errors):
        return problem(404)
    errors = [_wrong_type(each) for each in error.errors[:MOST_ERRORS]]
    first = errors[0]
    return problem(422, first["detail"], kind="/api/#wrong-value", field=first["field"], errors=errors)


def _wrong_type(error: dict[str, Any]) -> dict[str, str]:
    source, *steps = error["loc"]
    if source == "body" and steps:
        steps = steps[1:]  # skip the name of the view's parameter
    field = ".".join(str(step)[:LONGEST_ECHO] for step in steps if step != "[key]") or "body"
    context = error.get("ctx", {})
    values: dict[str, Any] = {ours: context[theirs] for theirs, ours in LIMITS.items() if theirs in context}
    values["allowed"] = tuple(re.findall("'([^']*)'", context.get("expected", "")))
    return {"field": field, "detail": sentence(RuleViolation(field, WRONG.get(error["type"], OTHER), **values))}


def _busy(request: HttpRequest, error: Exception) -> HttpResponse:
    return problem(503, trouble_words(Unavailable(str(error))), headers={"Retry-After": "2"})


def install(api: NinjaAPI) -> None:
    """Register handlers that turn every exception of the API into a problem."""
    handlers: dict[type[Exception], Any] = {
        RuleViolation: lambda request, error: wrong_value(error),
        ValidationError: _unreadable,
        AuthenticationError: lambda request, error: problem(401, headers={"WWW-Authenticate": "Bearer"}),
        Http404: lambda request, error: problem(404),
        NotAllowed: _not_allowed,
        Conflict: _conflict,
        KeyReuse: lambda request, error: reused_key(),
        MustWait: lambda request, error: problem(429, headers={"Retry-After": str(error.seconds)}),
        Unavailable: lambda request, error: problem(error.status, trouble_words(error), headers={"Retry-After": "2"}),
        OperationalError: _busy,
        InterfaceError: _busy,
        HttpError: lambda request, error: problem(
            error.status_code if error.status_code in TITLES else 400, str(error.message)
        ),
    }
    for exception, handler in handlers.items():
        api.add_exception_handler(exception, handler)


def _not_allowed(request: HttpRequest, error: Exception) -> HttpResponse:
    """Return the problem for a change that the token does not allow, and record it in the club's activity log."""
    refusals.record_refusal(request, "right", club=request.token.club)  # type: ignore[attr-defined]
    return problem(403, str(error))


def _conflict(request: HttpRequest, error: Conflict) -> HttpResponse:
    """Return the problem for an entry made for an older state of the match, with the events saved since."""
    if error.expected > error.reading.next_seq:
        sentence = _("%(key)s must be %(next)s: the version of the match, %(version)s, plus 1.")
        known = {"next": error.reading.next_seq, "version": error.reading.version}
        return wrong_value(RuleViolation("expected_seq", sentence, **known))
    refusals.record_refusal(request, "conflict", match=error.reading.match.code, club=error.reading.match.club)
    return problem(
        409,
        gettext("The match has changed since. Read it again, and decide whether your entry still holds."),
        kind="/api/#conflict",
        expected_seq=error.expected,
        version=error.reading.version,
        saved=events_after(error.reading, max(error.expected - 1, 0), device_of(request)),
    )
