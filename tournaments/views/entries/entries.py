"""The organiser's entry list: all entrants and their states, import, change."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from engine.errors import RuleViolation
from people.clubs import roster
from people.models import Player
from people.views.guards import who
from people.web.public_urls import shared_address
from people.web.responses import done, see
from tournaments import wording
from tournaments.entries import entries as actions
from tournaments.entries.list_import import KnownPlayers
from tournaments.entries.waiting_list import drawn, places_left, was_seated
from tournaments.forms.entries import EntrantForm, ListForm
from tournaments.models import Entrant
from tournaments.models import TournamentState as Progress
from tournaments.views.shared import Here, organising

State = Entrant.State
A_TABLE = 3  # fewer are not drawn
# In this order, each under its heading.
GROUPS = (State.ASKED, State.ENTERED, State.WAITING, State.REFUSED, State.WITHDRAWN)


@require_safe
def listed(request: HttpRequest, code: str) -> HttpResponse:
    """Everybody who asks, is entered, waits, was refused or withdrew."""
    here = organising(request, code)
    day, tournament = here.day, here.tournament
    is_drawn = drawn(tournament)
    teams = {team.pk: team.name for team in day.teams}
    known = KnownPlayers(roster.entries(tournament.club), ())
    groups = []
    for state in GROUPS:
        found = [_row(here, each, teams, known) for each in day.entrants if each.state == state and not each.house]
        groups.append({"state": state, "rows": found})
    house = [_row(here, each, teams, known) for each in day.entered if each.house]
    context = {
        "tournament": tournament,
        "groups": [group for group in groups if group["rows"]],
        "house": house,
        "entered": sum(1 for each in day.entered if not each.house),
        "left": places_left(tournament),
        "drawn": is_drawn,
        "ready": is_drawn or len(day.entered) >= A_TABLE,
        "open": shared_address(request, f"/e/{code}/enter/") if tournament.open_for_entry else "",
        "added": request.GET.get("added", ""),
        "saved": request.GET.get("saved") == "1",
    }
    return render(request, "tournaments/entries.html", context)


def _row(here: Here, entrant: Entrant, teams: dict[int, str], known: KnownPlayers) -> dict[str, Any]:
    """One entry as the list shows it."""
    team = teams.get(entrant.team_id or 0, "")
    likely = None
    if entrant.player is None and not entrant.house:
        likely = known.by_name.get(actions.alike(entrant.name)) or known.likely(entrant.name)
    told = [entrant.club_name, entrant.country, entrant.licence, team]
    if entrant.seeding is not None:
        told.append(_("seed %(number)s") % {"number": entrant.seeding})
    return {
        "entrant": entrant,
        "name": here.day.names[entrant.pk],
        "words": [word for word in told if word],
        "gone": wording.plays_no_more(entrant.left_after),
        "wish": entrant.wish,
        "likely": likely.name if likely else "",
    }


@require_http_methods(["GET", "POST"])
def add(request: HttpRequest, code: str) -> HttpResponse:
    """People from a list: pasted, or a CSV or XLSX file; looked at before they are entered."""
    here = organising(request, code)
    names = here.day.names
    withdrew = {names[each.pk]: each.number for each in here.day.entrants if each.state == State.WITHDRAWN}
    known = KnownPlayers(roster.entries(here.tournament.club), names.values(), withdrew)
    if request.method == "GET":
        return _add_page(request, here, ListForm(known=known), 200)
    form = ListForm(request.POST, request.FILES, known=known)
    if not form.is_valid():
        return _add_page(request, here, form, 422)
    if request.POST.get("action") != "add" or form.asks:
        return _add_page(request, here, form, 200)
    made: list[Entrant] = []
    return done(
        request,
        lambda: made.extend(actions.add_entrants(tournament=here.tournament, entries=form.told, **who(request))),
        lambda: _added(here, made),
        lambda violation: _add_page(request, here, form, 422, violation),
    )


def _added(here: Here, made: list[Entrant]) -> HttpResponse:
    """Who comes late goes on to their seats, everybody else to the list."""
    late = [each.number for each in made if each.state == State.WAITING] if drawn(here.tournament) else []
    if late and here.over is None:
        return see("tournaments:late", here.tournament.code, query="?" + "&".join(f"comes={number}" for number in late))
    return see("tournaments:entries", here.tournament.code, query=f"?added={len(made)}")


def _add_page(
    request: HttpRequest, here: Here, form: ListForm, status: int, violation: RuleViolation | None = None
) -> HttpResponse:
    if violation:
        form.refuse(violation)
    left = places_left(here.tournament)
    new = sum(line.new for line in form.lines)
    house = bool(form.is_bound and form.cleaned_data.get("house"))
    context = {
        "tournament": here.tournament,
        "form": form,
        "lines": form.lines,
        "new": new,
        "waits": 0 if left is None or house else max(new - left, 0),
        "drawn": drawn(here.tournament),
        "show_errors": status == 422,
    }
    return render(request, "tournaments/entries_add.html", context, status=status)


@require_http_methods(["GET", "POST"])
def change(request: HttpRequest, code: str, entrant: int) -> HttpResponse:
    """One entry: what it says, and where it stands."""
    here = organising(request, code)
    now = here.day.by_number.get(entrant)
    if now is None:
        raise Http404
    now.team = next((team for team in here.day.teams if team.pk == now.team_id), None)
    free = _free_players(here, now)
    form = EntrantForm(request.POST, roster=free) if request.method == "POST" else EntrantForm.of(now, free)
    if request.method == "GET" or not form.is_valid():
        return _entry_page(request, here, form, now)
    return done(
        request,
        lambda: actions.change_entrant(tournament=here.tournament, number=entrant, details=form.told, **who(request)),
        lambda: see("tournaments:entries", code, query="?saved=1"),
        lambda violation: _entry_page(request, here, form, now, violation),
    )


def _free_players(here: Here, now: Entrant) -> list[Player]:
    """Whom of the roster this entry may be: nobody else's entry."""
    taken = {each.player_id for each in here.day.entrants if each.pk != now.pk}
    return [player for player in roster.entries(here.tournament.club) if player.pk not in taken]


def _entry_page(
    request: HttpRequest, here: Here, form: EntrantForm, now: Entrant, violation: RuleViolation | None = None
) -> HttpResponse:
    if violation:
        form.refuse(violation)
    context = {
        "tournament": here.tournament,
        "form": form,
        "entrant": now,
        "name": here.day.names[now.pk],
        "gone": wording.plays_no_more(now.left_after),
        "teams": here.day.teams,
        "show_errors": form.is_bound,
        "over": here.tournament.state == Progress.OVER,
        "seated": was_seated(now),
        "fixed": now.state == State.ENTERED and drawn(here.tournament),
    }
    return render(request, "tournaments/entry.html", context, status=422 if form.is_bound else 200)


@require_POST
def move(request: HttpRequest, code: str, entrant: int) -> HttpResponse:
    """Let in, refuse, withdraw. Who is let in once the seats are drawn is seated next."""
    here = organising(request, code)
    steps = {"approve": actions.approve_entrant, "refuse": actions.refuse_entrant, "withdraw": actions.withdraw_entrant}
    step = steps.get(request.POST.get("to", ""))
    if step is None:
        raise Http404
    late = step is actions.approve_entrant and drawn(here.tournament) and here.over is None
    return done(
        request,
        lambda: step(tournament=here.tournament, number=entrant, **who(request)),
        lambda: (
            see("tournaments:late", code, query=f"?comes={entrant}")
            if late
            else see("tournaments:entries", code, query="?saved=1")
        ),
    )
