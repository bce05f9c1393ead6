"""Pages that only show: front page, desk, big screen, standings, one player; most of them update themselves."""

from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import get_language

from matches.views.shared import is_htmx
from people.web.codes import new_key
from people.web.public_urls import shared_address
from people.web.qr import qr_code
from tournaments.models import Entrant
from tournaments.pages.cache import lists
from tournaments.pages.desk import desk_page
from tournaments.pages.player import PlayerPage, met_page
from tournaments.pages.public import big_page, front_page
from tournaments.pages.standings.standings_page import standings_page
from tournaments.play import live_tables
from tournaments.snapshot import Day
from tournaments.views.shared import GET, TournamentAccess, readers, referees

NOTHING_NEW = 204
# Without a token there is no cookie: a page without a form is the same for everybody.
NO_FORM = dict.fromkeys(["csrf_token"], "")


def followed(
    request: HttpRequest,
    access: TournamentAccess,
    name: str,
    context: Callable[[datetime], dict[str, Any]],
    minutely: bool = False,
) -> HttpResponse:
    """The page `name`, as folder/name, or its fragment for a poll; 204 if nothing is new.

    `minutely`: it shows times in minutes.
    """
    now = datetime.now(UTC)
    version = live_tables.stand_of(access.tournament)
    if minutely:
        version = f"{version}.{int(now.timestamp()) // 60}"
    fragment = is_htmx(request)
    if fragment and request.GET.get("v") == version:
        return HttpResponse(status=NOTHING_NEW)
    common = {"tournament": access.tournament, "rights": access.rights, "stand": version, "now": now}
    return render(
        request,
        _fragment(name) if fragment else f"tournaments/{name}.html",
        {**common, **context(now), "fragment": fragment},
    )


def followed_by_many(
    request: HttpRequest, access: TournamentAccess, name: str, after: int | None, context: Callable[[], dict[str, Any]]
) -> HttpResponse:
    """The same for a page whose list, its variable `html`, is rendered once for each version, language and right.

    `after`: the round after which.
    """
    version = live_tables.stand_of(access.tournament)
    if is_htmx(request) and request.GET.get("v") == version:
        return HttpResponse(status=NOTHING_NEW)
    common = {"tournament": access.tournament, "stand": version, "after": after}
    html = lists.get(
        (access.tournament.code, version, name, after, access.rights.inside, access.rights.referee, get_language()),
        lambda: render_to_string(_fragment(name), {**common, **context()}),
    )
    if is_htmx(request):
        return HttpResponse(html)
    return render(request, f"tournaments/{name}.html", {**common, **NO_FORM, "rights": access.rights, "html": html})


def _fragment(name: str) -> str:
    folder, name = name.split("/")
    return f"tournaments/{folder}/_{name}.html"


@readers(GET)
def tournament(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """The front page: details, seats, standings."""
    mine = access.rights.entrants
    return followed(request, access, "public/tournament", lambda now: {**NO_FORM, **front_page(access.day, now, mine)})


@referees(GET)
def desk(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """Open tasks and the next step, for organisers and referees."""
    page = {"key": new_key()}
    return followed(request, access, "desk/desk", lambda now: page | desk_page(access.day, now), minutely=True)


@readers(GET)
def screen(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """Seats, clock and standings for the hall; `?turn=3`: which of its pages are first."""
    access, text = access, request.GET.get("turn", "")
    turn = int(text) if text.isdecimal() and len(text) < 6 else 0
    qr = qr_code(shared_address(request, reverse("tournaments:tournament", args=[access.code])))
    return followed(
        request, access, "public/screen", lambda now: {**NO_FORM, **big_page(access.day, now, turn), "qr": qr}
    )


@readers(GET)
def standings(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """The standings with the reason for each place; `?after=2` for those after that round."""
    after = round_asked(request, access.day)
    page = partial(standings_page, access.day, after, access.rights.referee)
    return followed_by_many(request, access, "standings/standings", after, page)


def round_asked(request: HttpRequest, day: Day) -> int | None:
    """The closed round after which the standings are requested; None for now. 404 for any other round."""
    after = request.GET.get("after")
    if not after:
        return None
    closed = {str(each.number): each.number for each in day.rounds if each.closed_at}
    if after not in closed:
        raise Http404
    return closed[after]


@readers(GET)
def player(request: HttpRequest, access: TournamentAccess, entrant: int) -> HttpResponse:
    """The page of one entrant."""
    row = access.day.by_number.get(entrant)
    if row is None or row.state not in (Entrant.State.ENTERED, Entrant.State.WITHDRAWN):
        raise Http404
    page = PlayerPage(access.day, row, access.rights.referee)
    mine = {"mine": row.pk in access.rights.entrants}
    return followed(request, access, "standings/player", lambda _now: {**NO_FORM, **mine, **page.context()})


@readers(GET)
def met(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """Who met whom in the published rounds."""
    day = access.day
    return render(
        request, "tournaments/standings/meetings.html", {**NO_FORM, "tournament": day.tournament, **met_page(day)}
    )
