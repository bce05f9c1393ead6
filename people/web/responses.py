"""Pages with a typed context, and responses to forms: redirects, refusals, and a page that keeps an unsaved form."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.errors import RuleViolation
from people.audit import refusals
from people.clubs.rights import role_of
from people.db.transactions import DiskFull, NotAllowed, Unavailable
from people.forms.shared import Refusing, sentence
from people.models import Club

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

NOTHING_NEW = 204  # the answer to a poll of a page that has not changed
# Without a CSRF token no cookie is set: a page without a form is the same for everyone, and may be shown in a frame.
NO_FORM: dict[str, Any] = {"csrf_token": ""}  # nosec B105 # empty


def render_page(
    request: HttpRequest, template: str, page: "DataclassInstance", /, status: int = 200, **more: Any
) -> HttpResponse:
    """Render a template with the fields and properties of a dataclass, and `more`, as its variables."""
    return render(request, template, {**as_context(page), **more}, status=status)


def as_context(page: "DataclassInstance") -> dict[str, Any]:
    """Return the fields, properties and public attributes of a dataclass as the variables of a template."""
    attributes = [name for name in getattr(page, "__dict__", ()) if name[0] != "_"]  # none with `slots=True`
    return {name: getattr(page, name) for name in (*_variables(type(page)), *attributes)}


@cache
def _variables(page: "type[DataclassInstance]") -> tuple[str, ...]:
    kinds = property | cached_property
    computed = (name for name in dir(page) if name[0] != "_" and isinstance(getattr(page, name, None), kinds))
    return (*(field.name for field in fields(page)), *computed)


@dataclass(frozen=True)
class FormPage:
    """A page with a form. `more`: the other variables of its template; subclasses add fields and properties instead."""

    request: HttpRequest
    template: str
    form: Refusing
    more: Mapping[str, Any] = field(default_factory=dict, kw_only=True)

    @property
    def show_errors(self) -> bool:
        return bool(self.form.errors)

    @property
    def saved(self) -> bool:
        return self.request.method == "GET" and self.request.GET.get("saved") == "1"

    def response(self, status: int = 200) -> HttpResponse:
        return render_page(self.request, self.template, self, status, **self.more)

    def refused(self, violation: RuleViolation) -> HttpResponse:
        """Render the page with the message of the rule violation and status 422."""
        self.form.refuse(violation)
        return self.response(422)

    def submit(self, action: Callable[[], object], then: Callable[[], HttpResponse]) -> HttpResponse:
        """Show the page or, if its form was posted, run `action` and return the response of `then`.

        Errors of the form, and the reason if a rule refuses the action, are shown in the page with status 422.
        """
        if self.request.method != "POST":
            return self.response()
        return done(self.request, action, then, self.refused) if self.form.is_valid() else self.response(422)


def go(target: str) -> HttpResponseRedirect:
    """Redirect to a page after a form was sent (status 303)."""
    return HttpResponseRedirect(target, status=303)


def see(name: str, *args: Any, query: str = "", anchor: str = "") -> HttpResponseRedirect:
    """Redirect to the page with this URL name after a form was sent."""
    return go(reverse(name, args=args) + query + anchor)


def posted(request: HttpRequest) -> QueryDict | None:
    """Return the submitted form data; None if the request shows the empty form."""
    return request.POST if request.method == "POST" else None


def done(
    request: HttpRequest,
    action: Callable[[], object],
    then: Callable[[], HttpResponse],
    again: Callable[[RuleViolation], HttpResponse] | None = None,
) -> HttpResponse:
    """Run `action`, and return `then()`.

    If a rule refuses the action, return `again(violation)`; if the database is unavailable, return a page with a
    button to send the form again. Raises `Http404` for a missing right.
    """
    try:
        action()
    except RuleViolation as violation:
        return again(violation) if again else sorry(request, violation)
    except NotAllowed as forbidden:
        raise refuse(request, _club_of_page(request)) from forbidden
    except Unavailable as trouble:
        return not_saved(request, trouble)
    return then()


def refuse(request: HttpRequest, club: Club | None) -> Http404:
    """Return an `Http404` that reveals nothing about the club, and record a member's attempt to change something."""
    if request.method == "POST" and role_of(request.user, club) is not None:
        refusals.record_refusal(request, "right", club=club)
    return Http404()


def _club_of_page(request: HttpRequest) -> Club | None:
    page = request.resolver_match
    is_of_club = page is not None and page.route.startswith("c/<")
    return Club.objects.filter(code=page.kwargs["code"]).first() if page and is_of_club else None


def sorry(request: HttpRequest, violation: RuleViolation) -> HttpResponse:
    """Return a page with the reason why a step without a form was refused, and a link back."""
    context = {"sentences": [sentence(violation)], "back": request.path}
    return render(request, "people/shared/refused.html", context, status=422)


def not_saved(request: HttpRequest, trouble: Unavailable) -> HttpResponse:
    """Return a page with status 503 or 507 that contains the form, so that it can be sent again."""
    context = {
        "trouble": trouble_words(trouble),
        "again": {"action": request.get_full_path(), "fields": sent_fields(request)},
        "look": request.method == "GET",
    }
    response = render(request, "people/shared/not_saved.html", context, status=trouble.status)
    response["Retry-After"] = "2"
    return response


def sent_fields(request: HttpRequest) -> list[tuple[str, str]]:
    """Return all submitted fields in order, except the CSRF token and passwords, which the user has to type again."""
    return [
        (name, str(value))
        for name, values in request.POST.lists()
        if name != "csrfmiddlewaretoken" and "password" not in name
        for value in values
    ]


def trouble_words(trouble: Unavailable) -> str:
    if isinstance(trouble, DiskFull):
        return _("The server’s disk is full. Its administrator must free up some space.")
    return _("The server is busy right now.")


def wait_words(seconds: int) -> str:
    text = ngettext(
        "Too many attempts. Wait %(n)s second and try again.",
        "Too many attempts. Wait %(n)s seconds and try again.",
        seconds,
    )
    return text % {"n": seconds}
