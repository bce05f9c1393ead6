"""Helpers of the views: the requester, opening a match, answering after an action."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from engine.errors import RuleViolation
from engine.hash_chain import is_key
from engine.match.payments import totals
from matches import event_hooks, links, rights, wording
from matches.actions import AlreadySaved, Conflict, KeyReuse, NotAllowed, Outcome, Unavailable
from matches.entry.claims import ClaimsForm
from matches.entry.entry_form import EntryForm
from matches.entry.hand import initial_of as hand_shown
from matches.forms.option_fields import NOBODY
from matches.log.state import MatchState, open_match
from matches.models import Event, Match
from matches.pages.score_page import ScorePage
from people.audit import log, refusals
from people.audit.events import What
from people.web.codes import computed_token, new_key
from people.web.responses import render_page, see, sent_fields, trouble_words

DEVICE = log.DEVICE
LOOKS = {"check", "look", "more", "one", "two"}  # what a form asks for that is not to be saved yet
NOT_KEPT = ("csrfmiddlewaretoken", "key", "expected_seq", "known")


def device_of(request: HttpRequest) -> str | None:
    """The phone that is asking, if it ever started or joined a match."""
    device: str | None = request.session.get(DEVICE)
    return device


def known_device(request: HttpRequest, key: str) -> str:
    """The phone that is asking, remembered from now on; `key`: that of the form it sent.

    A new phone is called after the key: tapped twice, the form comes a second time before the answer
    to the first has told the phone who it is, and is to find its own match.
    """
    if DEVICE not in request.session:
        request.session[DEVICE] = computed_token("matches.device", key)
    return str(request.session[DEVICE])


def watching_hash(request: HttpRequest) -> str:
    """The hash of the watching link that this browser holds for the match of the address; empty if none."""
    token = request.COOKIES.get(settings.WATCH_COOKIE_NAME, "")
    return links.hash_of(token) if token else ""


class Revoked(PermissionDenied):
    """A phone that could score the match once, and may not any more: told so (`matches.views.sharing.revoked`)."""

    def __init__(self, reading: MatchState) -> None:
        super().__init__("the right to score was taken away")
        self.reading = reading


def _found(request: HttpRequest, code: str) -> MatchState:
    device = device_of(request)
    try:
        return open_match(code, device, watching_hash(request))
    except Match.DoesNotExist as missing:
        raise Http404 from missing


def opened(request: HttpRequest, code: str) -> MatchState:
    """The match for whoever may watch it. Others are told what they are told where there is none: 404."""
    reading = _found(request, code)
    if not rights.may_watch(reading.match, request.user):
        raise Http404
    return reading


def scoring(request: HttpRequest, code: str) -> tuple[MatchState, str]:
    """The match and the phone, for a phone that may change it; for others there is no such page.

    Raises `Revoked` for a phone that could.
    """
    device, reading = device_of(request), _found(request, code)
    if device is None or not reading.may_score(device):
        raise refused_to(request, reading)
    return reading, device


def managing(request: HttpRequest, code: str) -> tuple[MatchState, str]:
    """The match and the phone (empty: none yet), for who manages it; for others there is no such page."""
    reading = _found(request, code)
    if not rights_here(request, reading).manage:
        raise refused_to(request, reading)
    return reading, device_of(request) or ""


def rights_here(request: HttpRequest, reading: MatchState) -> rights.MatchRights:
    """What the phone that is asking, and the account on it, may do with the match."""
    asked = reading.match.asked_for
    return rights.rights_of(reading.match, device_of(request), asked.number if asked else None, request.user)


def refused_to(request: HttpRequest, reading: MatchState) -> Exception:
    """Why this phone may not: its right was taken away, or else as if there were nothing. A change is written down."""
    revoked = rights.was_revoked(reading.match, device_of(request))
    note_refused(request, reading, "revoked" if revoked else "right")
    return Revoked(reading) if revoked else Http404()


def note_refused(request: HttpRequest, reading: MatchState, why: str) -> None:
    """Record in the audit log that a change of this match was refused. Previews and checks are not recorded."""
    if request.method == "POST" and not LOOKS & set(request.POST.getlist("action")):
        refusals.refused(request, why, club=reading.match.club, match=reading.match.code)


def note_taken(request: HttpRequest, reading: MatchState, kind: str) -> None:
    """Write down that somebody takes the match away as a file, or prints it. What everybody may read, programs fetch
    again and again: of that only who can be named is written down."""
    match = reading.match
    if refusals.is_known(request) or not (match.public or match.is_demo):
        refusals.taken(request, What.MATCH_EXPORTED, kind, club=match.club, match=match.code)


def is_htmx(request: HttpRequest) -> bool:
    """Whether a fragment is wanted instead of a page."""
    return bool(getattr(request, "htmx", False))


def act(
    request: HttpRequest,
    device: str,
    form: EntryForm,
    action: Callable[[dict[str, Any]], Any],
    refused: Callable[[], HttpResponse] | None = None,
    answer: Callable[[HttpRequest, Any], HttpResponse] | None = None,
) -> HttpResponse:
    """Run `action` with the match, the device and the place of a valid form, and answer with its result: an `Outcome`,
    unless `answer` takes something else. `refused` renders the form again if it is not valid or a rule refuses it;
    without it the page says why."""
    reading = form.reading
    refused = refused or partial(sorry, request, form)
    if not form.is_valid():
        return refused()
    try:
        outcome = action({"match": reading.match, "device": device, **form.place})
    except event_hooks.Stopped as why:
        return stopped(request, form, why)
    except RuleViolation as violation:
        if reading.log.closed and violation.field == "kind":
            note_refused(request, reading, "closed")
        form.refuse(violation)
        return refused()
    except Conflict as conflict:
        note_refused(request, reading, "conflict")
        return conflicting(request, form, conflict.reading, conflict.events)
    except KeyReuse as reuse:
        note_refused(request, reading, "conflict")
        assert isinstance(reuse.saved, Event)
        return conflicting(request, form, reuse.reading or reading, (reuse.saved,))
    except NotAllowed as forbidden:
        raise refused_to(request, reading) from forbidden
    except Unavailable as trouble:
        return not_saved(request, trouble)
    return (answer or saved)(request, outcome)


def attempt(
    request: HttpRequest,
    action: Callable[[], Any],
    then: Callable[[Any], HttpResponse],
    again: Callable[[str], HttpResponse] | None = None,
    reading: MatchState | None = None,
) -> HttpResponse:
    """Run an action beside the log and answer with `then`, or with `again` and the reason where a rule refuses it;
    without it the page says why.

    `reading`: the match that it changes.
    """
    try:
        result = action()
    except RuleViolation as violation:
        if reading and isinstance(violation, event_hooks.Stopped):
            note_refused(request, reading, "settled")
        elif reading and reading.match.closed and violation.field == "name":
            note_refused(request, reading, "closed")
        error = wording.sentence(violation, reading.names if reading else NOBODY)
        return again(error) if again else sorry_page(request, reading.match if reading else None, error)
    except NotAllowed as forbidden:
        raise (refused_to(request, reading) if reading else Http404()) from forbidden
    except Unavailable as trouble:
        return not_saved(request, trouble)
    return then(result)


def import_page(
    request: HttpRequest, template: str, most: int, missing: str, take: Callable[[bytes, str, str], HttpResponse]
) -> HttpResponse:
    """A page that imports a file of at most `most` bytes. `take` gets its content, the device and the form's key.

    No page can keep a file: after a failure it is asked for again, with the same key.
    """
    key = request.POST.get("key") or new_key()
    if request.method == "GET":
        return render(request, template, {"key": key})
    upload = request.FILES.get("file")
    try:
        if upload is None or (upload.size or 0) > most:
            raise RuleViolation("file", missing)
        return take(upload.read(), known_device(request, key), key)
    except RuleViolation as violation:
        error, status = wording.sentence(violation, NOBODY), 422
    except KeyReuse:
        error, status = _("This page has already imported a different file. Choose the file again."), 409
        key = new_key()
    except NotAllowed as forbidden:
        raise Http404 from forbidden
    except Unavailable as trouble:
        error, status = trouble_words(trouble), trouble.status
    response = render(request, template, {"key": key, "error": error}, status=status)
    if status >= 500:
        response["Retry-After"] = "2"
    return response


def sorry(request: HttpRequest, form: EntryForm) -> HttpResponse:
    """A step that has no form of its own was refused: why, and the way back to the table."""
    sentences = [text for errors in form.errors.values() for text in errors]
    return sheet(request, "matches/not_saved/_refused.html", {"match": form.reading.match, "sentences": sentences}, 422)


def sorry_page(request: HttpRequest, match: Match | None, error: str) -> HttpResponse:
    """The same for a change beside the log, or for a new match."""
    return sheet(request, "matches/not_saved/_refused.html", {"match": match, "sentences": [error]}, 422)


def saved(request: HttpRequest, outcome: Outcome) -> HttpResponse:
    """The table with the entry on it: a fragment for htmx, a redirect for a plain form."""
    again = isinstance(outcome, AlreadySaved)
    if not is_htmx(request):
        flag = "again" if again else "saved"
        return see("matches:match", outcome.reading.match.code, query=f"?{flag}={outcome.event.seq}")
    reading = outcome.reading
    change = event_said(reading, outcome.event, again=again)
    page = ScorePage(reading, owner=True, fresh=outcome.event.seq, fragment=True, toast=change)
    response = render_page(request, "matches/table/_table.html", page)
    # Not earlier: closing the sheet takes the form away from which htmx finds the other parts.
    response["HX-Trigger-After-Settle"] = "saved"
    # By this, and nothing else, a phone knows that the entry it keeps is saved (static/js/outbox.js).
    response["Saved-As"] = f"{outcome.event.seq} {outcome.event.key}"
    return response


def event_said(reading: MatchState, event: Event, *, again: bool = False) -> str:
    """The toast about an event that has just been saved; `again`: it was saved before."""
    row = reading.log.row(event.seq)
    if event.kind in ("hand", "draw") and row:
        text = _("Already saved: hand %(no)s") if again else _("Saved ✓ hand %(no)s")
        return text % {"no": wording.hand_label(reading.book, row.before)}
    said = {
        "penalty": _("Saved ✓ penalty"),
        "undo": _("Undone"),
        "redo": _("Redone"),
        "correct": _("Saved ✓ correction"),
        "extend": _("Saved ✓ match extended"),
        "close": _("Saved ✓ match ended"),
        "reopen": _("Match reopened"),
    }
    return _("Already saved") if again else said.get(event.kind, _("Saved ✓"))


def stopped(request: HttpRequest, form: EntryForm, why: event_hooks.Stopped) -> HttpResponse:
    """409: what the match is a part of has its result. What was sent is shown and told there; nothing is lost."""
    reading = form.reading
    note_refused(request, reading, "settled")
    try:
        mine = entry_said(form, reading)
    except RuleViolation:  # it does not fit the table as it is now
        mine = ""
    key = form.cleaned_data["key"]
    if mine and is_key(key):
        sent = event_hooks.Sent(match=reading.match, key=key, said=mine, device=device_of(request) or "")
        try:
            event_hooks.late(sent, log.recording(request))
        except Unavailable as trouble:
            return not_saved(request, trouble)
    context = {"match": reading.match, "why": wording.sentence(why, reading.names), "mine": mine}
    context |= {"sent_key": key, "free_seq": reading.version + 1}
    return sheet(request, "matches/not_saved/_match_locked.html", context, 409)


def conflicting(request: HttpRequest, form: EntryForm, reading: MatchState, events: tuple[Event, ...]) -> HttpResponse:
    """409: what was saved meanwhile beside what was sent; nothing is lost, nothing is overwritten."""
    context = {
        "match": reading.match,
        "theirs": [_version(reading, event) for event in events],
        "own": {event.by for event in events} == {f"d{reading.devices.get(device_of(request) or '')}"},
        "mine": entry_said(form, reading),
        # Nobody signs balances that came about since the page was opened.
        "again": None if request.path.endswith("close/") else _again(request, reading),
        "instead": _instead(request, form, reading, events),
        "hand_no": wording.hand_label(reading.book, reading.log.state),
        "undoing": request.path.endswith(("undo/", "redo/")),
        # For the outbox of a phone: which entry this was, and the place behind what is saved.
        "sent_key": request.POST.get("key", ""),
        "free_seq": reading.version + 1,
    }
    return sheet(request, "matches/not_saved/_conflict.html", context, 409)


def _version(reading: MatchState, event: Event) -> dict[str, Any]:
    row = reading.log.row(event.seq)
    return {
        "at": event.at,
        "by": event.by,
        "what": wording.result_words(reading, row) if row else event_said(reading, event),
        "no": wording.hand_label(reading.book, row.before) if row else None,
        "pays": wording.changes_words(row.changes, reading.names) if row else "",
    }


def entry_said(form: Any, reading: MatchState) -> str:
    """What would be saved now, in words; empty for a step such as an undo.

    A new entry is counted at the table as it is now, where another carry may lie; a correction at its place.
    """
    if not form.kind:
        return ""
    state = reading.log.state if form.appends else form.state
    entry = form.book.read(form.kind, form.payload)
    what = wording.entry_words(form.book, entry, form.reading.names)
    pays = wording.changes_words(totals(form.book.settle(state, entry).lines), form.reading.names)
    return f"{what}. {pays}."


def _again(request: HttpRequest, reading: MatchState) -> dict[str, Any]:
    """The same form once more, for the place that is free now."""
    fields = [(name, value) for name, values in request.POST.lists() if name not in NOT_KEPT for value in values]
    return {
        "action": request.path,
        # `known`: nothing; where something is declared in the hand that is played now, its sheet comes first.
        "fields": [*fields, ("key", new_key()), ("expected_seq", reading.version + 1), ("known", "")],
    }


def _instead(request: HttpRequest, form: Any, reading: MatchState, events: tuple[Event, ...]) -> dict[str, Any] | None:
    """The same form as a correction of the one entry that was saved meanwhile; None where it can be none."""
    row = reading.log.row(events[0].seq) if len(events) == 1 else None
    if row is None or not (form.appends and form.kind) or request.path.endswith(("undo/", "redo/", "close/")):
        return None
    try:
        reading.book.settle(row.before, reading.book.read(form.kind, form.payload))
    except RuleViolation:  # what is in play there is another
        return None
    fields = _again(request, reading)["fields"]
    if isinstance(form, ClaimsForm):
        shown = hand_shown(reading.book, row.before, form.payload).items()
        listed = [(name, value if isinstance(value, list) else [value]) for name, value in shown]
        fields = [(name, each) for name, values in listed for each in values] + fields[-3:]
    return {
        "action": reverse("matches:correct", args=[reading.match.code, row.seq]),
        "fields": [*fields, ("kind", form.sheet), ("looked", getattr(form, "comes_to", ""))],
    }


def not_saved(request: HttpRequest, trouble: Unavailable) -> HttpResponse:
    """503 or 507: the entry is kept in the page, with the same key, to be sent again."""
    context = {"trouble": trouble_words(trouble), "again": {"action": request.path, "fields": sent_fields(request)}}
    response = sheet(request, "matches/not_saved/_try_again.html", context, trouble.status)
    response["Retry-After"] = "2"
    return response


def sheet(request: HttpRequest, template: str, context: dict[str, Any], status: int = 200) -> HttpResponse:
    """The sheet over the table for htmx, the same as a page of its own otherwise.

    `live`: over the table, where the sheet is checked while it is filled in. A page of its own asks
    nothing until it is sent, with or without scripts.
    """
    context = {**context, "live": is_htmx(request), "sheet": template}
    if not context["live"]:
        return render(request, "matches/entry/entry_page.html", context, status=status)
    response = render(request, template, context, status=status)
    response["HX-Retarget"] = "#sheet"
    response["HX-Reswap"] = "innerHTML"
    return response
