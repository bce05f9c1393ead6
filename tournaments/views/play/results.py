"""The result of a table: entered, read from the match, confirmed, disputed, corrected; all results of a round."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.forms import BoundField
from django.http import HttpRequest, HttpResponse

from engine.errors import RuleViolation
from matches.views.shared import device_of
from matches.wording import number
from people.audit.log import recording
from people.forms.shared import Choice, sentence
from people.views.guards import account
from people.web.responses import done, posted
from tournaments.forms.results import ResultForm, RoundResultsForm, SayForm
from tournaments.models import Result, Round, Table
from tournaments.pages.tables.table_page import choices, sitters, state_of
from tournaments.pages.tables.table_view import TableSeat
from tournaments.play import results, rounds
from tournaments.play.table_access import TableAction
from tournaments.play.tables import AtTable
from tournaments.views.play.tables import (
    RoundTablesPage,
    at_table,
    at_table_of_day,
    at_tables,
    judging,
    playing,
    round_of,
    see_table,
    shown,
)
from tournaments.views.shared import (
    FORM,
    POST,
    TournamentAccess,
    TournamentFormPage,
    TournamentPage,
    key_of,
    opened,
    referees,
)


def table_action(request: HttpRequest, game: AtTable, entrant: int | None = None) -> TableAction:
    """Return the action of a form at a table. `entrant`: the number of the player who signs it."""
    return TableAction(
        tournament=game.tournament,
        table=game.table,
        key=key_of(request),
        entrant=entrant,
        device=device_of(request) or "",
        by=account(request),
        record=recording(request),
    )


@dataclass(frozen=True)
class TableFormPage(TournamentFormPage):
    """A page with a form about one table."""

    game: AtTable

    @property
    def round(self) -> Round:
        return self.game.round

    @property
    def table(self) -> Table:
        return self.game.table

    @property
    def result(self) -> Result | None:
        return self.game.result

    @property
    def state(self) -> str:
        return state_of(self.game)

    @property
    def sitters(self) -> list[TableSeat]:
        return sitters(self.game)

    @property
    def signing(self) -> list[Choice]:
        """The choices for the signer of the form."""
        signers = self.game.signers(self.rights, account(self.request))
        return choices(self.game, signers, self.form.data.get("entrant"), self.rights.referee)


class ResultPage(TableFormPage):
    """A page with fields for the totals of a table."""

    @property
    def places(self) -> list[tuple[TableSeat, BoundField]]:
        return [(seat, self.form[seat.wind]) for seat in self.sitters]

    @property
    def chip_places(self) -> list[tuple[TableSeat, BoundField]]:
        assert isinstance(self.form, ResultForm)
        return self.form.chip_places(self.sitters)


@at_tables(playing, FORM, over="table")
def result(request: HttpRequest, access: TournamentAccess, game: AtTable) -> HttpResponse:
    """Enter the totals of a table, or read them from its match."""
    if request.method == "GET":
        return _result_page(request, access, game, ResultForm.of(game)).response()
    form = ResultForm(game, request.POST, signed=True)

    def action() -> Any:
        signed = table_action(request, game, form.signer)
        if form.from_match:
            return results.read_result(signed, after=form.seen)
        totals: dict[str, Any] = {"points": form.points, "pot": form.pot_points, "chips": form.chips}
        return results.enter_result(signed, **totals, after=form.seen)

    def again(violation: RuleViolation) -> HttpResponse:
        current = at_table(request, *game.address)
        if form.from_match:
            return shown(request, *current, violation)
        return _result_page(request, *current, form).refused(violation)

    if not form.is_valid():
        return _result_page(request, access, game, form).response(422)
    return done(request, action, lambda: see_table(game), again)


def _result_page(request: HttpRequest, access: TournamentAccess, game: AtTable, form: ResultForm) -> ResultPage:
    return ResultPage(request, "tournaments/results/result.html", form, access, game)


@at_tables(playing, POST)
def confirm(request: HttpRequest, access: TournamentAccess, game: AtTable) -> HttpResponse:
    """Confirm the result as a second player or as the referee."""
    form = SayForm({**request.POST.dict(), "number": request.POST.get("result", "")})
    form.is_valid()
    return done(
        request,
        lambda: results.confirm_result(table_action(request, game, form.signer), number=form.result_number),
        lambda: access.back("table", game.round.number, game.table.number),
        lambda violation: shown(request, *at_table(request, *game.address), violation),
    )


@at_tables(playing, FORM, over="table")
def dispute(request: HttpRequest, access: TournamentAccess, game: AtTable) -> HttpResponse:
    """Dispute the result as a player, with a reason."""
    form = SayForm(posted(request), signed=True, reasoned=True)

    def act() -> None:
        action = table_action(request, game, form.signer)
        results.dispute_result(action, number=form.result_number, reason=form.cleaned_data["reason"])

    page = TableFormPage(request, "tournaments/results/dispute.html", form, access, game)
    return page.submit(act, lambda: see_table(game))


@at_tables(judging, FORM, over="table")
def correct(request: HttpRequest, access: TournamentAccess, game: AtTable) -> HttpResponse:
    """Correct the result as the referee, with a reason."""
    form = ResultForm(game, request.POST, reasoned=True) if request.method == "POST" else ResultForm.of(game)

    def act() -> None:
        points, reason = None if form.from_match else form.points, form.cleaned_data["reason"]
        action = table_action(request, game)
        totals: dict[str, Any] = {"points": points, "pot": form.pot_points, "chips": form.chips}
        results.correct_result(action, number=form.result_number, **totals, reason=reason)

    page = ResultPage(request, "tournaments/results/correct.html", form, access, game)
    return page.submit(act, lambda: see_table(game))


@referees(POST)
def close(request: HttpRequest, access: TournamentAccess, round: int) -> HttpResponse:
    """Close a round. If results are missing, the page names the tables."""
    return _change_round(access, round, rounds.close_round, access.see("desk"))


@referees(POST)
def reopen(request: HttpRequest, access: TournamentAccess, round: int) -> HttpResponse:
    """Reopen a closed round, with a reason."""
    reason = request.POST.get("reason", "")
    return _change_round(access, round, rounds.reopen_round, access.see("tables", round), reason=reason)


def _change_round(
    access: TournamentAccess, round: int, action: Callable[..., object], then: HttpResponse, **reason: str
) -> HttpResponse:
    """Run an action on a round. If the action is refused, the page of the round's tables shows why."""

    def again(violation: RuleViolation) -> HttpResponse:
        current = opened(access.request, access.code)
        page = RoundTablesPage(current, round_of(current, round), refused_form(violation), **reason)
        return page.response("tournaments/tables/tables.html", 422)

    return done(access.request, lambda: action(round=round, **reason, **access.action), lambda: then, again)


