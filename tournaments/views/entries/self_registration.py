"""Self-registration, and an entrant's own page. Works without an account."""

from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from engine.hash_chain import is_key
from matches.views.shared import device_of, known_device
from people.accounts.rate_limits import RateLimit, count_failure, failures, unknown_link
from people.audit.log import address_of, recording
from people.db.transactions import Unavailable, writing
from people.models import Player
from people.views.guards import account
from people.web.clients import label_of, network_of
from people.web.public_urls import qr_code, shared_address
from people.web.responses import NO_FORM, done, go, posted, render_page, see
from tournaments.entries import self_registration as actions
from tournaments.entries.entries import drawn, full_name, place_for, was_seated
from tournaments.forms.entries import SelfRegistrationForm
from tournaments.links import entrant_token, opens_entrant
from tournaments.models import Entrant, Phone, Tournament, TournamentState
from tournaments.views.shared import FORM, TournamentAccess, TournamentFormPage, readers

State = Entrant.State
# Limit on registrations without an account from one network, which a whole club may share.
ENTRIES = RateLimit("enter", most=60, window=timedelta(hours=1))


class RegistrationPage(TournamentFormPage):
    """The registration form, with the entries of this phone."""

    @property
    def open(self) -> bool:
        return actions.open_for_entry(self.tournament)

    @property
    def full(self) -> bool:
        return place_for(self.tournament) == State.WAITING

    @property
    def own_entries(self) -> list[tuple[str, str]]:
        """The name and URL of each entrant linked to this phone."""
        own = [row for row in self.day.entrants if row.pk in self.rights.entrants]
        return [(self.day.names[row.pk], _own_path(self.tournament, row)) for row in own]


@readers(FORM)
def enter(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """Register as a player, then go to the player's own page."""
    tournament, user = access.tournament, account(request)
    player = Player.objects.filter(club=tournament.club, user=user, merged_into=None).first() if user else None
    form = SelfRegistrationForm(posted(request), own=player.name if player else "")
    made: list[Entrant] = []

    def act() -> None:
        key = form.hidden_key if is_key(form.hidden_key) else ""
        phone = {"device": known_device(request, key), "label": label_of(request)}
        values: dict[str, Any] = {**phone, "key": key, "user": user, "record": recording(request)}
        made.append(actions.register_entrant(tournament=tournament, details=form.details, **values))

    if form.is_valid() and user is None and (refused := _too_many(request)):
        return refused
    page = RegistrationPage(request, "tournaments/entries/self_registration.html", form, access)
    return page.submit(act, lambda: go(_own_path(tournament, made[0])))


def _too_many(request: HttpRequest) -> HttpResponse | None:
    """Return a 429 response if the network has too many registrations; otherwise count this one."""
    party = network_of(address_of(request))
    if failures(ENTRIES, party) < ENTRIES.most:
        with suppress(Unavailable), writing():  # if the database is busy, don't count
            count_failure(ENTRIES, party)
        return None
    response = render(request, "tournaments/entries/too_many_entries.html", NO_FORM, status=429)
    response["Retry-After"] = str(int(ENTRIES.window.total_seconds()))
    return response


def _own_path(tournament: Tournament, entrant: Entrant) -> str:
    return reverse("tournaments:own", args=[tournament.code, entrant.number, entrant_token(tournament, entrant)])


@require_http_methods(["GET", "POST"])
def own(request: HttpRequest, code: str, entrant: int, token: str) -> HttpResponse:
    """Show an entrant's own page, opened by their personal link.

    A POST links this phone to the entrant and checks them in on the day, or withdraws them before the draw.
    """
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
    link = {"tournament": row.tournament, "number": entrant, "token": token}
    values: dict[str, Any] = {**link, "record": recording(request)}

    def act() -> None:
        if leaves:
            actions.leave(**values)
        else:
            actions.use_own_link(device=known_device(request, key), label=label_of(request), **values)

    return done(request, act, lambda: see("tournaments:own", code, entrant, token, query="?done=1"))


@dataclass
class OwnEntryPage:
    """An entrant's own page.

    `phone`: whether this phone is linked to the entrant; `address`: the page's address; `gone`: the first round that
    the entrant doesn't play, 0 if they haven't left; `today`: whether they can check in; `leaves`: whether they can
    withdraw.
    """

    entrant: Entrant
    phone: bool
    address: str

    def __post_init__(self) -> None:
        entrant, state, self.tournament = self.entrant, self.entrant.state, self.entrant.tournament
        self.form, self.name, self.qr = SelfRegistrationForm(), full_name(entrant), qr_code(self.address)
        self.gone = 0 if entrant.left_after is None else entrant.left_after + 1
        self.today = actions.on_its_day(self.tournament) and state in (State.ENTERED, State.WAITING)
        fixed = self.tournament.state == TournamentState.OVER or was_seated(entrant)
        waits = state in (State.ASKED, State.WAITING)
        self.leaves = not fixed and (waits or (state == State.ENTERED and not drawn(self.tournament)))


def _own_page(request: HttpRequest, entrant: Entrant) -> HttpResponse:
    device = device_of(request)
    phone = bool(device) and Phone.objects.filter(entrant=entrant, device=device).exists()
    page = OwnEntryPage(entrant, phone, shared_address(request, request.path))
    return render_page(request, "tournaments/entries/own_entry.html", page)
