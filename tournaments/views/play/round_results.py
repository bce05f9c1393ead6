"""The results of a whole round on one page, typed by the referee and saved in one request."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from engine.errors import RuleViolation
from matches.wording import number
from people.audit.log import recording
from people.forms.shared import sentence
from people.models import User
from people.views.guards import account
from people.web.codes import new_key
from people.web.responses import done, see
from tournaments.forms.round_results import RoundResultsForm
from tournaments.models import Round
from tournaments.play.results import enter_round
from tournaments.play.tables import AtTable
from tournaments.views.play.results import key_of
from tournaments.views.play.tables import at_table_of_day, round_of
from tournaments.views.shared import Here, instead, opened, refereeing


@require_http_methods(["GET", "POST"])
def round_results(request: HttpRequest, code: str, round: int) -> HttpResponse:
    """A row for each table. Rows that are right are saved; those that are not say why and keep what was typed."""
    here = refereeing(request, code)
    one = round_of(here, round)
    if over := instead(request, here, "tables", code, round):
        return over
    form = RoundResultsForm(_tables(here, one), request.POST if request.method == "POST" else None)
    if not form.results:
        return _page(request, here, one, form)
    refused: dict[int, RuleViolation] = {}

    def save() -> None:
        by = account(request)
        assert isinstance(by, User)  # a referee is signed in
        told: dict[str, Any] = {"tournament": here.tournament, "round": round, "results": form.results}
        refused.update(enter_round(**told, key=key_of(request), by=by, record=recording(request)))

    def then() -> HttpResponse:
        if not refused and not form.errors:
            return see("tournaments:desk", code)
        return _rest(request, code, round, form, refused)

    def again(violation: RuleViolation) -> HttpResponse:
        form.whole = sentence(violation)
        return _page(request, here, one, form)

    return done(request, save, then, again)


def _rest(
    request: HttpRequest, code: str, round: int, sent: RoundResultsForm, refused: dict[int, RuleViolation]
) -> HttpResponse:
    """The page after some rows were saved and others were not."""
    here = opened(request, code)
    one = round_of(here, round)
    form = RoundResultsForm(_tables(here, one), request.POST)
    saved = sent.results.keys() - refused.keys()
    form.leave_out(saved)
    form.refuse(refused)
    return _page(request, here, one, form, len(saved))


def _tables(here: Here, one: Round) -> list[AtTable]:
    one.tournament = here.tournament
    return [at_table_of_day(here.day, table) for table in here.day.tables.get(one.pk, [])]


def _page(request: HttpRequest, here: Here, one: Round, form: RoundResultsForm, saved: int = 0) -> HttpResponse:
    total = form.rows[0].here.total if form.rows else 0
    context = {
        "tournament": here.tournament,
        "round": one,
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
    return render(request, "tournaments/tables/round_results.html", context, status=422 if form.errors else 200)
