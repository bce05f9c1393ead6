"""The sheet for two players who claim one tile."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from matches import actions, event_hooks, wording
from matches.entry.claims import BothForm, ClaimsForm, PairForm, from_one
from matches.pages import table
from matches.pages.sheet.tile_sheet import as_tapped
from matches.views.shared import act, is_htmx, scoring, sheet_or_page
from matches.views.table import hand_sheet


@require_http_methods(["GET", "POST"])
def claims(request: HttpRequest, code: str) -> HttpResponse:
    """Two players and one tile: who of them gets it, or what both win; then saved.

    "two" and "one" lead here from the sheet for one winner, and back to it.
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
        return render(request, "matches/_claims_bar.html", {**_context(form), "live": True})
    if request.POST.get("action", "save") != "save" or not form.is_valid():
        return _claims_sheet(request, form, 200 if form.is_valid() else 422)
    return act(
        request,
        form,
        lambda: actions.record_hand(match=reading.match, device=device, payload=form.payload, **form.place),
        lambda: _claims_sheet(request, form, 422),
    )


def _claims_sheet(request: HttpRequest, form: PairForm, status: int = 200) -> HttpResponse:
    context = {**_context(form), "ends": event_hooks.ends(form.reading), "show_errors": status == 422}
    return sheet_or_page(request, "matches/claims.html", "matches/_claims_sheet.html", context, status)


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
