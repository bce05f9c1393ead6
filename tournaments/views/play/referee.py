"""The referee's pages: calls of tables, penalties, the clock of a round."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_http_methods

from engine.errors import RuleViolation
from matches.views.shared import device_of, is_htmx
from people.audit.log import recording
from people.forms.shared import Choice
from people.text.cleaning import whole_number
from people.views.guards import account
from people.web.codes import new_key
from people.web.responses import done, posted, refuse, see
from tournaments.forms.results import SayForm, TournamentPenaltyForm
from tournaments.forms.shared import small_number
from tournaments.models import Adjustment, EndPolicy, Round
from tournaments.pages.standings.standings_page import penalty_line
from tournaments.pages.tables.table_page import clock_shown
from tournaments.play import clock as clocks
from tournaments.play import penalties
from tournaments.play.tables import AtTable
from tournaments.views.play.results import refused_form, table_form
from tournaments.views.play.tables import at_tables, judging, playing, round_of, see_table
from tournaments.views.shared import (
    FORM,
    POST,
    TournamentAccess,
    TournamentFormPage,
    back,
    instead,
    key_of,
    opened,
    readers,
    refereeing,
    referees,
    run,
)


@at_tables(playing, FORM)
def call(request: HttpRequest, access: TournamentAccess, game: AtTable) -> HttpResponse:
    """A table calls the referee, with a note if it likes."""
    form = SayForm(posted(request))

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

    return table_form(request, "referee/call_referee", game, form).submit(act, lambda: see_table(game))


@at_tables(judging, POST)
def answer(request: HttpRequest, access: TournamentAccess, game: AtTable) -> HttpResponse:
    """The referee answers the call."""
    return run(request, access, penalties.answer_call, back(request, "table", *game.address), table=game.table)


@require_http_methods(["GET", "POST"])
def listed(request: HttpRequest, code: str) -> HttpResponse:
    """All penalties and grants, with reasons for referees, who give further ones here."""
    access = opened(request, code) if request.method == "GET" else refereeing(request, code)
    form, day, is_referee = TournamentPenaltyForm(posted(request)), access.day, access.rights.referee

    entrant = form["entrant"].value()
    round = form["round"].value() if form.is_bound else day.current and day.current.number
    more = {
        "given": [penalty_line(day, each, is_referee) for each in reversed(day.adjustments)],
        "referee": is_referee and not access.over,
        "over": access.over if is_referee else None,
        "entrants": [(each.number, day.names[each.pk], str(each.number) == entrant) for each in day.entered],
        "rounds": [(each.number, str(each.number) == str(round or "")) for each in day.shown],
    }

    def give() -> None:
        values = {"reason": form.cleaned_data["reason"], "key": key_of(request), **form.penalty}
        penalties.give_penalty(**values, **access.action(request))

    page = TournamentFormPage(request, "tournaments/referee/penalties.html", form, access.tournament, more)
    return page.submit(give, lambda: see("tournaments:penalties", code))


@referees(FORM)
def cancel(request: HttpRequest, access: TournamentAccess, penalty: int) -> HttpResponse:
    """Cancel a penalty, with the reason."""
    tournament = access.tournament
    given = get_object_or_404(Adjustment, tournament=tournament, pk=penalty)
    if over := instead(request, access, "penalties", code=access.code):
        return over
    form = SayForm(posted(request))

    def act() -> None:
        reason = form.cleaned_data["reason"]
        penalties.cancel_penalty(penalty=penalty, reason=reason, **access.action(request))

    more = {"line": penalty_line(access.day, given, reasons=True)}
    page = TournamentFormPage(request, "tournaments/referee/cancel_penalty.html", form, tournament, more)
    return page.submit(act, lambda: see("tournaments:penalties", access.code))


# ── the clock ──────────────────────────────────────────────────────────────────


STEPS: dict[str, Callable[..., Any]] = {
    "start": clocks.start_clock,
    "pause": clocks.pause_clock,
    "go_on": clocks.resume_clock,
    "reset": clocks.reset_clock,
}


@readers(FORM)
def clock(request: HttpRequest, access: TournamentAccess, round: int) -> HttpResponse:
    """The time that is left; the referee starts, pauses and sets the clock, or gives one table more time."""
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
        lambda: back(
            request, *(("clock", access.code, round) if table is None else ("table", access.code, round, table))
        ),
        lambda violation: _page(request, opened(request, access.code), this, violation),
    )


def _step(request: HttpRequest, access: TournamentAccess, round: int, table: int | None) -> None:
    values = {"round": round, **access.action(request)}
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
        return render(request, "tournaments/referee/_clock_page.html", {**context, "fragment": True})
    return render(request, "tournaments/referee/clock.html", context, status=422 if violation else 200)
