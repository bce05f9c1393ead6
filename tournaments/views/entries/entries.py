"""The organiser's pages of entrants: list, import, one entrant, teams, players kept apart."""

from dataclasses import dataclass
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.translation import gettext as _

from people.clubs import roster
from people.clubs.attendance import names_coming
from people.text.cleaning import alike, read_digits
from people.web.public_urls import shared_address
from people.web.responses import posted
from tournaments import wording
from tournaments.draw.seat_plans import kept_apart
from tournaments.entries import entries as actions
from tournaments.entries import teams
from tournaments.entries.list_import import KnownPlayers
from tournaments.forms.entries import EntrantForm, ListForm
from tournaments.forms.shared import small_number
from tournaments.models import Apart, Entrant
from tournaments.views.shared import (
    FORM,
    GET,
    POST,
    TournamentAccess,
    TournamentFormPage,
    TournamentPage,
    or_404,
    organiser_button,
    organisers,
)

State = Entrant.State
FEWEST = 3  # players for a draw
GROUPS = (State.ASKED, State.ENTERED, State.WAITING, State.REFUSED, State.WITHDRAWN)


class EntrantRow(NamedTuple):
    """An entrant in the list. `details`: what was entered besides the name; `likely`: a similar name on the roster."""

    entrant: Entrant
    name: str
    details: list[str]
    gone: str
    likely: str


@dataclass
class EntriesPage(TournamentPage):
    """The page of all entrants, by state.

    `left`: vacancies, None for no limit; `ready`: whether there are enough players for a draw; `open`: the address of
    self-registration, "" if it is closed.
    """

    def __post_init__(self) -> None:
        access, day, tournament = self.access, self.day, self.tournament
        known = KnownPlayers(roster.entries(tournament.club), ())
        people = [(row.state, _row(access, row, known)) for row in day.entrants if not row.house]
        groups = [(state, [row for its, row in people if its == state]) for state in GROUPS]
        self.groups = [(state, rows) for state, rows in groups if rows]
        self.house = [_row(access, row, known) for row in day.entered if row.house]
        self.left, self.drawn = actions.places_left(tournament), actions.drawn(tournament)
        self.ready = self.drawn or len(day.entered) >= FEWEST
        self.open = shared_address(access.request, f"/e/{access.code}/enter/") if tournament.open_for_entry else ""


