"""The pages of tables: their cards and short addresses, the list of a round, one table while it plays and signs."""

from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import wraps
from typing import Any

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
from people.accounts.user_agents import label_of
from people.audit import log
from people.audit.log import recording
from people.db.transactions import Unavailable, writing
from people.forms.shared import Refusing, sentence
from people.views.guards import account
from people.web.codes import new_key
from people.web.networks import network_of
from people.web.public_urls import shared_address
from people.web.qr import qr_code
from people.web.responses import done, posted, refuse, render_page, see
from tournaments.links import code_typed, opened_by_code, opens_table, table_code, table_token, tournament_of_code
from tournaments.models import Round, Table, Tournament
from tournaments.pages.tables.table_page import clock_shown, stand_of, state_of, table_page
from tournaments.play import table_access
from tournaments.play.rounds import missing
from tournaments.play.tables import AtTable, table_of
from tournaments.rights import rights_of
from tournaments.snapshot import Day
from tournaments.views.shared import GET, POST, TournamentAccess, View, instead, key_of, opened, or_404, readers

# Wrong codes, from one network and for one tournament from everybody. A code is short, so beyond these no code is read
# at all, right or wrong; the QR code always works.
NETWORK = RateLimit("table code", most=60, window=timedelta(minutes=10))
TOURNAMENT = RateLimit("tournament code", most=100, window=timedelta(hours=1))

# ── cards ────────────────────────────────────────────────────────────────────


class CodeForm(Refusing):
    """A code as it was typed."""

    code = forms.CharField(required=False)


@require_http_methods(["GET", "POST"])
def typed(request: HttpRequest, code: str = "") -> HttpResponse:
    """The short address of a table's card: its code is in the address, or typed here. It leads to the card's page."""
    form = CodeForm({"code": code} if code and request.method == "GET" else posted(request))
    if not form.is_valid():
        return _typed_page(request, form, 422 if form.is_bound else 200)
    meant = code_typed(form.cleaned_data["code"])
    parties = {NETWORK: network_of(log.address_of(request)), TOURNAMENT: str(meant and tournament_of_code(meant))}
    if full := [limit for limit in parties if rate_limits.failures(limit, parties[limit]) >= limit.most]:
        form.add_error("code", _("Too many wrong codes. Scan the QR code on the card, or try again later."))
        response = _typed_page(request, form, 429)
        response["Retry-After"] = str(int(max(limit.window for limit in full).total_seconds()))
        return response
    if known := opened_by_code(meant) if meant else None:
        tournament, number = known
        return see("tournaments:table_card", tournament.code, number, table_token(tournament, number))
    if meant:
        _count(request, parties)
    form.add_error("code", _("No table has this code. Check each letter and digit, or scan the QR code on the card."))
    return _typed_page(request, form, 422)


def _count(request: HttpRequest, parties: dict[RateLimit, str]) -> None:
    """Count a wrong code, and record the last one that is allowed."""
    with suppress(Unavailable), writing():  # busy: not counted this once
        for limit, party in parties.items():
            if rate_limits.count_failure(limit, party) == limit.most:
                log.record(request, "links_guessed", refused=True, after={"tries": limit.most})


def _typed_page(request: HttpRequest, form: CodeForm, status: int) -> HttpResponse:
    return render(
        request, "tournaments/tables/join_table.html", {"form": form, "show_errors": status != 200}, status=status
    )


def to_type(request: HttpRequest, tournament: Tournament, number: int) -> tuple[str, ...]:
    """The short address of a table as it is shown: without https://, the code in groups. Empty where there is none."""
    code = table_code(tournament, number)
    if not code:
        return ()
    address = shared_address(request, reverse("tournaments:typed"))
    return (address.partition("://")[2], code[:-6], code[-6:-3], code[-3:])


@require_http_methods(["GET", "POST"])
def card(request: HttpRequest, code: str, table: int, token: str) -> HttpResponse:
    """A table's card. Joining is a POST, because programs open links for previews."""
    tournament = Tournament.objects.select_related("club").filter(code=code).first()
    if tournament is None or not opens_table(tournament, table, token):
        return unknown_link(request)
    if request.method == "GET":
        if table in rights_of(tournament, device_of(request), request.user).tables:
            return _to_table(request, tournament, table)
        context = {"tournament": tournament, "number": table, "token": token, "key": new_key()}
        return render(request, "tournaments/tables/table_card.html", context)
    phone = {"device": known_device(request, key_of(request)), "label": label_of(request)}
    record = recording(request)
    return done(
        request,
        lambda: table_access.join_table(tournament=tournament, number=table, token=token, record=record, **phone),
        lambda: see("tournaments:table_card", code, table, token),
    )


