"""Views of a club's roster: all players, and adding one or several."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods, require_safe

from people.actions import roster as actions
from people.clubs import roster
from people.forms.roster import NamesForm
from people.models import Club, Player, Role
from people.views.clubs import ClubFormPage
from people.views.guards import asking, club_for, who
from people.web.responses import posted, render_page, see


@dataclass(frozen=True)
class RosterPage:
    """The players of a club. `left`: former players. `added`: the number of players just added, as text."""

    club: Club
    players: list[Player]
    left: list[Player]
    adds: bool
    me: int
    added: str


@require_safe
def listed(request: HttpRequest, code: str) -> HttpResponse:
    """Show the current and former players of a club."""
    club, role = club_for(request, code)
    entries = roster.entries(club)
    added = request.GET.get("added", "")
    page = RosterPage(
        club,
        players=[player for player in entries if player.left_at is None],
        left=[player for player in entries if player.left_at is not None],
        adds=role.covers(Role.SCORER),
        me=asking(request).pk,
        added=added if added.isdigit() else "",
    )
    return render_page(request, "people/clubs/players.html", page)


@dataclass(frozen=True)
class NamesPage(ClubFormPage):
    """The form for new names, with a preview."""

    @property
    def new(self) -> int:
        return sum(line.new for line in getattr(self.form, "lines", []))


@require_http_methods(["GET", "POST"])
def add(request: HttpRequest, code: str) -> HttpResponse:
    """Add one name or a pasted list. The action "preview" only shows the result."""
    club, _role = club_for(request, code, Role.SCORER)
    numbers = Player.objects.filter(club=club, number__isnull=False).values_list("number", flat=True)
    form = NamesForm(posted(request), known=roster.by_name(club), numbers=filter(None, numbers))
    page = NamesPage(request, "people/clubs/add_players.html", form, club)
    if request.POST.get("action") == "preview" and form.is_valid():
        return page.response()
    added: list[Player] = []
    return page.submit(
        lambda: added.extend(actions.add_players(club=club, typed=form.typed, **who(request))),
        lambda: see("people:roster", code, query=f"?added={len(added)}"),
    )
