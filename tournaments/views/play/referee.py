"""The referee's pages: calls from tables, penalties, the clock and the planned start of a round."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_http_methods

from engine.errors import RuleViolation
from matches.views.shared import is_htmx
from people.forms.shared import Choice, Refusing
from people.text.cleaning import whole_number
from people.web.responses import done, posted, see
from tournaments.forms.results import PlannedStartForm, SayForm, TournamentPenaltyForm
from tournaments.forms.shared import small_number
from tournaments.models import Adjustment, EndPolicy, Round
from tournaments.pages.standings.standings_page import PenaltyLine, penalty_lines
from tournaments.pages.tables.table_view import clock_shown
from tournaments.play import penalties, rounds
from tournaments.play.tables import AtTable
from tournaments.views.play.results import TableFormPage, refused_form, table_action
from tournaments.views.play.tables import at_tables, judging, playing, round_of, see_table
from tournaments.views.shared import (
    FORM,
    POST,
    TournamentAccess,
    TournamentFormPage,
    TournamentPage,
    instead,
    key_of,
    opened,
    readers,
    refereeing,
    referees,
)


@at_tables(playing, FORM)
def call(request: HttpRequest, access: TournamentAccess, game: AtTable) -> HttpResponse:
    """Call the referee to a table, with an optional note."""
    form = SayForm(posted(request))
    page = TableFormPage(request, "tournaments/referee/call_referee.html", form, access, game)
    return page.submit(
        lambda: penalties.call_referee(table_action(request, game), form.cleaned_data["note"]), lambda: see_table(game)
    )


@at_tables(judging, POST)
def answer(request: HttpRequest, access: TournamentAccess, game: AtTable) -> HttpResponse:
    """Answer the call of a table as the referee."""
    then = access.back("table", game.round.number, game.table.number)
    return access.run(penalties.answer_call, then, table=game.table)


class PenaltiesPage(TournamentFormPage):
    """All penalties and bonuses, newest first. Referees also see the reasons, and a form to add one."""

    @property
    def penalties(self) -> list[PenaltyLine]:
        return penalty_lines(self.day, reversed(self.day.adjustments), self.rights.referee)

    @property
    def can_add(self) -> bool:
        return self.rights.referee and not self.over

    @property
    def entrants(self) -> list[Choice]:
        day, chosen = self.day, self.form["entrant"].value()
        return [Choice(str(row.number), day.names[row.pk], str(row.number) == chosen) for row in day.entered]

    @property
    def rounds(self) -> list[tuple[int, bool]]:
        """The published rounds, each with whether it is selected."""
        current = self.day.current.number if self.day.current else ""
        chosen = str(self.form["round"].value() if self.form.is_bound else current)
        return [(row.number, str(row.number) == chosen) for row in self.day.shown]


@require_http_methods(["GET", "POST"])
def listed(request: HttpRequest, code: str) -> HttpResponse:
    """Show all penalties and bonuses. Referees can add more."""
    access = opened(request, code) if request.method == "GET" else refereeing(request, code)
    form = TournamentPenaltyForm(posted(request))

    def act() -> None:
        values = {"reason": form.cleaned_data["reason"], "key": key_of(request), **form.penalty}
        penalties.give_penalty(**values, **access.action)

    page = PenaltiesPage(request, "tournaments/referee/penalties.html", form, access)
    return page.submit(act, lambda: see("tournaments:penalties", code))


@referees(FORM)
def cancel(request: HttpRequest, access: TournamentAccess, penalty: int) -> HttpResponse:
    """Cancel a penalty, with a reason."""
    row = get_object_or_404(Adjustment, tournament=access.tournament, pk=penalty)
    if over := instead(access, "penalties", code=access.code):
        return over
    form = SayForm(posted(request))

    def act() -> None:
        reason = form.cleaned_data["reason"]
        penalties.cancel_penalty(penalty=penalty, reason=reason, **access.action)

    (line,) = penalty_lines(access.day, [row], reasons=True)
    more = {"line": line}
    page = TournamentFormPage(request, "tournaments/referee/cancel_penalty.html", form, access, more=more)
    return page.submit(act, lambda: access.see("penalties"))


STEPS: dict[str, Callable[..., Any]] = {
    "unplan": rounds.cancel_start,
    "start": rounds.start_clock,
    "pause": rounds.pause_clock,
    "go_on": rounds.resume_clock,
    "reset": rounds.reset_clock,
}


@dataclass
class ClockPage(TournamentPage):
    """The clock of a round. `form`: shows why a button was refused; `plan`: the form for the planned start."""

    round: Round
    form: Refusing | None = None
    plan: PlannedStartForm = field(default_factory=PlannedStartForm)

    def __post_init__(self) -> None:
        row, self.show_errors = self.round, self.form is not None
        self.clock = clock_shown(row, datetime.now(UTC))
        self.referee = self.rights.referee and row.closed_at is None
        self.policies = [Choice(value, str(label), value == row.end_policy) for value, label in EndPolicy.choices]


@readers(FORM)
def clock(request: HttpRequest, access: TournamentAccess, round: int) -> HttpResponse:
    """Show the clock of a round. Referees start, pause and set it, or give one table extra time."""
    row = round_of(access, round)
    if request.method == "GET":
        if not is_htmx(request):
            return ClockPage(access, row).response("tournaments/referee/clock.html")
        if request.GET.get("v") == str(access.tournament.version):
            return HttpResponse(status=204)
        return ClockPage(access, row).response("tournaments/referee/_clock_page.html", fragment=True)
    access.require(access.rights.referee)
    if request.POST.get("do") == "plan":
        return _plan(request, access, row)
    table = small_number(request.POST.get("table"))

    then = access.back("clock", round) if table is None else access.back("table", round, table)

    def again(violation: RuleViolation) -> HttpResponse:
        page = ClockPage(opened(request, access.code), row, refused_form(violation))
        return page.response("tournaments/referee/clock.html", 422)

    return done(request, lambda: _step(request, access, round, table), lambda: then, again)


def _plan(request: HttpRequest, access: TournamentAccess, row: Round) -> HttpResponse:
    """Plan the start of a round. A refusal keeps the typed minutes."""
    form = PlannedStartForm(request.POST)

    def again(violation: RuleViolation) -> HttpResponse:
        form.refuse(violation)
        current = opened(request, access.code)
        page = ClockPage(current, round_of(current, row.number), form, form)
        return page.response("tournaments/referee/clock.html", 422)

    def act() -> None:
        minutes = whole_number(request.POST.get("starts_in", ""), "starts_in", 1, rounds.MOST_MINUTES)
        rounds.plan_start(round=row.number, minutes=minutes, key=key_of(request), **access.action)

    return done(request, act, lambda: access.back("clock", row.number), again)


def _step(request: HttpRequest, access: TournamentAccess, round: int, table: int | None) -> None:
    values = {"round": round, **access.action}
    step = request.POST.get("do", "")
    if step in STEPS:
        STEPS[step](**values)
        return
    if step not in ("add", "set"):
        raise Http404
    least = -rounds.MOST_MINUTES if step == "add" else 1
    values["minutes"] = whole_number(request.POST.get("minutes", ""), "minutes", least, rounds.MOST_MINUTES)
    if step == "add":
        rounds.add_time(key=key_of(request), table=table, **values)
    else:
        policy = request.POST.get("end_policy", "")
        rounds.set_clock(end_policy=policy if policy in EndPolicy.values else None, **values)
