"""Page for a phone that may no longer score. It shows the entry that was not saved."""

from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse

from engine.errors import RuleViolation
from engine.match.entries import Hand
from matches import rights, wording
from matches.entry.claims import BothForm, ClaimsForm
from matches.entry.entry_form import DrawnHandForm, PenaltyForm, log_meant
from matches.entry.hand import HandForm
from matches.log.state import MatchState
from matches.pages import table
from matches.pages.hand import reasons
from matches.views import hand
from matches.views.shared import NOT_KEPT, entry_said, sheet
from people.web.public_urls import shared_address
from people.web.qr import qr_code
from people.web.responses import sent_fields


def revoked(request: HttpRequest, reading: MatchState) -> HttpResponse:
    """Return status 410 with the entry that was sent, to be read out to a scorer or scanned. Nothing is saved."""
    watches = rights.may_watch(reading.match, request.user)
    fields = sent_fields(request)
    context: dict[str, Any] = {
        "match": reading.match if watches else None,
        "said": _said(request, reading) if watches and fields else None,
        "again": {"action": request.path, "fields": fields} if fields else None,
    }
    if context["said"]:
        context["scan"] = _address(request) or f"{reading.title}: {context['said']['what']}"
        context["qr"] = qr_code(context["scan"])
    return sheet(request, "matches/not_saved/_access_revoked.html", context, 410)


def _address(request: HttpRequest) -> str:
    """Return the address of the hand sheet with the fields filled in; "" for a count by list and for entries that
    aren't hands."""
    asked, data = request.resolver_match, request.POST
    if asked is None or asked.url_name != "entry" or data.get("way") == "list":
        return ""
    told = [(name, each) for name, values in data.lists() if name not in NOT_KEPT for each in values if each]
    return shared_address(request, f"{request.path}?{urlencode(told)}")


def _said(request: HttpRequest, reading: MatchState) -> dict[str, Any] | None:
    try:
        form = _form(request, reading)
        if form is None or not form.is_valid():
            return None
        said: dict[str, Any] = {"no": wording.hand_label(form.book, form.state), "what": entry_said(form, reading)}
        entry = form.book.read(form.kind, form.payload)
        if isinstance(entry, Hand):
            settlement = form.book.settle(form.state, entry)
            said["counted"] = wording.listed(wording.counted_words(form.book, settlement))
            said["reasons"] = reasons(form.book, settlement, entry, reading.names)
        return said
    except (RuleViolation, Http404):
        return None


def _form(request: HttpRequest, reading: MatchState) -> Any:
    asked = request.resolver_match
    name, seq = (asked.url_name, asked.kwargs.get("seq")) if asked else (None, None)
    data = request.POST
    if name in ("correct", "insert") and seq is not None:
        return hand.form_of(request, reading, log_meant(reading, data), seq, new=name == "insert")
    if name == "claims":
        asks = BothForm if reading.book.two_win else ClaimsForm
        return asks(data, reading=reading) if table.for_two(reading.book) else None
    kinds: dict[str | None, Any] = {"entry": HandForm, "draw": DrawnHandForm, "penalty": PenaltyForm}
    return kinds[name](data, reading=reading) if name in kinds else None
