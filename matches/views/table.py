"""The score page, and the sheets for a hand, a draw, a penalty and two claims."""

from functools import partial
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import escape
from django.views.decorators.http import require_http_methods, require_safe

from matches import actions, event_hooks
from matches.actions import Outcome
from matches.entry.claims import BothForm, ClaimsForm, from_one
from matches.entry.entry_form import DrawnHandForm, PenaltyForm
from matches.entry.hand import HandForm
from matches.forms.waits import WaitForm
from matches.log.state import MatchState
from matches.models import Event
from matches.pages import announcements, table
from matches.pages.match_page import BalancePage
from matches.pages.score_page import ScorePage, stand_of
from matches.pages.sheet.entry_sheets import ClaimsSheet, DrawSheet, EntrySheetPage, HandSheet, PenaltySheet
from matches.pages.sheet.waits_page import waits_page
from matches.views.saving import act, event_said
from matches.views.shared import device_of, is_htmx, opened, rights_here, scoring, sheet
from matches.views.sharing.live import nothing_new
from people.text.cleaning import read_digits
from people.web.responses import render_page

SHEETS: dict[type, type[EntrySheetPage]] = {
    HandForm: HandSheet,
    DrawnHandForm: DrawSheet,
    PenaltyForm: PenaltySheet,
    ClaimsForm: ClaimsSheet,
    BothForm: ClaimsSheet,
}


@require_safe
def match(request: HttpRequest, code: str) -> HttpResponse:
    """Score page, for scorers and spectators. It polls with the state it shows (`v`)."""
    # Spectators poll every few seconds: one query, without the session.
    if nothing_new(request, code, parts=True):
        return HttpResponse(status=204)
    reading = opened(request, code)
    seen = request.GET.get("v") if is_htmx(request) else None
    scores = reading.may_score(device_of(request))
    if seen and seen == stand_of(reading):
        return HttpResponse(status=204)
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


@require_http_methods(["GET", "POST"])
def entry(request: HttpRequest, code: str) -> HttpResponse:
    """Sheet for a won hand: fill in, check, save."""
    reading, device = scoring(request, code)
    if request.method == "GET":
        return entry_sheet(request, HandForm(reading=reading, initial=HandForm.asked_by(request.GET, reading)))
    form = HandForm(request.POST, reading=reading)
    if "check" in request.POST.getlist("action"):
        return checked(request, form)
    return _recorded(request, device, form)


def _recorded(request: HttpRequest, device: str, form: Any) -> HttpResponse:
    """Save the entry of a form, or render its sheet again with the errors."""

    def record(place: dict[str, Any]) -> Outcome:
        return actions.record_entry(kind=form.kind, payload=form.payload, note=form.cleaned_data["note"], **place)

    return act(request, device, form, record, partial(entry_sheet, request, form, 422))


def checked(request: HttpRequest, form: HandForm) -> HttpResponse:
    """Return the sheet with its current errors and count, without saving; for htmx only the parts that changed."""
    form.is_valid()
    if not is_htmx(request) or request.POST.get("shown_way", "numbers") != form.way_shown:
        return entry_sheet(request, form)
    return render_page(request, "matches/entry/_sheet_checked.html", HandSheet(form), live=True)


def entry_sheet(request: HttpRequest, form: Any, status: int = 200) -> HttpResponse:
    """Render the sheet of an entry, filled in like `form`."""
    ends = "" if form.kind == "penalty" else event_hooks.ends(form.reading)
    page = SHEETS[type(form)](form, status == 422, ends)
    return sheet(request, page.template, page, status)


@require_http_methods(["GET", "POST"])
def draw(request: HttpRequest, code: str) -> HttpResponse:
    """Sheet for a drawn hand."""
    reading, device = scoring(request, code)
    form = DrawnHandForm(request.POST or None, reading=reading)
    if request.POST.get("action") == "look":
        return HttpResponse(escape(DrawSheet(form).pays) if form.is_valid() else "")
    if request.method == "GET":
        return entry_sheet(request, form)
    return _recorded(request, device, form)


@require_http_methods(["GET", "POST"])
def penalty(request: HttpRequest, code: str) -> HttpResponse:
    """Sheet for a penalty."""
    reading, device = scoring(request, code)
    if request.method == "GET":
        return entry_sheet(request, PenaltyForm(reading=reading))
    return _recorded(request, device, PenaltyForm(request.POST, reading=reading))


@require_http_methods(["GET", "POST"])
def claims(request: HttpRequest, code: str) -> HttpResponse:
    """Sheet for two players who claim the same tile: one gets it, or both win. The actions "two" and "one" switch from
    and to the sheet for one winner."""
    reading, device = scoring(request, code)
    if not table.for_two(reading.book):
        raise Http404
    form_class = BothForm if reading.book.two_win else ClaimsForm
    action = request.POST.get("action", "save")
    if request.method == "GET" or action == "two":
        initial = from_one(request.GET if request.method == "GET" else request.POST)
        return entry_sheet(request, form_class(reading=reading, initial=initial))
    form = form_class(request.POST, reading=reading)
    if action == "one" and form.one:
        form.one.is_valid()
        return entry_sheet(request, form.one)
    if action == "look" and is_htmx(request):
        return render_page(request, "matches/entry/_claims_bar.html", ClaimsSheet(form), live=True)
    if action != "save" and form.is_valid():
        return entry_sheet(request, form)
    return _recorded(request, device, form)


@require_safe
def waits(request: HttpRequest, code: str) -> HttpResponse:
    """Waiting helper for the hand in the address. htmx gets the answer only, and a new address that keeps the hand."""
    reading = opened(request, code)
    if not reading.book.sheet.reads_tiles:
        raise Http404
    form = WaitForm(request.GET, reading=reading)
    form.is_valid()
    page = waits_page(form)
    if not is_htmx(request) or "HX-History-Restore-Request" in request.headers:
        return render_page(request, "matches/waits/waits.html", page)
    response = render_page(request, "matches/waits/_answer.html", page, fragment=True)
    response["HX-Replace-Url"] = f"{reverse('matches:waits', args=[code])}?{form.query}"
    return response
