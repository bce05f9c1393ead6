"""The referee's pages: calls of tables, penalties, the clock of a round."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_POST

from engine.errors import RuleViolation
from matches.views.shared import device_of, is_htmx
from people.audit.log import recording
from people.forms.shared import Choice
from people.text.cleaning import whole_number
from people.views.guards import account, who
from people.web.codes import new_key
from people.web.responses import done, refuse, see
from tournaments.forms.results import SayForm, TournamentPenaltyForm
from tournaments.forms.shared import small_number
from tournaments.models import Adjustment, EndPolicy, Round
from tournaments.pages.standings.standings import penalty_line
from tournaments.pages.tables.table_page import clock_shown
from tournaments.play import clock as clocks
from tournaments.play import penalties
from tournaments.views.play.results import refused_form, render_table_form
from tournaments.views.play.tables import playing, round_of
from tournaments.views.shared import (
    TournamentAccess,
    back,
    instead,
    key_of,
    opened,
    refereeing,
    render_form,
    run,
    sent,
    submit,
)


@require_http_methods(["GET", "POST"])
def call(request: HttpRequest, code: str, round: int, table: int) -> HttpResponse:
    """A table calls the referee, with a note if it likes."""
    access, game = playing(request, code, round, table)
    form = SayForm(sent(request))

    def act() -> None:
        penalties.call_referee(
            tournament=access.tournament,
            table=game.table,
            key=key_of(request),
            note=form.cleaned_data["note"],
            device=device_of(request) or "",
            by=account(request),
            record=recording(request),
        )

    return submit(
        request,
        form,
        lambda status: render_table_form(request, "call", game, form, status),
        act,
        lambda: see("tournaments:table", code, round, table),
    )


@require_POST
def answer(request: HttpRequest, code: str, round: int, table: int) -> HttpResponse:
    """The referee answers the call."""
    refereeing(request, code)
    access, game = playing(request, code, round, table)
    then = back(request, "table", code, round, table)
    return run(request, access, penalties.answer_call, then, table=game.table)


@require_http_methods(["GET", "POST"])
def listed(request: HttpRequest, code: str) -> HttpResponse:
    """All penalties and grants, with reasons for referees, who give further ones here."""
    access = opened(request, code) if request.method == "GET" else refereeing(request, code)
    form, day = TournamentPenaltyForm(sent(request)), access.day

    def page(status: int) -> HttpResponse:
        is_referee, entrant = access.rights.referee, form["entrant"].value()
        round = form["round"].value() if form.is_bound else day.current and day.current.number
        return render_form(
            request,
            "tables/penalties",
            form,
            status,
            tournament=access.tournament,
            given=[penalty_line(day, each, is_referee) for each in reversed(day.adjustments)],
            referee=is_referee and not access.over,
            over=access.over if is_referee else None,
            entrants=[(each.number, day.names[each.pk], str(each.number) == entrant) for each in day.entered],
            rounds=[(each.number, str(each.number) == str(round or "")) for each in day.shown],
        )

    def give() -> None:
        values = {"reason": form.cleaned_data["reason"], "key": key_of(request), **form.told, **who(request)}
        penalties.give_penalty(tournament=access.tournament, **values)

    return submit(request, form, page, give, lambda: see("tournaments:penalties", code))


@require_http_methods(["GET", "POST"])
def cancel(request: HttpRequest, code: str, penalty: int) -> HttpResponse:
    """Cancel a penalty, with the reason."""
    access = refereeing(request, code)
    tournament = access.tournament
    given = Adjustment.objects.filter(tournament=tournament, pk=penalty).first()
    if given is None:
        raise Http404
    if over := instead(request, access, "penalties", code):
        return over
    form = SayForm(sent(request))

    def page(status: int) -> HttpResponse:
        line = penalty_line(access.day, given, reasons=True)
        return render_form(request, "tables/penalty_cancel", form, status, tournament=tournament, line=line)

    def act() -> None:
        reason = form.cleaned_data["reason"]
        penalties.cancel_penalty(tournament=tournament, penalty=penalty, reason=reason, **who(request))

    return submit(request, form, page, act, lambda: see("tournaments:penalties", code))


# ── the clock ──────────────────────────────────────────────────────────────────


STEPS: dict[str, Callable[..., Any]] = {
    "start": clocks.start_clock,
    "pause": clocks.pause_clock,
    "go_on": clocks.resume_clock,
    "reset": clocks.reset_clock,
}


@require_http_methods(["GET", "POST"])
def clock(request: HttpRequest, code: str, round: int) -> HttpResponse:
    """The time that is left; the referee starts, pauses and sets the clock, or gives one table more time."""
    access = opened(request, code)
    this = round_of(access, round)
    if request.method == "GET":
        if is_htmx(request) and request.GET.get("v") == str(access.tournament.version):
            return HttpResponse(status=204)
        return _page(request, access, this)
    if not access.rights.referee:
        raise refuse(request, access.tournament.club)
    table = small_number(request.POST.get("table"))
    return done(
        request,
        lambda: _step(request, access, round, table),
        lambda: back(request, *(("clock", code, round) if table is None else ("table", code, round, table))),
        lambda violation: _page(request, opened(request, code), this, violation),
    )


def _step(request: HttpRequest, access: TournamentAccess, round: int, table: int | None) -> None:
    values = {"tournament": access.tournament, "round": round, **who(request)}
    step = request.POST.get("do", "")
    if step in STEPS:
        STEPS[step](**values)
        return
    if step not in ("add", "set"):
        raise Http404
    least = -clocks.MOST_MINUTES if step == "add" else 1
    values["minutes"] = whole_number(request.POST.get("minutes", ""), "minutes", least, clocks.MOST_MINUTES)
    if step == "add":
        clocks.add_time(key=key_of(request), table=table, **values)
    else:
        policy = request.POST.get("end_policy", "")
        clocks.set_clock(end_policy=policy if policy in EndPolicy.values else None, **values)


def _page(
    request: HttpRequest, access: TournamentAccess, this: Round, violation: RuleViolation | None = None
) -> HttpResponse:
    context = {
        "tournament": access.tournament,
        "round": this,
        "clock": clock_shown(this, datetime.now(UTC)),
        "referee": access.rights.referee and this.closed_at is None,
        "policies": [Choice(each.value, str(each.label), each.value == this.end_policy) for each in EndPolicy],
        "form": refused_form(violation),
        "show_errors": violation is not None,
        "key": new_key(),
    }
    if is_htmx(request):
        return render(request, "tournaments/tables/_clock_page.html", {**context, "fragment": True})
    return render(request, "tournaments/tables/clock.html", context, status=422 if violation else 200)
