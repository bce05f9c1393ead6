"""Views of one entry: its page, correction, removal and insertion; and the entry that a revoked phone sent."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from engine import hash_chain
from engine.errors import RuleViolation
from engine.hands.hand import TileHand
from engine.language import gettext_noop
from engine.match.entries import Hand
from engine.match.ledger import MatchLog, SettledEntry, table_before
from engine.rulesets.rule_book import TableState
from matches import actions, event_hooks, rights, wording
from matches.actions import Outcome
from matches.entry.claims import BothForm, ClaimsForm
from matches.entry.claims import initial_of as pair_shown
from matches.entry.entry_form import DrawnHandForm, PenaltyForm, ReasonForm, log_meant
from matches.entry.entry_form import initial_of as draw_shown
from matches.entry.hand import HandForm
from matches.entry.hand import initial_of as hand_shown
from matches.log.state import MatchState
from matches.models import Match
from matches.pages import table
from matches.pages.hand import HandPage, Payment, reasons
from matches.pages.sheet.entry_sheets import Consequences, HandSheet, consequences
from matches.pages.table import MatchPage
from matches.views.saving import NOT_KEPT, SendAgain, act, entry_said
from matches.views.shared import device_of, is_htmx, opened, scoring, sheet
from people.text.lists import labelled
from people.web.public_urls import qr_code, shared_address
from people.web.responses import as_context, render_page, sent_fields

# The form of each kind of entry, and the function that returns its initial values for a logged entry.
FORMS: dict[str, tuple[Any, Callable[..., dict[str, Any]]]] = {
    "two": (BothForm, pair_shown),
    "hand": (HandForm, hand_shown),
    "draw": (DrawnHandForm, draw_shown),
}


def _may_change(request: HttpRequest, reading: MatchState) -> bool:
    part = event_hooks.shown(reading)
    return reading.may_score(device_of(request)) and not (reading.log.closed or (part and part.why))


def _row(log: MatchLog, seq: int) -> SettledEntry:
    row = log.row(seq)
    if row is None:
        raise Http404
    return row


@require_safe
def hand(request: HttpRequest, code: str, seq: int) -> HttpResponse:
    """Show the payments of one hand, with a reason for each."""
    reading = opened(request, code)
    row = _row(reading.log, seq)
    seqs = [0, *(row.seq for row in reading.log.rows)]
    page = HandPage(reading, row, seqs[seqs.index(seq) - 1], _may_change(request, reading))
    return render_page(request, "matches/hand/hand.html", page)


@dataclass
class CorrectionPage(MatchPage):
    """The page to correct, remove or insert an entry.

    `kind`: the sheet of the entry, or "void" to remove the entry; `row`: the entry to replace; `effect`: the effect on
    later hands, once the form is valid; `compare`: whether the reader must confirm new payments.
    """

    form: Any
    kind: str
    row: SettledEntry | None
    title: str
    effect: Consequences
    show_errors: bool
    compare: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        self.kinds = [(kind, name, kind == self.kind) for kind, name in _sheets(self.reading).items()]


@require_http_methods(["GET", "POST"])
def correct(request: HttpRequest, code: str, seq: int) -> HttpResponse:
    """Correct an entry: preview the effect on later hands, then save."""
    reading, device = scoring(request, code)
    log = log_meant(reading, request.POST)
    row, form = _row(log, seq), form_of(request, reading, log, seq)
    title = _("Correct hand %(no)s") % {"no": wording.hand_label(reading.book, row.before)}
    return _changed(request, device, form, row, title, actions.correct_entry, target=seq)


@require_http_methods(["GET", "POST"])
def insert(request: HttpRequest, code: str, seq: int) -> HttpResponse:
    """Add a missing hand after entry `seq` (0: before the first hand)."""
    reading, device = scoring(request, code)
    form = form_of(request, reading, log_meant(reading, request.POST), seq, new=True)
    title = _("Add missing hand %(no)s") % {"no": wording.hand_label(reading.book, form.state)}
    return _changed(request, device, form, None, title, actions.insert_entry, after=seq)


def form_of(request: HttpRequest, reading: MatchState, log: MatchLog, seq: int, *, new: bool = False) -> Any:
    """Return the form to correct entry `seq` or, with `new`, to add an entry after it.

    Raises `Http404` if there is no such entry.
    """
    if new:
        if seq:
            _row(log, seq)
        return _form(request, reading, _kind(request, reading, "hand"), table_before(log, None, seq), None)
    row = _row(log, seq)
    return _form(request, reading, _kind(request, reading, shown_as(row)), row.before, row)


def _changed(
    request: HttpRequest,
    device: str,
    form: Any,
    row: SettledEntry | None,
    title: str,
    change: Callable[..., Outcome],
    **place: int,
) -> HttpResponse:
    """Show the form, or save it with `change`. `place`: the entry to replace, or the entry before the new one."""

    def page(compare: bool = False) -> HttpResponse:
        return _page(request, form, form.sheet, row, title, compare, **place)

    if request.method == "GET" or not form.is_valid() or "check" in request.POST.getlist("action"):
        return page()
    if _changes_payments(form, row):
        return page(compare=True)
    if _changes_nothing(form, row):
        form.refuse(RuleViolation("entry", gettext_noop("The saved entry is the same. Change it, or enter a reason.")))
        return page()
    entry = {"kind": form.kind, "payload": form.payload, "note": form.cleaned_data["note"]}
    return act(request, device, form, lambda at: change(**entry, **place, **at), page)


def _changes_payments(form: Any, row: SettledEntry | None) -> bool:
    """Return whether adding tiles to a hand changes its payments in a way the page hasn't shown yet."""
    if row is None or not isinstance(form, HandForm) or not form.by_tiles or not isinstance(row.entry, Hand):
        return False
    settlement = form.settlement()
    added = not isinstance(row.entry.wins[0].count, TileHand)
    saved = (row.payments, row.settlement.chips)
    differs = settlement is not None and (settlement.payments, settlement.chips) != saved
    return added and differs and form.typed("looked") != form.point_changes


