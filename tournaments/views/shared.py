"""Helpers of the views of tournaments: opening a tournament for the requester, forms and actions, redirects."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial, wraps
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
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
    """The tournament of the address as the requester may read it, and the requester's rights."""

    day: Day
    rights: TournamentRights

    @property
    def tournament(self) -> Tournament:
        return self.day.tournament

    @property
    def code(self) -> str:
        return self.tournament.code

    def action(self, request: HttpRequest) -> dict[str, Any]:
        """The arguments that actions on the tournament share."""
        return {"tournament": self.tournament, **who(request)}

    def saved(self, name: str) -> Callable[[], HttpResponse]:
        """Redirect to the page `name`, which confirms that a form was saved."""
        return partial(see, f"tournaments:{name}", self.code, query="?saved=1")

    @property
    def over(self) -> TournamentRights | None:
        """The requester's rights if the tournament is over; None while it is not."""
        return self.rights if self.tournament.state == TournamentState.OVER else None


def opened(request: HttpRequest, code: str) -> TournamentAccess:
    """The tournament for people who may read it; 404 for others."""
    tournament = get_object_or_404(Tournament.objects.select_related("club"), code=code)
    rights = rights_of(tournament, device_of(request), request.user)
    if not rights.read:
        raise Http404
    return TournamentAccess(Day(tournament, rights.inside), rights)


def organising(request: HttpRequest, code: str) -> TournamentAccess:
    """The same for its organisers only."""
    access = opened(request, code)
    if not access.rights.organise:
        raise refuse(request, access.tournament.club)
    return access


def refereeing(request: HttpRequest, code: str) -> TournamentAccess:
    """The same for referees and organisers."""
    access = opened(request, code)
    if not access.rights.referee:
        raise refuse(request, access.tournament.club)
    return access


def or_404(row: T | None) -> T:
    """What the address or the form names; 404 if it does not exist."""
    if row is None:
        raise Http404
    return row


def _view(
    check: Callable[[HttpRequest, str], TournamentAccess], methods: list[str], over: str = ""
) -> Callable[[Callable[Concatenate[HttpRequest, TournamentAccess, P], HttpResponse]], View]:
    """A view of the tournament of the address, for those whom `check` lets in. `over`: as for `instead`."""

    def decorate(view: Callable[Concatenate[HttpRequest, TournamentAccess, P], HttpResponse]) -> View:
        @require_http_methods(methods)
        @wraps(view)
        def checked(request: HttpRequest, code: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            access = check(request, code)
            page = instead(request, access, over, code=code, **kwargs) if over else None
            return page or view(request, access, *args, **kwargs)

        return checked

    return decorate


# Decorators of views for everybody who may read the tournament, for its organisers, for referees and organisers.
readers, organisers, referees = partial(_view, opened), partial(_view, organising), partial(_view, refereeing)


def instead(request: HttpRequest, access: TournamentAccess, name: str, **address: Any) -> HttpResponse | None:
    """The page that replaces a form that changes the standings once the tournament is over; it leads back to `name`.

    A form that is sent all the same is refused by its action.
    """
    if request.method != "GET" or access.over is None:
        return None
    back_to = reverse(f"tournaments:{name}", kwargs=address)
    context = {"tournament": access.tournament, "over": access.over, "back": back_to}
    return render(request, "tournaments/shared/finished.html", context)


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
class TournamentFormPage(EventFormPage):
    """A page of a tournament with a form. `more`: the other variables of its template."""

    tournament: Tournament
    more: Mapping[str, Any] = field(default_factory=dict)

    def response(self, status: int = 200) -> HttpResponse:
        return render_page(self.request, self.template, self, status, **self.more)


def run(
    request: HttpRequest, access: TournamentAccess, action: Callable[..., object], then: HttpResponse, **values: Any
) -> HttpResponse:
    """Run an action of a button on the tournament, as the account that is signed in, and return `then`."""
    return done(request, lambda: action(**access.action(request), **values), lambda: then)


def is_saved(request: HttpRequest) -> bool:
    """Whether the page follows a form that was saved."""
    return request.GET.get("saved") == "1"


def key_of(request: HttpRequest) -> str:
    """The key of the form that was sent, by which it counts once; a new one where there is none."""
    key = request.POST.get("key", "")
    return key if is_key(key) else new_key()


def back(request: HttpRequest, name: str, *args: object) -> HttpResponse:
    """Redirect to the desk if the form was sent from there, otherwise to the page `name`."""
    if request.POST.get("then") == "desk":
        return see("tournaments:desk", args[0])
    return see(f"tournaments:{name}", *args)
