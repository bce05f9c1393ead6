"""The roster of a club: all players, and adding one or several."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_safe

from engine.errors import RuleViolation
from people.actions import roster as actions
from people.clubs import roster
from people.forms.roster import NamesForm
from people.models import Club, Player, Role
from people.views.guards import asking, club_for, who
from people.web.responses import done, see


@require_safe
def listed(request: HttpRequest, code: str) -> HttpResponse:
    """The players, those who have left apart."""
    club, role = club_for(request, code)
    everybody = roster.entries(club)
    context = {
        "club": club,
        "players": [player for player in everybody if player.left_at is None],
        "left": [player for player in everybody if player.left_at is not None],
        "adds": role.covers(Role.SCORER),
        "me": asking(request).pk,
        "added": request.GET.get("added", "") if request.GET.get("added", "").isdigit() else "",
    }
    return render(request, "people/players.html", context)


@require_http_methods(["GET", "POST"])
def add(request: HttpRequest, code: str) -> HttpResponse:
    """One name or a pasted list; "preview" shows what would come of it."""
    club, _role = club_for(request, code, Role.SCORER)
    numbers = Player.objects.filter(club=club, number__isnull=False).values_list("number", flat=True)
    form = NamesForm(
        request.POST if request.method == "POST" else None, known=roster.by_name(club), numbers=filter(None, numbers)
    )
    if request.method == "GET" or not form.is_valid():
        return _page(request, club, form, 422 if form.is_bound else 200)
    if request.POST.get("action") == "preview":
        return _page(request, club, form, 200)
    made: list[Player] = []
    return done(
        request,
        lambda: made.extend(actions.add_players(club=club, typed=form.typed, **who(request))),
        lambda: see("people:roster", code, query=f"?added={len(made)}"),
        lambda violation: _refused(request, club, form, violation),
    )


def _refused(request: HttpRequest, club: Club, form: NamesForm, violation: RuleViolation) -> HttpResponse:
    form.refuse(violation)
    return _page(request, club, form, 422)


def _page(request: HttpRequest, club: Club, form: NamesForm, status: int) -> HttpResponse:
    lines = getattr(form, "lines", [])
    context = {
        "club": club,
        "form": form,
        "lines": lines,
        "new": sum(line.new for line in lines),
        "show_errors": status == 422,
    }
    return render(request, "people/players_add.html", context, status=status)
