"""Screens that refresh themselves (projector, stream overlay, embedded card), and the offline bundle of a match."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from matches import event_hooks, wording
from matches.entry.entry_form import DrawnHandForm
from matches.entry.hand import HandForm
from matches.log.state import MatchState, stand_of
from matches.pages import announcements, screens
from matches.views.shared import device_of, is_htmx, opened, watching_hash
from matches.views.sharing.links import watching_address
from people.web.qr import qr_code

NOTHING_NEW = 204
# Without a token no cookie is set, which a frame on another site may not do anyway.
NO_FORM = dict.fromkeys(["csrf_token"], "")


def nothing_new(request: HttpRequest, code: str, parts: bool = False) -> bool:
    """Return whether a spectator already has the current state. Takes one query.

    `parts`: the page also shows the containing event, so its state counts too.
    """
    seen = request.GET.get("v") if is_htmx(request) else None
    found = stand_of(code, watching_hash(request)) if seen else None
    return found is not None and seen == (event_hooks.stand(*found) if parts else found[0])


def _followed(request: HttpRequest, code: str, page: str, fragment: str, whole: bool = False) -> HttpResponse:
    if nothing_new(request, code):
        return HttpResponse(status=NOTHING_NEW)
    reading = opened(request, code)
    seen = request.GET.get("v") if is_htmx(request) else None
    if seen == reading.match.stand:
        return HttpResponse(status=NOTHING_NEW)
    context = {**NO_FORM, **(screens.whole(reading) if whole else screens.shown(reading))}
    if whole:
        address = watching_address(request, reading.match)
        context["qr"] = qr_code(address) if address else None
    if is_htmx(request):
        return render(request, fragment, {**context, "fragment": True, "announced": announcements.news(reading, seen)})
    return render(request, page, context)


@require_safe
def screen(request: HttpRequest, code: str) -> HttpResponse:
    """Score of one table for a projector."""
    return _followed(request, code, "matches/sharing/screen.html", "matches/sharing/_screen.html", whole=True)


@require_safe
def overlay(request: HttpRequest, code: str) -> HttpResponse:
    """Score on a transparent background, for a stream."""
    return _followed(request, code, "matches/sharing/overlay.html", "matches/sharing/_overlay.html")


@require_safe
def embed(request: HttpRequest, code: str) -> HttpResponse:
    """Score as a card for other sites. The setting FRAME_ANCESTORS says which sites may embed it."""
    response = _followed(request, code, "matches/sharing/embed.html", "matches/sharing/_embed.html")
    # Both headers about frames depend on this (scorekeeper.web.headers and Django's middleware).
    response.xframe_options_exempt = bool(settings.FRAME_ANCESTORS)
    return response


@require_safe
def later(request: HttpRequest, code: str) -> HttpResponse:
    """Fragment for static/js/later.js: sheets for phones that may score, only the texts for others."""
    reading = opened(request, code)
    context: dict[str, Any] = {"match": reading.match, "again": reverse("matches:later", args=[code])}
    over, part = reading.log.closed or reading.log.state.finished, event_hooks.shown(reading)
    if reading.may_score(device_of(request)) and not over and not (part and part.why):
        context |= _sheets(reading)
    return render(request, "matches/offline/_unsent_entries.html", context)


def _sheets(reading: MatchState) -> dict[str, Any]:
    hand, draw = HandForm(reading=reading), DrawnHandForm(None, reading=reading)
    return {
        "next_seq": reading.version + 1,
        "hand_no": wording.hand_label(reading.book, reading.log.state),
        "words": reading.book.words,
        "hand": hand,
        "draw": draw,
        "draw_title": _(reading.book.words.draw_title) % {"no": "%s"},
    }
