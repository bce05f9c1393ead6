"""Teams, and pairs who should not meet."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe

from people.web.responses import see
from tournaments.draw.seat_plans import kept_apart
from tournaments.entries import teams as actions
from tournaments.forms.shared import small_number
from tournaments.models import Apart, Entrant
from tournaments.views.shared import is_saved, organising, run


@require_safe
def shown(request: HttpRequest, code: str) -> HttpResponse:
    """The teams with their members; who is kept apart from whom, and why."""
    access = organising(request, code)
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
    return render(request, "tournaments/apart.html", context)


@require_POST
def pair(request: HttpRequest, code: str) -> HttpResponse:
    """Keep two entrants apart, or no longer."""
    access = organising(request, code)
    values = {"one": _number(request, "one"), "other": _number(request, "other")}
    return run(request, access, actions.keep_apart, _saved(code), apart=request.POST.get("apart") != "0", **values)


@require_POST
def groups(request: HttpRequest, code: str) -> HttpResponse:
    """Keep team-mates apart, and people of one club."""
    ticked = {name: request.POST.get(name) == "1" for name in ("teams", "clubs")}
    return run(request, organising(request, code), actions.keep_groups_apart, _saved(code), **ticked)


@require_POST
def team(request: HttpRequest, code: str) -> HttpResponse:
    """Rename a team, or remove it."""
    access, number = organising(request, code), _number(request, "team")
    then = see("tournaments:apart", code, query="?saved=1")
    if request.POST.get("remove"):
        return run(request, access, actions.remove_team, then, number=number)
    return run(request, access, actions.rename_team, then, number=number, name=request.POST.get("name", ""))


def _saved(code: str) -> HttpResponse:
    return see("tournaments:apart", code, query="?saved=1", anchor="#pairs")


def _number(request: HttpRequest, field: str) -> int:
    number = small_number(request.POST.get(field))
    if number is None:
        raise Http404
    return number
