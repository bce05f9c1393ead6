"""Substitutes for one game, corrected winds, and two tables that sat at the wrong table."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from engine.errors import RuleViolation
from people.clubs import roster
from people.forms.shared import Choice
from people.views.guards import who
from people.web.responses import done, see
from tournaments.forms.results import ExchangeForm, SeatsForm
from tournaments.forms.shared import small_number
from tournaments.pages.tables.table_page import both, others, sitters
from tournaments.play import substitutions
from tournaments.play.exchange import check, exchange_tables
from tournaments.play.tables import AtTable, table_of
from tournaments.views.play.results import refused_form, render_table_form, table_action
from tournaments.views.play.tables import judging
from tournaments.views.shared import TournamentAccess, instead, sent, submit


@require_http_methods(["GET", "POST"])
def substitute(request: HttpRequest, code: str, round: int, table: int) -> HttpResponse:
    """Somebody plays this game for an entrant; the result is the entrant's."""
    access, game = judging(request, code, round, table)
    if over := instead(request, access, "table", code, round, table):
        return over
    if request.method == "GET":
        return _substitute_page(request, game)
    number, name = request.POST.get("entrant", ""), request.POST.get("name", "")
    if number not in {str(seat.entrant.number) for seat in game.seats}:
        raise Http404
    values = {"tournament": access.tournament, "round": round, "entrant": int(number), **who(request)}
    return done(
        request,
        lambda: substitutions.set_substitute(name=name, **values),
        lambda: see("tournaments:substitute", code, round, table),
        lambda violation: _substitute_page(request, game, violation),
    )


def _substitute_page(request: HttpRequest, game: AtTable, violation: RuleViolation | None = None) -> HttpResponse:
    typed = {request.POST.get("entrant", ""): request.POST.get("name", "")} if violation else {}
    rows = [
        {
            "number": seat.entrant.number,
            "wind": each.wind,
            "wind_name": each.wind_name,
            "name": game.names[seat.entrant_id],
            "typed": typed.get(str(seat.entrant.number), seat.substitute),
            "substitute": seat.substitute,
        }
        for seat, each in zip(game.seats, sitters(game), strict=True)
    ]
    known = [player.name for player in roster.entries(game.tournament.club)]
    form, status = refused_form(violation), 422 if violation else 200
    return render_table_form(request, "substitute", game, form, status, rows=rows, known=known)


@require_http_methods(["GET", "POST"])
def reseat(request: HttpRequest, code: str, round: int, table: int) -> HttpResponse:
    """The players sat in other seats than drawn: who sat where, and to whom the hands belong."""
    access, game = judging(request, code, round, table)
    if over := instead(request, access, "table", code, round, table):
        return over
    if game.four:
        raise Http404
    form = SeatsForm(sent(request))

    def page(status: int) -> HttpResponse:
        places = []
        for each in sitters(game):
            chosen = form[each.wind].value() if form.is_bound else str(each.number)
            people = [Choice(str(other.number), other.name, str(other.number) == chosen) for other in sitters(game)]
            places.append({"wind": each.wind, "wind_name": each.wind_name, "people": people})
        more = {"logged": game.table.match is not None and game.table.match.version > 0}
        more["names_kept"] = form["keeps"].value() == substitutions.NAMES
        return render_table_form(request, "reseat", game, form, status, places=places, **more)

    def act() -> None:
        data = form.cleaned_data
        keeps, reason = data["keeps"] or substitutions.PERSONS, data["reason"]
        substitutions.reseat_table(table_action(request, game), order=form.order, keeps=keeps, reason=reason)

    return submit(request, form, page, act, lambda: see("tournaments:table", code, round, table))


@require_http_methods(["GET", "POST"])
def exchange(request: HttpRequest, code: str, round: int, table: int) -> HttpResponse:
    """Two tables sat at each other's place: choose the other table, then whose points are whose, then exchange them."""
    access, game = judging(request, code, round, table)
    if over := instead(request, access, "table", code, round, table):
        return over
    if game.four:
        raise Http404
    form = ExchangeForm(sent(request))
    other = _other(access, game, request.POST.get("with") or request.GET.get("with"))
    if other is None:
        return _exchange_page(request, access, game, form)
    pair = (game, other) if table < other.table.number else (other, game)

    def act() -> None:
        orders = {each.table.number: form.orders[at] for at, each in enumerate(pair)}
        typed = {"seen": form.cleaned_data["seen"], "reason": form.cleaned_data["reason"]}
        exchange_tables(table_action(request, pair[0]), other=pair[1].table, orders=orders, **typed)

    return submit(
        request,
        form,
        lambda _status: _exchange_page(request, access, game, form, pair),
        act,
        lambda: see("tournaments:table", code, round, table),
    )


def _other(access: TournamentAccess, game: AtTable, sent: str | None) -> AtTable | None:
    """The other table that was chosen, if there is one."""
    row = table_of(access.tournament, game.round.number, small_number(sent) or 0)
    return AtTable(row, game.inside) if row and row.number != game.table.number else None


def _exchange_page(
    request: HttpRequest,
    access: TournamentAccess,
    game: AtTable,
    form: ExchangeForm,
    pair: tuple[AtTable, AtTable] | None = None,
) -> HttpResponse:
    """The list of tables to choose from, or the two; why one of them cannot be exchanged."""
    more: dict[str, Any] = {}
    try:
        for each in pair or (game,):
            check(each)
    except RuleViolation as violation:
        if not form.errors:
            form = ExchangeForm({})
            form.is_valid()
            form.refuse(violation)
        pair = None
    if pair:
        more = both(pair, form.data)
        more["other"] = next(each.table.number for each in pair if each.table.number != game.table.number)
    else:
        more["others"] = others(access.day, game.round, game.table.number)
    status = 422 if request.method == "POST" and form.errors else 200
    return render_table_form(request, "exchange", game, form, status, **{**more, "show_errors": form.is_bound})
