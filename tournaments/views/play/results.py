"""The result of a table: typed, read from the match, confirmed, disputed, corrected; the results of a whole round."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from engine.errors import RuleViolation
from matches.views.shared import device_of
from matches.wording import number
from people.audit.log import recording
from people.forms.shared import Choice, Refusing, sentence
from people.views.guards import account
from people.web.codes import new_key
from people.web.responses import done, posted, see
from tournaments.forms.results import ResultForm, RoundResultsForm, SayForm
from tournaments.models import Round
from tournaments.pages.tables.table_page import choices, sitters, state_of
from tournaments.play import results, rounds
from tournaments.play.table_access import TableAction
from tournaments.play.tables import AtTable
from tournaments.views.play.tables import (
    at_table,
    at_table_of_day,
    at_tables,
    judging,
    list_context,
    playing,
    round_of,
    see_table,
    shown,
)
from tournaments.views.shared import FORM, POST, TournamentAccess, TournamentFormPage, back, key_of, opened, referees


def table_action(request: HttpRequest, game: AtTable, entrant: int | None = None) -> TableAction:
    """The action of a form at a table; `entrant`: who signs it."""
    return TableAction(
        tournament=game.tournament,
        table=game.table,
        key=key_of(request),
        entrant=entrant,
        device=device_of(request) or "",
        by=account(request),
        record=recording(request),
    )


def table_form(request: HttpRequest, name: str, game: AtTable, form: Refusing, **more: Any) -> TournamentFormPage:
    """A page with a form about one table. `name`: folder/name of its template; `more`: its other variables."""
    about = {"round": game.round, "table": game.table, **more}
    return TournamentFormPage(request, f"tournaments/{name}.html", form, game.tournament, about)


def _signing(request: HttpRequest, access: TournamentAccess, game: AtTable, form: Refusing) -> list[Choice]:
    """Who may sign the form."""
    signers = game.signers(access.rights, account(request))
    return choices(game, signers, form.data.get("entrant"), access.rights.referee)


@at_tables(playing, FORM, over="table")
def result(request: HttpRequest, access: TournamentAccess, game: AtTable) -> HttpResponse:
    """The totals of a table: read from its match with a tap, or typed."""
    if request.method == "GET":
        return _result_page(request, access, game, ResultForm.of(game)).response()
    form = ResultForm(game, request.POST, signed=True)

    def action() -> Any:
        signed = table_action(request, game, form.signer)
        if form.from_match:
            return results.read_result(signed, after=form.seen)
        return results.enter_result(signed, points=form.points, pot=form.lies, after=form.seen)

    def again(violation: RuleViolation) -> HttpResponse:
        now = at_table(request, *game.address)
        return (
            shown(request, *now, violation) if form.from_match else _result_page(request, *now, form).refused(violation)
        )

    if not form.is_valid():
        return _result_page(request, access, game, form).response(422)
    return done(request, action, lambda: see_table(game), again)


def _result_page(request: HttpRequest, access: TournamentAccess, game: AtTable, form: ResultForm) -> TournamentFormPage:
    signing = _signing(request, access, game, form)
    return table_form(request, "results/result", game, form, signing=signing, **_totals(game, form))


def _totals(game: AtTable, form: ResultForm) -> dict[str, Any]:
    """The variables of a form with the totals of a table."""
    return {
        "places": [(each, form[each.wind]) for each in sitters(game)],
        "total": game.total,
        "pots": game.total > 0,
        "after": game.result.number if game.result else 0,
        "state": state_of(game),
    }


@at_tables(playing, POST)
def confirm(request: HttpRequest, access: TournamentAccess, game: AtTable) -> HttpResponse:
    """A second player, or the referee, confirms the result."""
    form = SayForm({**request.POST.dict(), "number": request.POST.get("result", "")})
    form.is_valid()
    return done(
        request,
        lambda: results.confirm_result(table_action(request, game, form.signer), number=form.meant),
        lambda: back(request, "table", *game.address),
        lambda violation: shown(request, *at_table(request, *game.address), violation),
    )


@at_tables(playing, FORM, over="table")
def dispute(request: HttpRequest, access: TournamentAccess, game: AtTable) -> HttpResponse:
    """Somebody at the table disputes the result, with the reason."""
    form = SayForm(posted(request), signed=True, reasoned=True)

    def act() -> None:
        action = table_action(request, game, form.signer)
        results.dispute_result(action, number=form.meant, reason=form.cleaned_data["reason"])

    more = {"signing": _signing(request, access, game, form), "result": game.result, "sitters": sitters(game)}
    return table_form(request, "results/dispute", game, form, **more).submit(act, lambda: see_table(game))


@at_tables(judging, FORM, over="table")
def correct(request: HttpRequest, access: TournamentAccess, game: AtTable) -> HttpResponse:
    """The referee corrects the result, with the reason."""
    form = ResultForm(game, request.POST, reasoned=True) if request.method == "POST" else ResultForm.of(game)

    def act() -> None:
        points, reason = None if form.from_match else form.points, form.cleaned_data["reason"]
        action = table_action(request, game)
        results.correct_result(action, number=form.meant, points=points, pot=form.lies, reason=reason)

    page = table_form(request, "results/correct", game, form, **_totals(game, form))
    return page.submit(act, lambda: see_table(game))


# ── a whole round ────────────────────────────────────────────────────────────


@referees(POST)
def close(request: HttpRequest, access: TournamentAccess, round: int) -> HttpResponse:
    """Close a round; if results are missing, the list names the tables."""
    this = round_of(access, round)
    return done(
        request,
        lambda: rounds.close_round(round=round, **access.action(request)),
        lambda: back(request, "tables", access.code, round),
        lambda violation: _list_again(request, access, this, violation),
    )


@referees(POST)
def reopen(request: HttpRequest, access: TournamentAccess, round: int) -> HttpResponse:
    """Reopen a closed round, with the reason."""
    this, reason = round_of(access, round), request.POST.get("reason", "")
    return done(
        request,
        lambda: rounds.reopen_round(round=round, reason=reason, **access.action(request)),
        lambda: see("tournaments:tables", access.code, round),
        lambda violation: _list_again(request, access, this, violation, reason=reason),
    )


def _list_again(
    request: HttpRequest, access: TournamentAccess, this: Round, violation: RuleViolation, **more: Any
) -> HttpResponse:
    form = refused_form(violation)
    context = list_context(opened(request, access.tournament.code), this, form=form, show_errors=True, **more)
    return render(request, "tournaments/tables/tables.html", context, status=422)


def refused_form(violation: RuleViolation | None) -> SayForm:
    """A form without fields of its own that shows why a button was refused."""
    form = SayForm({})
    form.is_valid()
    if violation:
        form.refuse(violation)
    return form


@referees(FORM, over="tables")
def round_results(request: HttpRequest, access: TournamentAccess, round: int) -> HttpResponse:
    """All results of a round on one page. Rows that are right are saved; the others say why and keep what was typed."""
    this = round_of(access, round)
    form = RoundResultsForm(_tables(access, this), posted(request))
    if not form.results:
        return _round_page(request, access, this, form)
    refused: dict[int, RuleViolation] = {}

    def save() -> None:
        values = {"round": round, "results": form.results, "key": key_of(request), **access.action(request)}
        refused.update(results.enter_round(**values))

    def then() -> HttpResponse:
        if not refused and not form.errors:
            return see("tournaments:desk", access.code)
        now = opened(request, access.code)
        rest = RoundResultsForm(_tables(now, round_of(now, round)), request.POST)
        saved = form.results.keys() - refused.keys()
        rest.leave_out(saved)
        rest.refuse(refused)
        return _round_page(request, now, round_of(now, round), rest, len(saved))

    def again(violation: RuleViolation) -> HttpResponse:
        form.whole = sentence(violation)
        return _round_page(request, access, this, form)

    return done(request, save, then, again)


def _tables(access: TournamentAccess, this: Round) -> list[AtTable]:
    this.tournament = access.tournament
    return [at_table_of_day(access.day, table) for table in access.day.tables.get(this.pk, [])]


def _round_page(
    request: HttpRequest, access: TournamentAccess, this: Round, form: RoundResultsForm, saved: int = 0
) -> HttpResponse:
    total = form.rows[0].game.total if form.rows else 0
    context = {
        "tournament": access.tournament,
        "round": this,
        "form": form,
        "rows": form.rows,
        "open": [row for row in form.rows if row.is_open],
        "entered": any(row.result and row.is_open for row in form.rows),
        "total": number(total),
        "pots": total > 0,
        "saved": saved,
        "show_errors": form.errors,
        "key": new_key(),
    }
    return render(request, "tournaments/results/round_results.html", context, status=422 if form.errors else 200)
