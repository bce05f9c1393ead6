"""What the views share: who is asking, opening a match, answering after an action."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from engine.errors import RuleViolation
from engine.payments import totals
from matches import pages, words
from matches.actions import (
    AlreadySaved,
    Conflict,
    DiskFull,
    KeyReuse,
    NotAllowed,
    Outcome,
    Unavailable,
)
from matches.forms.entry import EntryForm, new_key
from matches.models import Event, Match
from matches.reading import Reading, open_match

DEVICE = "device"
NOT_KEPT = ("csrfmiddlewaretoken", "key", "expected_seq")


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
        digest = salted_hmac("matches.device", key, algorithm="sha256").digest()
        request.session[DEVICE] = urlsafe_b64encode(digest[:16]).decode().rstrip("=")
    return str(request.session[DEVICE])


def opened(request: HttpRequest, code: str, device: str | None = None) -> Reading:
    """The match for whoever knows its code, or 404. `device`: the phone whose right will be asked."""
    try:
        return open_match(code, device)
    except Match.DoesNotExist as missing:
        raise Http404 from missing


def scoring(request: HttpRequest, code: str) -> tuple[Reading, str]:
    """The match and the phone, for a phone that may change it; for others there is no such page."""
    device = device_of(request)
    reading = opened(request, code, device)
    if device is None or not reading.may_score(device):
        raise Http404
    return reading, device


def is_htmx(request: HttpRequest) -> bool:
    """Whether a fragment is wanted instead of a page."""
    return bool(getattr(request, "htmx", False))


def see(name: str, *args: Any, query: str = "") -> HttpResponseRedirect:
    """After a POST: go and look at a page."""
    response = HttpResponseRedirect(reverse(f"matches:{name}", args=args) + query)
    response.status_code = 303
    return response


def act(
    request: HttpRequest,
    form: EntryForm,
    action: Callable[[], Outcome],
    refused: Callable[[], HttpResponse],
    answer: Callable[[HttpRequest, Outcome], HttpResponse] | None = None,
) -> HttpResponse:
    """Do `action` and answer; `refused` renders the form again when the rules forbid it."""
    reading = form.reading
    try:
        outcome = action()
    except RuleViolation as violation:
        form.refuse(violation)
        return refused()
    except Conflict as conflict:
        return conflicting(request, form, conflict.reading, conflict.events)
    except KeyReuse as reuse:
        assert isinstance(reuse.saved, Event)
        return conflicting(request, form, reuse.reading or reading, (reuse.saved,))
    except NotAllowed as forbidden:
        raise Http404 from forbidden
    except Unavailable as trouble:
        return not_saved(request, trouble)
    return (answer or saved)(request, outcome)


def saved_at_end(request: HttpRequest, outcome: Outcome) -> HttpResponse:
    """After the close of a match: its result."""
    return see("end", outcome.reading.match.code)


def sorry(request: HttpRequest, form: EntryForm) -> HttpResponse:
    """A step that has no form of its own was refused: why, and the way back to the table."""
    sentences = [text for errors in form.errors.values() for text in errors]
    context = {"match": form.reading.match, "sentences": sentences}
    return sheet_or_page(request, "matches/sorry.html", "matches/_sorry.html", context, 422)


def saved(request: HttpRequest, outcome: Outcome) -> HttpResponse:
    """The table with the entry on it: a fragment for htmx, a redirect for a plain form."""
    again = isinstance(outcome, AlreadySaved)
    if not is_htmx(request):
        flag = "again" if again else "saved"
        return see("match", outcome.reading.match.code, query=f"?{flag}={outcome.event.seq}")
    reading = outcome.reading
    context = pages.table_page(reading, may_score=True, fresh=outcome.event.seq)
    context["toast"] = toast(reading, outcome.event, again=again)
    response = render(request, "matches/_table.html", {**context, "fragment": True})
    # Not earlier: closing the sheet takes the form away from which htmx finds the other parts.
    response["HX-Trigger-After-Settle"] = "saved"
    return response


def toast(reading: Reading, event: Event, *, again: bool = False) -> dict[str, Any]:
    """What the last change was, in a few words, and whether it can be undone from here."""
    undoable = reading.log.undoable
    return {
        "text": _event_said(reading, event, again),
        "undo": undoable.seq if undoable and undoable.seq == event.seq else None,
        "key": new_key(),
    }


def _event_said(reading: Reading, event: Event, again: bool) -> str:
    row = reading.log.row(event.seq)
    if event.kind in ("hand", "draw") and row:
        text = _("Already saved: hand %(no)s") if again else _("Saved ✓ hand %(no)s")
        return text % {"no": words.hand_label(reading.book, row.before)}
    said = {
        "penalty": _("Saved ✓ penalty"),
        "undo": _("Undone"),
        "redo": _("Brought back"),
        "correct": _("Saved ✓ correction"),
        "extend": _("Saved ✓ longer match"),
        "close": _("Saved ✓ match closed"),
        "reopen": _("Match reopened"),
    }
    return _("Already saved") if again else said.get(event.kind, _("Saved ✓"))


def conflicting(request: HttpRequest, form: EntryForm, reading: Reading, events: tuple[Event, ...]) -> HttpResponse:
    """409: what was saved meanwhile beside what was sent; nothing is lost, nothing is overwritten."""
    context = {
        "match": reading.match,
        "theirs": [_version(reading, event) for event in events],
        "mine": _sent(form, reading),
        # Nobody signs balances that came about since the page was opened.
        "again": None if request.path.endswith("close/") else _again(request, reading),
        "hand_no": words.hand_label(reading.book, reading.log.state),
        "undoing": request.path.endswith(("undo/", "redo/")),
    }
    return sheet_or_page(request, "matches/conflict.html", "matches/_conflict.html", context, 409)


def _version(reading: Reading, event: Event) -> dict[str, Any]:
    row = reading.log.row(event.seq)
    return {
        "at": event.at,
        "by": event.by,
        "what": words.result_words(reading, row) if row else _event_said(reading, event, False),
        "no": words.hand_label(reading.book, row.before) if row else None,
        "pays": words.changes_words(row.changes, reading.names) if row else "",
    }


def _sent(form: Any, reading: Reading) -> str:
    """What would be saved now, in words; empty for a step such as an undo.

    A new entry is counted at the table as it is now, where another carry may lie; a correction at its place.
    """
    if not form.kind:
        return ""
    state = reading.log.state if form.appends else form.state
    entry = form.book.read(form.kind, form.payload)
    what = words.entry_words(form.book, entry, form.reading.names)
    pays = words.changes_words(totals(form.book.settle(state, entry).lines), form.reading.names)
    return f"{what}. {pays}."


def _again(request: HttpRequest, reading: Reading) -> dict[str, Any]:
    """The same form once more, for the place that is free now."""
    fields = [(name, value) for name, values in request.POST.lists() if name not in NOT_KEPT for value in values]
    return {
        "action": request.path,
        "fields": [*fields, ("key", new_key()), ("expected_seq", reading.version + 1)],
    }


def trouble_words(trouble: Unavailable) -> str:
    """Why nothing can be saved at this moment."""
    if isinstance(trouble, DiskFull):
        return _("The disk of the server is full. Whoever looks after it must make room.")
    return _("The server is busy at this moment.")


def not_saved(request: HttpRequest, trouble: Unavailable) -> HttpResponse:
    """503 or 507: the entry is kept in the page, with the same key, to be sent again."""
    fields = [
        (name, value) for name, values in request.POST.lists() if name != "csrfmiddlewaretoken" for value in values
    ]
    context = {
        "trouble": trouble_words(trouble),
        "again": {"action": request.path, "fields": fields},
    }
    response = sheet_or_page(request, "matches/not_saved.html", "matches/_not_saved.html", context, trouble.status)
    response["Retry-After"] = "2"
    return response


def sheet_or_page(
    request: HttpRequest, page: str, fragment: str, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    """The sheet over the table for htmx, the same as a page of its own otherwise.

    `live`: over the table, where the sheet is checked while it is filled in. A page of its own asks
    nothing until it is sent, with or without scripts.
    """
    context = {**context, "live": is_htmx(request)}
    if not context["live"]:
        return render(request, page, context, status=status)
    response = HttpResponse(render_to_string(fragment, context, request), status=status)
    response["HX-Retarget"] = "#sheet"
    response["HX-Reswap"] = "innerHTML"
    return response
