"""The desk, the public page and the big screen, which all update themselves."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from matches.views.shared import is_htmx
from people.web.codes import new_key
from people.web.public_urls import shared_address
from people.web.qr import qr_code
from tournaments.pages.big_screen import big_page
from tournaments.pages.cache import lists
from tournaments.pages.desk import desk_page
from tournaments.pages.front import front_page
from tournaments.play import live_tables
from tournaments.views.shared import Here, opened, refereeing

NOTHING_NEW = 204
# Without a token there is no cookie: a page without a form is the same for everybody.
NO_FORM = dict.fromkeys(["csrf_token"], "")


def followed(
    request: HttpRequest, here: Here, name: str, context: Callable[[datetime], dict[str, Any]], minutely: bool = False
) -> HttpResponse:
    """The page `name`, or what of it is new; 204 where nothing is. `minutely`: it tells how long ago things were."""
    now = datetime.now(UTC)
    stand = live_tables.stand_of(here.tournament)
    if minutely:
        stand = f"{stand}.{int(now.timestamp()) // 60}"
    if is_htmx(request) and request.GET.get("v") == stand:
        return HttpResponse(status=NOTHING_NEW)
    told = {"tournament": here.tournament, "rights": here.rights, "stand": stand, "now": now, **context(now)}
    fragment = is_htmx(request)
    template = f"tournaments/_{name}.html" if fragment else f"tournaments/{name}.html"
    return render(request, template, {**told, "fragment": fragment})


def followed_by_many(
    request: HttpRequest, here: Here, name: str, after: int | None, context: Callable[[], dict[str, Any]]
) -> HttpResponse:
    """The same of a page whose list is one for all who may read the same in the same language: it is made once for
    each version of what it shows. `after`: the round after which. The page has the list as `html`.
    """
    stand = live_tables.stand_of(here.tournament)
    if is_htmx(request) and request.GET.get("v") == stand:
        return HttpResponse(status=NOTHING_NEW)
    told = {"tournament": here.tournament, "stand": stand, "after": after}
    html = lists.get(
        (here.tournament.code, stand, name, after, here.rights.inside, here.rights.referee, get_language()),
        lambda: render_to_string(f"tournaments/_{name}.html", {**told, **context()}),
    )
    if is_htmx(request):
        return HttpResponse(html)
    return render(request, f"tournaments/{name}.html", {**told, **NO_FORM, "rights": here.rights, "html": html})


@require_safe
def tournament(request: HttpRequest, code: str) -> HttpResponse:
    """What it is, who sits where, how it stands."""
    here = opened(request, code)
    return followed(
        request, here, "tournament", lambda now: {**NO_FORM, **front_page(here.day, now, here.rights.entrants)}
    )


@require_safe
def desk(request: HttpRequest, code: str) -> HttpResponse:
    """What waits for whom, and the next step: for organisers and referees."""
    here = refereeing(request, code)
    return followed(request, here, "desk", lambda now: {"key": new_key(), **desk_page(here.day, now)}, minutely=True)


@require_safe
def screen(request: HttpRequest, code: str) -> HttpResponse:
    """Seats, clock and standings for the hall; `?turn=3`: which of its pages stand first."""
    here = opened(request, code)
    asked = request.GET.get("turn", "")
    turn = int(asked) if asked.isdecimal() and len(asked) < 6 else 0
    address = shared_address(request, reverse("tournaments:tournament", args=[code]))
    return followed(
        request, here, "screen", lambda now: {**NO_FORM, **big_page(here.day, now, turn), "qr": qr_code(address)}
    )
