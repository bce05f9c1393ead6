"""Self-registration, and the own page of an entrant. No account is needed."""

from contextlib import suppress
from datetime import timedelta
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from engine.hash_chain import is_key
from matches.views.shared import device_of, known_device
from people.accounts.rate_limits import RateLimit, count_failure, failures, unknown_link
from people.accounts.user_agents import label_of
from people.audit.log import address_of, recording
from people.db.transactions import Unavailable, writing
from people.models import Player
from people.views.guards import account
from people.web.networks import network_of
from people.web.public_urls import shared_address
from people.web.qr import qr_code
from people.web.responses import done, posted, see
from tournaments.entries import self_registration as actions
from tournaments.entries.waiting_list import drawn, place_for, was_seated
from tournaments.forms.entries import AskForm
from tournaments.links import entrant_token, opens_entrant
from tournaments.models import Entrant, Phone, Tournament, TournamentState
from tournaments.views.shared import FORM, TournamentAccess, TournamentFormPage, readers

State = Entrant.State
# Entries from one network address without an account: a whole club may share one.
ENTRIES = RateLimit("enter", most=60, window=timedelta(hours=1))


@readers(FORM)
def enter(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """Enter as a player: accepted, on the waiting list, or to be approved; then the player's own page."""
    tournament, user = access.tournament, account(request)
    player = Player.objects.filter(club=tournament.club, user=user, merged_into=None).first() if user else None
    form = AskForm(posted(request), own=player.name if player else "")
    made: list[Entrant] = []

    mine = [each for each in access.day.entrants if each.pk in access.rights.entrants]
    more = {
        "open": actions.open_for_entry(tournament),
        "full": place_for(tournament) == State.WAITING,
        "mine": [{"name": access.day.names[each.pk], "to": _own_path(tournament, each)} for each in mine],
    }

    def ask() -> None:
        key = form.hidden_key if is_key(form.hidden_key) else ""
        phone: dict[str, Any] = {"user": user, "device": known_device(request, key), "label": label_of(request)}
        record = recording(request)
        made.append(actions.ask_to_enter(tournament=tournament, details=form.details, key=key, record=record, **phone))

    if form.is_valid() and user is None and (refused := _too_many(request)):
        return refused
    page = TournamentFormPage(request, "tournaments/entries/self_registration.html", form, tournament, more)
    return page.submit(
        ask, lambda: see("tournaments:own", access.code, made[0].number, entrant_token(tournament, made[0]))
    )


def _too_many(request: HttpRequest) -> HttpResponse | None:
    """Return 429 for an address that enters very many people; otherwise count the entry."""
    party = network_of(address_of(request))
    if failures(ENTRIES, party) < ENTRIES.most:
        with suppress(Unavailable), writing():  # busy: not counted this once
            count_failure(ENTRIES, party)
        return None
    response = render(request, "tournaments/entries/too_many_entries.html", {"csrf_token": ""}, status=429)  # nosec B105 # none
    response["Retry-After"] = str(int(ENTRIES.window.total_seconds()))
    return response


def _own_path(tournament: Tournament, entrant: Entrant) -> str:
    return reverse("tournaments:own", args=[tournament.code, entrant.number, entrant_token(tournament, entrant)])


@require_http_methods(["GET", "POST"])
def own(request: HttpRequest, code: str, entrant: int, token: str) -> HttpResponse:
    """An entrant's own page, whose address is on the card. A tap links this phone to the entrant, and checks them in on
    the day; another one withdraws them before the draw."""
    rows = Entrant.objects.filter(tournament__code=code, number=entrant)
    row = rows.select_related("tournament__club", "player", "team").first()
    if row is None or not opens_entrant(row.tournament, row, token):
        return unknown_link(request)
    if request.method == "GET":
        return _own_page(request, row)
    key = request.POST.get("key", "")
    leaves = request.POST.get("what") == "leave"
    if not leaves and not is_key(key):
        raise Http404
    values: dict[str, Any] = {"tournament": row.tournament, "number": entrant, "token": token}

    def act() -> None:
        if leaves:
            actions.leave(record=recording(request), **values)
        else:
            phone: dict[str, Any] = {"device": known_device(request, key), "label": label_of(request)}
            actions.use_own_link(record=recording(request), **phone, **values)

    return done(request, act, lambda: see("tournaments:own", code, entrant, token, query="?done=1"))


def _own_page(request: HttpRequest, entrant: Entrant) -> HttpResponse:
    tournament, device = entrant.tournament, device_of(request)
    address = shared_address(request, request.path)
    plays = entrant.state in (State.ENTERED, State.WAITING)
    context = {
        "tournament": tournament,
        "entrant": entrant,
        "name": entrant.player.name if entrant.player else entrant.name,
        "here": entrant.checked_in_at is not None,
        "gone": 0 if entrant.left_after is None else entrant.left_after + 1,
        "today": actions.on_its_day(tournament) and plays,
        "phone": bool(device) and Phone.objects.filter(entrant=entrant, device=device).exists(),
        "leaves": _may_leave(entrant),
        "form": AskForm(),
        "address": address,
        "qr": qr_code(address),
        "done": request.GET.get("done") == "1",
    }
    return render(request, "tournaments/entries/own_entry.html", context)


def _may_leave(entrant: Entrant) -> bool:
    if entrant.tournament.state == TournamentState.OVER or was_seated(entrant):
        return False
    waits = entrant.state in (State.ASKED, State.WAITING)
    return waits or (entrant.state == State.ENTERED and not drawn(entrant.tournament))
