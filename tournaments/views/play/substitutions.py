"""Substitutes for one match, corrected winds, and two tables that played each other's match."""

from dataclasses import dataclass
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse

from engine.errors import RuleViolation
from matches import wording
from people.clubs import roster
from people.forms.shared import Choice
from people.web.responses import done, posted, see
from tournaments.forms.results import ExchangeForm, SayForm, SeatsForm
from tournaments.forms.shared import small_number
from tournaments.pages.tables.table_page import sitters
from tournaments.pages.tables.table_view import TableSeat
from tournaments.play import substitutions
from tournaments.play.tables import AtTable, table_of
from tournaments.views.play.results import TableFormPage, table_action
from tournaments.views.play.tables import at_tables, judging, players_at, see_table
from tournaments.views.shared import FORM, TournamentAccess


@at_tables(judging, FORM, over="table")
def substitute(request: HttpRequest, access: TournamentAccess, game: AtTable) -> HttpResponse:
    """Set the substitute who plays this match for an entrant. The result counts for the entrant."""
    number, name = request.POST.get("entrant", ""), request.POST.get("name", "")
    if request.method == "POST" and number not in {str(seat.entrant.number) for seat in game.seats}:
        raise Http404

    def act() -> None:
        values = {"round": game.round.number, "entrant": int(number), **access.action}
        substitutions.set_substitute(name=name, **values)

    # Each seat with the entrant's name and the text of its field.
    rows = [
        (shown, game.names[seat.entrant_id], name if number == str(seat.entrant.number) else seat.substitute)
        for seat, shown in zip(game.seats, sitters(game), strict=True)
    ]
    more = {"rows": rows, "roster": [player.name for player in roster.entries(access.tournament.club)]}
    form = SayForm(posted(request))
    page = TableFormPage(request, "tournaments/seats/substitute.html", form, access, game, more=more)
    return page.submit(act, lambda: see("tournaments:substitute", *game.address))


class SeatsPage(TableFormPage):
    """The form to correct the winds at a table."""

    @property
    def places(self) -> list[tuple[TableSeat, list[Choice]]]:
        """Each wind with the players who may have sat there."""
        places = []
        for seat in self.sitters:
            chosen = self.form[seat.wind].value() if self.form.is_bound else str(seat.number)
            numbers = {str(other.number): other.plays for other in self.sitters}
            places.append((seat, [Choice(number, name, number == chosen) for number, name in numbers.items()]))
        return places


@at_tables(judging, FORM, over="table")
def reseat(request: HttpRequest, access: TournamentAccess, game: AtTable) -> HttpResponse:
    """Correct who sat where, and choose whether the hands stay with the people or with the winds."""
    if game.four:
        raise Http404
    form = SeatsForm(posted(request))

    def act() -> None:
        keeps, reason = form.cleaned_data["keeps"] or substitutions.PERSONS, form.cleaned_data["reason"]
        substitutions.reseat_table(table_action(request, game), order=form.order, keeps=keeps, reason=reason)

    page = SeatsPage(request, "tournaments/seats/correct_seats.html", form, access, game)
    return page.submit(act, lambda: see_table(game))


class ExchangedSeat(NamedTuple):
    """A seat of an exchanged table.

    `points`: the points of this wind in the other table's match; `people`: the players who may have sat there.
    """

    field: str
    wind: str
    wind_name: str
    points: str
    people: list[Choice]


@dataclass(frozen=True)
class ExchangePage(TableFormPage):
    """Two tables that played each other's match. `pair`: lower number first; None until the other one is chosen."""

    pair: tuple[AtTable, AtTable] | None = None

    @property
    def others(self) -> list[tuple[int, list[str]]]:
        """The other scored tables of three in the round: number and names."""
        tables = [table for table in self.day.tables.get(self.round.pk, []) if table.match_id and table != self.table]
        return [(each.number, players_at(self.day, each)) for each in tables if len(self.day.seats[each.pk]) == 3]

    @property
    def other(self) -> int:
        """The number of the other table; 0 if none is chosen."""
        return next((game.table.number for game in self.pair or () if game.table.pk != self.table.pk), 0)

    @property
    def seen(self) -> str:
        return substitutions.mark(*self.pair) if self.pair else ""

    @property
    def halves(self) -> list[tuple[int, int, list[ExchangedSeat]]]:
        """The two tables, each as (number, other number, seats)."""
        if self.pair is None:
            return []
        first, second = self.pair
        return [
            (first.table.number, second.table.number, self._seats(first, second, 1)),
            (second.table.number, first.table.number, self._seats(second, first, 2)),
        ]

    def _seats(self, game: AtTable, other: AtTable, suffix: int) -> list[ExchangedSeat]:
        names = {str(seat.entrant.number): game.sitting[seat.entrant_id] for seat in game.seats}
        seats, played = [], other.played
        points = wording.totals_words(game.book, played.points, played.chips) if played else [""] * len(game.seats)
        for index, seat in enumerate(game.seats):
            field = f"{seat.wind}{suffix}"
            chosen = self.form.data.get(field, str(seat.entrant.number))
            people = [Choice(number, name, number == chosen) for number, name in names.items()]
            seats.append(ExchangedSeat(field, seat.wind, wording.wind_name(seat.wind), points[index], people))
        return seats


@at_tables(judging, FORM, over="table")
def exchange(request: HttpRequest, access: TournamentAccess, game: AtTable) -> HttpResponse:
    """Exchange the matches of two tables: choose the other table, then who sat where."""
    if game.four:
        raise Http404
    form = ExchangeForm(posted(request))
    other = _other(access, game, request.POST.get("with") or request.GET.get("with"))
    if other is None:
        return _exchange_page(request, access, game, form, None).response()
    pair = (game, other) if game.table.number < other.table.number else (other, game)

    def act() -> None:
        orders = {table.table.number: order for table, order in zip(pair, form.orders, strict=True)}
        typed = {"seen": form.cleaned_data["seen"], "reason": form.cleaned_data["reason"]}
        substitutions.exchange_tables(table_action(request, pair[0]), other=pair[1].table, orders=orders, **typed)

    def again(violation: RuleViolation) -> HttpResponse:
        form.refuse(violation)
        return _exchange_page(request, access, game, form, pair).response(422)

    if request.method == "POST" and form.is_valid():
        return done(request, act, lambda: see_table(game), again)
    return _exchange_page(request, access, game, form, pair).response(422 if form.errors else 200)


def _other(access: TournamentAccess, game: AtTable, number: str | None) -> AtTable | None:
    row = table_of(access.tournament, game.round.number, small_number(number) or 0)
    return AtTable(row, game.inside) if row and row.number != game.table.number else None


def _exchange_page(
    request: HttpRequest,
    access: TournamentAccess,
    game: AtTable,
    form: ExchangeForm,
    pair: tuple[AtTable, AtTable] | None,
) -> ExchangePage:
    """Return the page of the two tables, or the list of tables with the reason why they can't be exchanged."""
    try:
        for table in pair or (game,):
            substitutions.refuse_exchange(table)
    except RuleViolation as violation:
        pair = None
        if not form.errors:
            form = ExchangeForm({})
            form.refuse(violation)
    return ExchangePage(request, "tournaments/seats/exchange_seats.html", form, access, game, pair)
