"""The offline bundle of one match: the sheets of a hand, and the texts of the outbox."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from matches import event_hooks, wording
from matches.entry.entry_form import DrawnHandForm
from matches.entry.hand import HandForm
from matches.log.state import MatchState
from matches.views.shared import device_of, opened


@require_safe
def later(request: HttpRequest, code: str) -> HttpResponse:
    """A fragment for scripts (static/js/later.js): sheets for whoever may score, the words alone for who watches."""
    reading = opened(request, code)
    context: dict[str, Any] = {"match": reading.match, "again": reverse("matches:later", args=[code])}
    over, part = reading.log.closed or reading.log.state.finished, event_hooks.shown(reading)
    if reading.may_score(device_of(request)) and not over and not (part and part.why):
        context |= _sheets(reading)
    return render(request, "matches/_later.html", context)


@require_safe
def words_alone(request: HttpRequest) -> HttpResponse:
    """The same for pages of no match."""
    return render(request, "matches/_later.html")


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """The page that opens without a network: the matches that this phone has seen, found by static/js/offline.js."""
    return render(request, "matches/offline.html")


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
