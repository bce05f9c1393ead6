"""The check-in desk, and printed cards with the entrants' personal links."""

from dataclasses import dataclass
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from people.text.cleaning import MOST_CHARACTERS
from people.text.names import alphabetical, plain
from people.text.print_language import in_print_language
from people.web.public_urls import QrCode, qr_code, shared_address
from people.web.responses import done
from tournaments.entries import entries as actions
from tournaments.forms.shared import small_number
from tournaments.links import entrant_token
from tournaments.models import Entrant
from tournaments.setup.lifecycle import renew_cards
from tournaments.views.shared import (
    GET,
    POST,
    TournamentAccess,
    TournamentPage,
    or_404,
    organiser_button,
    organisers,
    referees,
)


def _expected(access: TournamentAccess) -> list[Entrant]:
    """Return the entered and waiting entrants, without house players."""
    states = (Entrant.State.ENTERED, Entrant.State.WAITING)
    return [row for row in access.day.entrants if row.state in states and not row.house]


class CheckInRow(NamedTuple):
    """An expected entrant. `waits`: whether they are on the waiting list; `absent`: whether they aren't checked in."""

    entrant: Entrant
    name: str
    waits: bool
    absent: bool

    def matches(self, words: list[str]) -> bool:
        """Return whether each search word is the entrant's number, or starts a word of the name or the club."""
        texts = plain(f"{self.name} {self.entrant.club_name}").replace("-", " ").split()
        number = str(self.entrant.number)
        return all(word == number or any(text.startswith(word) for text in texts) for word in words)


@dataclass
class CheckInPage(TournamentPage):
    """The check-in desk.

    `rows`: all expected entrants; `matching`: those that match the search; `no_shows`: how many can be withdrawn.
    """

    search: str

    def __post_init__(self) -> None:
        waits, names = Entrant.State.WAITING, self.day.names
        self.rows = [
            CheckInRow(row, names[row.pk], row.state == waits, row.checked_in_at is None)
            for row in _expected(self.access)
        ]
        self.rows.sort(key=lambda row: alphabetical(row.name))
        words = plain(self.search).replace("-", " ").split()
        self.matching = [row for row in self.rows if row.matches(words)]
        self.absent = [row for row in self.matching if row.absent]
        self.present = [row for row in self.matching if not row.absent]
        self.arrived = sum(not row.absent for row in self.rows)
        can_withdraw = self.rights.organise and not actions.drawn(self.tournament)
        self.no_shows = sum(row.absent and not row.waits for row in self.rows) if can_withdraw else 0


@referees(GET)
def listed(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """Show all expected entrants by name, absent ones first. `?q=` searches names, clubs and numbers."""
    search = request.GET.get("q", "")[:MOST_CHARACTERS]
    return CheckInPage(access, search).response("tournaments/entries/check_in.html")


@referees(POST)
def one(request: HttpRequest, access: TournamentAccess, entrant: int) -> HttpResponse:
    """Check an entrant in or out. Focus returns to the search field if the search was used."""
    then = access.see("checkin", query="?again=1" if request.POST.get("searched") else "")
    present = request.POST.get("here") == "1"
    return access.run(actions.check_in, then, number=entrant, present=present)


@organisers(POST)
def absent(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """Withdraw all no-shows."""
    withdrawn: list[int] = []
    return done(
        request,
        lambda: withdrawn.extend(actions.withdraw_absent(**access.action)),
        lambda: access.see("checkin", query=f"?withdrawn={len(withdrawn)}"),
    )


class EntryCard(NamedTuple):
    """An entrant's printed card. `address`: the address of their personal link; `qr`: its QR code."""

    entrant: Entrant
    name: str
    address: str
    qr: QrCode


@in_print_language
@organisers(GET)
def cards(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """Show a card for each expected entrant, to print and cut."""
    rows = []
    for entrant in _expected(access):
        token = entrant_token(access.tournament, entrant)
        address = shared_address(request, reverse("tournaments:own", args=[access.code, entrant.number, token]))
        rows.append(EntryCard(entrant, access.day.names[entrant.pk], address, qr_code(address)))
    return TournamentPage(access).response("tournaments/entries/entry_cards.html", cards=rows)


renew = organiser_button(
    renew_cards, lambda post: {"after": or_404(small_number(post.get("after")))}, to="cards", query="?renewed=1"
)
