"""Read-only pages: front page, desk, big screen, standings, players. Most of them update themselves."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Any

from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import get_language

from matches.views.shared import is_htmx
from people.web.public_urls import qr_code, shared_address
from people.web.responses import NO_FORM, NOTHING_NEW, as_context, render_page
from tournaments.models import Entrant
from tournaments.pages.cache import lists
from tournaments.pages.desk import DeskPage
from tournaments.pages.player import MeetingsPage, PlayerPage
from tournaments.pages.public import BigScreen, FrontPage
from tournaments.pages.standings.standings_page import StandingsPage
from tournaments.play.tables import poll_state_of
from tournaments.snapshot import Day
from tournaments.views.shared import GET, TournamentAccess, TournamentPage, or_404, readers, referees

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


@dataclass
class LivePage(TournamentPage):
    """A page that updates itself. `poll_state`: its version; `fragment`: whether to send only the part that changes."""

    poll_state: str
    fragment: bool


def followed(
    request: HttpRequest,
    access: TournamentAccess,
    name: str,
    page: "Callable[[datetime], DataclassInstance]",
    minutely: bool = False,
    **more: Any,
) -> HttpResponse:
    """Return the page `name`, or its fragment for a poll; status 204 if nothing has changed.

    `minutely`: whether the page changes every minute.
    """
    now = datetime.now(UTC)
    version = poll_state_of(access.tournament)
    if minutely:
        version = f"{version}.{int(now.timestamp()) // 60}"
    live = LivePage(access, version, is_htmx(request))
    if live.fragment and request.GET.get("v") == version:
        return HttpResponse(status=NOTHING_NEW)
    template = _fragment(name) if live.fragment else f"tournaments/{name}.html"
    return render_page(request, template, live, **as_context(page(now)), **more)


def followed_by_many(
    request: HttpRequest,
    access: TournamentAccess,
    name: str,
    after: int | None,
    page: "Callable[[], DataclassInstance]",
) -> HttpResponse:
    """Respond as `followed` does, with a cached list as the variable `html`.

    `after`: the round after which the standings are shown, None for the current standings.
    """
    live = LivePage(access, poll_state_of(access.tournament), is_htmx(request))
    if live.fragment and request.GET.get("v") == live.poll_state:
        return HttpResponse(status=NOTHING_NEW)
    # Only values that depend on nothing but the cache key.
    shared = {"tournament": access.tournament, "poll_state": live.poll_state}
    html = lists.get(
        (access.code, live.poll_state, name, after, access.rights.inside, access.rights.referee, get_language()),
        lambda: render_to_string(_fragment(name), {**shared, **as_context(page())}),
    )
    if live.fragment:
        return HttpResponse(html)
    return render_page(request, f"tournaments/{name}.html", live, html=html, after=after, **NO_FORM)


def _fragment(name: str) -> str:
    folder, file = name.split("/")
    return f"tournaments/{folder}/_{file}.html"


@readers(GET)
def tournament(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """Show the front page: details, seats, standings."""
    page = partial(FrontPage, access.day, own=access.rights.entrants)
    return followed(request, access, "public/tournament", page, **NO_FORM)


@referees(GET)
def desk(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """Show open tasks and the next step to organisers and referees."""
    return followed(request, access, "desk/desk", partial(DeskPage, access.day), minutely=True)


@readers(GET)
def screen(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """Show the big screen with seats, clock and standings. `?turn=3` selects the pages that come first."""
    text = request.GET.get("turn", "")
    turn = int(text) if text.isdecimal() and len(text) < 6 else 0
    qr = qr_code(shared_address(request, reverse("tournaments:tournament", args=[access.code])))
    return followed(request, access, "public/screen", partial(BigScreen, access.day, turn=turn), qr=qr, **NO_FORM)


@readers(GET)
def standings(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """Show the standings with the reason for each place. `?after=2`: after round 2."""
    after = requested_round(request, access.day)
    page = partial(StandingsPage, access.day, after, access.rights.referee)
    return followed_by_many(request, access, "standings/standings", after, page)


def requested_round(request: HttpRequest, day: Day) -> int | None:
    """Return the closed round in `?after=`; None for current standings. Raises `Http404` for any other round."""
    after = request.GET.get("after")
    if not after:
        return None
    closed = {str(row.number): row.number for row in day.rounds if row.closed_at}
    return or_404(closed.get(after))


@readers(GET)
def player(request: HttpRequest, access: TournamentAccess, entrant: int) -> HttpResponse:
    """Show the page of one entrant."""
    row = or_404(access.day.by_number.get(entrant))
    if row.state not in (Entrant.State.ENTERED, Entrant.State.WITHDRAWN):
        raise Http404
    page = partial(PlayerPage, access.day, row, reasons=access.rights.referee)
    return followed(request, access, "standings/player", page, **NO_FORM)


@readers(GET)
def met(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """Show the page of who met whom in the published rounds."""
    page = MeetingsPage(access.day)
    return render_page(request, "tournaments/standings/meetings.html", page, tournament=access.tournament, **NO_FORM)
