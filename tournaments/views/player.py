"""The page of an entrant, and the page of all meetings."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from tournaments.models import Entrant
from tournaments.pages.meetings import met_page
from tournaments.pages.player import PlayerPage
from tournaments.views.screens import NO_FORM, followed
from tournaments.views.shared import opened

SHOWN = (Entrant.State.ENTERED, Entrant.State.WITHDRAWN)


@require_safe
def player(request: HttpRequest, code: str, entrant: int) -> HttpResponse:
    """One entrant, for whoever may read the tournament."""
    here = opened(request, code)
    found = here.day.by_number.get(entrant)
    if found is None or found.state not in SHOWN:
        raise Http404
    mine = found.pk in here.rights.entrants
    page = PlayerPage(here.day, found, here.rights.referee)
    return followed(request, here, "player", lambda _now: {**NO_FORM, "mine": mine, **page.context()})


@require_safe
def met(request: HttpRequest, code: str) -> HttpResponse:
    """Everybody by everybody: who met whom in the rounds that are shown."""
    here = opened(request, code)
    return render(request, "tournaments/met.html", {**NO_FORM, "tournament": here.tournament, **met_page(here.day)})
