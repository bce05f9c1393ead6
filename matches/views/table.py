"""The score page of a table, and the running balance beside it."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from matches.log.state import MatchState
from matches.models import Event
from matches.pages import announcements, table
from matches.pages.match_page import BalancePage
from matches.pages.score_page import ScorePage, stand_of
from matches.views.saving import event_said
from matches.views.shared import device_of, is_htmx, opened, rights_here
from matches.views.sharing.live import nothing_new
from people.text.cleaning import read_digits
from people.web.responses import NOTHING_NEW, render_page


@require_safe
def match(request: HttpRequest, code: str) -> HttpResponse:
    """Score page, for scorers and spectators. It polls with the state it shows (`v`)."""
    # Spectators poll every few seconds: one query, without the session.
    if nothing_new(request, code, parts=True):
        return HttpResponse(status=NOTHING_NEW)
    reading = opened(request, code)
    seen = request.GET.get("v") if is_htmx(request) else None
    scores = reading.may_score(device_of(request))
    if seen and seen == stand_of(reading):
        return HttpResponse(status=NOTHING_NEW)
    event, requester = _just_saved(request, reading), reading.match.asked_for
    page = ScorePage(
        reading,
        owner=scores,
        fresh=announcements.fresh(reading, seen),
        joins=rights_here(request, reading).join,
        fragment=is_htmx(request),
        toast=event_said(reading, event, again="again" in request.GET) if event else "",
        news=announcements.news(reading, seen) if is_htmx(request) else "",
        unread=announcements.to_a_sheet(reading, seen, requester.number if requester else None)
        if scores and seen
        else "",
    )
    return render_page(request, "matches/table/_table.html" if is_htmx(request) else "matches/table/match.html", page)


def _just_saved(request: HttpRequest, reading: MatchState) -> Event | None:
    """Return the event that the redirect after a plain form refers to, if it is still the last one."""
    seq = request.GET.get("saved") or request.GET.get("again") or ""
    if seq != str(reading.version) and "again" not in request.GET:
        return None
    return reading.event(read_digits(seq, 6) or 0)


@require_safe
def side(request: HttpRequest, code: str) -> HttpResponse:
    """Running balance and facts of the match: next to the table on a wide screen, else a page of its own."""
    reading = opened(request, code)
    template = "matches/table/_aside.html" if is_htmx(request) else "matches/table/balance.html"
    return render_page(request, template, BalancePage(reading), facts=table.so_far(reading))
