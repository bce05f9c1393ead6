"""The pages that show a table and refresh themselves, and the offline bundle of a match."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from matches import event_hooks, wording
from matches.entry.entry_form import DrawnHandForm
from matches.entry.hand import HandForm
from matches.log import state
from matches.log.state import MatchState
from matches.models import Event
from matches.pages import score_page, table
from matches.pages.score_page import ProjectorScreen, ScorePage, TableScreen
from matches.pages.table import BalancePage, MatchPage
from matches.views.links import watching_address
from matches.views.saving import event_said
from matches.views.shared import device_of, is_htmx, opened, rights_here, watching_hash
from people.text.cleaning import read_digits
from people.web.public_urls import qr_code
from people.web.responses import NO_FORM, NOTHING_NEW, render_page


def _nothing_new(request: HttpRequest, code: str, parts: bool = False) -> bool:
    """Return whether the page of a spectator is up to date. Takes one query.

    `parts`: whether the page also shows the containing event, whose state then counts too.
    """
    seen = request.GET.get("v") if is_htmx(request) else None
    current = state.poll_state_of(code, watching_hash(request)) if seen else None
    return current is not None and seen == (event_hooks.poll_state(*current) if parts else current[0])


@require_safe
def match(request: HttpRequest, code: str) -> HttpResponse:
    """Show the score page to scorers and spectators. The page polls with the state that it shows (`v`)."""
    # Spectators poll every few seconds: one query, without the session.
    if _nothing_new(request, code, parts=True):
        return HttpResponse(status=NOTHING_NEW)
    reading, fragment = opened(request, code), is_htmx(request)
    seen = request.GET.get("v") if fragment else None
    if seen and seen == score_page.poll_state_of(reading):
        return HttpResponse(status=NOTHING_NEW)
    event, requester = _just_saved(request, reading), reading.match.asked_for
    scores, number = reading.may_score(device_of(request)), requester.number if requester else None
    page = ScorePage(
        reading,
        owner=scores,
        fresh=score_page.fresh(reading, seen),
        joins=rights_here(request, reading).join,
        fragment=fragment,
        toast=event_said(reading, event, again="again" in request.GET) if event else _imported(request, reading),
        news=score_page.news(reading, seen) if fragment else "",
        unread=score_page.sheet_notice(reading, seen, number) if scores and seen else "",
    )
    return render_page(request, "matches/table/_table.html" if fragment else "matches/table/match.html", page)


def _just_saved(request: HttpRequest, reading: MatchState) -> Event | None:
    """Return the event named in the address after a save without htmx; None for a new event that is no longer last."""
    seq = request.GET.get("saved") or request.GET.get("again") or ""
    if seq != str(reading.version) and "again" not in request.GET:
        return None
    return reading.event(read_digits(seq, 6) or 0)


def _imported(request: HttpRequest, reading: MatchState) -> str:
    """Return the toast after the import of a log, as long as nothing else has been entered."""
    if request.GET.get("imported") != str(reading.version):
        return ""
    hands = len(reading.log.rows)
    if "ours" in request.GET:
        text = ngettext(
            "Imported %(hands)s hand with Scorekeeper’s payments",
            "Imported %(hands)s hands with Scorekeeper’s payments",
            hands,
        )
    else:
        text = ngettext("Imported %(hands)s hand", "Imported %(hands)s hands", hands)
    return text % {"hands": hands}


@require_safe
def side(request: HttpRequest, code: str) -> HttpResponse:
    """Show the running balance and facts about the match, beside the table on a wide screen or as a separate page."""
    reading = opened(request, code)
    template = "matches/table/_aside.html" if is_htmx(request) else "matches/table/balance.html"
    return render_page(request, template, BalancePage(reading), facts=table.so_far(reading))


def _followed(
    request: HttpRequest, code: str, name: str, screen_class: type[TableScreen] = TableScreen
) -> HttpResponse:
    """Render a screen, or the parts that refresh it; status 204 if nothing has changed."""
    if _nothing_new(request, code):
        return HttpResponse(status=NOTHING_NEW)
    reading, fragment = opened(request, code), is_htmx(request)
    seen = request.GET.get("v") if fragment else None
    if seen == reading.match.poll_state:
        return HttpResponse(status=NOTHING_NEW)
    more: dict[str, Any] = {**NO_FORM}
    if screen_class is ProjectorScreen and (address := watching_address(request, reading.match)):
        more["qr"] = qr_code(address)
    if fragment:
        more |= {"fragment": True, "announced": score_page.news(reading, seen)}
    template = f"matches/sharing/_{name}.html" if fragment else f"matches/sharing/{name}.html"
    return render_page(request, template, screen_class(reading), **more)


@require_safe
def screen(request: HttpRequest, code: str) -> HttpResponse:
    """Show the score of one table for a projector."""
    return _followed(request, code, "screen", ProjectorScreen)


@require_safe
def overlay(request: HttpRequest, code: str) -> HttpResponse:
    """Show the score on a transparent background, for a stream."""
    return _followed(request, code, "overlay")


@require_safe
def embed(request: HttpRequest, code: str) -> HttpResponse:
    """Show the score as a card for other sites. The setting FRAME_ANCESTORS says which sites may embed it."""
    response = _followed(request, code, "embed")
    # Both headers about frames depend on this (scorekeeper.web.headers and Django's middleware).
    response.xframe_options_exempt = bool(settings.FRAME_ANCESTORS)
    return response


@require_safe
def later(request: HttpRequest, code: str) -> HttpResponse:
    """Return the fragment for static/js/later.js. Only phones that may score get entry sheets."""
    reading = opened(request, code)
    again, part = reverse("matches:later", args=[code]), event_hooks.shown(reading)
    may_score = reading.may_score(device_of(request)) and not reading.over and not (part and part.why)
    page = OfflineSheets(reading) if may_score else MatchPage(reading)
    return render_page(request, "matches/offline/_unsent_entries.html", page, again=again)


class OfflineSheets(MatchPage):
    def __post_init__(self) -> None:
        super().__post_init__()
        self.hand_no = wording.hand_label(self.book, self.reading.log.state)
        self.hand, self.draw = HandForm(reading=self.reading), DrawnHandForm(None, reading=self.reading)
        self.draw_title = _(self.words.draw_title) % {"no": "%s"}
