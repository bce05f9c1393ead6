"""Helpers of the tournament views: access checks, pages with forms, views of buttons, redirects."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial, wraps
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from engine.hash_chain import is_key
from matches.views.shared import device_of
from people.views.guards import who
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
    """The tournament of a request as the requester may see it, and the requester's rights."""

    day: Day
    rights: TournamentRights

    @property
    def tournament(self) -> Tournament:
        return self.day.tournament

    @property
    def code(self) -> str:
        return self.tournament.code

    @property
    def over(self) -> bool:
        """Whether the tournament has finished."""
        return self.tournament.state == TournamentState.OVER

    def action(self, request: HttpRequest) -> dict[str, Any]:
        """The arguments of every action on the tournament."""
        return {"tournament": self.tournament, **who(request)}

    def saved(self, name: str) -> Callable[[], HttpResponse]:
        """A redirect to the page `name`, which confirms that a form was saved."""
        return partial(see, f"tournaments:{name}", self.code, query="?saved=1")


def opened(request: HttpRequest, code: str) -> TournamentAccess:
    """The tournament, for requesters who may see it; 404 for others."""
    tournament = get_object_or_404(Tournament.objects.select_related("club"), code=code)
    rights = rights_of(tournament, device_of(request), request.user)
    if not rights.read:
        raise Http404
    return TournamentAccess(Day(tournament, rights.inside), rights)


def organising(request: HttpRequest, code: str) -> TournamentAccess:
    """The tournament, for its organisers; 404 for others."""
    access = opened(request, code)
    if not access.rights.organise:
        raise refuse(request, access.tournament.club)
    return access


def refereeing(request: HttpRequest, code: str) -> TournamentAccess:
    """The tournament, for its referees and organisers; 404 for others."""
    access = opened(request, code)
    if not access.rights.referee:
        raise refuse(request, access.tournament.club)
    return access


def or_404(row: T | None) -> T:
    """The row; 404 if it is None."""
    if row is None:
        raise Http404
    return row


def _view(
    check: Callable[[HttpRequest, str], TournamentAccess], methods: list[str], over: str = ""
) -> Callable[[Callable[Concatenate[HttpRequest, TournamentAccess, P], HttpResponse]], View]:
    """Decorator that passes the tournament to a view if `check` allows it. `over`: see `instead`."""

    def decorate(view: Callable[Concatenate[HttpRequest, TournamentAccess, P], HttpResponse]) -> View:
        @require_http_methods(methods)
        @wraps(view)
        def checked(request: HttpRequest, code: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            access = check(request, code)
            page = instead(request, access, over, code=code, **kwargs) if over else None
            return page or view(request, access, *args, **kwargs)

        return checked

    return decorate


# Decorators of views for everyone who may see the tournament, for its organisers, and for its referees.
readers, organisers, referees = partial(_view, opened), partial(_view, organising), partial(_view, refereeing)


def no_values(_post: QueryDict) -> Mapping[str, Any]:
    """The arguments of an action that needs none besides `TournamentAccess.action`."""
    return {}


def organiser_button(
    action: Callable[..., object],
    values: Callable[..., Mapping[str, Any]] = no_values,
    *,
    to: str,
    at: str = "",
    query: str = "",
    anchor: str = "",
) -> View:
    """A view that runs an action for an organiser, then redirects to the page `to`.

    `values` computes the arguments of the action from the form data and the URL arguments. `at` names the URL argument
    of the page.
    """

    @organisers(POST)
    def view(request: HttpRequest, access: TournamentAccess, **address: int) -> HttpResponse:
        page = [access.code, *([address[at]] if at else [])]
        then = see(f"tournaments:{to}", *page, query=query, anchor=anchor)
        return run(request, access, action, then, **values(request.POST, **address))

    return view


@dataclass(frozen=True)
class TournamentPage:
    """A page of a tournament. Its fields and properties are the variables of the template."""

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
        """The key of a form on the page, which makes it idempotent."""
        return new_key()


@dataclass(frozen=True)
class OverPage(TournamentPage):
    """The page in place of a form that changes the standings, once the tournament has finished. `back`: a URL."""

    back: str


def instead(request: HttpRequest, access: TournamentAccess, name: str, **address: Any) -> HttpResponse | None:
    """The `OverPage` in place of a form, with a link back to the page `name`; None while the tournament is running.

    A form that is sent all the same is refused by its action.
    """
    if request.method != "GET" or not access.over:
        return None
    page = OverPage(access, reverse(f"tournaments:{name}", kwargs=address))
    return render_page(request, "tournaments/shared/finished.html", page)


@dataclass(frozen=True)
class EventFormPage(FormPage):
    """A page with a form that may have buttons that show it again and save nothing (`PREVIEWS`)."""

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
class TournamentFormPage(TournamentPage, EventFormPage):
    """A page of a tournament with a form. Subclasses add the other variables of the template."""


def run(
    request: HttpRequest, access: TournamentAccess, action: Callable[..., object], then: HttpResponse, **values: Any
) -> HttpResponse:
    """Run an action on the tournament as the signed-in account, and return `then`."""
    return done(request, lambda: action(**access.action(request), **values), lambda: then)


def key_of(request: HttpRequest) -> str:
    """The key that makes the submitted form idempotent; a new one if it is missing."""
    key = request.POST.get("key", "")
    return key if is_key(key) else new_key()


def back(request: HttpRequest, name: str, *args: object) -> HttpResponse:
    """Redirect to the desk if the form was sent from there, otherwise to the page `name`."""
    if request.POST.get("then") == "desk":
        return see("tournaments:desk", args[0])
    return see(f"tournaments:{name}", *args)
