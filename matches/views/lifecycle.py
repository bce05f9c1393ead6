"""Steps in the life of a match: declare, undo, redo, extend, close, reopen."""

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from engine.errors import RuleViolation
from engine.language import gettext_noop as _
from engine.seats import Seat
from matches import actions, wording
from matches.actions import Outcome
from matches.entry.entry_form import EntryForm, ReasonForm, log_meant
from matches.log.state import MatchState
from matches.pages.score_page import ScorePage
from matches.views.saving import act
from matches.views.shared import is_htmx, scoring
from people.text import cleaning
from people.web.responses import render_page, see


@require_POST
def undo(request: HttpRequest, code: str) -> HttpResponse:
    """Undo the latest entry. The form names the entry, so that two taps undo one."""
    return _step(request, code, lambda at: actions.undo_last(target=_number(request, "target"), **at))


@require_POST
def redo(request: HttpRequest, code: str) -> HttpResponse:
    """Redo what was undone last."""
    return _step(request, code, lambda at: actions.redo(**at))


@require_POST
def extend(request: HttpRequest, code: str) -> HttpResponse:
    """Extend the match to double or triple length."""
    return _step(request, code, lambda at: actions.extend_match(match_length=_number(request, "match_length"), **at))


@require_POST
def close(request: HttpRequest, code: str) -> HttpResponse:
    """Close the match with its current balances."""
    reading, _device = scoring(request, code)
    balances = log_meant(reading, request.POST).state.balances
    end = see("matches:end", code)
    return _step(request, code, lambda at: actions.close_match(balances=balances, **at), lambda *_saved: end)


@require_POST
def reopen(request: HttpRequest, code: str) -> HttpResponse:
    """Reopen a closed match. A reason is required."""
    reading, device = scoring(request, code)
    form = ReasonForm(request.POST, reading=reading)
    if form.is_valid() and not form.cleaned_data["note"]:
        form.refuse(RuleViolation("note", _("Enter a reason for reopening the match.")))
    return act(request, device, form, lambda at: actions.reopen_match(note=form.cleaned_data["note"], **at))


def _number(request: HttpRequest, field: str) -> int:
    return cleaning.whole_number(request.POST.get(field, ""), field, 1, 10**6)


def _step(
    request: HttpRequest,
    code: str,
    action: Callable[[dict[str, Any]], Outcome],
    answer: Callable[[HttpRequest, Outcome], HttpResponse] | None = None,
) -> HttpResponse:
    reading, device = scoring(request, code)
    return act(request, device, EntryForm(request.POST, reading=reading), action, answer=answer)


@require_POST
def declare(request: HttpRequest, code: str) -> HttpResponse:
    """Add a player's declaration during the hand, or withdraw it."""
    reading, device = scoring(request, code)
    if reading.book.sheet.early(reading.log.state) is None:
        raise Http404
    form = EntryForm(request.POST, reading=reading)
    chair = request.POST.get("on") or request.POST.get("off")
    if chair not in Seat.__members__:
        form.refuse(RuleViolation("chair", _("Choose one of the three players.")))

    def declared(at: dict[str, Any]) -> MatchState:
        place = {name: at[name] for name in ("match", "device", "expected_seq")}
        return actions.declare(chair=Seat(chair), on="on" in request.POST, **place)

    return act(request, device, form, declared, answer=_declared)


def _declared(request: HttpRequest, reading: MatchState) -> HttpResponse:
    if not is_htmx(request):
        return see("matches:match", reading.match.code)
    # Announced for people who can't see the sticks.
    names = wording.listed(wording.isolated(reading.names[seat]) for seat in Seat if seat in reading.declared)
    news = wording.declared_words(reading.book, names or gettext("nobody"))
    return render_page(request, "matches/table/_table.html", ScorePage(reading, owner=True, fragment=True, news=news))