def _changes_nothing(form: Any, row: SettledEntry | None) -> bool:
    """Return whether a correction has the values of the saved entry, and no reason. An outdated page is a conflict."""
    data = form.cleaned_data
    if row is None or data["note"] or form.kind != row.kind or data["expected_seq"] != form.reading.next_seq:
        return False
    return hash_chain.canonical(form.payload) == hash_chain.canonical(row.payload)


@require_http_methods(["GET", "POST"])
def void(request: HttpRequest, code: str, seq: int) -> HttpResponse:
    """Remove a hand that was entered twice or never played."""
    reading, device = scoring(request, code)
    row = _row(log_meant(reading, request.POST), seq)
    form = ReasonForm(request.POST or None, reading=reading)
    if request.method == "GET" or not form.is_valid():
        title = _("Remove hand %(no)s") % {"no": wording.hand_label(reading.book, row.before)}
        return _page(request, form, "void", row, title, target=seq)
    note = form.cleaned_data["note"]
    return act(request, device, form, lambda at: actions.void_entry(target=seq, note=note, **at))


def shown_as(row: SettledEntry) -> str:
    """Return the sheet that edits an entry: its kind, or "two" for a hand with two winners."""
    return "two" if isinstance(row.entry, Hand) and len(row.entry.wins) > 1 else row.kind


def _kind(request: HttpRequest, reading: MatchState, default: str) -> str:
    kind = request.POST.get("kind") or request.GET.get("kind") or default
    return kind if kind in _sheets(reading) else default


def _form(request: HttpRequest, reading: MatchState, kind: str, state: TableState, row: SettledEntry | None) -> Any:
    """Return the form for an entry of this kind, filled in from `row` if the kind is the same."""
    data = request.POST if request.method == "POST" else None
    if kind == "penalty":
        return PenaltyForm(data, reading=reading)
    form, initial_of = FORMS[kind]
    saved = row.payload if row and shown_as(row) == kind else None
    options: dict[str, Any] = {"initial": initial_of(reading.book, state, saved) if saved else {}}
    if kind == "hand":
        options["initial"] |= {name: request.GET[name] for name in ("winner", "way") if name in request.GET}
    if kind == "two":
        options["saved"] = saved
    return form(data, reading=reading, state=state, **options)


