"""Self-registration, and the own link of an entrant. No account is needed."""

from contextlib import suppress
from datetime import timedelta
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from engine.errors import RuleViolation
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
from people.web.responses import done, see
from tournaments.entries import self_registration as actions
from tournaments.entries.waiting_list import drawn, place_for, was_seated
from tournaments.forms.entries import AskForm
from tournaments.links import entrant_token, opens_entrant
from tournaments.models import Entrant, Phone, Tournament
from tournaments.models import TournamentState as Progress
from tournaments.views.shared import Here, opened

State = Entrant.State
# Entries by one network address without an account: a whole club stands behind one.
ENTRIES = RateLimit("enter", most=60, window=timedelta(hours=1))


@require_http_methods(["GET", "POST"])
def enter(request: HttpRequest, code: str) -> HttpResponse:
    """A player enters: in at once, on the waiting list, or to be looked at; then their own page."""
    here = opened(request, code)
    user = account(request)
    own = Player.objects.filter(club=here.tournament.club, user=user, merged_into=None).first() if user else None
    form = AskForm(request.POST if request.method == "POST" else None, own=own.name if own else "")
    if request.method == "GET":
        return _page(request, here, form, 200)
    if not form.is_valid():
        return _page(request, here, form, 422)
    if user is None and (refused := _too_many(request)):
        return refused
    key = form.hidden_key if is_key(form.hidden_key) else ""
    told: dict[str, Any] = {"user": user, "device": known_device(request, key), "label": label_of(request)}
    made: list[Entrant] = []
    return done(
        request,
        lambda: made.append(
            actions.ask_to_enter(
                tournament=here.tournament, details=form.told, key=key, record=recording(request), **told
            )
        ),
        lambda: see("tournaments:own", code, made[0].number, entrant_token(here.tournament, made[0])),
        lambda violation: _page(request, here, form, 422, violation),
    )


def _too_many(request: HttpRequest) -> HttpResponse | None:
    """429 for who enters very many people; else the entry is counted."""
    party = network_of(address_of(request))
    if failures(ENTRIES, party) < ENTRIES.most:
        with suppress(Unavailable), writing():  # busy: not counted this once
            count_failure(ENTRIES, party)
        return None
    response = render(request, "tournaments/too_many_entries.html", {"csrf_token": ""}, status=429)  # nosec B105 # none
    response["Retry-After"] = str(int(ENTRIES.window.total_seconds()))
    return response


def _page(
    request: HttpRequest, here: Here, form: AskForm, status: int, violation: RuleViolation | None = None
) -> HttpResponse:
    if violation:
        form.refuse(violation)
    tournament = here.tournament
    mine = [each for each in here.day.entrants if each.pk in here.rights.entrants]
    context = {
        "tournament": tournament,
        "form": form,
        "open": actions.open_for_entry(tournament),
        "full": place_for(tournament) == State.WAITING,
        "mine": [{"name": here.day.names[each.pk], "to": _own_path(tournament, each)} for each in mine],
        "show_errors": status == 422,
    }
    return render(request, "tournaments/enter.html", context, status=status)


def _own_path(tournament: Tournament, entrant: Entrant) -> str:
    return reverse("tournaments:own", args=[tournament.code, entrant.number, entrant_token(tournament, entrant)])


@require_http_methods(["GET", "POST"])
def own(request: HttpRequest, code: str, entrant: int, token: str) -> HttpResponse:
    """An entrant's own address, as it stands on their card: where they stand; a tap makes the phone theirs, and on the
    day checks them in; another takes them out before the draw."""
    found = Entrant.objects.filter(tournament__code=code, number=entrant)
    theirs = found.select_related("tournament__club", "player", "team").first()
    if theirs is None or not opens_entrant(theirs.tournament, theirs, token):
        return unknown_link(request)
    if request.method == "GET":
        return _own_page(request, theirs, token)
    told: dict[str, Any] = {"tournament": theirs.tournament, "number": entrant, "token": token}
    key = request.POST.get("key", "")
    leaves = request.POST.get("what") == "leave"
    if not leaves and not is_key(key):
        raise Http404

    def step() -> None:
        if leaves:
            actions.leave(record=recording(request), **told)
            return
        phone: dict[str, Any] = {"device": known_device(request, key), "label": label_of(request)}
        actions.come_in(record=recording(request), **phone, **told)

    return done(request, step, lambda: see("tournaments:own", code, entrant, token, query="?done=1"))


def _own_page(request: HttpRequest, theirs: Entrant, token: str) -> HttpResponse:
    tournament, device = theirs.tournament, device_of(request)
    address = shared_address(request, request.path)
    plays = theirs.state in (State.ENTERED, State.WAITING)
    context = {
        "tournament": tournament,
        "entrant": theirs,
        "name": theirs.player.name if theirs.player else theirs.name,
        "here": theirs.checked_in_at is not None,
        "gone": 0 if theirs.left_after is None else theirs.left_after + 1,
        "today": actions.on_its_day(tournament) and plays,
        "phone": bool(device) and Phone.objects.filter(entrant=theirs, device=device).exists(),
        "leaves": _may_leave(theirs),
        "form": AskForm(),
        "address": address,
        "qr": qr_code(address),
        "done": request.GET.get("done") == "1",
    }
    return render(request, "tournaments/own.html", context)


def _may_leave(theirs: Entrant) -> bool:
    if theirs.tournament.state == Progress.OVER or was_seated(theirs):
        return False
    waits = theirs.state in (State.ASKED, State.WAITING)
    return waits or (theirs.state == State.ENTERED and not drawn(theirs.tournament))
