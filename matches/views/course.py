"""The course of a match: undo, redo, a longer match, closing and reopening."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from matches import actions, names
from matches.actions import Outcome
from matches.forms import EntryForm, ReasonForm
from matches.forms.entry import log_meant
from matches.views.shared import act, saved_at_end, scoring, sorry


@require_POST
def undo(request: HttpRequest, code: str) -> HttpResponse:
    """Take back the latest entry; the page says which one it means."""
    return _step(request, code, lambda at: actions.undo_last(target=_number(request, "target"), **at))


@require_POST
def redo(request: HttpRequest, code: str) -> HttpResponse:
    """Bring back what was undone last."""
    return _step(request, code, lambda at: actions.redo(**at))


@require_POST
def extend(request: HttpRequest, code: str) -> HttpResponse:
    """Play on: a double or triple match."""
    return _step(
        request,
        code,
        lambda at: actions.extend_match(match_length=_number(request, "match_length"), **at),
    )


@require_POST
def close(request: HttpRequest, code: str) -> HttpResponse:
    """Sign the result as it stands."""
    reading, _device = scoring(request, code)
    balances = log_meant(reading, request.POST).state.balances
    return _step(request, code, lambda at: actions.close_match(balances=balances, **at), saved_at_end)


@require_POST
def reopen(request: HttpRequest, code: str) -> HttpResponse:
    """Take a closed match up again, with a reason."""
    reading, device = scoring(request, code)
    form = ReasonForm(request.POST, reading=reading)
    if not form.is_valid():
        return sorry(request, form)
    if not form.cleaned_data["note"]:
        form.refuse(RuleViolation("note", _("Please say why the match is reopened.")))
        return sorry(request, form)
    return act(
        request,
        form,
        lambda: actions.reopen_match(match=reading.match, device=device, note=form.cleaned_data["note"], **form.place),
        lambda: sorry(request, form),
    )


def _number(request: HttpRequest, field: str) -> int:
    return names.whole_number(request.POST.get(field, ""), field, 1, 10**6)


def _step(
    request: HttpRequest,
    code: str,
    action: Callable[[dict[str, Any]], Outcome],
    answer: Callable[[HttpRequest, Outcome], HttpResponse] | None = None,
) -> HttpResponse:
    """One tap that needs nothing but its place in the log."""
    reading, device = scoring(request, code)
    form = EntryForm(request.POST, reading=reading)
    if not form.is_valid():
        return sorry(request, form)
    at = {"match": reading.match, "device": device, **form.place}
    return act(request, form, lambda: action(at), lambda: sorry(request, form), answer)
