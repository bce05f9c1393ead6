"""The referee's pages: calls of tables, and penalties."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_POST

from engine.errors import RuleViolation
from matches.views.shared import device_of
from people.audit.log import recording
from people.views.guards import account
from people.web.codes import new_key
from people.web.responses import done, see
from tournaments.forms.results import SayForm, TournamentPenaltyForm
from tournaments.models import Adjustment
from tournaments.pages.standings.standings import penalty_line
from tournaments.play import penalties
from tournaments.views.play.results import key_of
from tournaments.views.play.tables import playing
from tournaments.views.shared import Here, back, instead, opened, refereeing


@require_http_methods(["GET", "POST"])
def call(request: HttpRequest, code: str, round: int, table: int) -> HttpResponse:
    """A table calls for the referee; a word on what it is about helps."""
    here, there = playing(request, code, round, table)
    form = SayForm(request.POST if request.method == "POST" else None)

    def page(status: int = 200) -> HttpResponse:
        context = {"tournament": here.tournament, "round": there.round, "table": there.table, "form": form}
        more = {"show_errors": status == 422, "key": new_key()}
        return render(request, "tournaments/tables/call.html", {**context, **more}, status=status)

    def again(violation: RuleViolation) -> HttpResponse:
        form.refuse(violation)
        return page(422)

    if not form.is_valid():
        return page()
    told: dict[str, Any] = {"device": device_of(request) or "", "by": account(request), "record": recording(request)}
    told |= {"tournament": here.tournament, "table": there.table, "note": form.cleaned_data["note"]}
    return done(
        request,
        lambda: penalties.call_referee(key=key_of(request), **told),
        lambda: see("tournaments:table", code, round, table),
        again,
    )


@require_POST
def answer(request: HttpRequest, code: str, round: int, table: int) -> HttpResponse:
    """The referee comes."""
    refereeing(request, code)
    here, there = playing(request, code, round, table)
    told: dict[str, Any] = {"by": account(request), "record": recording(request)}
    return done(
        request,
        lambda: penalties.answer_call(tournament=here.tournament, table=there.table, **told),
        lambda: back(request, "table", code, round, table),
    )


@require_http_methods(["GET", "POST"])
def listed(request: HttpRequest, code: str) -> HttpResponse:
    """Every penalty and grant, for referees with its reason; the referee gives another one."""
    here = opened(request, code) if request.method == "GET" else refereeing(request, code)
    form = TournamentPenaltyForm(request.POST if request.method == "POST" else None)
    if not form.is_valid():
        return _page(request, here, form, 422 if form.is_bound else 200)

    def again(violation: RuleViolation) -> HttpResponse:
        form.refuse(violation)
        return _page(request, here, form, 422)

    told: dict[str, Any] = {"by": account(request), "record": recording(request), **form.told}
    reason = form.cleaned_data["reason"]
    return done(
        request,
        lambda: penalties.give_penalty(tournament=here.tournament, reason=reason, key=key_of(request), **told),
        lambda: see("tournaments:penalties", code),
        again,
    )


def _page(request: HttpRequest, here: Here, form: TournamentPenaltyForm, status: int) -> HttpResponse:
    day = here.day
    chosen, current = form["entrant"].value(), day.current
    round = form["round"].value() if form.is_bound else current and current.number
    context = {
        "tournament": here.tournament,
        "given": [penalty_line(day, each, here.rights.referee) for each in reversed(day.adjustments)],
        "referee": here.rights.referee and not here.over,
        "over": here.over if here.rights.referee else None,
        "form": form,
        "entrants": [(each.number, day.names[each.pk], str(each.number) == chosen) for each in day.entered],
        "rounds": [(each.number, str(each.number) == str(round or "")) for each in day.shown],
        "show_errors": status == 422,
        "key": new_key(),
    }
    return render(request, "tournaments/tables/penalties.html", context, status=status)


@require_http_methods(["GET", "POST"])
def cancel(request: HttpRequest, code: str, penalty: int) -> HttpResponse:
    """A penalty counts no more; why."""
    here = refereeing(request, code)
    given = Adjustment.objects.filter(tournament=here.tournament, pk=penalty).first()
    if given is None:
        raise Http404
    if over := instead(request, here, "penalties", code):
        return over
    form = SayForm(request.POST if request.method == "POST" else None)

    def page(status: int = 200) -> HttpResponse:
        context = {"tournament": here.tournament, "line": penalty_line(here.day, given, reasons=True), "form": form}
        more = {"show_errors": status == 422}
        return render(request, "tournaments/tables/penalty_cancel.html", {**context, **more}, status=status)

    def again(violation: RuleViolation) -> HttpResponse:
        form.refuse(violation)
        return page(422)

    if not form.is_valid():
        return page()
    told: dict[str, Any] = {"by": account(request), "record": recording(request)}
    return done(
        request,
        lambda: penalties.cancel_penalty(
            tournament=here.tournament, penalty=penalty, reason=form.cleaned_data["reason"], **told
        ),
        lambda: see("tournaments:penalties", code),
        again,
    )
