"""Screens that refresh themselves (projector, stream overlay, embedded card), and the offline bundle of a match."""

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from matches import event_hooks, wording
from matches.entry.entry_form import DrawnHandForm
from matches.entry.hand import HandForm
from matches.log.state import stand_of
from matches.pages import announcements
from matches.pages.match_page import MatchPage
from matches.pages.screens import ProjectorScreen, TableScreen
from matches.views.shared import device_of, is_htmx, opened, watching_hash
from matches.views.sharing.links import watching_address
from people.web.public_urls import qr_code
from people.web.responses import NO_FORM, NOTHING_NEW, render_page


def nothing_new(request: HttpRequest, code: str, parts: bool = False) -> bool:
    """Return whether a spectator already has the current state. Takes one query. `parts`: the page also shows the
    containing event, so its state counts too."""
    seen = request.GET.get("v") if is_htmx(request) else None
    current = stand_of(code, watching_hash(request)) if seen else None
    return current is not None and seen == (event_hooks.stand(*current) if parts else current[0])


def _followed(
    request: HttpRequest, code: str, name: str, screen_class: type[TableScreen] = TableScreen
) -> HttpResponse:
    """Render a screen, or the parts that refresh it; status 204 if nothing has changed."""
    if nothing_new(request, code):
        return HttpResponse(status=NOTHING_NEW)
    reading = opened(request, code)
    seen = request.GET.get("v") if is_htmx(request) else None
    if seen == reading.match.stand:
        return HttpResponse(status=NOTHING_NEW)
    page: TableScreen = screen_class(reading)
    more: dict[str, Any] = {**NO_FORM}
    if screen_class is ProjectorScreen and (address := watching_address(request, reading.match)):
        more["qr"] = qr_code(address)
    if is_htmx(request):
        more |= {"fragment": True, "announced": announcements.news(reading, seen)}
        return render_page(request, f"matches/sharing/_{name}.html", page, **more)
    return render_page(request, f"matches/sharing/{name}.html", page, **more)


@require_safe
def screen(request: HttpRequest, code: str) -> HttpResponse:
    """Score of one table for a projector."""
    return _followed(request, code, "screen", ProjectorScreen)


@require_safe
def overlay(request: HttpRequest, code: str) -> HttpResponse:
    """Score on a transparent background, for a stream."""
    return _followed(request, code, "overlay")


@require_safe
def embed(request: HttpRequest, code: str) -> HttpResponse:
    """Score as a card for other sites. The setting FRAME_ANCESTORS says which sites may embed it."""
    response = _followed(request, code, "embed")
    # Both headers about frames depend on this (scorekeeper.web.headers and Django's middleware).
    response.xframe_options_exempt = bool(settings.FRAME_ANCESTORS)
    return response


@require_safe
def later(request: HttpRequest, code: str) -> HttpResponse:
    """Fragment for static/js/later.js: sheets for phones that may score, only the texts for others."""
    reading = opened(request, code)
    again, part = reverse("matches:later", args=[code]), event_hooks.shown(reading)
    may_score = reading.may_score(device_of(request)) and not reading.over and not (part and part.why)
    page = OfflineSheets(reading) if may_score else MatchPage(reading)
    return render_page(request, "matches/offline/_unsent_entries.html", page, again=again)


@dataclass(frozen=True)
class OfflineSheets(MatchPage):
    """The sheets that a phone can fill in without a network."""

    @property
    def hand_no(self) -> str:
        return wording.hand_label(self.reading.book, self.reading.log.state)

    @property
    def hand(self) -> HandForm:
        return HandForm(reading=self.reading)

    @property
    def draw(self) -> DrawnHandForm:
        return DrawnHandForm(None, reading=self.reading)

    @property
    def draw_title(self) -> str:
        return _(self.words.draw_title) % {"no": "%s"}
