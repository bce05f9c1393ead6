"""The organiser's pages of entries: the list, import, one entry; teams, and entrants who are kept apart."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from people.clubs import roster
from people.web.public_urls import shared_address
from people.web.responses import posted, see
from tournaments import wording
from tournaments.draw.seat_plans import kept_apart
from tournaments.entries import entries as actions
from tournaments.entries import teams
from tournaments.entries.list_import import KnownPlayers
from tournaments.entries.waiting_list import drawn, places_left, was_seated
from tournaments.forms.entries import EntrantForm, ListForm
from tournaments.forms.shared import small_number
from tournaments.models import Apart, Entrant
from tournaments.views.shared import (
    FORM,
    GET,
    POST,
    TournamentAccess,
    TournamentFormPage,
    is_saved,
    or_404,
    organisers,
    run,
)

State = Entrant.State
FEWEST = 3  # players to draw
GROUPS = (State.ASKED, State.ENTERED, State.WAITING, State.REFUSED, State.WITHDRAWN)


@organisers(GET)
def listed(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """All entries by state."""
    day, tournament = access.day, access.tournament
    is_drawn = drawn(tournament)
    team_names = {team.pk: team.name for team in day.teams}
    known = KnownPlayers(roster.entries(tournament.club), ())
    groups = []
    for state in GROUPS:
        rows = [
            _row(access, each, team_names, known) for each in day.entrants if each.state == state and not each.house
        ]
        groups.append({"state": state, "rows": rows})
    house = [_row(access, each, team_names, known) for each in day.entered if each.house]
    context = {
        "tournament": tournament,
        "groups": [group for group in groups if group["rows"]],
        "house": house,
        "entered": sum(1 for each in day.entered if not each.house),
        "left": places_left(tournament),
        "drawn": is_drawn,
        "ready": is_drawn or len(day.entered) >= FEWEST,
        "open": shared_address(request, f"/e/{access.code}/enter/") if tournament.open_for_entry else "",
        "added": request.GET.get("added", ""),
        "saved": is_saved(request),
    }
    return render(request, "tournaments/entries/entries.html", context)


def _row(access: TournamentAccess, entrant: Entrant, team_names: dict[int, str], known: KnownPlayers) -> dict[str, Any]:
    team = team_names.get(entrant.team_id or 0, "")
    likely = None
    if entrant.player is None and not entrant.house:
        likely = known.by_name.get(actions.alike(entrant.name)) or known.likely(entrant.name)
    details = [entrant.club_name, entrant.country, entrant.licence, team]
    if entrant.seeding is not None:
        details.append(_("seeded %(number)s") % {"number": entrant.seeding})
    return {
        "entrant": entrant,
        "name": access.day.names[entrant.pk],
        "words": [word for word in details if word],
        "gone": wording.plays_no_more(entrant.left_after),
        "wish": entrant.wish,
        "likely": likely.name if likely else "",
    }


@organisers(FORM)
def add(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """Add entrants from a list or a file, after a preview where something in it is doubtful."""
    names = access.day.names
    withdrew = {names[each.pk]: each.number for each in access.day.entrants if each.state == State.WITHDRAWN}
    known = KnownPlayers(roster.entries(access.tournament.club), names.values(), withdrew)
    form = ListForm(posted(request), request.FILES if request.method == "POST" else None, known=known)
    made: list[Entrant] = []

    valid = form.is_valid()
    left, new = places_left(access.tournament), sum(line.new for line in form.lines)
    house = form.is_bound and form.cleaned_data.get("house")
    waits = 0 if left is None or house else max(new - left, 0)
    more = {"lines": form.lines, "new": new, "waits": waits, "drawn": drawn(access.tournament)}

    def then() -> HttpResponse:
        """Late arrivals go on to their seats, others to the list."""
        late = [each.number for each in made if each.state == State.WAITING] if drawn(access.tournament) else []
        if late and access.over is None:
            return see("tournaments:late", access.code, query="?" + "&".join(f"comes={number}" for number in late))
        return see("tournaments:entries", access.code, query=f"?added={len(made)}")

    page = TournamentFormPage(request, "tournaments/entries/add.html", form, access.tournament, more)
    if valid and (request.POST.get("action") != "add" or form.asks):
        return page.response()
    values = access.action(request)
    return page.submit(lambda: made.extend(actions.add_entrants(entries=form.entries, **values)), then)


@organisers(FORM)
def change(request: HttpRequest, access: TournamentAccess, entrant: int) -> HttpResponse:
    """The page of one entry: its details and its state."""
    day, row = access.day, or_404(access.day.by_number.get(entrant))
    row.team = next((team for team in day.teams if team.pk == row.team_id), None)
    taken = {each.player_id for each in day.entrants if each.pk != row.pk}
    free = [player for player in roster.entries(access.tournament.club) if player.pk not in taken]
    form = EntrantForm(request.POST, roster=free) if request.method == "POST" else EntrantForm.of(row, free)

    more = {
        "entrant": row,
        "name": day.names[row.pk],
        "gone": wording.plays_no_more(row.left_after),
        "teams": day.teams,
        "over": access.over is not None,
        "seated": was_seated(row),
        "fixed": row.state == State.ENTERED and drawn(access.tournament),
    }
    values = {"number": entrant, **access.action(request)}
    page = TournamentFormPage(request, "tournaments/entries/entry.html", form, access.tournament, more)
    return page.submit(lambda: actions.change_entrant(details=form.details, **values), access.saved("entries"))


@organisers(POST)
def move(request: HttpRequest, access: TournamentAccess, entrant: int) -> HttpResponse:
    """Accept, decline or withdraw an entry. A player who is accepted after the draw is seated next."""
    steps = {"approve": actions.approve_entrant, "refuse": actions.refuse_entrant, "withdraw": actions.withdraw_entrant}
    action = or_404(steps.get(request.POST.get("to", "")))
    late = action is actions.approve_entrant and drawn(access.tournament) and access.over is None
    to_seats = see("tournaments:late", access.code, query=f"?comes={entrant}")
    then = to_seats if late else access.saved("entries")()
    return run(request, access, action, then, number=entrant)


# ── teams, and entrants who are kept apart ─────────────────────────────────────


@organisers(GET)
def teams_page(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """The teams with their members; who is kept apart from whom, and why."""
    day = access.day
    by_pk = day.by_pk
    named = [(by_pk[each.one_id], by_pk[each.other_id]) for each in Apart.objects.filter(tournament=access.tournament)]
    playing = [each for each in day.entrants if each.state in (Entrant.State.ENTERED, Entrant.State.WAITING)]
    context = {
        "tournament": access.tournament,
        "teams": [
            {"team": team, "members": [day.names[each.pk] for each in playing if each.team_id == team.pk]}
            for team in day.teams
        ],
        "pairs": [
            {"one": one, "other": other, "names": (day.names[one.pk], day.names[other.pk])} for one, other in named
        ],
        "people": [{"number": each.number, "name": day.names[each.pk]} for each in playing],
        "apart": len(kept_apart(day, playing)),
        "saved": is_saved(request),
    }
    return render(request, "tournaments/entries/kept_apart.html", context)


@organisers(POST)
def apart_pair(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """Keep two entrants apart, or no longer."""
    values = {name: or_404(small_number(request.POST.get(name))) for name in ("one", "other")}
    return run(request, access, teams.keep_apart, _saved(access.code), apart=request.POST.get("apart") != "0", **values)


@organisers(POST)
def apart_groups(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """Keep team-mates apart, and people of one club."""
    ticked = {name: request.POST.get(name) == "1" for name in ("teams", "clubs")}
    return run(request, access, teams.keep_groups_apart, _saved(access.code), **ticked)


@organisers(POST)
def team(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """Rename a team, or remove it."""
    number = or_404(small_number(request.POST.get("team")))
    then = access.saved("apart")()
    if request.POST.get("remove"):
        return run(request, access, teams.remove_team, then, number=number)
    return run(request, access, teams.rename_team, then, number=number, name=request.POST.get("name", ""))


def _saved(code: str) -> HttpResponse:
    return see("tournaments:apart", code, query="?saved=1", anchor="#pairs")
