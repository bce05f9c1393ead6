"""The pages of tables: the links on their cards, the list of a round, one table while it plays and signs."""

from datetime import UTC, datetime
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from engine.errors import RuleViolation
from engine.hash_chain import is_key
from matches.views.shared import device_of, is_htmx, known_device
from people.accounts.rate_limits import unknown_link
from people.accounts.user_agents import label_of
from people.audit.log import recording
from people.forms.shared import sentence
from people.views.guards import account
from people.web.codes import new_key
from people.web.public_urls import shared_address
from people.web.qr import qr_code
from people.web.responses import done, see
from tournaments.links import opens_table, table_token
from tournaments.models import Round, Table, Tournament
from tournaments.pages.tables.table_page import clock_shown, stand_of, state_of, table_page
from tournaments.play import table_access
from tournaments.play.rounds import missing
from tournaments.play.tables import AtTable, table_of
from tournaments.rights import rights_of
from tournaments.snapshot import Day
from tournaments.views.play.table_codes import to_type
from tournaments.views.shared import Here, opened


@require_http_methods(["GET", "POST"])
def card(request: HttpRequest, code: str, table: int, token: str) -> HttpResponse:
    """A table's card: asks first, since a program that previews links opens it too; a tap lets the phone in."""
    tournament = Tournament.objects.select_related("club").filter(code=code).first()
    if tournament is None or not opens_table(tournament, table, token):
        return unknown_link(request)
    if request.method == "GET":
        if table in rights_of(tournament, device_of(request), request.user).tables:
            return _to_table(request, tournament, table)
        context = {"tournament": tournament, "number": table, "token": token, "key": new_key()}
        return render(request, "tournaments/tables/card.html", context)
    key = request.POST.get("key", "")
    device = known_device(request, key if is_key(key) else new_key())
    told: dict[str, Any] = {"device": device, "label": label_of(request), "record": recording(request)}
    return done(
        request,
        lambda: table_access.join_table(tournament=tournament, number=table, token=token, **told),
        lambda: see("tournaments:table_card", code, table, token),
    )


def _to_table(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The table in the round that is played; where there is none, when to look again."""
    day = Day(tournament)
    current = day.current
    if current and any(each.number == number for each in day.tables.get(current.pk, [])):
        return see("tournaments:table", tournament.code, current.number, number)
    return render(request, "tournaments/tables/waiting.html", {"tournament": tournament, "number": number, "every": 20})


def at_table(request: HttpRequest, code: str, round: int, table: int) -> tuple[Here, AtTable]:
    """The table of the address, of a round that everybody may see; else there is no such page."""
    here = opened(request, code)
    found = table_of(here.tournament, round, table)
    if found is None:
        raise Http404
    return here, AtTable(found, here.rights.inside)


def playing(request: HttpRequest, code: str, round: int, table: int) -> tuple[Here, AtTable]:
    """The same for who plays there, has the table's card or is a referee."""
    here, there = at_table(request, code, round, table)
    signs = there.signers(here.rights, account(request)) or table in here.rights.tables
    if not (signs or here.rights.referee):
        raise Http404
    return here, there


@require_safe
def table(request: HttpRequest, code: str, round: int, table: int) -> HttpResponse:
    """Who sits where, how long the round goes on, what the table came to, and what is to be done next."""
    here, there = at_table(request, code, round, table)
    if is_htmx(request) and request.GET.get("v") == stand_of(there):
        return HttpResponse(status=204)
    return shown(request, here, there)


def shown(request: HttpRequest, here: Here, there: AtTable, error: RuleViolation | None = None) -> HttpResponse:
    """The page of the table; `error`: why what was sent was not done."""
    context = table_page(there, here.rights, account(request), device_of(request), datetime.now(UTC))
    context["over"] = here.over if here.rights.referee else None
    if context["may_play"]:
        tournament, number = here.tournament, there.table.number
        path = reverse("tournaments:table_card", args=[tournament.code, number, table_token(tournament, number)])
        context["qr"] = qr_code(shared_address(request, path))
        context["short"] = to_type(request, tournament, number)
    context["error"] = sentence(error) if error else ""
    if is_htmx(request):
        return render(request, "tournaments/tables/_table.html", {**context, "fragment": True})
    return render(request, "tournaments/tables/table.html", context, status=422 if error else 200)


@require_POST
def open_table(request: HttpRequest, code: str, round: int, table: int) -> HttpResponse:
    """Start scoring on this phone, or join those who do."""
    here, there = playing(request, code, round, table)
    key = request.POST.get("key", "")
    device = known_device(request, key if is_key(key) else new_key())
    told: dict[str, Any] = {"device": device, "by": account(request), "label": label_of(request)}

    def then() -> HttpResponse:
        found = table_of(here.tournament, round, table)
        assert found and found.match
        return see("matches:match", found.match.code)

    return done(
        request,
        lambda: table_access.open_table(
            tournament=here.tournament, table=there.table, record=recording(request), **told
        ),
        then,
        lambda violation: shown(request, *at_table(request, code, round, table), violation),
    )


@require_safe
def listed(request: HttpRequest, code: str, round: int) -> HttpResponse:
    """Every table of a round and how far it is; what keeps the round from being closed."""
    here = opened(request, code)
    one = round_of(here, round)
    return render(request, "tournaments/tables/tables.html", list_context(here, one))


def round_of(here: Here, number: int) -> Round:
    """The round of the address, if everybody may see it."""
    found = next((each for each in here.day.shown if each.number == number), None)
    if found is None:
        raise Http404
    return found


def list_context(here: Here, one: Round, **more: Any) -> dict[str, Any]:
    """What the list of a round's tables shows."""
    day = here.day
    calls = {call.table_id for call in day.calls}
    rows = [
        {
            "number": table.number,
            "names": [day.substitutes.get(seat.pk) or day.names[seat.entrant_id] for seat in day.seats[table.pk]],
            "state": state_in(day, table),
            "calls": table.pk in calls,
            "extra": table.extra_seconds // 60,
        }
        for table in day.tables.get(one.pk, [])
    ]
    return {
        "tournament": here.tournament,
        "round": one,
        "rows": rows,
        "referee": here.rights.referee,
        "over": here.over if here.rights.referee else None,
        "clock": clock_shown(one, datetime.now(UTC)),
        "missing": missing(day, one),
        "key": new_key(),
        **more,
    }


def state_in(day: Day, table: Any) -> str:
    """`state_of` a table, from what is read of the whole day."""
    return state_of(at_table_of_day(day, table))


def at_table_of_day(day: Day, table: Table) -> AtTable:
    """The table with its last result, from what is read of the whole day: no query more."""
    here = AtTable(table, day.inside)
    result = day.results.get(table.pk)
    here.results = [result] if result else []
    verdict = day.verdicts.get(result.pk) if result else None
    here.all_verdicts = [verdict] if verdict else []
    here.seats = day.seats[table.pk]
    return here
