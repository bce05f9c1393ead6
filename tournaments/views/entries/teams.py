"""Teams, and pairs who should not meet."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe

from people.views.guards import who
from people.web.responses import done, see
from tournaments.draw.seat_plans import kept_apart
from tournaments.entries import teams as actions
from tournaments.models import Apart, Entrant
from tournaments.views.shared import organising


@require_safe
def shown(request: HttpRequest, code: str) -> HttpResponse:
    """The teams with their members; who is kept apart from whom, and why."""
    here = organising(request, code)
    day = here.day
    by_pk = day.by_pk
    named = [(by_pk[each.one_id], by_pk[each.other_id]) for each in Apart.objects.filter(tournament=here.tournament)]
    playing = [each for each in day.entrants if each.state in (Entrant.State.ENTERED, Entrant.State.WAITING)]
    context = {
        "tournament": here.tournament,
        "teams": [
            {"team": team, "members": [day.names[each.pk] for each in playing if each.team_id == team.pk]}
            for team in day.teams
        ],
        "pairs": [
            {"one": one, "other": other, "names": (day.names[one.pk], day.names[other.pk])} for one, other in named
        ],
        "people": [{"number": each.number, "name": day.names[each.pk]} for each in playing],
        "apart": len(kept_apart(day, playing)),
        "saved": request.GET.get("saved") == "1",
    }
    return render(request, "tournaments/apart.html", context)


@require_POST
def pair(request: HttpRequest, code: str) -> HttpResponse:
    """Two who are not to meet, or may again."""
    here = organising(request, code)
    one, other = (_number(request, field) for field in ("one", "other"))
    apart = request.POST.get("apart") != "0"
    return done(
        request,
        lambda: actions.keep_apart(tournament=here.tournament, one=one, other=other, apart=apart, **who(request)),
        lambda: see("tournaments:apart", code, query="?saved=1", anchor="#pairs"),
    )


@require_POST
def groups(request: HttpRequest, code: str) -> HttpResponse:
    """Whether team-mates, and people of one club, are not to meet."""
    here = organising(request, code)
    told: dict[str, Any] = {"teams": request.POST.get("teams") == "1", "clubs": request.POST.get("clubs") == "1"}
    return done(
        request,
        lambda: actions.keep_groups_apart(tournament=here.tournament, **told, **who(request)),
        lambda: see("tournaments:apart", code, query="?saved=1", anchor="#pairs"),
    )


@require_POST
def team(request: HttpRequest, code: str) -> HttpResponse:
    """Call a team otherwise, or dissolve it."""
    here = organising(request, code)
    number, name = _number(request, "team"), request.POST.get("name", "")
    told = {"tournament": here.tournament, "number": number, **who(request)}
    return done(
        request,
        lambda: actions.remove_team(**told) if request.POST.get("remove") else actions.rename_team(name=name, **told),
        lambda: see("tournaments:apart", code, query="?saved=1"),
    )


def _number(request: HttpRequest, field: str) -> int:
    text = request.POST.get(field, "")
    if not (text.isascii() and text.isdigit() and len(text) < 7):
        raise Http404
    return int(text)
