"""Screens that update themselves, for a projector, a stream and another site; the offline bundle of a match."""

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
# Without a token there is no cookie, which a frame on another site may not set anyway.
NO_FORM = dict.fromkeys(["csrf_token"], "")


def nothing_new(request: HttpRequest, code: str, parts: bool = False) -> bool:
    """Whether somebody who watches, by a link or as everybody may, asks again for what they have: one query.

    `parts`: for a page that shows what the match is a part of; only where it is one, that is asked too.
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
    """One table, to be read from the other end of the room."""
    return _followed(request, code, "matches/sharing/screen.html", "matches/sharing/_screen.html", whole=True)


@require_safe
def overlay(request: HttpRequest, code: str) -> HttpResponse:
    """The score on a transparent ground, to lie over the picture of a stream."""
    return _followed(request, code, "matches/sharing/overlay.html", "matches/sharing/_overlay.html")


@require_safe
def embed(request: HttpRequest, code: str) -> HttpResponse:
    """The score as a card for a page of another site; which sites may show it is a setting (FRAME_ANCESTORS)."""
    response = _followed(request, code, "matches/sharing/embed.html", "matches/sharing/_embed.html")
    # The one mark by which both headers about frames are made (scorekeeper.web.headers, Django's own middleware).
    response.xframe_options_exempt = bool(settings.FRAME_ANCESTORS)
    return response


@require_safe
def later(request: HttpRequest, code: str) -> HttpResponse:
    """A fragment for scripts (static/js/later.js): sheets for whoever may score, the words alone for who watches."""
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
