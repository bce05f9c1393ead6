"""Page for a phone that may no longer score. It shows the entry that was not saved."""

from dataclasses import dataclass, field
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
from matches.models import Match
from matches.pages import table
from matches.pages.hand import Payment, reasons
from matches.views import recorded_hands
from matches.views.saving import NOT_KEPT, SendAgain, entry_said
from matches.views.shared import sheet
from people.web.public_urls import qr_code, shared_address
from people.web.responses import sent_fields


@dataclass(frozen=True)
class LostEntry:
    """An entry that wasn't saved, in words. `counted` and `reasons` are those of a won hand."""

    no: str
    what: str
    counted: str = ""
    reasons: list[Payment] = field(default_factory=list)


@dataclass(frozen=True)
class RevokedPage:
    """The page of a phone that may no longer score. `scan`: the text of the QR code."""

    match: Match | None
    entry: LostEntry | None
    again: SendAgain | None
    scan: str

    @property
    def qr(self) -> Any:
        return qr_code(self.scan) if self.scan else None


def revoked(request: HttpRequest, reading: MatchState) -> HttpResponse:
    """Return status 410 with the entry that was sent, to be read out to a scorer or scanned. Nothing is saved."""
    watches = rights.may_watch(reading.match, request.user)
    fields = sent_fields(request)
    entry = _lost_entry(request, reading) if watches and fields else None
    page = RevokedPage(
        match=reading.match if watches else None,
        entry=entry,
        again=SendAgain(request.path, fields) if fields else None,
        scan=(_address(request) or f"{reading.title}: {entry.what}") if entry else "",
    )
    return sheet(request, "matches/not_saved/_access_revoked.html", page, 410)


def _address(request: HttpRequest) -> str:
    """Return the address of the hand sheet with the fields filled in; "" for a count by list and for entries that
    aren't hands."""
    page, data = request.resolver_match, request.POST
    if page is None or page.url_name != "entry" or data.get("way") == "list":
        return ""
    fields = [(name, value) for name, values in data.lists() if name not in NOT_KEPT for value in values if value]
    return shared_address(request, f"{request.path}?{urlencode(fields)}")


def _lost_entry(request: HttpRequest, reading: MatchState) -> LostEntry | None:
    try:
        form = _form(request, reading)
        if form is None or not form.is_valid():
            return None
        no, what = wording.hand_label(form.book, form.state), entry_said(form, reading)
        entry = form.book.read(form.kind, form.payload)
        if not isinstance(entry, Hand):
            return LostEntry(no, what)
        settlement = form.book.settle(form.state, entry)
        counted = wording.listed(wording.counted_words(form.book, settlement))
        return LostEntry(no, what, counted, reasons(form.book, settlement, entry, reading.names))
    except (RuleViolation, Http404):
        return None


def _form(request: HttpRequest, reading: MatchState) -> Any:
    page = request.resolver_match
    name, seq = (page.url_name, page.kwargs.get("seq")) if page else (None, None)
    data = request.POST
    if name in ("correct", "insert") and seq is not None:
        return recorded_hands.form_of(request, reading, log_meant(reading, data), seq, new=name == "insert")
    if name == "claims":
        form_class = BothForm if reading.book.two_win else ClaimsForm
        return form_class(data, reading=reading) if table.for_two(reading.book) else None
    kinds: dict[str | None, Any] = {"entry": HandForm, "draw": DrawnHandForm, "penalty": PenaltyForm}
    return kinds[name](data, reading=reading) if name in kinds else None
