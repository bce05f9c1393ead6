"""What the views of tournaments share: the tournament, the requester and their rights."""

from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from engine.hash_chain import is_key
from matches.views.shared import device_of
from people.web.codes import new_key
from people.web.responses import refuse, see
from tournaments.models import Tournament, TournamentState
from tournaments.rights import TournamentRights, rights_of
from tournaments.snapshot import Day


class Here(NamedTuple):
    """The tournament of the address, as who asks may read it, and what they may do."""

    day: Day
    rights: TournamentRights

    @property
    def tournament(self) -> Tournament:
        """Its own row."""
        return self.day.tournament

    @property
    def over(self) -> TournamentRights | None:
        """What who asks may do with a tournament that is over; None while it is not."""
        return self.rights if self.tournament.state == TournamentState.OVER else None


def opened(request: HttpRequest, code: str) -> Here:
    """The tournament for whoever may read it; for others there is no such page."""
    tournament = Tournament.objects.select_related("club").filter(code=code).first()
    if tournament is None:
        raise Http404
    rights = rights_of(tournament, device_of(request), request.user)
    if not rights.read:
        raise Http404
    return Here(Day(tournament, rights.inside), rights)


def organising(request: HttpRequest, code: str) -> Here:
    """The same for its organisers alone."""
    here = opened(request, code)
    if not here.rights.organise:
        raise refuse(request, here.tournament.club)
    return here


def refereeing(request: HttpRequest, code: str) -> Here:
    """The same for referees and organisers."""
    here = opened(request, code)
    if not here.rights.referee:
        raise refuse(request, here.tournament.club)
    return here


def instead(request: HttpRequest, here: Here, name: str, *args: object) -> HttpResponse | None:
    """In the place of a form that changes the standings, once the tournament is over: a page that says so, with the
    way back to the page `name`. What is sent all the same is refused by its action."""
    if request.method != "GET" or here.over is None:
        return None
    context = {"tournament": here.tournament, "over": here.over, "back": reverse(f"tournaments:{name}", args=args)}
    return render(request, "tournaments/over.html", context)


def key_of(sent: str) -> str:
    """The key that a form sent, so that two taps are one; a fresh one where it is none."""
    return sent if is_key(sent) else new_key()


def back(request: HttpRequest, name: str, *args: object) -> HttpResponse:
    """After a step: to the desk, where it was sent from there, else to the page `name`."""
    if request.POST.get("then") == "desk":
        return see("tournaments:desk", args[0])
    return see(f"tournaments:{name}", *args)
