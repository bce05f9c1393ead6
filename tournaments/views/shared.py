"""Helpers for the tournament views: access checks, pages with forms, views of buttons, redirects."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial, wraps
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from engine.hash_chain import is_key
from matches.views.shared import device_of
from people.views.guards import action_arguments
from people.web.codes import new_key
from people.web.responses import FormPage, done, refuse, render_page, see
from tournaments.models import Tournament, TournamentState
from tournaments.rights import TournamentRights, rights_of
from tournaments.snapshot import Day

GET, POST, FORM = ["GET", "HEAD"], ["POST"], ["GET", "POST"]
P = ParamSpec("P")
T = TypeVar("T")
View = Callable[..., HttpResponse]
PREVIEWS = ("preset", "more")  # buttons that show the form again and save nothing


class TournamentAccess(NamedTuple):
    """A request for a tournament's page. `day`: the tournament as the requester may see it."""

    request: HttpRequest
    day: Day
    rights: TournamentRights

    @property
    def tournament(self) -> Tournament:
        return self.day.tournament

    @property
    def code(self) -> str:
        return self.tournament.code

    def require(self, allowed: bool) -> "TournamentAccess":
        """Return this access if `allowed`; otherwise raise `Http404`."""
        if not allowed:
            raise refuse(self.request, self.tournament.club)
        return self

    @property
    def over(self) -> bool:
        return self.tournament.state == TournamentState.OVER

    @property
    def action(self) -> dict[str, Any]:
        """The arguments of every action on the tournament."""
        return {"tournament": self.tournament, **action_arguments(self.request)}

    def run(self, action: Callable[..., object], then: HttpResponse, **values: Any) -> HttpResponse:
        """Run an action on the tournament as the signed-in account, and return `then`."""
        return done(self.request, lambda: action(**self.action, **values), lambda: then)

    def see(self, name: str, *args: object, query: str = "", anchor: str = "") -> HttpResponse:
        """Redirect to the page `name` of the tournament."""
        return see(f"tournaments:{name}", self.code, *args, query=query, anchor=anchor)

    def saved(self, name: str) -> Callable[[], HttpResponse]:
        """Return a function that redirects to the page `name`, which confirms that a form was saved."""
        return partial(self.see, name, query="?saved=1")

    def back(self, name: str, *args: object) -> HttpResponse:
        """Redirect to the desk if the form was sent from there, otherwise to the page `name`."""
        return self.see("desk") if self.request.POST.get("then") == "desk" else self.see(name, *args)


def opened(request: HttpRequest, code: str) -> TournamentAccess:
    """Return the access of a requester who may see the tournament; raise `Http404` for others."""
    tournament = get_object_or_404(Tournament.objects.select_related("club"), code=code)
    rights = rights_of(tournament, device_of(request), request.user)
    if not rights.read:
        raise Http404
    return TournamentAccess(request, Day(tournament, rights.inside), rights)


def organising(request: HttpRequest, code: str) -> TournamentAccess:
    """Return the access of an organiser of the tournament; raise `Http404` for others."""
    access = opened(request, code)
    return access.require(access.rights.organise)


def refereeing(request: HttpRequest, code: str) -> TournamentAccess:
    """Return the access of a referee or organiser of the tournament; raise `Http404` for others."""
    access = opened(request, code)
    return access.require(access.rights.referee)


def or_404(row: T | None) -> T:
    """Return the row; raise `Http404` if it is None."""
    if row is None:
        raise Http404
    return row


def _view(
    check: Callable[[HttpRequest, str], TournamentAccess], methods: list[str], over: str = ""
) -> Callable[[Callable[Concatenate[HttpRequest, TournamentAccess, P], HttpResponse]], View]:
    """Return a decorator that passes the tournament to a view if `check` allows it.

    `over`: the `name` to pass to `instead`, "" to let the view handle finished tournaments.
    """

    def decorate(view: Callable[Concatenate[HttpRequest, TournamentAccess, P], HttpResponse]) -> View:
        @require_http_methods(methods)
        @wraps(view)
        def checked(request: HttpRequest, code: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            access = check(request, code)
            page = instead(access, over, code=code, **kwargs) if over else None
            return page or view(request, access, *args, **kwargs)

        return checked

    return decorate


# Decorators of views for everyone who may see the tournament, for its organisers, and for its referees.
readers, organisers, referees = partial(_view, opened), partial(_view, organising), partial(_view, refereeing)


def organiser_button(
    action: Callable[..., object],
    values: Callable[..., Mapping[str, Any]] = lambda _post: {},
    *,
    to: str,
    at: str = "",
    query: str = "",
    anchor: str = "",
) -> View:
    """Return a view that runs an action for an organiser, then redirects to the page `to`, with the URL argument `at`.

    `values` computes the arguments of the action from the form data and the URL arguments.
    """

    @organisers(POST)
    def view(request: HttpRequest, access: TournamentAccess, **address: int) -> HttpResponse:
        then = access.see(to, *([address[at]] if at else []), query=query, anchor=anchor)
        return access.run(action, then, **values(request.POST, **address))

    return view


class TournamentVariables:
    """The variables that every page of a tournament has."""

    access: TournamentAccess

    @property
    def day(self) -> Day:
        return self.access.day

    @property
    def tournament(self) -> Tournament:
        return self.access.tournament

    @property
    def rights(self) -> TournamentRights:
        return self.access.rights

    @property
    def over(self) -> bool:
        return self.access.over

    @property
    def key(self) -> str:
        """The key of a form on the page, which makes sending the form idempotent."""
        return new_key()


@dataclass
class TournamentPage(TournamentVariables):
    """A page of a tournament. Its fields, properties and public attributes are the variables of the template."""

    access: TournamentAccess

    def response(self, template: str, status: int = 200, **more: Any) -> HttpResponse:
        """Render the page with a template. `more`: the other variables of the template."""
        return render_page(self.access.request, template, self, status, **more)


def instead(access: TournamentAccess, name: str, **address: Any) -> HttpResponse | None:
    """Return the page to show instead of a form that changes the standings, once the tournament has finished.

    Returns None before the end, and for a POST, which the action itself refuses. The page links back to the page
    `name`.
    """
    if access.request.method != "GET" or not access.over:
        return None
    back = reverse(f"tournaments:{name}", kwargs=address)
    return TournamentPage(access).response("tournaments/shared/finished.html", back=back)


@dataclass(frozen=True)
class EventFormPage(FormPage):
    """A page with a form. Some buttons (`PREVIEWS`) only show the form again and save nothing."""

    @property
    def key(self) -> str:
        return new_key()

    @property
    def previews(self) -> bool:
        return self.request.POST.get("action") in PREVIEWS

    @property
    def show_errors(self) -> bool:
        return super().show_errors and not self.previews

    def submit(self, action: Callable[[], object], then: Callable[[], HttpResponse]) -> HttpResponse:
        return self.response() if self.previews else super().submit(action, then)


@dataclass(frozen=True)
class TournamentFormPage(TournamentVariables, EventFormPage):
    """A page of a tournament with a form. Subclasses add the other variables of the template."""

    access: TournamentAccess


def key_of(request: HttpRequest) -> str:
    """Return the key that makes the submitted form idempotent; a new one if it is missing."""
    key = request.POST.get("key", "")
    return key if is_key(key) else new_key()
