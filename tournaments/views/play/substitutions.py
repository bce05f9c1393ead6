"""Substitutes for one game, corrected winds, and two tables that sat at the wrong table."""

from django.http import Http404, HttpRequest, HttpResponse

from engine.errors import RuleViolation
from people.clubs import roster
from people.forms.shared import Choice
from people.web.responses import done, posted, see
from tournaments.forms.results import ExchangeForm, SayForm, SeatsForm
from tournaments.forms.shared import small_number
from tournaments.pages.tables.table_page import both, others, sitters
from tournaments.play import substitutions
from tournaments.play.exchange_seats import check, exchange_tables
from tournaments.play.tables import AtTable, table_of
from tournaments.views.play.results import table_action, table_form
from tournaments.views.play.tables import at_tables, judging, see_table
from tournaments.views.shared import FORM, TournamentAccess, TournamentFormPage


@at_tables(judging, FORM, over="table")
def substitute(request: HttpRequest, access: TournamentAccess, game: AtTable) -> HttpResponse:
    """Somebody plays this game for an entrant; the result is the entrant's."""
    number, name = request.POST.get("entrant", ""), request.POST.get("name", "")

    rows = [
        {
            "number": seat.entrant.number,
            "wind": each.wind,
            "wind_name": each.wind_name,
            "name": game.names[seat.entrant_id],
            "typed": name if number == str(seat.entrant.number) else seat.substitute,
            "substitute": seat.substitute,
        }
        for seat, each in zip(game.seats, sitters(game), strict=True)
    ]
    more = {"rows": rows, "known": [player.name for player in roster.entries(game.tournament.club)]}

    def act() -> None:
        values = {"round": game.round.number, "entrant": int(number), **access.action(request)}
        substitutions.set_substitute(name=name, **values)

    if request.method == "POST" and number not in {str(seat.entrant.number) for seat in game.seats}:
        raise Http404
    page = table_form(request, "seats/substitute", game, SayForm(posted(request)), **more)
    return page.submit(act, lambda: see("tournaments:substitute", *game.address))


@at_tables(judging, FORM, over="table")
def reseat(request: HttpRequest, access: TournamentAccess, game: AtTable) -> HttpResponse:
    """The players sat in other seats than drawn: who sat where, and to whom the hands belong."""
    if game.four:
        raise Http404
    form = SeatsForm(posted(request))

    places = []
    for each in sitters(game):
        chosen = form[each.wind].value() if form.is_bound else str(each.number)
        people = [Choice(str(other.number), other.plays, str(other.number) == chosen) for other in sitters(game)]
        places.append({"wind": each.wind, "wind_name": each.wind_name, "people": people})
    logged = game.table.match is not None and game.table.match.version > 0
    more = {"places": places, "logged": logged, "names_kept": form["keeps"].value() == substitutions.NAMES}

    def act() -> None:
        data = form.cleaned_data
        keeps, reason = data["keeps"] or substitutions.PERSONS, data["reason"]
        substitutions.reseat_table(table_action(request, game), order=form.order, keeps=keeps, reason=reason)

    return table_form(request, "seats/correct_seats", game, form, **more).submit(act, lambda: see_table(game))


@at_tables(judging, FORM, over="table")
def exchange(request: HttpRequest, access: TournamentAccess, game: AtTable) -> HttpResponse:
    """Two tables sat at each other's place: choose the other table, then whose points are whose, then exchange them."""
    if game.four:
        raise Http404
    form = ExchangeForm(posted(request))
    other = _other(access, game, request.POST.get("with") or request.GET.get("with"))
    if other is None:
        return _exchange_page(request, access, game, form, None).response()
    pair = (game, other) if game.table.number < other.table.number else (other, game)

    def act() -> None:
        orders = {each.table.number: form.orders[at] for at, each in enumerate(pair)}
        typed = {"seen": form.cleaned_data["seen"], "reason": form.cleaned_data["reason"]}
        exchange_tables(table_action(request, pair[0]), other=pair[1].table, orders=orders, **typed)

    def again(violation: RuleViolation) -> HttpResponse:
        form.refuse(violation)
        return _exchange_page(request, access, game, form, pair).response(422)

    if request.method == "POST" and form.is_valid():
        return done(request, act, lambda: see_table(game), again)
    return _exchange_page(request, access, game, form, pair).response(422 if form.errors else 200)


def _other(access: TournamentAccess, game: AtTable, sent: str | None) -> AtTable | None:
    """The other table that was chosen, if there is one."""
    row = table_of(access.tournament, game.round.number, small_number(sent) or 0)
    return AtTable(row, game.inside) if row and row.number != game.table.number else None


def _exchange_page(
    request: HttpRequest,
    access: TournamentAccess,
    game: AtTable,
    form: ExchangeForm,
    pair: tuple[AtTable, AtTable] | None,
) -> TournamentFormPage:
    """The list of tables to choose from, or the two; why one of them cannot be exchanged."""
    tables = {"others": others(access.day, game.round, game.table.number)}
    try:
        for each in pair or (game,):
            check(each)
    except RuleViolation as violation:
        refused = form if form.errors else ExchangeForm({})
        if not form.errors:
            refused.refuse(violation)
        return table_form(request, "seats/exchange_seats", game, refused, **tables)
    if pair is None:
        return table_form(request, "seats/exchange_seats", game, form, **tables)
    other = next(each.table.number for each in pair if each.table.number != game.table.number)
    return table_form(request, "seats/exchange_seats", game, form, other=other, **both(pair, form.data))
