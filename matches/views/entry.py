"""Views that add to the log: entry sheets, and steps such as undo, extend and close. Also the waiting helper."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import escape
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from engine.errors import RuleViolation
from engine.language import gettext_noop
from engine.seats import Seat
from matches import actions, event_hooks, wording
from matches.actions import Outcome
from matches.entry.claims import BothForm, ClaimsForm, from_one
from matches.entry.entry_form import DrawnHandForm, EntryForm, PenaltyForm, ReasonForm, log_meant
from matches.entry.hand import HandForm
from matches.forms.waits import WaitForm
from matches.log.state import MatchState
from matches.pages import table
from matches.pages.score_page import ScorePage
from matches.pages.sheet.entry_sheets import ClaimsSheet, DrawSheet, EntrySheetPage, HandSheet, PenaltySheet
from matches.pages.sheet.waits_page import WaitsPage
from matches.views.saving import act
from matches.views.shared import is_htmx, opened, scoring, sheet
from people.text import cleaning
from people.web.responses import render_page, see

SHEETS: dict[type, type[EntrySheetPage]] = {
    HandForm: HandSheet,
    DrawnHandForm: DrawSheet,
    PenaltyForm: PenaltySheet,
    ClaimsForm: ClaimsSheet,
    BothForm: ClaimsSheet,
}


@require_http_methods(["GET", "POST"])
def hand(request: HttpRequest, code: str) -> HttpResponse:
    """Show the sheet for a won hand, check what is filled in, or save the hand."""
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
    """Return the sheet with its current errors and count, without saving; for htmx only the parts that change."""
    form.is_valid()
    if not is_htmx(request) or request.POST.get("shown_way", "numbers") != form.way_shown:
        return entry_sheet(request, form)
    return render_page(request, "matches/entry/_sheet_checked.html", HandSheet(form), live=True)


def entry_sheet(request: HttpRequest, form: Any, status: int = 200) -> HttpResponse:
    """Render the sheet of an entry, filled in like `form`."""
    part = None if form.kind == "penalty" else event_hooks.shown(form.reading)
    page = SHEETS[type(form)](form, status == 422, part.ends if part else "")
    return sheet(request, page.template, page, status)


@require_http_methods(["GET", "POST"])
def draw(request: HttpRequest, code: str) -> HttpResponse:
    reading, device = scoring(request, code)
    form = DrawnHandForm(request.POST or None, reading=reading)
    if request.POST.get("action") == "look":
        return HttpResponse(escape(DrawSheet(form).pays) if form.is_valid() else "")
    if request.method == "GET":
        return entry_sheet(request, form)
    return _recorded(request, device, form)


@require_http_methods(["GET", "POST"])
def penalty(request: HttpRequest, code: str) -> HttpResponse:
    reading, device = scoring(request, code)
    form = PenaltyForm(request.POST or None, reading=reading)
    if request.POST.get("action") == "look":
        return HttpResponse(escape(form.pays) if form.is_valid() else "")
    if request.method == "GET":
        return entry_sheet(request, form)
    return _recorded(request, device, form)


@require_http_methods(["GET", "POST"])
def claims(request: HttpRequest, code: str) -> HttpResponse:
    """Show the sheet for two players who claim the same tile, or save the hand.

    The action "two" opens the sheet with the hand of one winner; "one" goes back to that winner's sheet.
    """
    reading, device = scoring(request, code)
    if not table.for_two(reading.book):
        raise Http404
    form_class = BothForm if reading.book.two_win else ClaimsForm
    action = request.POST.get("action", "save")
    if request.method == "GET" or action == "two":
        sent = request.GET if request.method == "GET" else request.POST
        initial = from_one(sent, reading.book.sheet.of_each)
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
    """Show the waiting helper for the hand in the address.

    htmx gets only the answer, and a new address that contains the hand.
    """
    reading = opened(request, code)
    if not reading.book.sheet.reads_tiles:
        raise Http404
    form = WaitForm(request.GET, reading=reading)
    form.is_valid()
    page = WaitsPage(reading, form)
    if not is_htmx(request) or "HX-History-Restore-Request" in request.headers:
        return render_page(request, "matches/waits/waits.html", page)
    response = render_page(request, "matches/waits/_answer.html", page, fragment=True)
    response["HX-Replace-Url"] = f"{reverse('matches:waits', args=[code])}?{form.query}"
    return response


@require_POST
def undo(request: HttpRequest, code: str) -> HttpResponse:
    """Undo the latest entry. The form names the entry, so that two taps undo only one."""
    return _step(request, code, lambda at: actions.undo_last(target=_number(request, "target"), **at))


@require_POST
def redo(request: HttpRequest, code: str) -> HttpResponse:
    return _step(request, code, lambda at: actions.redo(**at))


@require_POST
def extend(request: HttpRequest, code: str) -> HttpResponse:
    def extended(at: dict[str, Any]) -> Outcome:
        try:
            return actions.extend_match(match_length=_number(request, "match_length"), **at)
        except RuleViolation as violation:
            if violation.field != "match_length":
                raise
            sentence = gettext_noop("The match can’t be extended to this length.")
            raise RuleViolation("match_length", sentence) from violation

    return _step(request, code, extended)


@require_POST
def close(request: HttpRequest, code: str) -> HttpResponse:
    """Close the match with its current balances."""
    reading, _device = scoring(request, code)
    balances = log_meant(reading, request.POST).state.balances
    end = see("matches:end", code)
    return _step(request, code, lambda at: actions.close_match(balances=balances, **at), lambda *_saved: end)


@require_POST
def reopen(request: HttpRequest, code: str) -> HttpResponse:
    """Reopen a closed match. A reason is required."""
    reading, device = scoring(request, code)
    form = ReasonForm(request.POST, reading=reading)
    if form.is_valid() and not form.cleaned_data["note"]:
        form.refuse(RuleViolation("note", gettext_noop("Enter a reason for reopening the match.")))
    return act(request, device, form, lambda at: actions.reopen_match(note=form.cleaned_data["note"], **at))


def _number(request: HttpRequest, field: str) -> int:
    return cleaning.whole_number(request.POST.get(field, ""), field, 1, 10**6)


def _step(
    request: HttpRequest,
    code: str,
    action: Callable[[dict[str, Any]], Outcome],
    answer: Callable[[HttpRequest, Outcome], HttpResponse] | None = None,
) -> HttpResponse:
    reading, device = scoring(request, code)
    return act(request, device, EntryForm(request.POST, reading=reading), action, answer=answer)


@require_POST
def declare(request: HttpRequest, code: str) -> HttpResponse:
    """Add a player's declaration during the hand, or withdraw it."""
    reading, device = scoring(request, code)
    if reading.book.sheet.early(reading.log.state) is None:
        raise Http404
    form = EntryForm(request.POST, reading=reading)
    chair = request.POST.get("on") or request.POST.get("off")
    if chair not in Seat.__members__:
        form.refuse(RuleViolation("chair", gettext_noop("Choose one of the three players.")))

    def declared(at: dict[str, Any]) -> MatchState:
        place = {name: at[name] for name in ("match", "device", "expected_seq")}
        return actions.declare(chair=Seat(chair), on="on" in request.POST, **place)

    return act(request, device, form, declared, answer=_declared)


def _declared(request: HttpRequest, reading: MatchState) -> HttpResponse:
    if not is_htmx(request):
        return see("matches:match", reading.match.code)
    # Announced for people who can't see the sticks.
    names = wording.listed(
        (wording.isolated(reading.names[seat]) for seat in Seat if seat in reading.declared), "names"
    )
    news = wording.declared_words(reading.book, names or _("nobody"))
    return render_page(request, "matches/table/_table.html", ScorePage(reading, owner=True, fragment=True, news=news))