def refused_form(violation: RuleViolation) -> SayForm:
    """Return a form without fields that shows why a button was refused."""
    form = SayForm({})
    form.is_valid()
    form.refuse(violation)
    return form


@dataclass
class RoundResultsPage(TournamentPage):
    """The form with all results of a round.

    `saved`: how many were just saved; `entered`: whether any await confirmation; `total`: the required sum of points.
    """

    round: Round
    form: RoundResultsForm
    saved: int = 0

    def __post_init__(self) -> None:
        self.has_open = any(row.is_open for row in self.form.rows)
        self.entered = any(row.result and row.is_open for row in self.form.rows)
        self.total, self.show_errors = number(self.form.total), self.form.errors

    def shown(self) -> HttpResponse:
        return self.response("tournaments/results/round_results.html", 422 if self.show_errors else 200)


@referees(FORM, over="tables")
def round_results(request: HttpRequest, access: TournamentAccess, round: int) -> HttpResponse:
    """Show all results of a round on one page, or save them.

    Valid rows are saved; invalid ones keep their text and show an error.
    """
    row = round_of(access, round)
    form = RoundResultsForm(_tables(access, row), posted(request))
    if not form.results:
        return RoundResultsPage(access, row, form).shown()
    refused: dict[int, RuleViolation] = {}

    def save() -> None:
        values = {"round": round, "results": form.results, "key": key_of(request), **access.action}
        refused.update(results.enter_round(**values))

    def then() -> HttpResponse:
        if not refused and not form.errors:
            return access.see("desk")
        current = opened(request, access.code)
        rest = RoundResultsForm(_tables(current, round_of(current, round)), request.POST)
        saved = form.results.keys() - refused.keys()
        rest.leave_out(saved)
        rest.refuse(refused)
        return RoundResultsPage(current, round_of(current, round), rest, len(saved)).shown()

    def again(violation: RuleViolation) -> HttpResponse:
        form.whole = sentence(violation)
        return RoundResultsPage(access, row, form).shown()

    return done(request, save, then, again)


def _tables(access: TournamentAccess, row: Round) -> list[AtTable]:
    row.tournament = access.tournament
    return [at_table_of_day(access.day, table) for table in access.day.tables.get(row.pk, [])]