def _to_table(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The table in the round that is being played; if there is none, a page that waits for it."""
    day = Day(tournament)
    current = day.current
    if current and any(each.number == number for each in day.tables.get(current.pk, [])):
        return see("tournaments:table", tournament.code, current.number, number)
    return render(request, "tournaments/tables/waiting.html", {"tournament": tournament, "number": number, "every": 20})


# ── one table ────────────────────────────────────────────────────────────────


def at_table(request: HttpRequest, code: str, round: int, table: int) -> tuple[TournamentAccess, AtTable]:
    """The table of the address, in a published round; 404 otherwise."""
    access = opened(request, code)
    return access, AtTable(or_404(table_of(access.tournament, round, table)), access.rights.inside)


def playing(request: HttpRequest, code: str, round: int, table: int) -> tuple[TournamentAccess, AtTable]:
    """The same for people who play there or have the table's card, and for referees."""
    access, game = at_table(request, code, round, table)
    signs = game.signers(access.rights, account(request)) or table in access.rights.tables
    if not (signs or access.rights.referee):
        raise Http404
    return access, game


def judging(request: HttpRequest, code: str, round: int, table: int) -> tuple[TournamentAccess, AtTable]:
    """The same for referees only."""
    access, game = at_table(request, code, round, table)
    if not access.rights.referee:
        raise refuse(request, access.tournament.club)
    return access, game


Check = Callable[[HttpRequest, str, int, int], tuple[TournamentAccess, AtTable]]


def at_tables(check: Check, methods: list[str], over: str = "") -> Callable[[View], View]:
    """A view of a table for those whom `check` lets in. `over`: as for `instead`."""

    def decorate(view: View) -> View:
        @require_http_methods(methods)
        @wraps(view)
        def checked(request: HttpRequest, code: str, round: int, table: int) -> HttpResponse:
            access, game = check(request, code, round, table)
            page = instead(request, access, over, code=code, round=round, table=table) if over else None
            return page or view(request, access, game)

        return checked

    return decorate


def see_table(game: AtTable) -> HttpResponse:
    """Redirect to the page of a table."""
    return see("tournaments:table", *game.address)


@at_tables(at_table, GET)
def table(request: HttpRequest, access: TournamentAccess, game: AtTable) -> HttpResponse:
    """One table: its seats, the clock, its result, the next step."""
    if is_htmx(request) and request.GET.get("v") == stand_of(game):
        return HttpResponse(status=204)
    return shown(request, access, game)


def shown(
    request: HttpRequest, access: TournamentAccess, game: AtTable, error: RuleViolation | None = None
) -> HttpResponse:
    """The page of the table; `error`: why a form was refused."""
    page = table_page(game, access.rights, account(request), device_of(request), datetime.now(UTC))
    more: dict[str, Any] = {"over": access.over if access.rights.referee else None}
    more["error"] = sentence(error) if error else ""
    if page.may_play:
        tournament, number = access.tournament, game.table.number
        path = reverse("tournaments:table_card", args=[tournament.code, number, table_token(tournament, number)])
        more |= {"qr": qr_code(shared_address(request, path)), "short": to_type(request, tournament, number)}
    if is_htmx(request):
        return render_page(request, "tournaments/tables/_table.html", page, fragment=True, **more)
    return render_page(request, "tournaments/tables/table.html", page, 422 if error else 200, **more)


@at_tables(playing, POST)
def open_table(request: HttpRequest, access: TournamentAccess, game: AtTable) -> HttpResponse:
    """Start scoring on this phone, or join the phones that score."""
    values: dict[str, Any] = {"tournament": access.tournament, "table": game.table, "by": account(request)}
    values |= {"device": known_device(request, key_of(request)), "label": label_of(request)}

    return done(
        request,
        lambda: table_access.open_table(record=recording(request), **values),
        lambda: see("matches:match", at_table(request, *game.address)[1].code),
        lambda violation: shown(request, *at_table(request, *game.address), violation),
    )


# ── the tables of a round ────────────────────────────────────────────────────


@readers(GET)
def listed(request: HttpRequest, access: TournamentAccess, round: int) -> HttpResponse:
    """Every table of a round with its state, and what is missing before the round can be closed."""
    return render(request, "tournaments/tables/tables.html", list_context(access, round_of(access, round)))


def round_of(access: TournamentAccess, number: int) -> Round:
    """The round of the address, if it is published."""
    return or_404(next((each for each in access.day.shown if each.number == number), None))


def list_context(access: TournamentAccess, this: Round, **more: Any) -> dict[str, Any]:
    """The context of the list of a round's tables."""
    day = access.day
    calls = {call.table_id for call in day.calls}
    rows = [
        {
            "number": table.number,
            "names": [day.substitutes.get(seat.pk) or day.names[seat.entrant_id] for seat in day.seats[table.pk]],
            "state": state_of(at_table_of_day(day, table)),
            "calls": table.pk in calls,
            "extra": table.extra_seconds // 60,
        }
        for table in day.tables.get(this.pk, [])
    ]
    return {
        "tournament": access.tournament,
        "round": this,
        "rows": rows,
        "referee": access.rights.referee,
        "over": access.over if access.rights.referee else None,
        "clock": clock_shown(this, datetime.now(UTC)),
        "missing": missing(day, this),
        "key": new_key(),
        **more,
    }


def at_table_of_day(day: Day, table: Table) -> AtTable:
    """The table with its last result, from what `day` has read: without another query."""
    game = AtTable(table, day.inside)
    result = day.results.get(table.pk)
    game.results = [result] if result else []
    verdict = day.verdicts.get(result.pk) if result else None
    game.all_verdicts = [verdict] if verdict else []
    game.seats = day.seats[table.pk]
    return game
