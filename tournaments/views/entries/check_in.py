"""The check-in desk, and the printed cards with each entrant's own link."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from people.text.alphabetical_order import alphabetical
from people.text.cleaning import MOST_CHARACTERS
from people.text.similar_names import plain
from people.web.public_urls import shared_address
from people.web.qr import qr_code
from people.web.responses import done, see
from tournaments.entries import entries as actions
from tournaments.entries.waiting_list import drawn
from tournaments.forms.shared import small_number
from tournaments.links import entrant_token
from tournaments.models import Entrant
from tournaments.setup.lifecycle import renew_cards
from tournaments.views.shared import GET, POST, TournamentAccess, or_404, organisers, referees, run


def _expected(access: TournamentAccess) -> list[Entrant]:
    """Who plays or waits, without house players."""
    states = (Entrant.State.ENTERED, Entrant.State.WAITING)
    return [each for each in access.day.entrants if each.state in states and not each.house]


@dataclass(frozen=True, slots=True)
class CheckInRow:
    """An entrant who is expected; `waits`: on the waiting list."""

    entrant: Entrant
    name: str

    @property
    def waits(self) -> bool:
        return self.entrant.state == Entrant.State.WAITING

    @property
    def absent(self) -> bool:
        return self.entrant.checked_in_at is None

    def matches(self, words: list[str]) -> bool:
        """Whether each word of a search is the number, or begins a word of the name or the club."""
        own = plain(f"{self.name} {self.entrant.club_name}").replace("-", " ").split()
        number = str(self.entrant.number)
        return all(word == number or any(each.startswith(word) for each in own) for word in words)


@referees(GET)
def listed(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """Everybody who is expected, by name, those who are absent first. `?q=` searches names, clubs and numbers."""
    search = request.GET.get("q", "")[:MOST_CHARACTERS]
    rows = [CheckInRow(each, access.day.names[each.pk]) for each in _expected(access)]
    rows.sort(key=lambda row: alphabetical(row.name))
    words = plain(search).replace("-", " ").split()
    matching = [row for row in rows if row.matches(words)]
    may_withdraw = access.rights.organise and not drawn(access.tournament)
    context = {
        "tournament": access.tournament,
        "search": search,
        "found": len(matching),
        "absent": [row for row in matching if row.absent],
        "present": [row for row in matching if not row.absent],
        "come": sum(not row.absent for row in rows),
        "expected": len(rows),
        "gone": sum(row.absent and not row.waits for row in rows) if may_withdraw else 0,
        "organise": access.rights.organise,
        "withdrawn": request.GET.get("withdrawn", ""),
        "again": request.GET.get("again") == "1",
    }
    return render(request, "tournaments/entries/check_in.html", context)


@referees(POST)
def one(request: HttpRequest, access: TournamentAccess, entrant: int) -> HttpResponse:
    """Check an entrant in or out. If the search was used, it gets the focus again."""
    then = see("tournaments:checkin", access.code, query="?again=1" if request.POST.get("searched") else "")
    present = request.POST.get("here") == "1"
    return run(request, access, actions.check_in, then, number=entrant, present=present)


@organisers(POST)
def absent(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """Withdraw everybody who has not come."""
    gone: list[int] = []
    return done(
        request,
        lambda: gone.extend(actions.withdraw_absent(**access.action(request))),
        lambda: see("tournaments:checkin", access.code, query=f"?withdrawn={len(gone)}"),
    )


@organisers(GET)
def cards(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """A card for every entrant, to print and cut: the number, the name, the code of the entrant's own link."""
    tournament, rows = access.tournament, []
    for entrant in _expected(access):
        token = entrant_token(tournament, entrant)
        address = shared_address(request, reverse("tournaments:own", args=[access.code, entrant.number, token]))
        name = access.day.names[entrant.pk]
        rows.append({"entrant": entrant, "name": name, "address": address, "qr": qr_code(address)})
    title = _("Check-in cards")
    context = {"tournament": tournament, "cards": rows, "title": title, "renewed": request.GET.get("renewed") == "1"}
    return render(request, "tournaments/entries/entry_cards.html", context)


@organisers(POST)
def renew(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """Revoke the links on all printed cards, those of tables as well."""
    after = or_404(small_number(request.POST.get("after")))
    return run(request, access, renew_cards, see("tournaments:cards", access.code, query="?renewed=1"), after=after)
