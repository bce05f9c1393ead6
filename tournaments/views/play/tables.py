"""Table pages: cards and short addresses, the tables of a round, one table."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import wraps
from typing import Any, NamedTuple

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from engine.errors import RuleViolation
from matches.views.shared import device_of, is_htmx, known_device
from people.accounts import rate_limits
from people.accounts.rate_limits import RateLimit, unknown_link
from people.audit import log
from people.audit.log import recording
from people.db.transactions import Unavailable, writing
from people.forms.shared import Refusing, sentence
from people.views.guards import account
from people.web.clients import address_of, label_of, network_of
from people.web.public_urls import QrCode, qr_code, shared_address
from people.web.responses import done, posted, render_page, see
from tournaments.links import code_typed, opened_by_code, opens_table, table_code, table_token, tournament_of_code
from tournaments.models import Round, Table, Tournament
from tournaments.pages.tables.table_page import TablePage, poll_state_of, state_of
from tournaments.pages.tables.table_view import clock_shown
from tournaments.play import table_access
from tournaments.play.rounds import missing
from tournaments.play.tables import AtTable, table_of
from tournaments.rights import rights_of
from tournaments.snapshot import Day
from tournaments.views.shared import (
    GET,
    POST,
    TournamentAccess,
    TournamentPage,
    View,
    instead,
    key_of,
    opened,
    or_404,
    readers,
)

# Limits on wrong codes, which are short: by network, and by tournament. Above them even valid codes are refused; QR
# codes always work.
NETWORK = RateLimit("table code", most=60, window=timedelta(minutes=10))
TOURNAMENT = RateLimit("tournament code", most=100, window=timedelta(hours=1))


class CodeForm(Refusing):
    """The form for a typed table code."""

    code = forms.CharField(required=False)


@require_http_methods(["GET", "POST"])
def typed(request: HttpRequest, code: str = "") -> HttpResponse:
    """Show the form for the code of a table card, or redirect a valid code to the card's page."""
    form = CodeForm({"code": code} if code and request.method == "GET" else posted(request))
    if not form.is_valid():
        return _typed_page(request, form, 422 if form.is_bound else 200)
    code = code_typed(form.cleaned_data["code"])
    parties = {NETWORK: network_of(address_of(request)), TOURNAMENT: str(code and tournament_of_code(code))}
    if full := [limit for limit in parties if rate_limits.failures(limit, parties[limit]) >= limit.most]:
        form.add_error("code", _("Too many wrong codes. Scan the QR code on the card, or try again later."))
        response = _typed_page(request, form, 429)
        response["Retry-After"] = str(int(max(limit.window for limit in full).total_seconds()))
        return response
    if card := opened_by_code(code) if code else None:
        tournament, number = card
        return see("tournaments:table_card", tournament.code, number, table_token(tournament, number))
    if code:
        _count(request, parties)
    form.add_error("code", _("No table has this code. Check each letter and digit, or scan the QR code on the card."))
    return _typed_page(request, form, 422)


def _count(request: HttpRequest, parties: dict[RateLimit, str]) -> None:
    """Count a wrong code. When the limit is reached, this is recorded in the audit log."""
    with suppress(Unavailable), writing():  # if the database is busy, don't count
        for limit, party in parties.items():
            if rate_limits.count_failure(limit, party) == limit.most:
                log.record(request, "links_guessed", refused=True, after={"tries": limit.most})


def _typed_page(request: HttpRequest, form: CodeForm, status: int) -> HttpResponse:
    context = {"form": form, "show_errors": status != 200}
    return render(request, "tournaments/tables/join_table.html", context, status=status)


class TableCard(NamedTuple):
    """The card of a table. `short`: its short address in groups of characters, () if it has none."""

    number: int
    qr: QrCode
    short: tuple[str, ...]


def table_card(request: HttpRequest, tournament: Tournament, number: int) -> TableCard:
    path = reverse("tournaments:table_card", args=[tournament.code, number, table_token(tournament, number)])
    code = table_code(tournament, number)
    address = shared_address(request, reverse("tournaments:typed")).partition("://")[2]
    short = (address, code[:-6], code[-6:-3], code[-3:]) if code else ()
    return TableCard(number, qr_code(shared_address(request, path)), short)


@require_http_methods(["GET", "POST"])
def card(request: HttpRequest, code: str, table: int, token: str) -> HttpResponse:
    """Show the page of a table card. Joining takes a POST, because link previews send GET requests."""
    tournament = Tournament.objects.select_related("club").filter(code=code).first()
    if tournament is None or not opens_table(tournament, table, token):
        return unknown_link(request)
    if request.method == "GET":
        if table in rights_of(tournament, device_of(request), request.user).tables:
            return _to_table(request, tournament, table)
        context = {"tournament": tournament, "number": table, "key": key_of(request)}
        return render(request, "tournaments/tables/table_card.html", context)
    phone = {"device": known_device(request, key_of(request)), "label": label_of(request)}
    values: dict[str, Any] = {**phone, "number": table, "token": token, "record": recording(request)}
    return done(
        request,
        lambda: table_access.join_table(tournament=tournament, **values),
        lambda: see("tournaments:table_card", code, table, token),
    )