@organisers(GET)
def listed(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """Show all entrants by state."""
    return EntriesPage(access).response("tournaments/entries/entries.html")


def _row(access: TournamentAccess, entrant: Entrant, known: KnownPlayers) -> EntrantRow:
    team = next((team.name for team in access.day.teams if team.pk == entrant.team_id), "")
    likely = None
    if entrant.player is None and not entrant.house:
        likely = known.by_name.get(actions.alike(entrant.name)) or known.likely(entrant.name)
    details = [entrant.club_name, entrant.country, entrant.licence, team]
    if entrant.seeding is not None:
        details.append(_("seeded %(number)s") % {"number": entrant.seeding})
    name, gone = access.day.names[entrant.pk], wording.plays_no_more(entrant.left_after)
    return EntrantRow(entrant, name, [text for text in details if text], gone, likely.name if likely else "")


@organisers(FORM)
def add(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """Add entrants from a list or file. Shows a preview first if anything is doubtful."""
    names = access.day.names
    withdrew = {names[row.pk]: row.number for row in access.day.entrants if row.state == State.WITHDRAWN}
    players = roster.entries(access.tournament.club)
    known = KnownPlayers(players, names.values(), withdrew)
    form = ListForm(posted(request), request.FILES if request.method == "POST" else None, known=known)
    made: list[Entrant] = []

    valid = form.is_valid()
    left, new = actions.places_left(access.tournament), sum(line.new for line in form.lines)
    house = form.is_bound and form.cleaned_data.get("house")
    waits = 0 if left is None or house else max(new - left, 0)
    is_drawn = actions.drawn(access.tournament)

    def then() -> HttpResponse:
        late = [row.number for row in made if row.state == State.WAITING] if is_drawn else []
        if late and not access.over:
            return access.see("late", query="?" + "&".join(f"comes={number}" for number in late))
        return access.see("entries", query=f"?added={len(made)}")

    registered = {row.player_id for row in access.day.entrants}
    free = [each.name for each in players if each.pk not in registered and each.left_at is None]
    if adds_roster := request.POST.get("action") == "roster":
        form = _with_players(form, free)
    elif not form.is_bound and (night := read_digits(request.GET.get("night"))):
        form.text = "\n".join(names_coming(access.tournament.club, night))
    offers = bool(free) and not form.is_bound
    # The preview: its lines, how many players are added, and how many of them must wait.
    preview = {"lines": form.lines, "new": new, "waits": waits, "drawn": is_drawn, "offers_roster": offers}
    page = TournamentFormPage(request, "tournaments/entries/add.html", form, access, more=preview)
    if adds_roster or (valid and (request.POST.get("action") != "add" or form.asks)):
        return page.response()
    values = access.action
    return page.submit(lambda: made.extend(actions.add_entrants(entries=form.entries, **values)), then)


def _with_players(form: ListForm, names: list[str]) -> ListForm:
    """Return a new form with what was typed or uploaded, followed by the names that it lacks."""
    typed = {alike(line.entry.name) for line in form.lines}
    found = ListForm(known=form.known, initial={"house": form.cleaned_data.get("house")})
    found.text = "\n".join([*form.text.splitlines(), *(name for name in names if alike(name) not in typed)])
    return found


@organisers(FORM)
def change(request: HttpRequest, access: TournamentAccess, entrant: int) -> HttpResponse:
    """Change the details of an entrant."""
    day, row = access.day, or_404(access.day.by_number.get(entrant))
    row.team = next((team for team in day.teams if team.pk == row.team_id), None)
    taken = {other.player_id for other in day.entrants if other.pk != row.pk}
    free = [player for player in roster.entries(access.tournament.club) if player.pk not in taken]
    form = EntrantForm(request.POST, roster=free) if request.method == "POST" else EntrantForm.of(row, free)
    values = {"number": entrant, **access.action}
    is_fixed = row.state == State.ENTERED and actions.drawn(access.tournament)  # can't be withdrawn here
    more = {"entrant": row, "name": day.names[row.pk], "gone": wording.plays_no_more(row.left_after)}
    more |= {"seated": actions.was_seated(row), "fixed": is_fixed}
    page = TournamentFormPage(request, "tournaments/entries/entry.html", form, access, more=more)
    return page.submit(lambda: actions.change_entrant(details=form.details, **values), access.saved("entries"))


@organisers(POST)
def move(request: HttpRequest, access: TournamentAccess, entrant: int) -> HttpResponse:
    """Accept, decline or withdraw an entrant. After the draw, accepting leads to the page that seats the player."""
    steps = {"approve": actions.approve_entrant, "refuse": actions.refuse_entrant, "withdraw": actions.withdraw_entrant}
    action = or_404(steps.get(request.POST.get("to", "")))
    late = action is actions.approve_entrant and actions.drawn(access.tournament) and not access.over
    then = access.see("late", query=f"?comes={entrant}") if late else access.saved("entries")()
    return access.run(action, then, number=entrant)


@dataclass
class KeptApartPage(TournamentPage):
    """The page of teams and of players to keep apart.

    `pairs`, `players`: each player as (number, name); `apart`: how many pairs are kept apart for any reason.
    """

    def __post_init__(self) -> None:
        day, pairs = self.day, Apart.objects.filter(tournament=self.tournament)
        named = {row.pk: (row.number, day.names[row.pk]) for row in day.entrants}
        players = [row for row in day.entrants if row.state in (State.ENTERED, State.WAITING)]
        self.teams = [(team, [day.names[row.pk] for row in players if row.team_id == team.pk]) for team in day.teams]
        self.pairs = [(named[pair.one_id], named[pair.other_id]) for pair in pairs]
        self.players = [named[row.pk] for row in players]
        self.apart = len(kept_apart(day, players))


@organisers(GET)
def teams_page(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """Show the teams with their members, and players to keep apart."""
    return KeptApartPage(access).response("tournaments/entries/kept_apart.html")


def _pair(post: QueryDict) -> dict[str, int]:
    pair = {name: or_404(small_number(post.get(name))) for name in ("one", "other")}
    return {**pair, "apart": post.get("apart") != "0"}


def _groups(post: QueryDict) -> dict[str, bool]:
    return {name: post.get(name) == "1" for name in ("teams", "clubs")}


apart_pair = organiser_button(teams.keep_apart, _pair, to="apart", query="?saved=1", anchor="#pairs")
apart_groups = organiser_button(teams.keep_groups_apart, _groups, to="apart", query="?saved=1", anchor="#pairs")


@organisers(POST)
def team(request: HttpRequest, access: TournamentAccess) -> HttpResponse:
    """Rename or remove a team."""
    number = or_404(small_number(request.POST.get("team")))
    then = access.saved("apart")()
    if request.POST.get("remove"):
        return access.run(teams.remove_team, then, number=number)
    return access.run(teams.rename_team, then, number=number, name=request.POST.get("name", ""))
