"""The table while it plays: the score page and the sheets that take a hand, a draw, a penalty."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from matches import actions, chart, pages, words
from matches.forms import ClaimsForm, DrawForm, HandForm, PenaltyForm
from matches.forms.entry import new_key
from matches.models import Event
from matches.points import counted
from matches.reading import Reading, version_of
from matches.rows import grouped, limit_hands
from matches.tilesheet import tile_context
from matches.views.shared import (
    act,
    device_of,
    is_htmx,
    opened,
    scoring,
    sheet_or_page,
    toast,
)


@require_safe
def match(request: HttpRequest, code: str) -> HttpResponse:
    """The score page: for those who score and for those who watch, who ask again with what they have (`v`)."""
    if is_htmx(request) and request.GET.get("v") == str(version_of(code)):
        return HttpResponse(status=204)
    device = device_of(request)
    reading = opened(request, code, device)
    context = pages.table_page(reading, may_score=reading.may_score(device))
    context["copy_key"] = new_key() if reading.match.is_demo else ""
    if event := _just_saved(request, reading):
        context["toast"] = toast(reading, event, again="again" in request.GET)
    if is_htmx(request):
        return render(request, "matches/_table.html", {**context, "fragment": True})
    return render(request, "matches/match.html", context)


def _just_saved(request: HttpRequest, reading: Reading) -> Event | None:
    """The event that a redirect after a plain form speaks of, while it is the last one."""
    said = request.GET.get("saved") or request.GET.get("again") or ""
    if said != str(reading.version) and "again" not in request.GET:
        return None
    return reading.event(int(said)) if said.isascii() and said.isdigit() and len(said) < 7 else None


@require_safe
def side(request: HttpRequest, code: str) -> HttpResponse:
    """The running balance and the facts so far: beside the table on a wide screen, or alone."""
    reading = opened(request, code)
    context = {
        "match": reading.match,
        "reading": reading,
        "chart": chart.balance_chart(reading, 334, 420),
        "lines": pages.ledger_lines(reading),
        "names": list(reading.names),
        "facts": pages.so_far(reading),
    }
    page = "matches/_side.html" if is_htmx(request) else "matches/balance.html"
    return render(request, page, context)


@require_http_methods(["GET", "POST"])
def entry(request: HttpRequest, code: str) -> HttpResponse:
    """The sheet for a won hand: filled in, looked at ("check"), saved."""
    reading, device = scoring(request, code)
    if request.method == "GET":
        asked = {name: request.GET[name] for name in HandForm.base_fields if name in request.GET}
        form = HandForm(reading=reading, initial=asked)
        return _hand_sheet(request, form)
    form = HandForm(request.POST, reading=reading)
    if "check" in request.POST.getlist("action"):
        return checked(request, form)
    if not form.is_valid():
        return _hand_sheet(request, form, 422)
    return act(
        request,
        form,
        lambda: actions.record_hand(match=reading.match, device=device, payload=form.payload, **form.place),
        lambda: _hand_sheet(request, form, 422),
    )


def checked(request: HttpRequest, form: HandForm) -> HttpResponse:
    """The sheet as it stands, judged but not saved: for htmx only what changed."""
    form.is_valid()
    if not is_htmx(request) or request.POST.get("shown_way", "numbers") != form.way_shown:
        return _hand_sheet(request, form)
    return render(request, "matches/_sheet_checked.html", {**hand_context(form), "live": True})


def _hand_sheet(request: HttpRequest, form: HandForm, status: int = 200) -> HttpResponse:
    context = hand_context(form)
    context["show_errors"] = status == 422
    return sheet_or_page(request, "matches/entry.html", "matches/_hand_sheet.html", context, status)


def hand_context(form: HandForm) -> dict[str, Any]:
    """What the sheet for a hand shows."""
    reading, settlement = form.reading, form.settlement() if form.is_bound else None
    seat = form.winner_seat
    no = words.hand_label(form.book, form.state)
    winner = words.isolated(reading.names[seat]) if seat else ""
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
    }
    if form.by_tiles:
        context |= tile_context(form)
    if form.by_list:
        context |= {"groups": grouped(form), "limit_hands": limit_hands(form)}
    if settlement and form.hand:
        context |= {
            "wins": words.who_wins(settlement, form.hand, reading.names),
            "pays": words.who_pays(settlement, reading.names),
            "reasons": words.reasons(form.book, settlement, form.hand, reading.names),
            **counted(reading.book, settlement),
        }
    return context


@require_http_methods(["GET", "POST"])
def draw(request: HttpRequest, code: str) -> HttpResponse:
    """A hand that nobody won: asked once, then saved."""
    reading, device = scoring(request, code)
    form = DrawForm(request.POST or None, reading=reading)
    if request.method == "GET" or not form.is_valid():
        return _draw_sheet(request, form, 200 if request.method == "GET" else 422)
    return act(
        request,
        form,
        lambda: actions.record_draw(match=reading.match, device=device, payload=form.payload, **form.place),
        lambda: _draw_sheet(request, form, 422),
    )


def _draw_sheet(request: HttpRequest, form: DrawForm, status: int = 200) -> HttpResponse:
    reading, said = form.reading, form.book.words
    no = words.hand_label(form.book, form.state)
    context = {
        "form": form,
        "match": reading.match,
        "words": said,
        "save_text": _(said.draw_save) % {"hand_no": no},
        "sheet_title": _(said.draw_title) % {"no": no},
        "show_errors": status == 422,
        **({} if form.asked else _drawn(form)),
    }
    return sheet_or_page(request, "matches/draw.html", "matches/_draw_sheet.html", context, status)


def _drawn(form: DrawForm) -> dict[str, Any]:
    """What follows from a hand that nobody won, where nothing else is asked."""
    after = form.book.advance(form.state, form.book.read("draw", form.payload), form.book.nothing)
    return {
        "next_dealer": "" if after.finished else form.names[after.dealer],
        "carry": words.carry_words(form.book, after),
    }


@require_http_methods(["GET", "POST"])
def penalty(request: HttpRequest, code: str) -> HttpResponse:
    """A penalty for an irregularity."""
    reading, device = scoring(request, code)
    if request.method == "GET":
        return _penalty_sheet(request, PenaltyForm(reading=reading))
    form = PenaltyForm(request.POST, reading=reading)
    if not form.is_valid():
        return _penalty_sheet(request, form, 422)
    return act(
        request,
        form,
        lambda: actions.record_penalty(
            match=reading.match,
            device=device,
            penalty=form.penalty,
            ends_hand=form.over,
            note=form.cleaned_data["note"],
            **form.place,
        ),
        lambda: _penalty_sheet(request, form, 422),
    )


def _penalty_sheet(request: HttpRequest, form: PenaltyForm, status: int = 200) -> HttpResponse:
    context = {
        "form": form,
        "match": form.reading.match,
        "sheet_title": _("Penalty in hand %(no)s") % {"no": words.hand_label(form.book, form.state)},
        "show_errors": status == 422,
    }
    return sheet_or_page(request, "matches/penalty.html", "matches/_penalty_sheet.html", context, status)


@require_http_methods(["GET", "POST"])
def claims(request: HttpRequest, code: str) -> HttpResponse:
    """Two players claim the same discard: who gets it, then saved as that player's hand."""
    reading, device = scoring(request, code)
    if not reading.book.plays_claims:
        raise Http404
    if request.method == "GET":
        return _claims_sheet(request, ClaimsForm(reading=reading, initial=request.GET.dict()))
    form = ClaimsForm(request.POST, reading=reading)
    asked = request.POST.get("action", "save")
    if asked != "save" or not form.is_valid():
        return _claims_sheet(request, form, 200 if asked == "look" or form.is_valid() else 422)
    return act(
        request,
        form,
        lambda: actions.record_hand(match=reading.match, device=device, payload=form.payload, **form.place),
        lambda: _claims_sheet(request, form, 422),
    )


def _claims_sheet(request: HttpRequest, form: ClaimsForm, status: int = 200) -> HttpResponse:
    reading = form.reading
    context: dict[str, Any] = {
        "form": form,
        "match": reading.match,
        "words": form.book.words,
        "sheet_title": _("Two claim the same tile"),
        "show_errors": status == 422,
    }
    if form.is_bound and form.is_valid():
        verdict = form.verdict
        context["verdict"] = words.verdict_words(verdict, reading)
        hand = reading.book.read("hand", form.payload)
        settlement = reading.book.settle(form.state, hand)
        context["pays"] = words.who_pays(settlement, reading.names)
        context["save"] = _("Save hand %(no)s") % {"no": words.hand_label(form.book, form.state)}
    return sheet_or_page(request, "matches/claims.html", "matches/_claims_sheet.html", context, status)