def _page(
    request: HttpRequest,
    form: Any,
    kind: str,
    row: SettledEntry | None,
    title: str,
    compare: bool = False,
    **place: int,
) -> HttpResponse:
    """Render the page; for htmx only the effect of the correction, or the form if its fields have changed."""
    reading, effect = form.reading, Consequences()
    if kind == "void":
        effect = consequences(reading, None, **place)
    elif form.is_valid() if form.is_bound else kind == "draw":
        effect = consequences(reading, {"kind": form.kind, "payload": form.payload}, **place)
    show_errors = form.is_bound and "check" not in request.POST.getlist("action")
    page = CorrectionPage(reading, form, kind, row, title, effect, show_errors, compare)
    fields = as_context(HandSheet(form)) if kind == "hand" else {}
    context = {**fields, **as_context(page)}
    if not is_htmx(request) or show_errors:
        status = 422 if show_errors and form.errors else 200
        return render(request, "matches/hand/correct.html", context, status=status)
    if kind == "hand" and _fields_differ(request, form):
        response = render(request, "matches/hand/correct.html", context)
        response["HX-Retarget"] = response["HX-Reselect"] = "#f"
        response["HX-Reswap"] = "outerHTML"
        return response
    return render(request, "matches/hand/_correction_preview.html", {**context, "fragment": True})


def _fields_differ(request: HttpRequest, form: HandForm) -> bool:
    """Return whether the fields on the page belong to another winner or another way to count."""
    seat, data = form.winner_seat, request.POST
    page = (data.get("shown_winner", ""), data.get("shown_way", "numbers"))
    return page != (seat.value if seat else "", form.way_shown)


def _sheets(reading: MatchState) -> dict[str, str]:
    two = {"two": _("Two winners")} if reading.book.two_win else {}
    return {"hand": _("One winner"), **two, "draw": _(reading.book.words.draw), "penalty": _("Penalty")}


@dataclass(frozen=True)
class LostEntry:
    """An entry that wasn't saved, in words. Only a won hand has `counted` and `reasons`."""

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
    qr: Any


def revoked(request: HttpRequest, reading: MatchState) -> HttpResponse:
    """Return status 410 with the entry that was sent, to be read out to a scorer or scanned. Nothing is saved."""
    watches, fields = rights.may_watch(reading.match, request.user), sent_fields(request)
    entry = _lost_entry(request, reading) if watches and fields else None
    scan = (_sheet_address(request) or labelled(reading.title, entry.what)) if entry else ""
    page = RevokedPage(
        match=reading.match if watches else None,
        entry=entry,
        again=SendAgain(request.path, fields) if fields else None,
        scan=scan,
        qr=qr_code(scan) if scan else None,
    )
    return sheet(request, "matches/not_saved/_access_revoked.html", page, 410)


def _sheet_address(request: HttpRequest) -> str:
    """Return the address of the hand sheet with the fields filled in; "" for ticked lists and for other entries."""
    page, data = request.resolver_match, request.POST
    if page is None or page.url_name != "entry" or data.get("way") == "list":
        return ""
    fields = [(name, value) for name, values in data.lists() if name not in NOT_KEPT for value in values if value]
    return shared_address(request, f"{request.path}?{urlencode(fields)}")


def _lost_entry(request: HttpRequest, reading: MatchState) -> LostEntry | None:
    try:
        form = _sent_form(request, reading)
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


def _sent_form(request: HttpRequest, reading: MatchState) -> Any:
    page = request.resolver_match
    name, seq = (page.url_name, page.kwargs.get("seq")) if page else (None, None)
    data = request.POST
    if name in ("correct", "insert") and seq is not None:
        return form_of(request, reading, log_meant(reading, data), seq, new=name == "insert")
    if name == "claims":
        form_class = BothForm if reading.book.two_win else ClaimsForm
        return form_class(data, reading=reading) if table.for_two(reading.book) else None
    kinds: dict[str | None, Any] = {"entry": HandForm, "draw": DrawnHandForm, "penalty": PenaltyForm}
    return kinds[name](data, reading=reading) if name in kinds else None
