"""The result of a table: typed, read from the match, confirmed, disputed, corrected; rounds closed and reopened."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_POST

from engine.errors import RuleViolation
from engine.hash_chain import is_key
from matches.views.shared import device_of
from people.audit.log import recording
from people.views.guards import account
from people.web.codes import new_key
from people.web.responses import done, refuse, see
from tournaments.forms.results import ResultForm, SayForm
from tournaments.pages.tables.table_page import choices, sitters, state_of
from tournaments.play import results, rounds
from tournaments.play.table_access import TableAction
from tournaments.play.tables import AtTable
from tournaments.views.play.tables import at_table, list_context, playing, round_of, shown
from tournaments.views.shared import Here, back, instead, opened, refereeing


def key_of(request: HttpRequest) -> str:
    """The key of the form that was sent."""
    key = request.POST.get("key", "")
    return key if is_key(key) else new_key()


def table_action(request: HttpRequest, here: Here, there: AtTable, entrant: int | None = None) -> TableAction:
    """The action of a form at a table; `entrant`: who signs it."""
    return TableAction(
        tournament=here.tournament,
        table=there.table,
        key=key_of(request),
        entrant=entrant,
        device=device_of(request) or "",
        by=account(request),
        record=recording(request),
    )


@require_http_methods(["GET", "POST"])
def result(request: HttpRequest, code: str, round: int, table: int) -> HttpResponse:
    """The totals of a table: taken from its match with a tap, or typed."""
    here, there = playing(request, code, round, table)
    if over := instead(request, here, "table", code, round, table):
        return over
    if request.method == "GET":
        return _result_page(request, here, there, ResultForm.of(there))
    form = ResultForm(there, request.POST, signed=True)
    if not form.is_valid():
        return _result_page(request, here, there, form, 422)
    signed = table_action(request, here, there, form.signer)

    def action() -> Any:
        if form.from_match:
            return results.read_result(signed, after=form.seen)
        return results.enter_result(signed, points=form.points, pot=form.lies, after=form.seen)

    def again(violation: RuleViolation) -> HttpResponse:
        now = at_table(request, code, round, table)
        if form.from_match:
            return shown(request, *now, violation)
        form.refuse(violation)
        return _result_page(request, *now, form, 422)

    return done(request, action, lambda: see("tournaments:table", code, round, table), again)


def _result_page(request: HttpRequest, here: Here, there: AtTable, form: ResultForm, status: int = 200) -> HttpResponse:
    signers = there.signers(here.rights, account(request))
    context = _fields(here, there, form, status)
    context["signing"] = choices(there, signers, form.data.get("entrant"), here.rights.referee)
    return render(request, "tournaments/tables/result.html", context, status=status)


def _fields(here: Here, there: AtTable, form: ResultForm, status: int) -> dict[str, Any]:
    """What a form with the totals of a table shows."""
    return {
        "tournament": here.tournament,
        "round": there.round,
        "table": there.table,
        "form": form,
        "places": [(each, form[each.wind]) for each in sitters(there)],
        "total": there.total,
        "pots": there.total > 0,
        "after": there.result.number if there.result else 0,
        "state": state_of(there),
        "show_errors": status == 422,
        "key": new_key(),
    }


@require_POST
def confirm(request: HttpRequest, code: str, round: int, table: int) -> HttpResponse:
    """A second player, or the referee, says that the result is right."""
    here, there = playing(request, code, round, table)
    form = SayForm({**request.POST.dict(), "number": request.POST.get("result", "")})
    form.is_valid()
    signed = table_action(request, here, there, form.signer)
    return done(
        request,
        lambda: results.confirm_result(signed, number=form.meant),
        lambda: back(request, "table", code, round, table),
        lambda violation: shown(request, *at_table(request, code, round, table), violation),
    )


@require_http_methods(["GET", "POST"])
def dispute(request: HttpRequest, code: str, round: int, table: int) -> HttpResponse:
    """Somebody at the table says that the result is wrong, and why."""
    here, there = playing(request, code, round, table)
    if over := instead(request, here, "table", code, round, table):
        return over
    form = SayForm(request.POST if request.method == "POST" else None, signed=True)
    if not form.is_valid():
        return _dispute_page(request, here, there, form, 422 if form.is_bound else 200)
    signed = table_action(request, here, there, form.signer)
    reason = form.cleaned_data["reason"]
    return done(
        request,
        lambda: results.dispute_result(signed, number=form.meant, reason=reason),
        lambda: see("tournaments:table", code, round, table),
        _refused(form, lambda: _dispute_page(request, here, there, form, 422)),
    )


def _dispute_page(request: HttpRequest, here: Here, there: AtTable, form: SayForm, status: int = 200) -> HttpResponse:
    signers = there.signers(here.rights, account(request))
    context = {
        "tournament": here.tournament,
        "round": there.round,
        "table": there.table,
        "form": form,
        "result": there.result,
        "sitters": sitters(there),
        "signing": choices(there, signers, form.data.get("entrant"), here.rights.referee),
        "show_errors": status == 422,
        "key": new_key(),
    }
    return render(request, "tournaments/tables/dispute.html", context, status=status)


def _refused(form: Any, page: Callable[[], HttpResponse]) -> Callable[[RuleViolation], HttpResponse]:
    def again(violation: RuleViolation) -> HttpResponse:
        form.refuse(violation)
        return page()

    return again


@require_http_methods(["GET", "POST"])
def correct(request: HttpRequest, code: str, round: int, table: int) -> HttpResponse:
    """The referee puts another result in the place of the one that stands, with the reason."""
    here, there = at_table(request, code, round, table)
    if not here.rights.referee:
        raise refuse(request, here.tournament.club)
    if over := instead(request, here, "table", code, round, table):
        return over
    form = ResultForm(there, request.POST, reasoned=True) if request.method == "POST" else ResultForm.of(there)
    if not form.is_valid():
        return _correct_page(request, here, there, form, 422 if form.is_bound else 200)
    told: dict[str, Any] = {
        "number": form.meant,
        "points": None if form.from_match else form.points,
        "pot": form.lies,
        "reason": form.cleaned_data["reason"],
    }
    return done(
        request,
        lambda: results.correct_result(table_action(request, here, there), **told),
        lambda: see("tournaments:table", code, round, table),
        _refused(form, lambda: _correct_page(request, here, there, form, 422)),
    )


def _correct_page(request: HttpRequest, here: Here, there: AtTable, form: ResultForm, status: int) -> HttpResponse:
    return render(request, "tournaments/tables/result_correct.html", _fields(here, there, form, status), status=status)


# ── a whole round ────────────────────────────────────────────────────────────


@require_POST
def close(request: HttpRequest, code: str, round: int) -> HttpResponse:
    """Close a round; where tables are missing, the list says which."""
    here = refereeing(request, code)
    one = round_of(here, round)
    told: dict[str, Any] = {"tournament": here.tournament, "round": round, "by": account(request)}
    return done(
        request,
        lambda: rounds.close_round(record=recording(request), **told),
        lambda: back(request, "tables", code, round),
        lambda violation: _list_again(request, here, one, violation),
    )


@require_POST
def reopen(request: HttpRequest, code: str, round: int) -> HttpResponse:
    """Take a closed round up again, with the reason."""
    here = refereeing(request, code)
    one = round_of(here, round)
    told: dict[str, Any] = {"tournament": here.tournament, "round": round, "by": account(request)}
    reason = request.POST.get("reason", "")
    return done(
        request,
        lambda: rounds.reopen_round(reason=reason, record=recording(request), **told),
        lambda: see("tournaments:tables", code, round),
        lambda violation: _list_again(request, here, one, violation, reason=reason),
    )


def _list_again(request: HttpRequest, here: Here, one: Any, violation: RuleViolation, **more: Any) -> HttpResponse:
    form = SayForm({})
    form.is_valid()
    form.refuse(violation)
    context = list_context(opened(request, here.tournament.code), one, form=form, show_errors=True, **more)
    return render(request, "tournaments/tables/tables.html", context, status=422)
