"""Run an action, and respond with its result or with the reason why nothing was saved."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import chain
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from engine.errors import RuleViolation
from engine.hash_chain import is_key
from engine.language import gettext_noop
from engine.match.payments import totals
from matches import event_hooks, wording
from matches.actions import AlreadySaved, Conflict, KeyReuse, NotAllowed, Outcome, Unavailable
from matches.entry.claims import ClaimsForm
from matches.entry.entry_form import EntryForm
from matches.entry.hand import initial_of as hand_shown
from matches.forms.option_fields import NOBODY
from matches.log.state import MatchState
from matches.models import Event, Match
from matches.pages.score_page import ScorePage
from matches.pages.table import MatchPage
from matches.views.shared import device_of, is_htmx, known_device, note_refused, refused_to, sheet
from people.audit import log
from people.text.lists import two_sentences, with_full_stop
from people.web.codes import new_key
from people.web.responses import render_page, see, sent_fields, trouble_words

NOT_KEPT = ("csrfmiddlewaretoken", "key", "expected_seq", "known")


def act(
    request: HttpRequest,
    device: str,
    form: EntryForm,
    action: Callable[[dict[str, Any]], Any],
    refused: Callable[[], HttpResponse] | None = None,
    answer: Callable[[HttpRequest, Any], HttpResponse] | None = None,
) -> HttpResponse:
    """Run `action` with the match, the device and the position in the log; respond with `answer`, by default `saved`.

    `refused` renders an invalid form again; by default a page shows the reason.
    """
    reading = form.reading

    def refuse() -> HttpResponse:
        return refused() if refused else sorry(request, reading.match, *map(str, chain(*form.errors.values())))

    if not form.is_valid():
        return refuse()
    try:
        outcome = action({"match": reading.match, "device": device, **form.place})
    except event_hooks.Stopped as why:
        return _stopped(request, form, why)
    except RuleViolation as violation:
        if reading.log.closed and violation.field == "kind":
            note_refused(request, reading, "closed")
        form.refuse(violation)
        return refuse()
    except Conflict as conflict:
        return _conflicting(request, form, conflict.reading, conflict.events)
    except KeyReuse as reuse:
        assert isinstance(reuse.saved, Event)
        return _conflicting(request, form, reuse.reading or reading, (reuse.saved,))
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
    """Run an action outside the log, and respond with `then`.

    If a rule refuses the action, respond with `again`, called with the reason; by default a page shows the reason.
    `reading`: the match that the action changes.
    """
    try:
        result = action()
    except RuleViolation as violation:
        if reading and isinstance(violation, event_hooks.Stopped):
            note_refused(request, reading, "settled")
        elif reading and reading.match.closed and violation.field == "name":
            note_refused(request, reading, "closed")
        error = wording.sentence(violation, reading.names if reading else NOBODY)
        return again(error) if again else sorry(request, reading.match if reading else None, error)
    except NotAllowed as forbidden:
        raise (refused_to(request, reading) if reading else Http404()) from forbidden
    except Unavailable as trouble:
        return not_saved(request, trouble)
    return then(result)


def import_page(
    request: HttpRequest, template: str, most: int, missing: str, take: Callable[[bytes, str, str], HttpResponse]
) -> HttpResponse:
    """Show a page to import a file of at most `most` bytes, or text pasted into the page.

    `take` gets the content, the device and the form's key. After a failure, the page asks for the file again, since
    browsers don't keep the chosen file. Pasted text is kept. The key stays the same unless it was used for another
    file.
    """
    key, pasted = request.POST.get("key") or new_key(), request.POST.get("pasted", "")
    if request.method == "GET":
        return render(request, template, {"key": key})
    upload = request.FILES.get("file")
    try:
        text = pasted.encode("utf-8", "replace")
        if upload is None and not text.strip():
            raise RuleViolation("file", missing)
        if ((upload.size or 0) if upload else len(text)) > most:
            raise RuleViolation(
                "file", gettext_noop("This file is too large. The limit is %(most)s kB."), most=most // 1024
            )
        return take(upload.read() if upload else text, known_device(request, key), key)
    except RuleViolation as violation:
        error, status = wording.sentence(violation, NOBODY), 422
    except KeyReuse:
        error, status = (
            _("This page has already imported a different file. To import this one too, choose it again."),
            409,
        )
        key = new_key()
    except NotAllowed as forbidden:
        raise Http404 from forbidden
    except Unavailable as trouble:
        error, status = trouble_words(trouble), trouble.status
    response = render(request, template, {"key": key, "error": error, "pasted": pasted}, status=status)
    if status >= 500:
        response["Retry-After"] = "2"
    return response


@dataclass(frozen=True)
class Refused:
    """A page that says why something was refused."""

    match: Match | None
    sentences: list[str]


def sorry(request: HttpRequest, match: Match | None, *sentences: str) -> HttpResponse:
    """Explain why a step without a form of its own was refused, with a link back to the table."""
    return sheet(request, "matches/not_saved/_refused.html", Refused(match, list(sentences)), 422)


def saved(request: HttpRequest, outcome: Outcome) -> HttpResponse:
    """Return the table with the new entry: a fragment for htmx, else a redirect."""
    again = isinstance(outcome, AlreadySaved)
    reading, event = outcome.reading, outcome.event
    if not is_htmx(request):
        return see("matches:match", reading.match.code, query=f"?{'again' if again else 'saved'}={event.seq}")
    toast = event_said(reading, event, again=again)
    page = ScorePage(reading, owner=True, fresh=event.seq, fragment=True, toast=toast)
    response = render_page(request, "matches/table/_table.html", page)
    # Only after the settle: closing the sheet removes the form, which htmx needs to find the other parts.
    response["HX-Trigger-After-Settle"] = "saved"
    # The only sign for a phone that its stored entry is saved (static/js/outbox.js).
    response["Saved-As"] = f"{event.seq} {event.key}"
    return response


def event_said(reading: MatchState, event: Event, *, again: bool = False) -> str:
    """Return the toast for an event that was just saved. `again`: whether the event had been saved before."""
    row = reading.log.row(event.seq)
    if event.kind in ("hand", "draw") and row:
        text = _("Already saved: hand %(no)s") if again else _("Saved ✓ hand %(no)s")
        return text % {"no": wording.hand_label(reading.book, row.before)}
    toasts = {
        "penalty": _("Saved ✓ penalty"),
        "undo": _("Undone"),
        "redo": _("Redone"),
        "correct": _("Saved ✓ correction"),
        "extend": _("Saved ✓ match extended"),
        "close": _("Saved ✓ match ended"),
        "reopen": _("Match reopened"),
    }
    return _("Already saved") if again else toasts.get(event.kind, _("Saved ✓"))


def _stopped(request: HttpRequest, form: EntryForm, why: event_hooks.Stopped) -> HttpResponse:
    """Return status 409 with the sent entry, and report it to the containing event, which already has the result."""
    reading = form.reading
    note_refused(request, reading, "settled")
    try:
        mine = entry_said(form, reading)
    except RuleViolation:  # not valid at the current table
        mine = ""
    key = form.cleaned_data["key"]
    if mine and is_key(key):
        sent = event_hooks.LateEntry(match=reading.match, key=key, said=mine, device=device_of(request) or "")
        try:
            event_hooks.late(sent, log.recording(request))
        except Unavailable as trouble:
            return not_saved(request, trouble)
    more = {"why": wording.sentence(why, reading.names), "mine": mine, "sent_key": key}
    return sheet(request, "matches/not_saved/_match_locked.html", MatchPage(reading), 409, **more)


class SendAgain(NamedTuple):
    """A form with hidden fields that sends an entry again."""

    action: str
    fields: list[tuple[str, str]]


class SavedEvent(NamedTuple):
    """An event that was saved in the meantime. `no`: the label of its hand, if it has one."""

    event: Event
    what: str
    no: str = ""
    pays: str = ""


@dataclass
class ConflictPage(MatchPage):
    """The events saved in the meantime (`theirs`) next to the sent entry (`mine`).

    `own`: whether this phone saved them; `again` and `instead`: forms to save the entry in addition, or as a correction
    of the saved one.
    """

    request: HttpRequest
    form: EntryForm
    events: tuple[Event, ...]

    def __post_init__(self) -> None:
        super().__post_init__()
        reading, path = self.reading, self.request.path
        self.theirs = [_saved_event(reading, event) for event in self.events]
        phone = f"d{reading.devices.get(device_of(self.request) or '')}"
        self.own = {event.by for event in self.events} == {phone}
        self.mine = entry_said(self.form, reading)
        # Balances that changed since the page was opened must not be signed unseen.
        self.again = None if path.endswith("close/") else _again(self.request, reading)
        self.instead = _instead(self.request, self.form, reading, self.events)
        self.undoing = path.endswith(("undo/", "redo/"))
        self.sent_key = self.request.POST.get("key", "")
        self.hand_no = wording.hand_label(self.book, reading.log.state)


def _conflicting(request: HttpRequest, form: EntryForm, reading: MatchState, events: tuple[Event, ...]) -> HttpResponse:
    """Return status 409 with the entries saved in the meantime and the sent one. Nothing is lost or overwritten."""
    note_refused(request, reading, "conflict")
    return sheet(request, "matches/not_saved/_conflict.html", ConflictPage(reading, request, form, events), 409)


def _saved_event(reading: MatchState, event: Event) -> SavedEvent:
    row = reading.log.row(event.seq)
    if row is None:
        return SavedEvent(event, event_said(reading, event))
    pays = wording.changes_words(row.changes, reading.names)
    return SavedEvent(event, wording.result_words(reading, row), wording.hand_label(reading.book, row.before), pays)


def entry_said(form: Any, reading: MatchState) -> str:
    """Return the entry in words, as it would be saved now; "" for a step such as an undo.

    A new entry is settled at the current table, where the carry may differ; a correction at its own position.
    """
    if not form.kind:
        return ""
    state = reading.log.state if form.appends else form.state
    entry = form.book.read(form.kind, form.payload)
    what = wording.entry_words(form.book, entry, form.reading.names)
    pays = wording.changes_words(totals(form.book.settle(state, entry).lines), form.reading.names)
    return with_full_stop(two_sentences(what, pays))


def _again(request: HttpRequest, reading: MatchState) -> SendAgain:
    """Return the same form, addressed to the next free position in the log."""
    fields = [(name, value) for name, values in request.POST.lists() if name not in NOT_KEPT for value in values]
    # No `known` declarations: if there are any in the current hand, its sheet is shown first.
    place = [("key", new_key()), ("expected_seq", str(reading.version + 1)), ("known", "")]
    return SendAgain(request.path, [*fields, *place])


def _instead(request: HttpRequest, form: Any, reading: MatchState, events: tuple[Event, ...]) -> SendAgain | None:
    """Return the same form as a correction of the entry that was saved in the meantime; None if that isn't possible."""
    row = reading.log.row(events[0].seq) if len(events) == 1 else None
    if row is None or not (form.appends and form.kind) or request.path.endswith(("undo/", "redo/", "close/")):
        return None
    try:
        reading.book.settle(row.before, reading.book.read(form.kind, form.payload))
    except RuleViolation:  # not valid in that hand
        return None
    fields = _again(request, reading).fields
    if isinstance(form, ClaimsForm):
        initial = hand_shown(reading.book, row.before, form.payload).items()
        listed = [(name, value if isinstance(value, list) else [value]) for name, value in initial]
        fields = [(name, value) for name, values in listed for value in values] + fields[-3:]
    return SendAgain(
        reverse("matches:correct", args=[reading.match.code, row.seq]),
        [*fields, ("kind", form.sheet), ("looked", getattr(form, "point_changes", ""))],
    )


@dataclass(frozen=True)
class NotSaved:
    """The reason why the database can't save now, and the form to send again."""

    trouble: str
    again: SendAgain


def not_saved(request: HttpRequest, trouble: Unavailable) -> HttpResponse:
    """Return status 503 or 507 with the entry in the page, so that it can be sent again with the same key."""
    page = NotSaved(trouble_words(trouble), SendAgain(request.path, sent_fields(request)))
    response = sheet(request, "matches/not_saved/_try_again.html", page, trouble.status)
    response["Retry-After"] = "2"
    return response
