"""The referee's pages: calls of tables, and penalties."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods, require_POST

from matches.views.shared import device_of
from people.audit.log import recording
from people.views.guards import account, who
from people.web.responses import see
from tournaments.forms.results import SayForm, TournamentPenaltyForm
from tournaments.models import Adjustment
from tournaments.pages.standings.standings import penalty_line
from tournaments.play import penalties
from tournaments.views.play.results import render_table_form
from tournaments.views.play.tables import playing
from tournaments.views.shared import back, instead, key_of, opened, refereeing, render_form, run, sent, submit


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
