"""Substitutes for one game, corrected winds, and two tables that sat at the wrong table."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from engine.errors import RuleViolation
from people.audit.log import recording
from people.clubs import roster
from people.forms.shared import Choice
from people.views.guards import account
from people.web.codes import new_key
from people.web.responses import done, refuse, see
from tournaments.forms.results import ExchangeForm, SayForm, SeatsForm
from tournaments.pages.tables.exchange import both, others
from tournaments.pages.tables.table_page import sitters
from tournaments.play import substitutions
from tournaments.play.exchange import check, exchange_tables
from tournaments.play.tables import AtTable, table_of
from tournaments.views.play.results import table_action
from tournaments.views.play.tables import at_table
from tournaments.views.shared import Here, instead


def _judging(request: HttpRequest, code: str, round: int, table: int) -> tuple[Here, AtTable]:
    """The table for a referee."""
    here, there = at_table(request, code, round, table)
    if not here.rights.referee:
        raise refuse(request, here.tournament.club)
    return here, there


@require_http_methods(["GET", "POST"])
def substitute(request: HttpRequest, code: str, round: int, table: int) -> HttpResponse:
    """Somebody plays this game for an entrant; the result is the entrant's."""
    here, there = _judging(request, code, round, table)
    if over := instead(request, here, "table", code, round, table):
        return over
    if request.method == "GET":
        return _substitute_page(request, here, there)
    number = request.POST.get("entrant", "")
    if number not in {str(seat.entrant.number) for seat in there.seats}:
        raise Http404
    told: dict[str, Any] = {"by": account(request), "record": recording(request)}
    told |= {"tournament": here.tournament, "round": round, "entrant": int(number)}
    return done(
        request,
        lambda: substitutions.set_substitute(name=request.POST.get("name", ""), **told),
        lambda: see("tournaments:substitute", code, round, table),
        lambda violation: _substitute_page(request, here, there, violation),
    )


def _substitute_page(
    request: HttpRequest, here: Here, there: AtTable, violation: RuleViolation | None = None
) -> HttpResponse:
    form = SayForm({})
    form.is_valid()
    if violation:
        form.refuse(violation)
    sent = {request.POST.get("entrant", ""): request.POST.get("name", "")} if violation else {}
    rows = [
        {
            "number": seat.entrant.number,
            "wind": each.wind,
            "wind_name": each.wind_name,
            "name": there.names[seat.entrant_id],
            "typed": sent.get(str(seat.entrant.number), seat.substitute),
            "substitute": seat.substitute,
        }
        for seat, each in zip(there.seats, sitters(there), strict=True)
    ]
    context = {
        "tournament": here.tournament,
        "round": there.round,
        "table": there.table,
        "rows": rows,
        "known": [player.name for player in roster.entries(here.tournament.club)],
        "form": form,
        "show_errors": violation is not None,
    }
    return render(request, "tournaments/tables/substitute.html", context, status=422 if violation else 200)


@require_http_methods(["GET", "POST"])
def reseat(request: HttpRequest, code: str, round: int, table: int) -> HttpResponse:
    """They sat otherwise than drawn: who sat where, and to whom the hands belong."""
    here, there = _judging(request, code, round, table)
    if over := instead(request, here, "table", code, round, table):
        return over
    if there.four:
        raise Http404
    form = SeatsForm(request.POST if request.method == "POST" else None)
    if not form.is_valid():
        return _reseat_page(request, here, there, form)

    def again(violation: RuleViolation) -> HttpResponse:
        form.refuse(violation)
        return _reseat_page(request, here, there, form, 422)

    keeps, reason = form.cleaned_data["keeps"] or substitutions.PERSONS, form.cleaned_data["reason"]
    action = table_action(request, here, there)
    return done(
        request,
        lambda: substitutions.reseat_table(action, order=form.order, keeps=keeps, reason=reason),
        lambda: see("tournaments:table", code, round, table),
        again,
    )


def _reseat_page(request: HttpRequest, here: Here, there: AtTable, form: SeatsForm, status: int = 200) -> HttpResponse:
    places = []
    for each in sitters(there):
        chosen = form[each.wind].value() if form.is_bound else str(each.number)
        people = [Choice(str(other.number), other.name, str(other.number) == chosen) for other in sitters(there)]
        places.append({"wind": each.wind, "wind_name": each.wind_name, "people": people})
    context = {
        "tournament": here.tournament,
        "round": there.round,
        "table": there.table,
        "places": places,
        "logged": there.table.match is not None and there.table.match.version > 0,
        "names_kept": form["keeps"].value() == substitutions.NAMES,
        "form": form,
        "show_errors": status == 422,
        "key": new_key(),
    }
    return render(request, "tournaments/tables/reseat.html", context, status=status)


@require_http_methods(["GET", "POST"])
def exchange(request: HttpRequest, code: str, round: int, table: int) -> HttpResponse:
    """They sat at each other's table: which other one it was, then whose points are whose, then it is done."""
    here, there = _judging(request, code, round, table)
    if over := instead(request, here, "table", code, round, table):
        return over
    if there.four:
        raise Http404
    form = ExchangeForm(request.POST if request.method == "POST" else None)
    chosen = _other(here, there, request.POST.get("with") or request.GET.get("with") or "")
    if chosen is None:
        return _exchange_page(request, here, there, form)
    pair = (there, chosen) if there.table.number < chosen.table.number else (chosen, there)

    def again(violation: RuleViolation) -> HttpResponse:
        form.refuse(violation)
        return _exchange_page(request, here, there, form, pair)

    if not form.is_valid():
        return _exchange_page(request, here, there, form, pair)
    orders = {each.table.number: form.orders[at] for at, each in enumerate(pair)}
    told = {"seen": form.cleaned_data["seen"], "reason": form.cleaned_data["reason"]}
    action = table_action(request, here, pair[0])
    return done(
        request,
        lambda: exchange_tables(action, other=pair[1].table, orders=orders, **told),
        lambda: see("tournaments:table", code, round, table),
        again,
    )


def _other(here: Here, there: AtTable, sent: str) -> AtTable | None:
    """The other table that was chosen; None where none is."""
    number = int(sent) if sent.isascii() and sent.isdigit() and len(sent) < 7 else 0
    found = table_of(here.tournament, there.round.number, number)
    return AtTable(found, there.inside) if found and number != there.table.number else None


def _exchange_page(
    request: HttpRequest, here: Here, there: AtTable, form: ExchangeForm, pair: tuple[AtTable, AtTable] | None = None
) -> HttpResponse:
    """The list of tables to choose from, or the two; where one of them cannot, why."""
    context: dict[str, Any] = {"tournament": here.tournament, "round": there.round, "table": there.table}
    try:
        for each in pair or (there,):
            check(each)
    except RuleViolation as violation:
        if not form.errors:
            form = ExchangeForm({})
            form.is_valid()
            form.refuse(violation)
        pair = None
    if pair:
        context |= both(pair, form.data)
        context["other"] = next(each.table.number for each in pair if each.table.number != there.table.number)
    else:
        context["others"] = others(here.day, there.round, there.table.number)
    context |= {"form": form, "show_errors": form.is_bound, "key": new_key()}
    status = 422 if request.method == "POST" and form.errors else 200
    return render(request, "tournaments/tables/exchange.html", context, status=status)
