"""The check-in desk on the day, and the printed cards with the own link of each entrant."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from people.text.alphabetical_order import alphabetical
from people.text.cleaning import MOST_CHARACTERS
from people.text.similar_names import plain
from people.views.guards import who
from people.web.public_urls import shared_address
from people.web.qr import qr_code
from people.web.responses import done, see
from tournaments.entries import entries as actions
from tournaments.entries.waiting_list import drawn
from tournaments.links import entrant_token
from tournaments.models import Entrant
from tournaments.setup.lifecycle import renew_cards
from tournaments.views.shared import organising, refereeing

State = Entrant.State


@require_safe
def listed(request: HttpRequest, code: str) -> HttpResponse:
    """Everybody who is expected, by name: those who have not come first. `?q=`: whose name, club or number fits."""
    here = refereeing(request, code)
    search = request.GET.get("q", "")[:MOST_CHARACTERS]
    expected = [each for each in here.day.entrants if each.state in (State.ENTERED, State.WAITING) and not each.house]
    rows: list[dict[str, Any]] = sorted(
        ({"entrant": each, "name": here.day.names[each.pk], "waits": each.state == State.WAITING} for each in expected),
        key=lambda row: alphabetical(str(row["name"])),
    )
    absent = [row for row in rows if row["entrant"].checked_in_at is None]
    gone = sum(1 for row in absent if not row["waits"])
    found = _found(rows, search)
    context = {
        "tournament": here.tournament,
        "search": search,
        "found": len(found),
        "absent": [row for row in found if row in absent],
        "present": [row for row in found if row not in absent],
        "come": len(rows) - len(absent),
        "expected": len(rows),
        "gone": gone if here.rights.organise and not drawn(here.tournament) else 0,
        "organise": here.rights.organise,
        "withdrawn": request.GET.get("withdrawn", ""),
        "again": request.GET.get("again") == "1",
    }
    return render(request, "tournaments/checkin.html", context)


def _found(rows: list[dict[str, Any]], search: str) -> list[dict[str, Any]]:
    """Those of whom each word of the search is the number, or begins a word of the name or the club."""
    asked = plain(search).replace("-", " ").split()

    def fits(row: dict[str, Any]) -> bool:
        words = plain(f"{row['name']} {row['entrant'].club_name}").replace("-", " ").split()
        number = str(row["entrant"].number)
        return all(each == number or any(word.startswith(each) for word in words) for each in asked)

    return [row for row in rows if fits(row)]


@require_POST
def one(request: HttpRequest, code: str, entrant: int) -> HttpResponse:
    """Somebody has come, or has not after all. Whoever found them by the search goes on searching."""
    here = refereeing(request, code)
    come = request.POST.get("here") == "1"
    return done(
        request,
        lambda: actions.check_in(tournament=here.tournament, number=entrant, here=come, **who(request)),
        lambda: see("tournaments:checkin", code, query="?again=1" if request.POST.get("searched") else ""),
    )


@require_POST
def absent(request: HttpRequest, code: str) -> HttpResponse:
    """Take out everybody who has not come."""
    here = organising(request, code)
    gone: list[int] = []
    return done(
        request,
        lambda: gone.extend(actions.withdraw_absent(tournament=here.tournament, **who(request))),
        lambda: see("tournaments:checkin", code, query=f"?withdrawn={len(gone)}"),
    )


@require_safe
def cards(request: HttpRequest, code: str) -> HttpResponse:
    """A card for every entrant, to print and cut: the number, the name, the code of their own address."""
    here = organising(request, code)
    tournament = here.tournament
    found = []
    for entrant in here.day.entrants:
        if entrant.state in (State.ENTERED, State.WAITING) and not entrant.house:
            token = entrant_token(tournament, entrant)
            address = shared_address(request, reverse("tournaments:own", args=[code, entrant.number, token]))
            name = here.day.names[entrant.pk]
            found.append({"entrant": entrant, "name": name, "address": address, "qr": qr_code(address)})
    title = _("Cards to check in with")
    context = {"tournament": tournament, "cards": found, "title": title, "renewed": request.GET.get("renewed") == "1"}
    return render(request, "tournaments/cards.html", context)


@require_POST
def renew(request: HttpRequest, code: str) -> HttpResponse:
    """Make the addresses on all printed cards void, those of tables as well."""
    here = organising(request, code)
    after = request.POST.get("after", "")
    if not (after.isascii() and after.isdigit() and len(after) < 8):
        raise Http404
    return done(
        request,
        lambda: renew_cards(tournament=here.tournament, after=int(after), **who(request)),
        lambda: see("tournaments:cards", code, query="?renewed=1"),
    )
