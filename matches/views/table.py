"""The score page, and the sheets for a hand, a draw, a penalty and two claims."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import escape
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from engine.errors import RuleViolation
from matches import actions, event_hooks, wording
from matches.actions import Outcome
from matches.entry.claims import BothForm, ClaimsForm, PairForm, from_one
from matches.entry.entry_form import DrawnHandForm, PenaltyForm
from matches.entry.hand import HandForm
from matches.forms.waits import WaitForm
from matches.log.state import MatchState
from matches.models import Event
from matches.pages import announcements, chart, table
from matches.pages.hand import counted, reasons
from matches.pages.score_page import ScorePage, stand_of
from matches.pages.sheet.tile_sheet import as_tapped, grouped, limit_hands, tile_context
from matches.pages.sheet.waits_page import waits_page
from matches.views.shared import act, device_of, event_said, is_htmx, opened, rights_here, scoring, sheet
from matches.views.sharing.live import nothing_new
from people.text.cleaning import read_digits
from people.web.responses import render_page


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
    event, asked = _just_saved(request, reading), reading.match.asked_for
    page = ScorePage(
        reading,
        owner=scores,
        fresh=announcements.fresh(reading, seen),
        joins=rights_here(request, reading).join,
        fragment=is_htmx(request),
        toast=event_said(reading, event, again="again" in request.GET) if event else "",
        news=announcements.news(reading, seen) if is_htmx(request) else "",
        unread=announcements.to_a_sheet(reading, seen, asked.number if asked else None) if scores and seen else "",
    )
    return render_page(request, "matches/table/_table.html" if is_htmx(request) else "matches/table/match.html", page)


def _just_saved(request: HttpRequest, reading: MatchState) -> Event | None:
    """Return the event that the redirect after a plain form refers to, if it is still the last one."""
    said = request.GET.get("saved") or request.GET.get("again") or ""
    if said != str(reading.version) and "again" not in request.GET:
        return None
    return reading.event(read_digits(said, 6) or 0)


@require_safe
def side(request: HttpRequest, code: str) -> HttpResponse:
    """Running balance and facts of the match: next to the table on a wide screen, else a page of its own."""
    reading = opened(request, code)
    context = {
        "match": reading.match,
        "reading": reading,
        "chart": chart.balance_chart(reading, 334, 420),
        "lines": table.ledger_lines(reading),
        "names": list(reading.names),
        "facts": table.so_far(reading),
    }
    page = "matches/table/_aside.html" if is_htmx(request) else "matches/table/balance.html"
    return render(request, page, context)


@require_http_methods(["GET", "POST"])
def entry(request: HttpRequest, code: str) -> HttpResponse:
    """Sheet for a won hand: fill in, check, save."""
    reading, device = scoring(request, code)
    if request.method == "GET":
        return hand_sheet(request, HandForm(reading=reading, initial=HandForm.asked_by(request.GET, reading)))
    form = HandForm(request.POST, reading=reading)
    if "check" in request.POST.getlist("action"):
        return checked(request, form)
    return _recorded(request, device, form, hand_sheet)


def _recorded(request: HttpRequest, device: str, form: Any, sheet_of: Callable[..., HttpResponse]) -> HttpResponse:
    """Save the entry of a form, or render its sheet again with the errors."""

    def record(at: dict[str, Any]) -> Outcome:
        return actions.record_entry(kind=form.kind, payload=form.payload, note=form.cleaned_data["note"], **at)

    return act(request, device, form, record, partial(sheet_of, request, form, 422))


def checked(request: HttpRequest, form: HandForm) -> HttpResponse:
    """Return the sheet with its current errors and count, without saving; for htmx only the parts that changed."""
    form.is_valid()
    if not is_htmx(request) or request.POST.get("shown_way", "numbers") != form.way_shown:
        return hand_sheet(request, form)
    return render(request, "matches/entry/_sheet_checked.html", {**hand_context(form), "live": True})


def hand_sheet(request: HttpRequest, form: HandForm, status: int = 200) -> HttpResponse:
    """Render the sheet for a hand with one winner."""
    return _sheet(request, form, "matches/entry/_hand_sheet.html", hand_context(form), status)


def _sheet(request: HttpRequest, form: Any, template: str, context: dict[str, Any], status: int) -> HttpResponse:
    """Render the sheet of an entry, with the variables that all sheets share."""
    shared = {"form": form, "match": form.reading.match, "words": form.book.words, "show_errors": status == 422}
    return sheet(request, template, {**shared, "ends": event_hooks.ends(form.reading), **context}, status)


def hand_context(form: HandForm) -> dict[str, Any]:
    """Return the context of the sheet for a hand."""
    reading, settlement = form.reading, form.settlement() if form.is_bound else None
    seat = form.winner_seat
    no = wording.hand_label(form.book, form.state)
    winner = wording.isolated(reading.names[seat]) if seat else ""
    title = _("%(name)s wins hand %(no)s") if seat else _("Who won hand %(no)s?")
    context: dict[str, Any] = {
        "form": form,
        "match": reading.match,
        "sheet_title": title % {"name": winner, "no": no},
        "save_text": _("Save hand %(no)s") % {"no": no},
        "wind": form.state.seat_winds[seat].value if seat else "",
        "missing": form.missing,
        "words": form.book.words,
        "post_to": reverse("matches:entry", args=[reading.match.code]),
        "two_at": reverse("matches:claims", args=[reading.match.code]),
        "for_two": table.for_two(form.book),
    }
    if form.by_tiles:
        context |= tile_context(form)
    if form.by_list:
        context |= {"groups": grouped(form), "limit_hands": limit_hands(form)}
    if settlement and form.hand:
        context |= {
            "wins": wording.who_wins(settlement, form.hand, reading.names),
            "pays": wording.who_pays(settlement, reading.names),
            "reasons": reasons(form.book, settlement, form.hand, reading.names),
            **counted(reading.book, settlement),
        }
    return context


@require_http_methods(["GET", "POST"])
def draw(request: HttpRequest, code: str) -> HttpResponse:
    """Sheet for a drawn hand."""
    reading, device = scoring(request, code)
    form = DrawnHandForm(request.POST or None, reading=reading)
    if request.POST.get("action") == "look":
        return HttpResponse(escape(_draw_pays(form)) if form.is_valid() else "")
    if request.method == "GET":
        return _draw_sheet(request, form)
    return _recorded(request, device, form, _draw_sheet)


def _draw_sheet(request: HttpRequest, form: DrawnHandForm, status: int = 200) -> HttpResponse:
    words, no = form.book.words, wording.hand_label(form.book, form.state)
    context = {
        "save_text": _(words.draw_save) % {"hand_no": no},
        "sheet_title": _(words.draw_title) % {"no": no},
        **({"pays": _draw_pays(form)} if form.asked else _drawn(form)),
    }
    return _sheet(request, form, "matches/entry/_draw_sheet.html", context, status)


def _draw_pays(form: DrawnHandForm) -> str:
    try:
        settlement = form.book.settle(form.state, form.book.read_draw({"draw": True, **form.answers()}))
    except RuleViolation:
        return ""
    paid = {line.rule for line in settlement.lines}
    return _("%(changes)s.") % {
        "changes": wording.changes_words(settlement.payments, form.names) if paid else _("Nobody pays")
    }


def _drawn(form: DrawnHandForm) -> dict[str, Any]:
    after = form.book.advance(form.state, form.book.read("draw", form.payload), form.book.nothing)
    dealer = "" if after.finished else form.names[after.dealer]
    return {"next_dealer": dealer, "carry": wording.carry_words(form.book, after)}


@require_http_methods(["GET", "POST"])
def penalty(request: HttpRequest, code: str) -> HttpResponse:
    """Sheet for a penalty."""
    reading, device = scoring(request, code)
    if request.method == "GET":
        return _penalty_sheet(request, PenaltyForm(reading=reading))
    return _recorded(request, device, PenaltyForm(request.POST, reading=reading), _penalty_sheet)


def _penalty_sheet(request: HttpRequest, form: PenaltyForm, status: int = 200) -> HttpResponse:
    title = _("Penalty in hand %(no)s") % {"no": wording.hand_label(form.book, form.state)}
    return _sheet(request, form, "matches/entry/_penalty_sheet.html", {"sheet_title": title, "ends": ""}, status)


@require_http_methods(["GET", "POST"])
def claims(request: HttpRequest, code: str) -> HttpResponse:
    """Sheet for two players who claim the same tile: one gets it, or both win.

    The actions "two" and "one" switch from and to the sheet for one winner.
    """
    reading, device = scoring(request, code)
    if not table.for_two(reading.book):
        raise Http404
    asks = BothForm if reading.book.two_win else ClaimsForm
    if request.method == "GET":
        return _claims_sheet(request, asks(reading=reading, initial=from_one(request.GET)))
    if request.POST.get("action") == "two":
        return _claims_sheet(request, asks(reading=reading, initial=from_one(request.POST)))
    form = asks(request.POST, reading=reading)
    if request.POST.get("action") == "one" and form.one:
        form.one.is_valid()
        return hand_sheet(request, form.one)
    if request.POST.get("action") == "look" and is_htmx(request):
        return render(request, "matches/entry/_claims_bar.html", {**_context(form), "live": True})
    if request.POST.get("action", "save") != "save" and form.is_valid():
        return _claims_sheet(request, form)
    return _recorded(request, device, form, _claims_sheet)


def _claims_sheet(request: HttpRequest, form: PairForm, status: int = 200) -> HttpResponse:
    return _sheet(request, form, "matches/entry/_claims_sheet.html", _context(form), status)


def _context(form: PairForm) -> dict[str, Any]:
    reading = form.reading
    context: dict[str, Any] = {
        "form": form,
        "match": reading.match,
        "words": form.book.words,
        "sheet_title": _(form.book.words.two),
        "as_tapped": as_tapped(form.one) if form.one else None,
    }
    if form.is_bound and form.is_valid():
        hand = reading.book.read("hand", form.payload)
        context["says"] = form.says
        context["pays"] = wording.who_pays(reading.book.settle(form.state, hand), reading.names)
        context["save"] = _("Save hand %(no)s") % {"no": wording.hand_label(reading.book, form.state)}
    return context


@require_safe
def waits(request: HttpRequest, code: str) -> HttpResponse:
    """Waiting helper for the hand in the address. htmx gets the answer only, and a new address that keeps the hand."""
    reading = opened(request, code)
    if not reading.book.sheet.reads_tiles:
        raise Http404
    form = WaitForm(request.GET, reading=reading)
    form.is_valid()
    context = waits_page(form)
    if not is_htmx(request) or "HX-History-Restore-Request" in request.headers:
        return render(request, "matches/waits/waits.html", context)
    response = render(request, "matches/waits/_answer.html", {**context, "fragment": True})
    response["HX-Replace-Url"] = f"{reverse('matches:waits', args=[code])}?{form.query}"
    return response
