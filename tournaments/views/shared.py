"""Helpers of the views of tournaments: opening a tournament for the requester, forms and actions, redirects."""

from collections.abc import Callable
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse

from engine.errors import RuleViolation
from engine.hash_chain import is_key
from matches.views.shared import device_of
from people.forms.shared import Refusing
from people.views.guards import who
from people.web.codes import new_key
from people.web.responses import done, refuse, see
from tournaments.models import Tournament, TournamentState
from tournaments.rights import TournamentRights, rights_of
from tournaments.snapshot import Day

PREVIEWS = ("preset", "more")  # buttons that show the form again and save nothing


class TournamentAccess(NamedTuple):
    """The tournament of the address as the requester may read it, and the requester's rights."""

    day: Day
    rights: TournamentRights

    @property
    def tournament(self) -> Tournament:
        return self.day.tournament

    @property
    def over(self) -> TournamentRights | None:
        """The requester's rights if the tournament is over; None while it is not."""
        return self.rights if self.tournament.state == TournamentState.OVER else None


def opened(request: HttpRequest, code: str) -> TournamentAccess:
    """The tournament for people who may read it; 404 for others."""
    tournament = Tournament.objects.select_related("club").filter(code=code).first()
    if tournament is None:
        raise Http404
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


def instead(request: HttpRequest, access: TournamentAccess, name: str, *args: object) -> HttpResponse | None:
    """The page that replaces a form that changes the standings once the tournament is over; it leads back to `name`.

    A form that is sent all the same is refused by its action.
    """
    if request.method != "GET" or access.over is None:
        return None
    back_to = reverse(f"tournaments:{name}", args=args)
    context = {"tournament": access.tournament, "over": access.over, "back": back_to}
    return render(request, "tournaments/over.html", context)


def sent(request: HttpRequest) -> QueryDict | None:
    """What a form sent; None for a page that is only opened."""
    return request.POST if request.method == "POST" else None


def submit(
    request: HttpRequest,
    form: Refusing,
    page: Callable[[int], HttpResponse],
    action: Callable[[], object],
    then: Callable[[], HttpResponse],
) -> HttpResponse:
    """Run the action of a valid form and return `then`; otherwise `page`, which takes the status, with the form."""

    def again(violation: RuleViolation) -> HttpResponse:
        form.refuse(violation)
        return page(422)

    if request.method != "POST" or request.POST.get("action") in PREVIEWS:
        return page(200)
    return done(request, action, then, again) if form.is_valid() else page(422)


def run(
    request: HttpRequest, access: TournamentAccess, action: Callable[..., object], then: HttpResponse, **values: Any
) -> HttpResponse:
    """Run an action of a button on the tournament, as the account that is signed in, and return `then`."""
    values |= {"tournament": access.tournament, **who(request)}
    return done(request, lambda: action(**values), lambda: then)


def render_form(request: HttpRequest, name: str, form: object, status: int, /, **more: Any) -> HttpResponse:
    """The page `name` of a form, with its errors where the status is 422. `more`: what else the template shows."""
    context = {"form": form, "show_errors": status == 422, "saved": is_saved(request), "key": new_key(), **more}
    return render(request, f"tournaments/{name}.html", context, status=status)


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