def _to_table(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Redirect to the table in the current round. If the round doesn't use the table, show a waiting page."""
    day = Day(tournament)
    current = day.current
    if current and any(table.number == number for table in day.tables.get(current.pk, [])):
        return see("tournaments:table", tournament.code, current.number, number)
    return render(request, "tournaments/tables/waiting.html", {"tournament": tournament, "number": number})


def at_table(request: HttpRequest, code: str, round: int, table: int) -> tuple[TournamentAccess, AtTable]:
    """Return the requester's access and the table in a published round; raise `Http404` if there is none."""
    access = opened(request, code)
    return access, AtTable(or_404(table_of(access.tournament, round, table)), access.rights.inside)


def playing(request: HttpRequest, code: str, round: int, table: int) -> tuple[TournamentAccess, AtTable]:
    """Return the access and the table for its players, holders of its card and referees; raise `Http404` for others."""
    access, game = at_table(request, code, round, table)
    is_at_table = game.signers(access.rights, account(request)) or table in access.rights.tables
    if not (is_at_table or access.rights.referee):
        raise Http404
    return access, game


def judging(request: HttpRequest, code: str, round: int, table: int) -> tuple[TournamentAccess, AtTable]:
    """Return the access and the table for referees; raise `Http404` for others."""
    access, game = at_table(request, code, round, table)
    return access.require(access.rights.referee), game


Check = Callable[[HttpRequest, str, int, int], tuple[TournamentAccess, AtTable]]


def at_tables(check: Check, methods: list[str], over: str = "") -> Callable[[View], View]:
    """Return a decorator that passes the table to a view if `check` allows it.

    `over`: the `name` to pass to `instead`, "" to let the view handle finished tournaments.
    """

    def decorate(view: View) -> View:
        @require_http_methods(methods)
        @wraps(view)
        def checked(request: HttpRequest, code: str, round: int, table: int) -> HttpResponse:
            access, game = check(request, code, round, table)
            page = instead(access, over, code=code, round=round, table=table) if over else None
            return page or view(request, access, game)

        return checked

    return decorate


def see_table(game: AtTable) -> HttpResponse:
    """Redirect to the page of a table."""
    return see("tournaments:table", *game.address)


@at_tables(at_table, GET)
def table(request: HttpRequest, access: TournamentAccess, game: AtTable) -> HttpResponse:
    """Show one table: its seats, clock, result and next step."""
    if is_htmx(request) and request.GET.get("v") == poll_state_of(game):
        return HttpResponse(status=204)
    return shown(request, access, game)


def shown(
    request: HttpRequest, access: TournamentAccess, game: AtTable, error: RuleViolation | None = None
) -> HttpResponse:
    """Return the page of the table. `error`: why a form was refused."""
    page = TablePage(game, access.rights, account(request), device_of(request), datetime.now(UTC))
    card = table_card(request, access.tournament, game.table.number) if page.may_play else None
    message = sentence(error) if error else ""
    if is_htmx(request):
        return render_page(request, "tournaments/tables/_table.html", page, card=card, error=message, fragment=True)
    status = 422 if error else 200
    return render_page(request, "tournaments/tables/table.html", page, status, card=card, error=message)


@at_tables(playing, POST)
def open_table(request: HttpRequest, access: TournamentAccess, game: AtTable) -> HttpResponse:
    """Start scoring on this phone, or join the phones that are scoring."""
    values: dict[str, Any] = {"key": key_of(request), "by": account(request), "record": recording(request)}
    device = known_device(request, values["key"])
    action = table_access.TableAction(tournament=access.tournament, table=game.table, device=device, **values)
    return done(
        request,
        lambda: table_access.open_table(action, label_of(request)),
        lambda: see("matches:match", at_table(request, *game.address)[1].code),
        lambda violation: shown(request, *at_table(request, *game.address), violation),
    )


class RoundTable(NamedTuple):
    """A table in the list of a round. `extra`: extra time in minutes."""

    number: int
    names: list[str]
    state: str
    calls: bool
    extra: int


@dataclass
class RoundTablesPage(TournamentPage):
    """The tables of a round.

    `form`: shows why a button was refused; `reason`: the reason typed into that form; `missing`: tables without a
    confirmed result.
    """

    round: Round
    form: Refusing | None = None
    reason: str = ""

    def __post_init__(self) -> None:
        day, self.show_errors = self.day, self.form is not None
        self.clock, self.missing = clock_shown(self.round, datetime.now(UTC)), missing(day, self.round)
        calls = {call.table_id for call in day.calls}
        self.tables = [
            RoundTable(
                table.number,
                players_at(day, table),
                state_of(at_table_of_day(day, table)),
                table.pk in calls,
                table.extra_seconds // 60,
            )
            for table in day.tables.get(self.round.pk, [])
        ]


@readers(GET)
def listed(request: HttpRequest, access: TournamentAccess, round: int) -> HttpResponse:
    """Show each table of a round with its state, and the results still missing."""
    return RoundTablesPage(access, round_of(access, round)).response("tournaments/tables/tables.html")


def round_of(access: TournamentAccess, number: int) -> Round:
    """Return the published round with this number; raise `Http404` if there is none."""
    return or_404(next((row for row in access.day.shown if row.number == number), None))


def players_at(day: Day, table: Table) -> list[str]:
    """Return the names of the people who play at a table, entrants or substitutes."""
    return [day.substitutes.get(seat.pk) or day.names[seat.entrant_id] for seat in day.seats[table.pk]]


def at_table_of_day(day: Day, table: Table) -> AtTable:
    """Return the table with its last result, from the snapshot instead of new queries."""
    game = AtTable(table, day.inside)
    result = day.results.get(table.pk)
    game.results = [result] if result else []
    verdict = day.verdicts.get(result.pk) if result else None
    game.all_verdicts = [verdict] if verdict else []
    game.seats = day.seats[table.pk]
    return game
